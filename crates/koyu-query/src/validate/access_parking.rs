//! `access.parking` (08 §6.4): parking that no car reaches.

use koyu_model::{Boundary, BoundaryKind, OpeningKind};

use super::context::Context;
use super::finding::{Findings, Rule};
use super::flood::flood;
use crate::types::{impassable, must_be_reached};

/// The use of spaces where cars stand (08 §6.4).
const PARKING: &str = "parking";

/// The width that a car needs, mm (08 §2).
const CAR_WIDTH: f64 = 2400.0;

/// The attribute that makes a vertical boundary drivable, whatever its value.
const RAMP: &str = "ramp";

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    if context.exteriors.is_empty() {
        return;
    }
    let model = context.model;
    let reached = flood(
        &context.passages,
        &context.exteriors,
        |way| drivable(context, context.boundary(way)),
        |path| {
            let space = model.space_at(path).map(|space| model.space(space));
            space.is_some_and(|space| !impassable(model, space))
        },
    );
    for (id, space) in context.spaces() {
        let parking = must_be_reached(model, space) && context.used_as(space, PARKING);
        if parking && !reached[space.path.index()] {
            let sentence = format!(
                "is for parking, but no car gets there from an exterior: every way needs a door \
                 at least {CAR_WIDTH} mm wide, an open boundary or a ramp"
            );
            findings.on_space(Rule::AccessParking, id, sentence);
        }
    }
}

/// Whether a car passes a boundary.
fn drivable(context: &Context<'_, '_>, boundary: &Boundary) -> bool {
    match boundary.kind {
        BoundaryKind::Open => true,
        BoundaryKind::Stair => {
            let mut ends = context.derivation.ends(boundary).into_iter().flatten();
            ends.any(|end| context.model.space(end).attributes.contains(RAMP))
        }
        BoundaryKind::Wall => {
            let mut openings = boundary.openings.iter();
            openings.any(|o| o.kind == OpeningKind::Door && o.w >= CAR_WIDTH)
        }
        BoundaryKind::Shaft | BoundaryKind::Void => false,
    }
}
