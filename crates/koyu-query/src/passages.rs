//! Who can walk where (07 §9.1): the passable boundaries as a graph.

use koyu_model::form::Derivation;
use koyu_model::{Boundary, BoundaryKind, Name, OpeningKind};

/// A way out of a node of the graph: a boundary that can be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// The other end; the node itself where a boundary joins a space with itself.
    pub(crate) to: Name,
    /// The place of the boundary in [`koyu_model::Model::boundaries`].
    pub(crate) boundary: u32,
    /// Doors to open: 1 through a wall, however many doors it has, else 0.
    pub(crate) doors: u32,
}

/// The graph. Its nodes are paths, also those that no space has: one can pass through them.
#[derive(Debug)]
pub(crate) struct Passages {
    /// Where the ways of each node begin, by [`Name::index`], and the end.
    starts: Vec<u32>,
    /// In boundary order for each node.
    ways: Vec<Way>,
}

/// How many doors one opens at a boundary; `None` where one cannot pass.
fn cost(boundary: &Boundary) -> Option<u32> {
    match boundary.kind {
        BoundaryKind::Open | BoundaryKind::Stair => Some(0),
        BoundaryKind::Wall => {
            let mut openings = boundary.openings.iter();
            openings.any(|o| o.kind == OpeningKind::Door).then_some(1)
        }
        BoundaryKind::Shaft | BoundaryKind::Void => None,
    }
}

impl Passages {
    pub(crate) fn new(derivation: &Derivation<'_>) -> Self {
        let model = derivation.model();
        let mut ways: Vec<(Name, Way)> = Vec::new();
        for (number, boundary) in (0..).zip(model.boundaries()) {
            let Some(doors) = cost(boundary) else {
                continue;
            };
            let to = |to| Way {
                to,
                boundary: number,
                doors,
            };
            ways.push((boundary.a, to(boundary.b)));
            if boundary.a != boundary.b {
                ways.push((boundary.b, to(boundary.a)));
            }
        }
        let mut starts = vec![0; model.names().len() + 1];
        for (from, _) in &ways {
            starts[from.index() + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        // Stable, so that boundary order stays.
        ways.sort_by_key(|(from, _)| from.index());
        Self {
            starts,
            ways: ways.into_iter().map(|(_, way)| way).collect(),
        }
    }

    /// The ways out of a node, in boundary order.
    pub(crate) fn of(&self, node: Name) -> &[Way] {
        let node = node.index();
        &self.ways[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// One more than the greatest [`Name::index`] of a node.
    pub(crate) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }
}
