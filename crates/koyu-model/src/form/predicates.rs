//! Predicates on spaces (04 §10).

use std::collections::HashMap;

use super::derivation::Derivation;
use crate::BoundaryKind;
use crate::elements::{Space, SpaceId};
use crate::geometry::round2;
use crate::names::Name;

impl<'m> Derivation<'m> {
    /// Ceiling height: the space's own `h` if it is a number, else its level's.
    pub fn ceiling_height(&self, space: &Space) -> Option<f64> {
        let of_level = || space.level.and_then(|level| self.model.level(level).h);
        space.attributes.number("h").or_else(of_level)
    }

    /// Whether the space has a region and an open or `air` boundary to an exterior.
    pub fn semi_outdoor(&self, space: SpaceId) -> bool {
        let it = self.model.space(space);
        if !it.has_region() {
            return false;
        }
        let storeys = self.storeys();
        let slot = storeys.slot(it.level);
        let semi_outdoor = self.semi_outdoor[slot.0 as usize].get_or_init(|| {
            let mut semi_outdoor = vec![false; storeys.members(slot).len()];
            for &position in storeys.touching(slot) {
                let boundary = &self.model.boundaries()[position as usize];
                if boundary.kind != BoundaryKind::Open && !boundary.air {
                    continue;
                }
                let [Some(a), Some(b)] = self.ends(boundary) else {
                    continue;
                };
                for (one, other) in [(a, b), (b, a)] {
                    let space = self.model.space(one);
                    let here = storeys.slot(space.level) == slot && space.has_region();
                    if here && self.is_exterior(self.model.space(other)) {
                        semi_outdoor[storeys.place(one)] = true;
                    }
                }
            }
            semi_outdoor
        });
        semi_outdoor[storeys.place(space)]
    }

    /// Whether the space has a region, is neither exterior nor void and not semi-outdoor.
    pub fn indoor(&self, space: SpaceId) -> bool {
        let it = self.model.space(space);
        it.has_region() && !self.is_exterior(it) && !self.is_void(it) && !self.semi_outdoor(space)
    }

    /// The name shown for a space: its `name` if that is text, else the last segment of its path.
    pub fn display_name(&self, space: &'m Space) -> &'m str {
        space.attributes.text("name").unwrap_or_else(|| {
            let path = self.model.text(space.path);
            path.rsplit_once('/').map_or(path, |(_, last)| last)
        })
    }

    /// The use of a space: its own `use` if that is text, else that of the deepest zone above it
    /// which has one.
    pub fn effective_use(&self, space: &'m Space) -> Option<&'m str> {
        space.attributes.text("use").or_else(|| {
            self.zones_above(space).rev().find_map(|zone| {
                let zone = self.model.zone_at(zone)?;
                zone.attributes.text("use")
            })
        })
    }

    /// The zones above a space, outermost first.
    pub fn zones_above(&self, space: &Space) -> impl DoubleEndedIterator<Item = Name> + use<'m> {
        let path = self.model.text(space.path);
        let model = self.model;
        path.match_indices('/')
            .map(move |(end, _)| &path[..end])
            .filter_map(move |above| model.names().find(above))
            .filter(move |&above| model.zone_at(above).is_some())
    }

    /// The area of a zone in m²: the rounded areas of the indoor spaces below it, summed in
    /// declaration order, rounded again.
    pub fn zone_area_m2(&self, zone: Name) -> f64 {
        let areas = self.zone_areas.get_or_init(|| {
            let mut areas: HashMap<Name, f64> = HashMap::new();
            for (id, space) in (0..).map(SpaceId).zip(self.model.spaces()) {
                if !self.indoor(id) {
                    continue;
                }
                for zone in self.zones_above(space) {
                    *areas.entry(zone).or_default() += space.area_m2().unwrap_or_default();
                }
            }
            areas
        });
        round2(areas.get(&zone).copied().unwrap_or_default())
    }
}
