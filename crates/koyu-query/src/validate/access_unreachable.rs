//! `access.unreachable` (08 §6.1): spaces that nobody reaches from outside.

use super::context::Context;
use super::finding::{Findings, Rule};
use super::flood::flood;
use crate::types::must_be_reached;

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    if context.exteriors.is_empty() {
        return;
    }
    // Voids, shafts and undeclared paths are walked through, too.
    let reached = flood(&context.passages, &context.exteriors, |_| true, |_| true);
    for (id, space) in context.spaces() {
        if must_be_reached(context.model, space) && !reached[space.path.index()] {
            let sentence = "cannot be reached from any exterior";
            findings.on_space(Rule::AccessUnreachable, id, sentence);
        }
    }
}
