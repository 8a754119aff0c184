//! What every mark is drawn from.

use koyu_model::form::{Derivation, Entity, Form, FormSpace};
use koyu_model::{LevelId, Model};

use crate::sheet::Sheet;
use crate::style::{PAPER, ROOM, SEMI};

/// One storey on its sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawing<'d, 'm> {
    pub(crate) derivation: &'d Derivation<'m>,
    pub(crate) level: LevelId,
    /// Whether the level is the lowest, which doubles as the site plan.
    pub(crate) lowest: bool,
    /// The form of this storey alone.
    pub(crate) form: &'d Form<'m>,
    pub(crate) sheet: Sheet,
}

impl<'d, 'm> Drawing<'d, 'm> {
    pub(crate) fn model(&self) -> &'m Model {
        self.derivation.model()
    }

    /// The entities of the plan, in order.
    pub(crate) fn entities(&self) -> impl Iterator<Item = &'d Entity<'m>> + use<'d, 'm> {
        self.form.plans.iter().flat_map(|plan| &plan.entities)
    }
}

/// The tone of a floor (09 §5.2).
pub(crate) fn floor(space: &FormSpace<'_>) -> &'static str {
    if space.kind == "void" {
        PAPER
    } else if space.semi_outdoor {
        SEMI
    } else {
        ROOM
    }
}

/// The two paths of a boundary as one.
pub(crate) fn pair(a: &str, b: &str) -> String {
    format!("{a}|{b}")
}
