//! Vertical boundaries (06 §7, pass 13a): VRT01 to VRT06.

use koyu_model::{Boundary, BoundaryKind, SpaceId};

use super::plans::overlapping_parts;
use super::scan::{Scan, named, opening_named};
use super::table::Code;

impl Scan<'_, '_> {
    /// A vertical boundary joins two regions above one another.
    pub(super) fn vertical(&mut self, boundary: &Boundary, ends: [SpaceId; 2]) {
        let [a, b] = ends.map(|end| self.model.space(end));
        for end in [a, b] {
            let lacks = match (end.has_region(), end.level) {
                (true, Some(_)) => continue,
                (false, _) => "a region",
                (true, None) => "a level",
            };
            let message = format!(
                "The {} boundary between {} needs a region and a level at both ends; {} lacks {lacks}",
                boundary.kind,
                self.ends_named(boundary),
                self.text(end.path),
            );
            self.push_boundary(Code::Vrt01, boundary, message);
            return;
        }
        let (Some(level_a), Some(level_b)) = (a.level, b.level) else {
            return;
        };
        let (height_a, height_b) = (self.height(level_a), self.height(level_b));
        if height_a.abs_diff(height_b) != 1 {
            let where_they_are = if height_a == height_b {
                format!("both are on level {}", self.level_name(level_a))
            } else {
                let (low, high) = (height_a.min(height_b), height_a.max(height_b));
                let between = &self.model.levels_by_height()[low + 1..high];
                let between: Vec<&str> = between.iter().map(|&l| self.level_name(l)).collect();
                let (levels, lie) = match between[..] {
                    [one] => (format!("level {one}"), "lies"),
                    [first, .., last] => (format!("levels {first} to {last}"), "lie"),
                    [] => (String::new(), "lies"),
                };
                format!("{levels} {lie} between them")
            };
            let message = format!(
                "The {} boundary between {} must join directly neighbouring levels; {where_they_are}",
                boundary.kind,
                self.ends_named(boundary),
            );
            self.push_boundary(Code::Vrt02, boundary, message);
        } else if overlapping_parts(&a.parts, &b.parts).is_empty() {
            let message = format!(
                "{} do not lie above one another, so no {} can join them; let their rectangles \
                 overlap in plan",
                self.ends_named(boundary),
                boundary.kind,
            );
            self.push_boundary(Code::Vrt03, boundary, message);
        }
        if boundary.kind == BoundaryKind::Void {
            let upper = if height_a > height_b { a } else { b };
            if !self.is(upper, "void") {
                let message = format!(
                    "The upper end of a void boundary should be of type void, and {} is of type {}; \
                     write the type void, or type:stair to join two floors",
                    self.text(upper.path),
                    self.text(upper.kind),
                );
                self.push_boundary(Code::Vrt04, boundary, message);
            }
        }
        for opening in &boundary.openings {
            let message = format!(
                "On a {} boundary {} has no meaning; take it away, or put it on a wall",
                boundary.kind,
                opening_named(opening),
            );
            self.push_on(Code::Vrt05, boundary, opening.line, message);
        }
        for seg in &boundary.segs {
            let message = format!(
                "On a {} boundary {} has no meaning; take it away, or put it on a wall",
                boundary.kind,
                named("seg", seg.attributes.get("name")),
            );
            self.push_on(Code::Vrt06, boundary, seg.line, message);
        }
    }
}
