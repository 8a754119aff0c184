//! Level heights (06 §7, pass 3): LVL01.

use koyu_model::geometry::tolerance::EPS;

use super::diagnostic::Diagnostic;
use super::scan::{Scan, at_least, number};
use super::table::Code;

impl Scan<'_, '_> {
    /// Neighbouring levels must be half a millimetre apart.
    pub(super) fn levels(&mut self) {
        for pair in self.model.levels_by_height().windows(2) {
            let [lower, upper] = [pair[0], pair[1]].map(|level| self.model.level(level));
            let distance = (upper.z - lower.z).abs();
            if distance < EPS {
                let message = format!(
                    "Level {} at {} is only {} mm above level {} at {}; raise it by {} mm or more, \
                     or make the two one level",
                    self.text(upper.name),
                    number(upper.z),
                    number(distance),
                    self.text(lower.name),
                    number(lower.z),
                    at_least(EPS - distance),
                );
                let diagnostic = Diagnostic::new(Code::Lvl01, message)
                    .at(self.position(upper.origin))
                    .related(self.position(lower.origin));
                self.push(diagnostic);
            }
        }
    }
}
