//! What several rules ask of a building, asked once.

use koyu_model::form::Derivation;
use koyu_model::{Boundary, Model, Name, Polygon, Space, SpaceId, Zone};

use crate::light::{DaylitSpace, light};
use crate::passages::{Passages, Way};
use crate::site_zone::is_site;
use crate::types;

pub(super) struct Context<'d, 'm> {
    pub(super) derivation: &'d Derivation<'m>,
    pub(super) model: &'m Model,
    pub(super) passages: Passages,
    pub(super) daylit: Vec<DaylitSpace<'m>>,
    /// The paths of all exteriors, with or without a region (08 §6).
    pub(super) exteriors: Vec<Name>,
}

impl<'d, 'm> Context<'d, 'm> {
    pub(super) fn new(derivation: &'d Derivation<'m>) -> Self {
        let model = derivation.model();
        let spaces = model.spaces().iter();
        Self {
            derivation,
            model,
            passages: Passages::new(derivation),
            daylit: light(derivation),
            exteriors: spaces
                .filter(|space| types::is(model, space, types::EXTERIOR))
                .map(|space| space.path)
                .collect(),
        }
    }

    /// All spaces in space order.
    pub(super) fn spaces(&self) -> impl Iterator<Item = (SpaceId, &'m Space)> + use<'m> {
        (0..).map(SpaceId).zip(self.model.spaces())
    }

    pub(super) fn boundary(&self, way: &Way) -> &'m Boundary {
        &self.model.boundaries()[way.boundary as usize]
    }

    /// Whether the effective use of a space is `wanted`.
    pub(super) fn used_as(&self, space: &'m Space, wanted: &str) -> bool {
        self.derivation.effective_use(space) == Some(wanted)
    }

    /// The site zone that a polygon outlines, if it does.
    pub(super) fn site_of(&self, polygon: &Polygon) -> Option<&'m Zone> {
        self.model
            .zone_at(polygon.path)
            .filter(|zone| is_site(zone))
    }
}
