//! The types of spaces that questions tell apart. A type is any word; these have a meaning.

use koyu_model::{Model, Space};

pub(crate) const EXTERIOR: &str = "exterior";
pub(crate) const VOID: &str = "void";
pub(crate) const SHAFT: &str = "shaft";
pub(crate) const STAIR: &str = "stair";
pub(crate) const CORRIDOR: &str = "corridor";
pub(crate) const BACKYARD: &str = "backyard";

/// Whether a space is of a type.
pub(crate) fn is(model: &Model, space: &Space, kind: &str) -> bool {
    model.text(space.kind) == kind
}

/// Whether nobody walks in a space of this type (08 §6).
pub(crate) fn impassable(model: &Model, space: &Space) -> bool {
    is(model, space, SHAFT) || is(model, space, VOID)
}

/// Whether one asks of a space how it is reached: it has a region, and is no exterior, shaft or
/// void (08 §6).
pub(crate) fn must_be_reached(model: &Model, space: &Space) -> bool {
    space.has_region() && !impassable(model, space) && !is(model, space, EXTERIOR)
}
