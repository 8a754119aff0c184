//! `doors` (07 §9): the route with the fewest doors.

use std::collections::VecDeque;

use koyu_model::Name;
use koyu_model::form::Derivation;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::passages::Passages;

/// The way from one space to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route<'m> {
    /// A route with the fewest doors.
    Found {
        /// How many doors one opens on it.
        doors: u32,
        /// The spaces on it, both ends included.
        path: Vec<&'m str>,
    },
    /// There is none, or an end is not a declared space.
    Unreachable,
}

impl Serialize for Route<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Found { doors, path } => {
                let mut record = to.serialize_struct("Route", 2)?;
                record.serialize_field("doors", doors)?;
                record.serialize_field("path", path)?;
                record.end()
            }
            Self::Unreachable => {
                let mut record = to.serialize_struct("Route", 1)?;
                record.serialize_field("unreachable", &true)?;
                record.end()
            }
        }
    }
}

/// The route from one space to another, both compared with the paths of the model exactly as
/// given. Among routes with equally few doors the one that 07 §9.3 chooses.
pub fn doors<'m>(derivation: &Derivation<'m>, from: &str, to: &str) -> Route<'m> {
    let model = derivation.model();
    let declared = |path: &str| {
        let name = model.names().find(path)?;
        model.space_at(name).map(|_| name)
    };
    let (Some(from), Some(to)) = (declared(from), declared(to)) else {
        return Route::Unreachable;
    };
    let search = Search::run(&Passages::new(derivation), from);
    let Some(doors) = search.distance[to.index()] else {
        return Route::Unreachable;
    };
    let mut path = vec![model.text(to)];
    let mut at = to;
    while let Some(before) = search.before[at.index()] {
        path.push(model.text(before));
        at = before;
    }
    path.reverse();
    Route::Found { doors, path }
}

/// The search of 07 §9.3 in linear time but for one sort: instead of sorting all open entries in
/// every round it keeps those at the present number of doors and those one door farther apart,
/// each in the order that the sort would leave.
struct Search {
    /// The fewest doors to each node, by [`Name::index`].
    distance: Vec<Option<u32>>,
    /// The node before each on the route to it.
    before: Vec<Option<Name>>,
}

impl Search {
    fn run(passages: &Passages, from: Name) -> Self {
        let mut search = Self {
            distance: vec![None; passages.nodes()],
            before: vec![None; passages.nodes()],
        };
        search.distance[from.index()] = Some(0);
        let mut doors = 0;
        let mut now = VecDeque::from([from]);
        // `None` where a node has come nearer and left.
        let mut next: Vec<Option<Name>> = Vec::new();
        // Where each node stands in `next`.
        let mut place: Vec<Option<usize>> = vec![None; passages.nodes()];
        let mut improved = Vec::new();
        let (mut risen, mut found) = (Vec::new(), Vec::new());
        loop {
            let Some(node) = now.pop_front() else {
                now.extend(next.drain(..).flatten());
                for node in &now {
                    place[node.index()] = None;
                }
                doors += 1;
                if now.is_empty() {
                    return search;
                }
                continue;
            };
            search.improve(passages, node, doors, &mut improved);
            for node in improved.drain(..) {
                let near = search.distance[node.index()] == Some(doors);
                match place[node.index()] {
                    Some(place) if near => risen.push((place, node)),
                    None if near => found.push(node),
                    Some(_) => {}
                    None => {
                        place[node.index()] = Some(next.len());
                        next.push(Some(node));
                    }
                }
            }
            // Those that have waited keep their order, ahead of the newcomers.
            risen.sort_unstable();
            for (at, node) in risen.drain(..) {
                next[at] = None;
                place[node.index()] = None;
                now.push_back(node);
            }
            now.extend(found.drain(..));
        }
    }

    /// Step 3 for a node that is `doors` away: fills `improved` with the nodes that it brings
    /// nearer, in the order of their first improvement.
    fn improve(&mut self, passages: &Passages, node: Name, doors: u32, improved: &mut Vec<Name>) {
        for way in passages.of(node) {
            let distance = doors + way.doors;
            let known = self.distance[way.to.index()];
            if known.is_some_and(|known| known <= distance) {
                continue;
            }
            self.distance[way.to.index()] = Some(distance);
            // A second improvement in one round can only come from this same node.
            let before = self.before[way.to.index()].replace(node);
            if before != Some(node) {
                improved.push(way.to);
            }
        }
    }
}
