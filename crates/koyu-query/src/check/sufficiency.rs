//! Sufficiency (06 §7, passes 17 and 18): SUF01 and SUF02 of spaces, SUF03 of levels. SUF04
//! belongs to the vertical runs.

use koyu_model::Space;

use super::diagnostic::Diagnostic;
use super::scan::Scan;
use super::table::Code;

impl Scan<'_, '_> {
    /// A space with a region has a level and, where people are indoors, a ceiling height.
    pub(super) fn space_sufficiency(&mut self) {
        for (id, space) in self.spaces() {
            if !space.has_region() {
                continue;
            }
            let path = self.text(space.path);
            let Some(level) = space.level else {
                let message = format!(
                    "{path} has a region but no level; declare level {} before it, or write level:",
                    self.first_segment(path)
                );
                self.push_space(Code::Suf02, space, message);
                continue;
            };
            let open = self.bears_no_floor(space) || self.derivation.semi_outdoor(id);
            if !open && self.derivation.ceiling_height(space).is_none() {
                let message = format!(
                    "No ceiling height is known for {path}; write h: on it, or on level {}",
                    self.level_name(level)
                );
                self.push_space(Code::Suf01, space, message);
            }
        }
    }

    /// A level that carries floors has a slab.
    pub(super) fn level_sufficiency(&mut self) {
        for &id in self.model.levels_by_height() {
            let level = self.model.level(id);
            if level.slab.is_some() {
                continue;
            }
            let spaces = self.derivation.spaces_on(Some(id));
            let mut floors = spaces
                .iter()
                .map(|&space| self.model.space(space))
                .filter(|space| !self.bears_no_floor(space));
            if let Some(space) = floors.next() {
                let message = format!(
                    "Level {} carries floors, such as {}, but has no slab thickness; write slab: on \
                     it",
                    self.text(level.name),
                    self.text(space.path),
                );
                let position = self.position(level.origin);
                self.push(Diagnostic::new(Code::Suf03, message).at(position));
            }
        }
    }

    fn bears_no_floor(&self, space: &Space) -> bool {
        self.is(space, "void") || self.is(space, "exterior")
    }

    fn first_segment<'p>(&self, path: &'p str) -> &'p str {
        let path = path.strip_prefix('/').unwrap_or(path);
        path.split('/').next().unwrap_or(path)
    }
}
