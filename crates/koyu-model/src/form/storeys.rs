//! What stands on each storey, and an index of the axis-parallel edges of its spaces (04 §8).
//!
//! Rooms only meet rooms of their own level, so each storey has its own index; spaces on no
//! level share one more.

use super::above::box_of_cover;
use super::edge_lines::EdgeLines;
use crate::Side;
use crate::elements::{Boundary, LevelId, Space, SpaceId};
use crate::geometry::tolerance::EPS;
use crate::geometry::{Bounds, Interval};
use crate::model::Model;

/// A storey: a level's place in [`crate::Model::levels`], or one past the last for "no level".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(pub(super) u32);

/// What stands on which storey. It is made once a model, so that a question about one storey
/// need not walk the building.
#[derive(Clone, Debug, Default)]
pub(crate) struct Storeys {
    /// The spaces with a region of each storey, in declaration order.
    members: Vec<Vec<SpaceId>>,
    /// For each space its place among the members of its storey (0 without a region).
    place: Vec<u32>,
    levels: u32,
    /// The box in which the pieces of each storey can have an effect as covers.
    reach: Vec<Option<Bounds>>,
    /// The space at each name, by the index of the name.
    space_of_name: Vec<Option<SpaceId>>,
    /// The boundaries that touch each storey: those with an end on it, with a region or not, by
    /// their positions in the model, ascending. A boundary between two storeys touches both.
    touching: Vec<Vec<u32>>,
}

impl Storeys {
    /// The storeys of the spaces; no boundary is known yet.
    pub(super) fn of_spaces(model: &Model) -> Self {
        let levels = model.levels().len() as u32;
        let spaces = model.spaces();
        let mut members = vec![Vec::new(); levels as usize + 1];
        let mut place = Vec::with_capacity(spaces.len());
        let mut reach: Vec<Option<Bounds>> = vec![None; levels as usize + 1];
        let mut space_of_name = vec![None; model.names().len()];
        for (id, space) in (0..).map(SpaceId).zip(spaces) {
            space_of_name[space.path.index()] = Some(id);
            let slot = space.level.map_or(levels, |level| level.0) as usize;
            let storey = &mut members[slot];
            place.push(storey.len() as u32);
            if space.has_region() {
                storey.push(id);
            }
            for piece in space.region() {
                let cover = box_of_cover(&piece);
                reach[slot] = Some(reach[slot].map_or(cover, |reach| reach.with(&cover)));
            }
        }
        Self {
            members,
            place,
            levels,
            reach,
            space_of_name,
            touching: Vec::new(),
        }
    }

    /// The storeys of a model whose boundaries are complete.
    pub(super) fn with_boundaries(mut self, model: &Model) -> Self {
        self.touching = vec![Vec::new(); self.members.len()];
        for (position, boundary) in (0..).zip(model.boundaries()) {
            let slot = |id: SpaceId| self.slot(model.space(id).level);
            let [a, b] = self.ends(boundary).map(|end| end.map(slot));
            for slot in a.into_iter().chain(b.filter(|_| a != b)) {
                self.touching[slot.0 as usize].push(position);
            }
        }
        self
    }

    /// The two ends of a boundary, as far as they exist.
    pub(super) fn ends(&self, boundary: &Boundary) -> [Option<SpaceId>; 2] {
        // Asked several times a boundary, so by position and not by hash.
        [boundary.a, boundary.b].map(|path| self.space_of_name[path.index()])
    }

    /// Whether a piece of a level may cover anything within a box that counts.
    pub(super) fn reaches(&self, level: LevelId, bounds: &Bounds) -> bool {
        self.reach[level.0 as usize].is_some_and(|reach| reach.share_area(bounds))
    }

    pub(super) fn touching(&self, slot: Slot) -> &[u32] {
        &self.touching[slot.0 as usize]
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
