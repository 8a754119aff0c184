//! The adjacency graph (04 §14): spaces joined by all boundaries.

use super::derivation::Derivation;
use crate::elements::{Boundary, SpaceId};
use crate::{BoundaryKind, OpeningKind};

/// The other end of a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The space there.
    pub space: SpaceId,
    /// The place of the boundary in [`crate::Model::boundaries`].
    pub boundary: u32,
    /// How many doors the boundary carries, placed or not.
    pub doors: u32,
    /// Whether one can pass on foot.
    pub passable: bool,
}

/// The neighbours of all spaces in one list.
#[derive(Debug)]
pub(super) struct Graph {
    starts: Vec<u32>,
    neighbours: Vec<Neighbour>,
    /// Which boundaries touch each space, whether or not their other end exists.
    touching_starts: Vec<u32>,
    touching: Vec<u32>,
}

/// How many doors a boundary carries.
fn doors(boundary: &Boundary) -> u32 {
    let doors = boundary.openings.iter();
    doors.filter(|o| o.kind == OpeningKind::Door).count() as u32
}

/// Whether one can pass a boundary on foot.
fn passable(boundary: &Boundary) -> bool {
    match boundary.kind {
        BoundaryKind::Open | BoundaryKind::Stair => true,
        BoundaryKind::Wall => doors(boundary) > 0,
        BoundaryKind::Shaft | BoundaryKind::Void => false,
    }
}

/// Puts records into one list by space, each space's in the given order.
fn by_space<T: Copy>(spaces: usize, records: &[(SpaceId, T)]) -> (Vec<u32>, Vec<T>) {
    let mut order: Vec<&(SpaceId, T)> = records.iter().collect();
    order.sort_by_key(|record| record.0);
    let mut starts = vec![0; spaces + 1];
    for (space, _) in records {
        starts[space.0 as usize + 1] += 1;
    }
    for i in 0..spaces {
        starts[i + 1] += starts[i];
    }
    (starts, order.into_iter().map(|record| record.1).collect())
}

impl Derivation<'_> {
    fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| {
            let (mut edges, mut touching) = (Vec::new(), Vec::new());
            for (number, boundary) in (0..).zip(self.model.boundaries()) {
                let [a, b] = self.ends(boundary);
                touching.extend(a.map(|a| (a, number)));
                // A boundary of a space with itself touches it once.
                touching.extend(b.filter(|_| a != b).map(|b| (b, number)));
                let (Some(a), Some(b)) = (a, b) else { continue };
                let to = |space| Neighbour {
                    space,
                    boundary: number,
                    doors: doors(boundary),
                    passable: passable(boundary),
                };
                edges.push((a, to(b)));
                if a != b {
                    edges.push((b, to(a)));
                }
            }
            let spaces = self.model.spaces().len();
            let (starts, neighbours) = by_space(spaces, &edges);
            let (touching_starts, touching) = by_space(spaces, &touching);
            Graph {
                starts,
                neighbours,
                touching_starts,
                touching,
            }
        })
    }

    /// The neighbours of a space: once per boundary, declared boundaries in declaration order,
    /// then default ones.
    pub fn neighbours(&self, space: SpaceId) -> &[Neighbour] {
        let graph = self.graph();
        let i = space.0 as usize;
        &graph.neighbours[graph.starts[i] as usize..graph.starts[i + 1] as usize]
    }

    /// The places in [`crate::Model::boundaries`] of the boundaries that touch a space, in that
    /// order.
    pub fn boundaries_of(&self, space: SpaceId) -> &[u32] {
        let graph = self.graph();
        let i = space.0 as usize;
        &graph.touching[graph.touching_starts[i] as usize..graph.touching_starts[i + 1] as usize]
    }
}
