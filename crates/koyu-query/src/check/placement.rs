//! Openings and segs on their boundary (06 §7, pass 13b): OPN01 to OPN08, SEG03 to SEG08.

use std::cmp::Ordering;
use std::collections::HashMap;

use koyu_model::form::{Placed, Placement, Refusal, Segment};
use koyu_model::geometry::tolerance::EPS;
use koyu_model::{Boundary, BoundaryKind, Opening, Side};

use super::diagnostic::Diagnostic;
use super::scan::{Scan, at_least, named, number, opening_named, rounded};
use super::soundness::stretches;
use super::table::Code;

/// The codes of the five refusals for one kind of band.
struct Codes {
    no_segment: Code,
    several: Code,
    too_wide: Code,
    axis: Code,
    overhang: Code,
}

const OPENING: Codes = Codes {
    no_segment: Code::Opn04,
    several: Code::Opn05,
    too_wide: Code::Opn06,
    axis: Code::Opn07,
    overhang: Code::Opn08,
};

const SEG: Codes = Codes {
    no_segment: Code::Seg04,
    several: Code::Seg05,
    too_wide: Code::Seg06,
    axis: Code::Seg07,
    overhang: Code::Seg08,
};

/// What is placed: an opening or a seg.
struct Band<'a> {
    what: &'a str,
    w: f64,
    edge: Option<Side>,
    line: u32,
}

impl Scan<'_, '_> {
    /// Each opening must have one place, its hinge on a jamb, and room beside the others.
    pub(super) fn openings(&mut self, boundary: &Boundary, segments: &[Segment]) {
        if boundary.openings.is_empty() {
            return;
        }
        if boundary.kind == BoundaryKind::Open {
            for opening in &boundary.openings {
                let message = format!(
                    "Between {} the boundary is open and passable anyway; {} changes nothing: take \
                     it away, or make the boundary a wall",
                    self.ends_named(boundary),
                    opening_named(opening),
                );
                self.push_on(Code::Opn03, boundary, opening.line, message);
            }
        }
        let placement = Placement::new(segments);
        let mut placed = Vec::new();
        for opening in &boundary.openings {
            match placement.opening(opening) {
                Ok(place) => {
                    self.hinge(boundary, opening, &segments[place.segment]);
                    placed.push((opening, place));
                }
                Err(refusal) => {
                    let band = Band {
                        what: &opening_named(opening),
                        w: opening.w,
                        edge: opening.edge,
                        line: opening.line,
                    };
                    self.refuse(boundary, segments, &band, &refusal, &OPENING);
                }
            }
        }
        if placed.len() > 1 {
            self.crowded(boundary, segments, placed);
        }
    }

    /// Each seg must have one place.
    pub(super) fn segs(&mut self, boundary: &Boundary, segments: &[Segment]) {
        if boundary.segs.is_empty() {
            return;
        }
        let placement = Placement::new(segments);
        for seg in &boundary.segs {
            let what = named("seg", seg.attributes.get("name"));
            if boundary.kind == BoundaryKind::Open {
                let message = format!(
                    "Between {} the boundary is open: there is no wall that {what} could be part \
                     of; take it away, or make the boundary a wall",
                    self.ends_named(boundary)
                );
                self.push_on(Code::Seg03, boundary, seg.line, message);
            } else if let Err(refusal) = placement.seg(seg) {
                let band = Band {
                    what: &what,
                    w: seg.w,
                    edge: seg.edge,
                    line: seg.line,
                };
                self.refuse(boundary, segments, &band, &refusal, &SEG);
            }
        }
    }

    fn refuse(
        &mut self,
        boundary: &Boundary,
        segments: &[Segment],
        band: &Band<'_>,
        refusal: &Refusal,
        codes: &Codes,
    ) {
        let (what, w) = (band.what, number(band.w));
        let (code, message) = match refusal {
            Refusal::NoSegment => (codes.no_segment, self.no_segment(boundary, segments, band)),
            Refusal::SeveralSegments => {
                let ends = self.ends_named(boundary);
                (codes.several, several(&ends, segments, band))
            }
            Refusal::TooWide { length } => (
                codes.too_wide,
                format!(
                    "{what} is {w} mm wide and its wall only {} mm long, {} mm too short; make it \
                     narrower or the wall longer",
                    number(*length),
                    at_least(band.w - length),
                ),
            ),
            Refusal::OnDiagonal { spelling } => (
                codes.axis,
                format!(
                    "the position at:{} of {what} is a grid line, and the boundary runs diagonally; write a \
                     ratio such as at:0.5",
                    self.text(*spelling)
                ),
            ),
            Refusal::WrongAxis { spelling, wanted } => (
                codes.axis,
                format!(
                    "the position at:{} of {what} lies on the wrong axis: the wall runs along {wanted}; write \
                     at:{wanted}… or a ratio such as at:0.5",
                    self.text(*spelling)
                ),
            ),
            Refusal::Overhang {
                spelling,
                segment: (start, end),
                allowed: (low, high),
            } => (
                codes.overhang,
                format!(
                    "{what}, {w} mm wide, reaches past its wall with at:{}: the wall runs from {} to \
                     {}, so its centre must lie from {} to {}",
                    self.text(*spelling),
                    rounded(*start),
                    rounded(*end),
                    rounded(*low),
                    rounded(*high),
                ),
            ),
        };
        self.push_on(code, boundary, band.line, capital(&message));
    }

    fn no_segment(&self, boundary: &Boundary, segments: &[Segment], band: &Band<'_>) -> String {
        let (what, ends) = (band.what, self.ends_named(boundary));
        if let (Some(edge), false) = (band.edge, segments.is_empty()) {
            return match boundary.drawn {
                Some(_) => format!(
                    "A drawn line has no side, so edge:{edge} leaves {what} between {ends} without \
                     a place; take the edge away"
                ),
                None => format!(
                    "The boundary between {ends} has no wall on side {edge} to hold {what}; it has \
                     {}: write that edge",
                    stretches(segments)
                ),
            };
        }
        match self.sides(boundary) {
            Some(sides) => format!(
                "The boundary between {ends} has no wall to hold {what}; without its own edge it \
                 would stand on {sides}"
            ),
            None => format!(
                "The boundary between {ends} stands nowhere, so there is no wall to hold {what}; at \
                 least one of the two spaces needs a free stretch of outline there"
            ),
        }
    }

    /// OPN01: the hinge is one of the two jambs.
    fn hinge(&mut self, boundary: &Boundary, opening: &Opening, segment: &Segment) {
        let Some(hinge) = opening.hinge else { return };
        let along = if segment.horizontal {
            [Side::W, Side::E]
        } else {
            [Side::N, Side::S]
        };
        if !along.contains(&hinge) {
            let [one, other] = along;
            let message = format!(
                "hinge:{hinge} of {} between {} is not one of its jambs; the wall runs so that they \
                 are {one} and {other}",
                opening_named(opening),
                self.ends_named(boundary),
            );
            self.push_on(Code::Opn01, boundary, opening.line, message);
        }
    }

    /// OPN02: neighbours on one segment need half of both widths between their centres.
    fn crowded(
        &mut self,
        boundary: &Boundary,
        segments: &[Segment],
        placed: Vec<(&Opening, Placed)>,
    ) {
        let mut groups: Vec<Vec<(&Opening, Placed)>> = Vec::new();
        let mut group_of: HashMap<[u64; 4], usize> = HashMap::new();
        for (opening, place) in placed {
            let s = &segments[place.segment];
            // Adding zero makes both zeros one.
            let key = [s.x1, s.y1, s.x2, s.y2].map(|v| (v + 0.0).to_bits());
            let group = *group_of.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push((opening, place));
        }
        for mut group in groups {
            let segment = &segments[group[0].1.segment];
            let centre = |place: &Placed| {
                if segment.horizontal {
                    place.cx
                } else {
                    place.cy
                }
            };
            group.sort_by(|(_, a), (_, b)| {
                let order = centre(a).partial_cmp(&centre(b));
                order.unwrap_or(Ordering::Equal)
            });
            let mut room = None;
            for pair in group.windows(2) {
                let ((p, p_place), (q, q_place)) = (pair[0], pair[1]);
                let distance = centre(&q_place) - centre(&p_place);
                let required = (p.w + q.w) / 2.0;
                if distance < required - EPS {
                    let room = room.get_or_insert_with(|| free_stretch(segment, &group));
                    let message = format!(
                        "{} and {} overlap: their centres are {} mm apart and need {} mm; {room}",
                        capital(&opening_named(p)),
                        opening_named(q),
                        rounded(distance),
                        rounded(required),
                    );
                    let diagnostic = Diagnostic::new(Code::Opn02, message)
                        .at(self.position_on(q.line, boundary.origin))
                        .path(self.ends_text(boundary))
                        .related(self.position_on(p.line, boundary.origin));
                    self.push(diagnostic);
                }
            }
        }
    }
}

/// Several stretches could hold a band: what would pick one.
fn several(ends: &str, segments: &[Segment], band: &Band<'_>) -> String {
    let what = band.what;
    let here: Vec<Segment> = match band.edge {
        None => segments.to_vec(),
        Some(edge) => {
            let on_edge = segments.iter().filter(|s| s.edge_of_a == Some(edge));
            on_edge.copied().collect()
        }
    };
    let alone = |side: Side| here.iter().filter(|s| s.edge_of_a == Some(side)).count() == 1;
    let fits = |s: &&Segment| s.edge_of_a.is_some_and(alone) && s.length() >= band.w;
    let edges: Vec<String> = here
        .iter()
        .filter(fits)
        .filter_map(|s| s.edge_of_a.map(|side| format!("edge:{side}")))
        .collect();
    let mend = if edges.is_empty() {
        "none of its sides is one stretch that is long enough; divide the space so that each \
         stretch has a boundary of its own"
            .to_owned()
    } else {
        format!("write {}", edges.join(" or "))
    };
    format!(
        "Between {ends} several stretches could hold {what}: {}; {mend}",
        stretches(&here)
    )
}

/// The widest stretch of a segment that its openings, ascending by centre, leave free.
fn free_stretch(segment: &Segment, group: &[(&Opening, Placed)]) -> String {
    let mut spans: Vec<(f64, f64)> = group
        .iter()
        .map(|(opening, place)| {
            let half = opening.w / 2.0;
            (place.position - half, place.position + half)
        })
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut end, mut widest) = (0.0, (0.0, 0.0));
    let length = segment.length();
    for (from, to) in spans.into_iter().chain([(length, length)]) {
        if from - end > widest.1 - widest.0 {
            widest = (end, from);
        }
        end = to.max(end);
    }
    let (from, to) = widest;
    if to - from < 1.0 {
        return "no stretch of the wall is free".to_owned();
    }
    format!(
        "the widest free stretch of the wall is {} mm, from {} to {} mm along it",
        rounded(to - from),
        rounded(from),
        rounded(to),
    )
}

/// A message begins with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
