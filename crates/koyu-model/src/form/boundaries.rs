//! Boundaries in the form (04 §12.3): segments, thickness, material and panels.

use super::constants::{RAIL_H, RAIL_T, RAIL_T_MAX, WALL_T};
use super::derivation::Derivation;
use super::error::{Budget, FormError};
use super::openings::Openings;
use super::records::{FormBoundary, FormOpening, FormSeg, Material, Panel};
use super::reference::{BoundaryIndex, Ref};
use super::segments::Segment;
use crate::BoundaryKind;
use crate::elements::{Boundary, LevelId};
use crate::geometry::tolerance::{EPS, SPAN_EPS};
use crate::geometry::{ascending, hyp, max, min};

/// What the walk over the boundaries gives.
#[derive(Default)]
pub(super) struct Standing<'m> {
    pub(super) boundaries: Vec<FormBoundary<'m>>,
    pub(super) openings: Vec<FormOpening<'m>>,
    pub(super) segs: Vec<FormSeg<'m>>,
}

impl<'m> Derivation<'m> {
    /// Thickness of a boundary, also of one that is no wall (04 §12.3).
    pub fn thickness(&self, boundary: &Boundary) -> f64 {
        if boundary.air {
            min(boundary.t.unwrap_or(RAIL_T), RAIL_T_MAX)
        } else {
            boundary.t.unwrap_or(WALL_T)
        }
    }

    /// The level of the room of a boundary: of a if it has a region, else of b if it has; else
    /// of whichever exists.
    pub fn boundary_level(&self, boundary: &Boundary) -> Option<LevelId> {
        let ends = self
            .ends(boundary)
            .map(|id| id.map(|id| self.model.space(id)));
        let existing = || ends.into_iter().flatten();
        let room = existing()
            .find(|space| space.has_region())
            .or_else(|| existing().next())?;
        room.level
    }

    /// Bottom and top of a wall; `None` without material.
    fn heights(&self, boundary: &Boundary, level: Option<LevelId>) -> Option<(f64, f64)> {
        let level = level.filter(|_| boundary.kind == BoundaryKind::Wall)?;
        let z0 = self.model.level(level).z;
        let height = if boundary.air {
            boundary.attributes.number("h").unwrap_or(RAIL_H)
        } else {
            self.pitch(level)?
        };
        Some((z0, z0 + height))
    }

    /// Appends the entries of one boundary.
    pub(super) fn stand(
        &self,
        index: BoundaryIndex<'m>,
        budget: &mut Budget<'_>,
        into: &mut Standing<'m>,
    ) -> Result<(), FormError> {
        let boundary = index.boundary();
        let segments = self.segments(boundary);
        if segments.is_empty() {
            return Ok(());
        }
        let (a, b) = (self.model.text(boundary.a), self.model.text(boundary.b));
        let bands = boundary.openings.len() + boundary.segs.len();
        budget.take(segments.len() + bands, a, boundary.origin)?;
        let level = self.boundary_level(boundary);
        let level_name = self.level_name(level);
        let heights = self.heights(boundary, level);
        let openings = Openings::of(self, index, &segments);
        for (number, segment) in segments.iter().enumerate() {
            let first_opening = into.openings.len();
            openings.on_segment(self, number, into);
            let panelled = heights.filter(|_| segment.length() > EPS);
            let material = panelled.map(|(z0, z1)| Material {
                t: self.thickness(boundary),
                z0,
                z1,
                panels: panels(segment, (z0, z1), &into.openings[first_opening..]),
            });
            into.boundaries.push(FormBoundary {
                reference: Ref::Boundary { a, b, index },
                boundary: index,
                a,
                b,
                kind: boundary.kind,
                derived: boundary.derived,
                level: level_name,
                air: boundary.air,
                segment: *segment,
                material,
            });
        }
        Ok(())
    }
}

/// What the openings of a segment leave of its wall (04 §12.3).
fn panels(segment: &Segment, (z0, z1): (f64, f64), openings: &[FormOpening<'_>]) -> Vec<Panel> {
    let length = segment.length();
    let mut holes: Vec<(f64, f64, &FormOpening<'_>)> = openings
        .iter()
        .map(|opening| {
            let d = hyp(opening.cx - segment.x1, opening.cy - segment.y1);
            (d - opening.w / 2.0, d + opening.w / 2.0, opening)
        })
        .collect();
    holes.sort_by(|a, b| ascending(a.0, b.0));
    let mut panels = Vec::with_capacity(1 + 3 * holes.len());
    let mut emit = |(from, to): (f64, f64), (low, high): (f64, f64)| {
        if to - from > SPAN_EPS && high - low > SPAN_EPS {
            let at = |u: f64| {
                let f = u / length;
                (
                    segment.x1 + f * (segment.x2 - segment.x1),
                    segment.y1 + f * (segment.y2 - segment.y1),
                )
            };
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            panels.push(Panel {
                x1,
                y1,
                x2,
                y2,
                z0: low,
                z1: high,
            });
        }
    };
    // The lower limit may exceed the upper (a rail with a negative height): no `clamp`.
    let within = |z: f64| max(z0, min(z1, z));
    let mut cursor = 0.0;
    for (lo, hi, opening) in holes {
        let left = max(cursor, min(length, lo));
        let right = max(left, min(length, hi));
        emit((cursor, left), (z0, z1));
        emit((left, right), (z0, within(opening.z0)));
        emit((left, right), (within(opening.z1), z1));
        cursor = max(cursor, right);
    }
    emit((cursor, length), (z0, z1));
    panels
}
