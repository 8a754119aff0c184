//! `access.throughtenant` (08 §6.3): stairs that lead out only through a tenant's rooms.

use super::context::Context;
use super::finding::{Findings, Rule};
use super::flood::flood;
use crate::types::{STAIR, impassable, is};

/// The use of rooms that are let (08 §6.3).
const RENTABLE: &str = "rentable";

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    if context.exteriors.is_empty() {
        return;
    }
    let model = context.model;
    let reached = flood(
        &context.passages,
        &context.exteriors,
        |_| true,
        |path| {
            let space = model.space_at(path).map(|space| model.space(space));
            space.is_some_and(|s| !impassable(model, s) && !context.used_as(s, RENTABLE))
        },
    );
    for (id, space) in context.spaces() {
        let stair = space.has_region() && is(model, space, STAIR);
        if stair && !reached[space.path.index()] {
            let sentence = format!("leads to no exterior except through spaces of use {RENTABLE}");
            findings.on_space(Rule::AccessThroughTenant, id, sentence);
        }
    }
}
