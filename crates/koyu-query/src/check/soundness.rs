//! Soundness of boundaries with a place in plan (06 §7, pass 13b): BND03, BND04, BND06.

use koyu_model::form::Segment;
use koyu_model::{Boundary, Side, SpaceId};

use super::scan::{Scan, rounded, vertical};
use super::table::Code;

impl Scan<'_, '_> {
    /// Every boundary of which both ends are spaces: that it stands somewhere, and what hangs
    /// on it.
    pub(super) fn soundness(&mut self) {
        // A derived wall stands where its two spaces touch and carries nothing.
        for boundary in self.declared() {
            let [Some(a), Some(b)] = self.derivation.ends(boundary) else {
                continue;
            };
            if vertical(boundary) {
                self.vertical(boundary, [a, b]);
            } else {
                self.horizontal(boundary, [a, b]);
            }
        }
    }

    fn horizontal(&mut self, boundary: &Boundary, ends: [SpaceId; 2]) {
        let [a, b] = ends.map(|end| self.model.space(end));
        let regions = [a.has_region(), b.has_region()];
        if regions == [true, true] && a.level != b.level {
            let message = format!(
                "{} is {} and {} {}, so no {} can stand between them; write type:stair, type:shaft \
                 or type:void to join spaces above one another",
                self.text(a.path),
                self.level_of(a),
                self.text(b.path),
                self.level_of(b),
                boundary.kind,
            );
            self.push_boundary(Code::Bnd03, boundary, message);
            return;
        }
        let segments = self.derivation.segments(boundary);
        if boundary.drawn.is_none() && segments.is_empty() {
            match regions {
                [true, true] => self.nothing_shared(boundary),
                [false, false] => {}
                _ => self.nothing_free(boundary),
            }
        }
        self.openings(boundary, &segments);
        self.segs(boundary, &segments);
    }

    /// BND04: two regions that do not touch, or not on the asked side.
    fn nothing_shared(&mut self, boundary: &Boundary) {
        let ends = self.ends_named(boundary);
        let message = match (boundary.edge, self.sides(boundary)) {
            (Some(edge), Some(sides)) => format!(
                "{ends} do not touch on side {edge} of {}; they touch on {sides}: write that edge",
                self.text(boundary.a)
            ),
            _ => format!(
                "{ends} do not touch, so no boundary can stand between them; let their rectangles \
                 meet at one line, or take the boundary away"
            ),
        };
        self.push_boundary(Code::Bnd04, boundary, message);
    }

    /// BND06: an outline of which nothing is free, or not on the asked side.
    fn nothing_free(&mut self, boundary: &Boundary) {
        let ends = self.ends_named(boundary);
        let message = match (boundary.edge, self.sides(boundary)) {
            (Some(edge), Some(sides)) => format!(
                "The boundary between {ends} stands nowhere: side {edge} is not free; free are \
                 {sides}: write that edge"
            ),
            (Some(edge), None) => format!(
                "The boundary between {ends} stands nowhere: neither side {edge} nor any other is \
                 free; other spaces surround the region"
            ),
            (None, _) => format!(
                "The boundary between {ends} stands nowhere: other spaces surround the region; take \
                 it away, or move them off"
            ),
        };
        self.push_boundary(Code::Bnd06, boundary, message);
    }

    /// The sides on which a boundary would stand without its `edge`; `None` if there is none.
    pub(super) fn sides(&self, boundary: &Boundary) -> Option<String> {
        boundary.edge?;
        let free = Boundary {
            edge: None,
            openings: Vec::new(),
            segs: Vec::new(),
            ..boundary.clone()
        };
        let segments = self.derivation.segments(&free);
        (!segments.is_empty()).then(|| stretches(&segments))
    }
}

/// The sides that segments lie on with their lengths, such as "S (4000 mm), N (1000 and 500 mm)".
pub(super) fn stretches(segments: &[Segment]) -> String {
    let sides = Side::ALL.iter().copied().map(Some).chain([None]);
    let mut all = Vec::new();
    for side in sides {
        let lengths: Vec<String> = segments
            .iter()
            .filter(|segment| segment.edge_of_a == side)
            .map(|segment| rounded(segment.length()))
            .collect();
        let word = side.map_or("the line", Side::word);
        match &lengths[..] {
            [] => {}
            [one] => all.push(format!("{word} ({one} mm)")),
            // A message is to be read: a few lengths of many.
            [some @ .., last] if some.len() < 8 => {
                all.push(format!("{word} ({} and {last} mm)", some.join(", ")));
            }
            _ => all.push(format!("{word} ({} stretches)", lengths.len())),
        }
    }
    all.join(", ")
}
