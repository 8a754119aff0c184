//! Drawn lines (06 §7, pass 9): LIN01, LIN02, LIN03.

use koyu_model::form::Effect;

use super::scan::{Scan, vertical};
use super::table::Code;

impl Scan<'_, '_> {
    /// A drawn line must separate its two spaces.
    pub(super) fn lines(&mut self) {
        for boundary in self.declared() {
            let Some(line) = &boundary.drawn else {
                continue;
            };
            let ends = self.ends_named(boundary);
            let [from, to] = [line.from, line.to].map(|end| self.text(end.spelling));
            if vertical(boundary) {
                let message = format!(
                    "A line cannot be drawn on the {} boundary between {ends}, which lie above one \
                     another; take the line away",
                    boundary.kind
                );
                self.push_on(Code::Lin02, boundary, line.line, message);
                continue;
            }
            let [Some(a), Some(b)] = self.derivation.ends(boundary) else {
                continue;
            };
            let regions = [a, b].map(|end| self.model.space(end).has_region());
            let (code, message) = match line.effect {
                _ if regions == [false, false] => (
                    Code::Lin01,
                    format!(
                        "The line {from} {to} has nothing to divide: neither {ends} has a region"
                    ),
                ),
                Some(Effect::Undetermined) => (
                    Code::Lin01,
                    format!(
                        "The line {from} {to} does not tell which side belongs to whom of {ends}; \
                         draw it where the two meet, so that each has most of its ground on one side"
                    ),
                ),
                Some(Effect::Nothing) => (
                    Code::Lin03,
                    format!(
                        "The line {from} {to} between {ends} cuts nothing off; draw it through the \
                         ground that it divides, or take it away"
                    ),
                ),
                Some(Effect::Cut) | None => continue,
            };
            self.push_on(code, boundary, line.line, message);
        }
    }
}
