//! The spaces of each storey and an index of their axis-parallel edges (04 §8).
//!
//! Rooms only meet rooms of their own level, so each storey has its own index; spaces on no
//! level share one more.

use super::edge_lines::EdgeLines;
use crate::Side;
use crate::elements::{LevelId, Space, SpaceId};
use crate::geometry::Interval;
use crate::geometry::tolerance::EPS;

/// A storey: a level's place in [`crate::Model::levels`], or one past the last for "no level".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(pub(super) u32);

/// Which spaces stand on which storey.
#[derive(Debug)]
pub(super) struct Storeys {
    /// The spaces with a region of each storey, in declaration order.
    members: Vec<Vec<SpaceId>>,
    /// For each space its place among the members of its storey (0 without a region).
    place: Vec<u32>,
    levels: u32,
}

impl Storeys {
    pub(super) fn new(spaces: &[Space], levels: usize) -> Self {
        let levels = levels as u32;
        let mut members = vec![Vec::new(); levels as usize + 1];
        let mut place = Vec::with_capacity(spaces.len());
        for (id, space) in (0..).map(SpaceId).zip(spaces) {
            let storey = &mut members[space.level.map_or(levels, |level| level.0) as usize];
            place.push(storey.len() as u32);
            if space.has_region() {
                storey.push(id);
            }
        }
        Self {
            members,
            place,
            levels,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    pub(super) fn slot(&self, level: Option<LevelId>) -> Slot {
        Slot(level.map_or(self.levels, |level| level.0))
    }

    pub(super) fn members(&self, slot: Slot) -> &[SpaceId] {
        &self.members[slot.0 as usize]
    }

    pub(super) fn place(&self, space: SpaceId) -> usize {
        self.place[space.0 as usize] as usize
    }
}

/// An axis-parallel edge of a piece (04 §8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) space: SpaceId,
    pub(super) piece: u32,
    /// The side of the piece that it bounds.
    pub(super) face: Side,
    /// Its y when it faces N or S, otherwise its x.
    pub(super) fixed: f64,
    pub(super) span: Interval,
}

impl Edge {
    pub(super) fn horizontal(&self) -> bool {
        matches!(self.face, Side::N | Side::S)
    }

    /// Whether two edges face each other.
    pub(super) fn faces(&self, other: &Self) -> bool {
        self.face.opposite() == other.face && (self.fixed - other.fixed).abs() <= EPS
    }
}

/// Appends the axis-parallel edges of a space's region: piece by piece, in vertex order.
pub(super) fn edges_of(id: SpaceId, space: &Space, edges: &mut Vec<Edge>) {
    for (piece, points) in (0..).zip(space.region()) {
        for (i, p) in points.iter().enumerate() {
            let q = &points[if i + 1 == points.len() { 0 } else { i + 1 }];
            let (dx, dy) = (q.x - p.x, q.y - p.y);
            let (face, fixed, from, to) = if dy.abs() < EPS && dx.abs() > EPS {
                let face = if dx > 0.0 { Side::S } else { Side::N };
                (face, p.y, p.x, q.x)
            } else if dx.abs() < EPS && dy.abs() > EPS {
                let face = if dy > 0.0 { Side::E } else { Side::W };
                (face, p.x, p.y, q.y)
            } else {
                continue;
            };
            edges.push(Edge {
                space: id,
                piece,
                face,
                fixed,
                span: Interval {
                    lo: crate::geometry::min(from, to),
                    hi: crate::geometry::max(from, to),
                },
            });
        }
    }
}

/// The edges of one storey, in declaration order of the spaces, and what faces what.
#[derive(Debug)]
pub(super) struct EdgeIndex {
    edges: Vec<Edge>,
    /// Where the edges of each member begin, and the end.
    starts: Vec<u32>,
    /// The edges of each face, in the order of [`Side::ALL`], by their positions in `edges`.
    faces: [EdgeLines; 4],
}

impl EdgeIndex {
    pub(super) fn new(spaces: &[Space], members: &[SpaceId]) -> Self {
        let mut edges = Vec::with_capacity(members.len() * 4);
        let mut starts = Vec::with_capacity(members.len() + 1);
        for &id in members {
            starts.push(edges.len() as u32);
            edges_of(id, &spaces[id.0 as usize], &mut edges);
        }
        starts.push(edges.len() as u32);
        let faces = std::array::from_fn(|face| {
            let edges = (0..).zip(&edges);
            EdgeLines::new(edges.filter(|(_, edge)| edge.face as usize == face))
        });
        Self {
            edges,
            starts,
            faces,
        }
    }

    /// The edges of the member at a place of the storey.
    pub(super) fn of(&self, place: usize) -> &[Edge] {
        &self.edges[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The edges of the storey that face `edge` beside it, in order: all that overlap it, and
    /// perhaps some that only touch it.
    pub(super) fn facing<'a>(&'a self, edge: &Edge, scratch: &mut Vec<u32>) -> Vec<&'a Edge> {
        scratch.clear();
        self.faces[edge.face.opposite() as usize].beside(edge, scratch);
        scratch.sort_unstable();
        scratch
            .iter()
            .map(|&position| &self.edges[position as usize])
            .filter(|other| edge.faces(other))
            .collect()
    }
}
