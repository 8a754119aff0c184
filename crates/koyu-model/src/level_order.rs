//! Levels ascending by z (03 §2.3): equal z keep the level order, in which names that are array
//! indices come first.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use koyu_syntax::index_rank;

use crate::elements::LevelId;
use crate::geometry::ascending;

/// A set of levels that is always in order, however levels and questions alternate.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelOrder(BTreeSet<Rank>);

#[derive(Clone, Copy, Debug)]
struct Rank {
    z: f64,
    /// The array index that the name is, else more than any.
    index: u64,
    /// The place in declaration order.
    id: u32,
}

impl Rank {
    fn new(z: f64, name: Option<&str>, id: u32) -> Self {
        // Infinity times zero is no height; its sign is the machine's. Such a level comes last.
        let z = if z.is_nan() { f64::NAN } else { z };
        let index = name.map_or(u64::MAX, index_rank);
        Self { z, index, id }
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_z = ascending(self.z, other.z);
        by_z.then((self.index, self.id).cmp(&(other.index, other.id)))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Rank {}

impl LevelOrder {
    /// Adds a level.
    pub(crate) fn add(&mut self, id: LevelId, name: &str, z: f64) {
        self.0.insert(Rank::new(z, Some(name), id.0));
    }

    /// All levels.
    pub(crate) fn all(&self) -> impl Iterator<Item = LevelId> {
        self.0.iter().map(|rank| LevelId(rank.id))
    }

    /// The levels whose z lies between two, both included; none where an end is no height.
    pub(crate) fn between(&self, from: f64, to: f64) -> Vec<LevelId> {
        if from.is_nan() || to.is_nan() || from > to {
            return Vec::new();
        }
        let lowest = Rank {
            index: 0,
            ..Rank::new(from, None, 0)
        };
        let highest = Rank::new(to, None, u32::MAX);
        self.0
            .range(lowest..=highest)
            .map(|rank| LevelId(rank.id))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(levels: &[(&str, f64)]) -> LevelOrder {
        let mut order = LevelOrder::default();
        for (id, (name, z)) in (0..).zip(levels) {
            order.add(LevelId(id), name, *z);
        }
        order
    }

    #[test]
    fn equal_heights_keep_the_level_order() {
        let levels = [
            ("b", 5.0),
            ("3", 5.0),
            ("1", 5.0),
            ("a", 5.0),
            ("z", 1.0),
            ("n", -0.0),
            ("m", 0.0),
        ];
        let order = order(&levels);
        let names: Vec<_> = order.all().map(|id| levels[id.0 as usize].0).collect();
        assert_eq!(names, ["n", "m", "z", "1", "3", "b", "a"]);
        let between: Vec<_> = order
            .between(0.0, 1.0)
            .iter()
            .map(|id| levels[id.0 as usize].0)
            .collect();
        assert_eq!(between, ["n", "m", "z"]);
    }

    #[test]
    fn a_level_without_a_height_lies_between_no_two() {
        let order = order(&[
            ("K3", 7.0),
            ("N1", f64::NAN),
            ("N2", -f64::NAN),
            ("K1", 5.0),
            ("K2", f64::INFINITY),
        ]);
        let ids = |levels: Vec<LevelId>| levels.iter().map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(ids(order.all().collect()), [3, 0, 4, 1, 2]);
        assert_eq!(ids(order.between(5.0, f64::INFINITY)), [3, 0, 4]);
        assert_eq!(ids(order.between(f64::NAN, 7.0)), [] as [u32; 0]);
        assert_eq!(ids(order.between(5.0, f64::NAN)), [] as [u32; 0]);
    }
}
