//! The derivation: what several questions need, derived once a model and only when asked for.

use std::sync::OnceLock;

use super::above::Above;
use super::neighbours::Graph;
use super::runs::Run;
use super::storeys::{Edge, EdgeIndex, Slot, Storeys};
use crate::canonical_order::in_canonical_order;
use crate::elements::{Boundary, LevelId, Space, SpaceId};
use crate::geometry::{Bounds, PlanIndex};
use crate::model::Model;
use crate::names::Name;

/// The geometry of one model. Cheap to make; every answer derives what it needs and keeps what
/// other answers need too. It may be shared between threads.
#[derive(Debug)]
pub struct Derivation<'m> {
    pub(super) model: &'m Model,
    exterior: Option<Name>,
    void: Option<Name>,
    edges: Vec<OnceLock<EdgeIndex>>,
    floors: Vec<OnceLock<PieceIndex>>,
    by_path: OnceLock<ByPath>,
    pub(super) above: OnceLock<Above>,
    pub(super) semi_outdoor: Vec<OnceLock<Vec<bool>>>,
    pub(super) zone_areas: OnceLock<std::collections::HashMap<Name, f64>>,
    pub(super) graph: OnceLock<Graph>,
    pub(super) pitches: OnceLock<Vec<Option<f64>>>,
    pub(super) runs: OnceLock<Vec<Run<'m>>>,
}

/// Spaces in path order, and the place of each in it.
#[derive(Debug)]
struct ByPath {
    spaces: Vec<SpaceId>,
    rank: Vec<u32>,
}

/// The pieces of all spaces of a storey and where they are.
#[derive(Debug)]
pub(super) struct PieceIndex {
    /// In path order of the spaces, then piece order.
    pub(super) pieces: Vec<(SpaceId, u32)>,
    pub(super) tree: PlanIndex,
}

impl<'m> Derivation<'m> {
    /// Nothing is derived yet.
    pub fn new(model: &'m Model) -> Self {
        let slots = model.levels().len() + 1;
        Self {
            model,
            exterior: model.names().find("exterior"),
            void: model.names().find("void"),
            edges: std::iter::repeat_with(OnceLock::new).take(slots).collect(),
            floors: std::iter::repeat_with(OnceLock::new).take(slots).collect(),
            by_path: OnceLock::new(),
            above: OnceLock::new(),
            semi_outdoor: std::iter::repeat_with(OnceLock::new).take(slots).collect(),
            zone_areas: OnceLock::new(),
            graph: OnceLock::new(),
            pitches: OnceLock::new(),
            runs: OnceLock::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The positions of the boundaries with an end on a level, in canonical order.
    pub(super) fn boundaries_touching(&self, level: LevelId) -> Vec<u32> {
        let storeys = self.storeys();
        let touching = storeys.touching(storeys.slot(Some(level)));
        in_canonical_order(self.model, touching)
    }

    /// All spaces in path order (04 §4.2).
    pub fn spaces_by_path(&self) -> &[SpaceId] {
        &self.by_path().spaces
    }

    /// The spaces with a region on a level, or on none, in declaration order.
    pub fn spaces_on(&self, level: Option<LevelId>) -> &'m [SpaceId] {
        let storeys = self.storeys();
        storeys.members(storeys.slot(level))
    }

    /// The two ends of a boundary, as far as they exist.
    pub fn ends(&self, boundary: &Boundary) -> [Option<SpaceId>; 2] {
        self.storeys().ends(boundary)
    }

    pub(super) fn is_exterior(&self, space: &Space) -> bool {
        Some(space.kind) == self.exterior
    }

    pub(super) fn is_void(&self, space: &Space) -> bool {
        Some(space.kind) == self.void
    }

    fn by_path(&self) -> &ByPath {
        self.by_path.get_or_init(|| {
            let text = |id: &SpaceId| self.model.text(self.model.space(*id).path);
            let mut spaces: Vec<SpaceId> =
                (0..self.model.spaces().len() as u32).map(SpaceId).collect();
            spaces.sort_by(|a, b| text(a).cmp(text(b)));
            let mut rank = vec![0; spaces.len()];
            for (place, id) in (0..).zip(&spaces) {
                rank[id.0 as usize] = place;
            }
            ByPath { spaces, rank }
        })
    }

    /// The place of a space in path order.
    pub(super) fn rank(&self, space: SpaceId) -> u32 {
        self.by_path().rank[space.0 as usize]
    }

    /// The spaces with a region on a level, in path order.
    pub(super) fn spaces_on_by_path(&self, level: Option<LevelId>) -> Vec<SpaceId> {
        let mut spaces = self.spaces_on(level).to_vec();
        // The order of the whole building serves if it is known, but one storey does not ask for
        // it.
        match self.by_path.get() {
            Some(all) => spaces.sort_by_key(|space| all.rank[space.0 as usize]),
            None => spaces.sort_by_key(|&space| self.model.text(self.model.space(space).path)),
        }
        spaces
    }

    pub(super) fn storeys(&self) -> &'m Storeys {
        &self.model.storeys
    }

    fn edge_index(&self, slot: Slot) -> &EdgeIndex {
        self.edges[slot.0 as usize]
            .get_or_init(|| EdgeIndex::new(self.model.spaces(), self.storeys().members(slot)))
    }

    /// The edges of a space with a region, and the index of its storey.
    pub(super) fn edges_of(&self, space: SpaceId) -> (&EdgeIndex, &[Edge]) {
        let storeys = self.storeys();
        let index = self.edge_index(storeys.slot(self.model.space(space).level));
        (index, index.of(storeys.place(space)))
    }

    /// The pieces of a level.
    pub(super) fn pieces_on(&self, level: LevelId) -> &PieceIndex {
        self.floors[level.0 as usize].get_or_init(|| {
            let mut pieces = Vec::new();
            let mut boxes: Vec<Bounds> = Vec::new();
            for id in self.spaces_on_by_path(Some(level)) {
                for (number, piece) in (0..).zip(self.model.space(id).region()) {
                    pieces.push((id, number));
                    boxes.push(super::above::box_of_cover(&piece));
                }
            }
            PieceIndex {
                pieces,
                tree: PlanIndex::new(&boxes),
            }
        })
    }

    /// The z of the level of a space.
    pub(super) fn floor_z(&self, space: &Space) -> Option<f64> {
        space.level.map(|level| self.model.level(level).z)
    }

    /// The name of the level of a space.
    pub(super) fn level_name(&self, level: Option<LevelId>) -> Option<&'m str> {
        level.map(|level| self.model.text(self.model.level(level).name))
    }
}
