//! Floors, ceilings and roofs (04 §12.6).

use super::constants::{CEILING_T, ROOF_T};
use super::derivation::Derivation;
use super::error::{Budget, FormError};
use super::records::{Slab, SlabKind};
use super::runs::Device;
use crate::elements::{LevelId, Point, Space};

impl<'m> Derivation<'m> {
    /// Appends the slabs of a level: its spaces in path order, each with its floors, ceilings,
    /// roofs.
    pub(super) fn slabs(
        &self,
        level: LevelId,
        budget: &mut Budget<'_>,
        into: &mut Vec<Slab<'m>>,
    ) -> Result<(), FormError> {
        let floor = self.model.level(level);
        let above = self.level_above(level).map(|above| self.model.level(above));
        for id in self.spaces_on_by_path(Some(level)) {
            let space = self.model.space(id);
            if self.is_exterior(space) {
                continue;
            }
            let first = into.len();
            let slab = |kind, outline: Vec<Point>, z0, z1| Slab {
                kind,
                space: self.model.text(space.path),
                level: self.model.text(floor.name),
                outline,
                z0,
                z1,
            };
            let whole = |kind, z0, z1| {
                space
                    .region()
                    .map(move |piece| slab(kind, piece.to_vec(), z0, z1))
            };
            let z = floor.z;
            let void = self.is_void(space);
            let height = self.ceiling_height(space);
            let semi_outdoor = self.semi_outdoor(id);
            if let Some(thick) = floor.slab.filter(|_| !void) {
                into.extend(whole(SlabKind::Floor, z - thick, z));
            }
            if let Some(height) = height.filter(|_| !void && !semi_outdoor && has_ceiling(space)) {
                let top = z + height;
                into.extend(whole(SlabKind::Ceiling, top - CEILING_T, top));
            }
            if !semi_outdoor && let Some(place) = self.height_of(level) {
                let (top, thick) = match above {
                    Some(above) => (above.z, above.slab.unwrap_or(ROOF_T)),
                    None => (z + height.unwrap_or(0.0) + ROOF_T, ROOF_T),
                };
                for piece in space.region() {
                    let tiles = self.uncovered(&piece, place);
                    let roofs = tiles.into_iter();
                    into.extend(roofs.map(|tile| slab(SlabKind::Roof, tile, top - thick, top)));
                }
            }
            let path = self.model.text(space.path);
            budget.take(into.len() - first, path, space.origin)?;
        }
        Ok(())
    }
}

/// Whether a ceiling is wanted: not with `ceiling:0`, and not over a run, however malformed.
fn has_ceiling(space: &Space) -> bool {
    let attributes = &space.attributes;
    attributes.number("ceiling") != Some(0.0)
        && !Device::ALL
            .iter()
            .any(|device| attributes.contains(device.key()))
}
