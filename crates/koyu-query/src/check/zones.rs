//! Zones (06 §7, pass 15): ZON01, ZON02.

use koyu_model::near::split;

use super::scan::Scan;
use super::table::Code;

impl Scan<'_, '_> {
    /// A zone has spaces below it and is not itself one.
    pub(super) fn zones(&mut self) {
        for zone in self.model.zones() {
            let path = self.text(zone.path);
            if !self.has_spaces_below(path) {
                let (_, last) = split(path);
                let message = format!(
                    "No space lies below the zone {path}; a space belongs to it by its path, such \
                     as {path}/…: correct {last}, or take the zone away"
                );
                self.push_at(Code::Zon01, zone.path, zone.origin, message);
            }
            if self.model.space_at(zone.path).is_some() {
                let message = format!(
                    "{path} is a space and a zone at once, and the space is not in the zone; give \
                     one of them another path"
                );
                self.push_at(Code::Zon02, zone.path, zone.origin, message);
            }
        }
    }

    /// Whether the path of a space begins with this one and a slash.
    fn has_spaces_below(&self, zone: &str) -> bool {
        let spaces = self.derivation.spaces_by_path();
        let below = format!("{zone}/");
        let first = spaces.partition_point(|&space| self.path(space) < &*below);
        spaces
            .get(first)
            .is_some_and(|&space| self.path(space).starts_with(&below))
    }
}
