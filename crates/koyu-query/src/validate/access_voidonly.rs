//! `access.voidonly` (08 §6.2): spaces that open only onto voids.

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::types::{VOID, is, must_be_reached};

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    let model = context.model;
    for (id, space) in context.spaces() {
        if !must_be_reached(model, space) {
            continue;
        }
        let ways = context.passages.of(space.path);
        // A path that no space has is no void.
        let into_void = |path| {
            let other = model.space_at(path);
            other.is_some_and(|other| is(model, model.space(other), VOID))
        };
        if !ways.is_empty() && ways.iter().all(|way| into_void(way.to)) {
            let sentence = "can be entered only from a void, where nobody can stand";
            findings.on_space(Rule::AccessVoidOnly, id, sentence);
        }
    }
}
