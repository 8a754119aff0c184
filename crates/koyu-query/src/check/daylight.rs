//! Daylight words (06 §7, pass 6): DAY01.

use super::scan::Scan;
use super::table::Code;

impl Scan<'_, '_> {
    /// `daylight` is 0 or 1.
    pub(super) fn daylight(&mut self) {
        for space in self.model.spaces() {
            let Some(value) = space.attributes.get("daylight") else {
                continue;
            };
            if !value.as_number().is_some_and(|n| n == 0.0 || n == 1.0) {
                let message = format!(
                    "{}: daylight:{value} is neither 0 nor 1; write daylight:1 for a space that \
                     needs daylight, daylight:0 for one that does not",
                    self.text(space.path)
                );
                self.push_space(Code::Day01, space, message);
            }
        }
    }
}
