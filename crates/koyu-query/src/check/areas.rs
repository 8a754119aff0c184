//! Areas (06 §7, pass 14): SEG01, SEG02.

use koyu_model::geometry::tolerance::EPS;
use koyu_model::geometry::{Bounds, PlanIndex, inside, rect_polygon};
use koyu_model::{Area, Space};

use super::scan::{Scan, named};
use super::table::Code;

impl Scan<'_, '_> {
    /// An area lies within one piece of its space.
    pub(super) fn areas(&mut self) {
        for space in self.model.spaces() {
            if space.areas.is_empty() {
                continue;
            }
            let boxes: Vec<Bounds> = space
                .region()
                .filter_map(|piece| Bounds::of(&piece).map(|bounds| bounds.grown(2.0 * EPS)))
                .collect();
            let pieces = PlanIndex::new(&boxes);
            for area in &space.areas {
                self.area(space, area, &pieces);
            }
        }
    }

    fn area(&mut self, space: &Space, area: &Area, pieces: &PlanIndex) {
        let path = self.text(space.path);
        let what = named("area", area.attributes.get("name"));
        let (code, message) = if !space.has_region() {
            let message = format!("{path} has no region that {what} could be part of; write one");
            (Code::Seg01, message)
        } else {
            let corners = rect_polygon(area.part.rect);
            let mut near = Vec::new();
            pieces.meeting(&Bounds::from(area.part.rect), &mut near);
            let holds = |&piece: &u32| {
                let piece = space.piece(piece as usize);
                corners.iter().all(|&corner| inside(corner, &piece, EPS))
            };
            if near.iter().any(holds) {
                return;
            }
            let hint = match space.piece_count() {
                1 => "keep it within the region",
                _ => "split it, so that each part lies in one rectangle",
            };
            let message = format!("No single piece of {path} contains {what}; {hint}");
            (Code::Seg02, message)
        };
        let diagnostic = super::Diagnostic::new(code, message)
            .at(self.position_on(area.line, space.origin))
            .path(vec![path.to_owned()]);
        self.push(diagnostic);
    }
}
