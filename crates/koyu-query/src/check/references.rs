//! References (06 §7, pass 1): REF01, BND01.

use koyu_model::near::hint;

use super::scan::Scan;
use super::table::Code;

impl Scan<'_, '_> {
    /// Each end of a boundary must be a space; the ends must differ.
    pub(super) fn references(&mut self) {
        for boundary in self.declared() {
            for end in [boundary.a, boundary.b] {
                if self.model.space_at(end).is_some() {
                    continue;
                }
                let path = self.text(end);
                let what = match self.model.zone_at(end) {
                    Some(_) => "is a zone, not a space; name a space below it",
                    None => "is not the path of a space; declare it or correct the path",
                };
                let near = hint(self.near_space(path));
                self.push_boundary(Code::Ref01, boundary, format!("{path} {what}{near}"));
            }
            if boundary.a == boundary.b {
                let path = self.text(boundary.a);
                let message =
                    format!("The boundary joins {path} with itself; name two different spaces");
                self.push_boundary(Code::Bnd01, boundary, message);
            }
        }
    }
}
