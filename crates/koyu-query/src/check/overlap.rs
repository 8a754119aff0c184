//! Overlaps in plan (06 §7, passes 4 and 5): GEO01, GEO02.

use koyu_model::geometry::{max, min};
use koyu_model::{LevelId, Part, Rect, SpaceId};

use super::diagnostic::Diagnostic;
use super::plans::overlapping_parts;
use super::scan::{Scan, rounded};
use super::table::Code;

impl Scan<'_, '_> {
    /// The rectangles of one space must not overlap.
    pub(super) fn self_overlap(&mut self) {
        for space in self.model.spaces() {
            if space.parts.len() < 2 {
                continue;
            }
            for (i, j) in overlapping_parts(&space.parts, &space.parts) {
                if i >= j {
                    continue;
                }
                let (one, other) = (&space.parts[i], &space.parts[j]);
                let message = format!(
                    "{} covers the same ground twice: its rectangles {} and {} overlap by {}; let \
                     them meet at one line",
                    self.text(space.path),
                    self.spelled(one),
                    self.spelled(other),
                    extent(&one.rect, &other.rect),
                );
                self.push_space(Code::Geo01, space, message);
            }
        }
    }

    /// Spaces of one level must not overlap.
    pub(super) fn mutual_overlap(&mut self) {
        let levels = (0..self.model.levels().len() as u32).map(|level| Some(LevelId(level)));
        let mut pairs: Vec<(SpaceId, SpaceId)> = Vec::new();
        let mut found = Vec::new();
        for level in levels.chain([None]) {
            let members = self.derivation.spaces_on(level);
            if members.len() < 2 {
                continue;
            }
            let plan = self.plans.of(level, members);
            for &one in members {
                let parts = &self.model.space(one).parts;
                plan.overlapping(self.model, parts, |other| other > one, &mut found);
                pairs.extend(found.iter().map(|&other| (one, other)));
            }
        }
        // Storeys interleave in declaration order.
        pairs.sort_unstable();
        for (one, other) in pairs {
            let (a, b) = (self.model.space(one), self.model.space(other));
            let by = overlapping_parts(&a.parts, &b.parts)
                .first()
                .map(|&(i, j)| extent(&a.parts[i].rect, &b.parts[j].rect))
                .unwrap_or_default();
            let (a_path, b_path) = (self.path(one), self.path(other));
            let message = format!(
                "{a_path} and {b_path} overlap {} by {by}; let them meet at one line, or cut the \
                 one out of the other",
                self.level_of(a)
            );
            let diagnostic = Diagnostic::new(Code::Geo02, message)
                .at(self.position(a.origin))
                .path(vec![a_path.to_owned(), b_path.to_owned()])
                .related(self.position(b.origin));
            self.push(diagnostic);
        }
    }

    /// A rectangle by its grid references.
    fn spelled(&self, part: &Part) -> String {
        let [xa, xb, ya, yb] = [part.xa, part.xb, part.ya, part.yb].map(|name| self.text(name));
        format!("{xa}..{xb} {ya}..{yb}")
    }
}

/// "1000 × 200 mm" of common ground.
fn extent(a: &Rect, b: &Rect) -> String {
    let width = min(a.x2, b.x2) - max(a.x1, b.x1);
    let height = min(a.y2, b.y2) - max(a.y1, b.y1);
    format!("{} × {} mm", rounded(width), rounded(height))
}
