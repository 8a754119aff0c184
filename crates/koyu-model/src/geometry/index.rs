//! A packed tree of boxes: which of many are near a given one, without asking each.
//!
//! It only finds candidates. The specified order of results is restored by the caller, who sorts
//! the candidates by the position in which they were given.

use super::bounds::Bounds;

/// Children of a node.
const FAN: usize = 8;

/// A set of boxes, each known by its position in the list it was built from. Building takes
/// n·log n, a question log n and the size of its answer.
#[derive(Clone, Debug, Default)]
pub struct PlanIndex {
    /// Boxes and positions, ordered so that neighbours in plan are neighbours in the list.
    leaves: Vec<(Bounds, u32)>,
    /// The boxes around every [`FAN`] entries of the row below, up to a row of one.
    rows: Vec<Vec<Bounds>>,
}

impl PlanIndex {
    /// Builds the index.
    pub fn new(boxes: &[Bounds]) -> Self {
        let mut leaves: Vec<(Bounds, u32)> = boxes.iter().copied().zip(0..).collect();
        sort_by_tiles(&mut leaves);
        let mut rows: Vec<Vec<Bounds>> = Vec::new();
        let around = |boxes: &mut dyn Iterator<Item = Bounds>| boxes.reduce(|a, b| a.with(&b));
        let mut row: Vec<Bounds> = leaves
            .chunks(FAN)
            .filter_map(|chunk| around(&mut chunk.iter().map(|leaf| leaf.0)))
            .collect();
        while row.len() > 1 {
            let next = row
                .chunks(FAN)
                .filter_map(|chunk| around(&mut chunk.iter().copied()))
                .collect();
            rows.push(std::mem::replace(&mut row, next));
        }
        rows.push(row);
        Self { leaves, rows }
    }

    /// Fills `found` with the positions of all boxes that touch or overlap `area`, unordered.
    pub fn meeting(&self, area: &Bounds, found: &mut Vec<u32>) {
        found.clear();
        if !self.leaves.is_empty() {
            self.descend(self.rows.len() - 1, 0, area, found);
        }
    }

    /// Walks below node `node` of row `row`; the depth is the logarithm of the number of boxes.
    fn descend(&self, row: usize, node: usize, area: &Bounds, found: &mut Vec<u32>) {
        if !self.rows[row][node].meets(area) {
            return;
        }
        let children = node * FAN..(node + 1) * FAN;
        match row.checked_sub(1) {
            Some(below) => {
                for child in children.start..children.end.min(self.rows[below].len()) {
                    self.descend(below, child, area, found);
                }
            }
            None => {
                let leaves = &self.leaves[children.start..children.end.min(self.leaves.len())];
                let near = leaves.iter().filter(|leaf| leaf.0.meets(area));
                found.extend(near.map(|leaf| leaf.1));
            }
        }
    }
}

/// Orders the boxes by vertical strips of about equal count, each strip from south to north.
fn sort_by_tiles(leaves: &mut [(Bounds, u32)]) {
    let middle = |lo: f64, hi: f64| lo / 2.0 + hi / 2.0;
    let tiles = leaves.len().div_ceil(FAN);
    let strips = (tiles as f64).sqrt().ceil().max(1.0) as usize;
    // Whole tiles in a strip, so that a node never spans two strips.
    let strip = (tiles.div_ceil(strips) * FAN).max(1);
    // The total order, because a middle may be NaN.
    leaves.sort_by(|(a, _), (b, _)| middle(a.x1, a.x2).total_cmp(&middle(b.x1, b.x2)));
    for part in leaves.chunks_mut(strip) {
        part.sort_by(|(a, _), (b, _)| middle(a.y1, a.y2).total_cmp(&middle(b.y1, b.y2)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_asking_each_box_finds(
            boxes in prop::collection::vec((-50..50i32, -50..50i32, 0..30i32, 0..30i32), 0..200),
            x in -60..60i32, y in -60..60i32, size in 0..40i32,
        ) {
            let of = |x: i32, y: i32, w: i32, h: i32| Bounds {
                x1: f64::from(x), y1: f64::from(y), x2: f64::from(x + w), y2: f64::from(y + h),
            };
            let boxes: Vec<Bounds> = boxes.into_iter().map(|(x, y, w, h)| of(x, y, w, h)).collect();
            let area = of(x, y, size, size);
            let mut found = Vec::new();
            PlanIndex::new(&boxes).meeting(&area, &mut found);
            found.sort_unstable();
            let each: Vec<u32> = (0..boxes.len() as u32)
                .filter(|&i| boxes[i as usize].meets(&area))
                .collect();
            prop_assert_eq!(found, each);
        }
    }

    #[test]
    fn boxes_without_numbers_are_candidates() {
        let odd = Bounds {
            x1: f64::NAN,
            y1: 0.0,
            x2: f64::INFINITY,
            y2: 1.0,
        };
        let mut found = Vec::new();
        PlanIndex::new(&[odd]).meeting(&odd, &mut found);
        assert_eq!(found, [0]);
    }
}
