//! Ceilings against storey heights (06 §7, pass 16): HGT01, HGT02.

use std::collections::HashMap;

use koyu_model::geometry::tolerance::EPS;
use koyu_model::geometry::{max, min};
use koyu_model::{BoundaryKind, LevelId, Space, SpaceId};

use super::plans::overlapping_parts;
use super::runs::declares_run;
use super::scan::{Scan, at_least, number};
use super::table::Code;

/// What of a space must be open above before its ceiling may pass the storey.
const COVER: f64 = 0.99;

/// The upper ends of void boundaries, by their lower end and the level they are on.
type Partners = HashMap<(SpaceId, LevelId), Vec<SpaceId>>;

impl Scan<'_, '_> {
    /// A ceiling and the slab above it fit below the next level, or a void is above.
    pub(super) fn heights(&mut self) {
        let partners = self.void_partners();
        for pair in self.model.levels_by_height().windows(2) {
            let (lower, upper) = (pair[0], pair[1]);
            let Some(slab) = self.model.level(upper).slab else {
                continue;
            };
            let pitch = self.model.level(upper).z - self.model.level(lower).z;
            for &id in self.derivation.spaces_on(Some(lower)) {
                let space = self.model.space(id);
                let Some(h) = self.derivation.ceiling_height(space) else {
                    continue;
                };
                let too_high = h + slab > pitch + EPS;
                if too_high && self.under(id, space, upper) {
                    self.too_high(space, h, upper, slab, pitch, partners.get(&(id, upper)));
                }
            }
        }
    }

    fn void_partners(&self) -> Partners {
        let mut partners = Partners::new();
        for boundary in self.declared() {
            if boundary.kind != BoundaryKind::Void {
                continue;
            }
            let [Some(a), Some(b)] = self.derivation.ends(boundary) else {
                continue;
            };
            let levels = (self.model.space(a).level, self.model.space(b).level);
            let (Some(level_a), Some(level_b)) = levels else {
                continue;
            };
            let (lower, upper, level) = if self.height(level_a) < self.height(level_b) {
                (a, b, level_b)
            } else {
                (b, a, level_a)
            };
            partners.entry((lower, level)).or_default().push(upper);
        }
        partners
    }

    /// Whether the slab of the level above is over a space: it is an enclosed one without a run,
    /// and where the level has spaces at all, one of them overlaps it.
    fn under(&self, id: SpaceId, space: &Space, upper: LevelId) -> bool {
        if self.derivation.semi_outdoor(id) || declares_run(space) {
            return false;
        }
        let above = self.derivation.spaces_on(Some(upper));
        if above.is_empty() {
            return true;
        }
        let mut found = Vec::new();
        let plan = self.plans.of(Some(upper), above);
        plan.overlapping(self.model, &space.parts, |_| true, &mut found);
        !found.is_empty()
    }

    fn too_high(
        &mut self,
        space: &Space,
        h: f64,
        upper: LevelId,
        slab: f64,
        pitch: f64,
        partners: Option<&Vec<SpaceId>>,
    ) {
        let cover = partners.map(|partners| self.cover(space, partners));
        if cover.is_some_and(|cover| cover >= COVER) {
            return;
        }
        let sum = format!(
            "{}: its ceiling height {} and the slab {} of level {} make {}, {} mm more than the \
             {} mm between the levels",
            self.text(space.path),
            number(h),
            number(slab),
            self.level_name(upper),
            number(h + slab),
            at_least(h + slab - pitch),
            number(pitch),
        );
        let lower_h = pitch - slab;
        let mend = match lower_h > 0.0 {
            true => format!("write h:{} or less", number(lower_h)),
            false => "raise the level above".to_owned(),
        };
        match cover {
            Some(cover) => {
                let message = format!(
                    "{sum}; the void above covers only {:.1} % of it: let it cover the whole, or \
                     {mend}",
                    cover * 100.0
                );
                self.push_space(Code::Hgt02, space, message);
            }
            None => {
                let message = format!("{sum}; {mend}, or join it to a void above with type:void");
                self.push_space(Code::Hgt01, space, message);
            }
        }
    }

    /// What share of a space its void partners cover; one declared twice counts twice.
    fn cover(&self, space: &Space, partners: &[SpaceId]) -> f64 {
        let mut covered = 0.0;
        for &partner in partners {
            let parts = &self.model.space(partner).parts;
            for (i, j) in overlapping_parts(&space.parts, parts) {
                let (a, b) = (&space.parts[i].rect, &parts[j].rect);
                covered +=
                    (min(a.x2, b.x2) - max(a.x1, b.x1)) * (min(a.y2, b.y2) - max(a.y1, b.y1));
            }
        }
        let rects = space.parts.iter().map(|part| part.rect);
        let whole: f64 = rects.map(|r| (r.x2 - r.x1) * (r.y2 - r.y1)).sum();
        if whole == 0.0 { 0.0 } else { covered / whole }
    }
}
