//! Openings and segs in the form (04 §12.4, §12.5).

use std::collections::HashMap;

use super::boundaries::Standing;
use super::constants::{OPENING_H, OPENING_HEAD};
use super::derivation::Derivation;
use super::placement::{Placed, Placement};
use super::records::{DoorSwing, FormOpening, FormSeg};
use super::reference::{BoundaryIndex, Ref};
use super::segments::Segment;
use crate::canonical_order::{opening_order, seg_order};
use crate::elements::{Boundary, Opening, Point};
use crate::geometry::Bounds;
use crate::{OpeningKind, Side, Swing};

/// The bands of one boundary that found a place, by segment.
pub(super) struct Openings<'s, 'm> {
    index: BoundaryIndex<'m>,
    boundary: &'m Boundary,
    segments: &'s [Segment],
    /// Per segment: canonical index, position in the model, place; canonical order.
    openings: HashMap<usize, Vec<(u32, u32, Placed)>>,
    segs: HashMap<usize, Vec<(u32, u32, Placed)>>,
    /// The first segment at the same place as each; a boundary may stand twice in one place.
    same: Option<Vec<usize>>,
}

impl<'s, 'm> Openings<'s, 'm> {
    pub(super) fn of(
        derivation: &Derivation<'m>,
        index: BoundaryIndex<'m>,
        segments: &'s [Segment],
    ) -> Self {
        let model = derivation.model;
        let boundary = index.boundary();
        let mut all = Self {
            index,
            boundary,
            segments,
            openings: HashMap::new(),
            segs: HashMap::new(),
            same: None,
        };
        if boundary.openings.is_empty() && boundary.segs.is_empty() {
            return all;
        }
        let placement = Placement::new(segments);
        let same = first_at_same_place(segments);
        for (canonical, position) in (0..).zip(opening_order(model, &boundary.openings)) {
            if let Ok(placed) = placement.opening(&boundary.openings[position as usize]) {
                let at = all.openings.entry(same[placed.segment]).or_default();
                at.push((canonical, position, placed));
            }
        }
        for (canonical, position) in (0..).zip(seg_order(model, &boundary.segs)) {
            if let Ok(placed) = placement.seg(&boundary.segs[position as usize]) {
                let at = all.segs.entry(same[placed.segment]).or_default();
                at.push((canonical, position, placed));
            }
        }
        all.same = Some(same);
        all
    }

    /// Appends the bands that sit on a segment.
    pub(super) fn on_segment(
        &self,
        derivation: &Derivation<'m>,
        segment: usize,
        into: &mut Standing<'m>,
    ) {
        let Some(same) = &self.same else { return };
        let (boundary, index) = (self.boundary, self.index);
        let model = derivation.model;
        let (a, b) = (model.text(boundary.a), model.text(boundary.b));
        let level = derivation.boundary_level(boundary);
        let floor = level.map(|level| model.level(level).z);
        let level = derivation.level_name(level);
        let t = derivation.thickness(boundary);
        let openings = self.openings.get(&same[segment]).into_iter().flatten();
        for &(canonical, position, placed) in openings {
            let opening = &boundary.openings[position as usize];
            let on = &self.segments[segment];
            let (z0, z1) = floor.map_or((0.0, 0.0), |z| heights(opening, z));
            let style = opening.attributes.text("style");
            let door = opening.kind == OpeningKind::Door;
            into.openings.push(FormOpening {
                reference: Ref::Opening {
                    a,
                    b,
                    index,
                    opening: canonical,
                },
                boundary: index,
                index: canonical,
                a,
                b,
                kind: opening.kind,
                name: opening.attributes.text("name"),
                level,
                segment: *on,
                cx: placed.cx,
                cy: placed.cy,
                w: opening.w,
                z0,
                z1,
                t,
                style,
                swing: door
                    .then(|| swing(derivation, boundary, opening, on, &placed))
                    .flatten(),
                sliding: matches!(style, Some("sliding" | "auto")),
            });
        }
        let segs = self.segs.get(&same[segment]).into_iter().flatten();
        for &(canonical, position, placed) in segs {
            let seg = &boundary.segs[position as usize];
            into.segs.push(FormSeg {
                reference: Ref::Seg {
                    a,
                    b,
                    index,
                    seg: canonical,
                },
                boundary: index,
                index: canonical,
                level,
                segment: self.segments[segment],
                cx: placed.cx,
                cy: placed.cy,
                w: seg.w,
                t,
                attrs: &seg.attributes,
            });
        }
    }
}

/// For each segment the first with the same four coordinates.
fn first_at_same_place(segments: &[Segment]) -> Vec<usize> {
    let mut first = HashMap::new();
    segments
        .iter()
        .enumerate()
        .map(|(i, s)| {
            // Adding zero makes both zeros one.
            let place = [s.x1, s.y1, s.x2, s.y2].map(|v| (v + 0.0).to_bits());
            *first.entry(place).or_insert(i)
        })
        .collect()
}

/// Bottom and top over a floor; not clamped to the wall.
fn heights(opening: &Opening, floor: f64) -> (f64, f64) {
    match opening.kind {
        OpeningKind::Door => (floor, floor + opening.h.unwrap_or(OPENING_HEAD)),
        OpeningKind::Window => {
            let head = floor + OPENING_HEAD;
            (head - opening.h.unwrap_or(OPENING_H), head)
        }
    }
}

/// How a door turns; `None` if its target has no region (04 §12.4).
fn swing<'m>(
    derivation: &Derivation<'m>,
    boundary: &Boundary,
    door: &Opening,
    segment: &Segment,
    placed: &Placed,
) -> Option<DoorSwing<'m>> {
    let model = derivation.model;
    let [a, b] = derivation
        .ends(boundary)
        .map(|id| id.map(|id| model.space(id)));
    let target = match door.swing {
        Some(Swing::A) => a,
        Some(Swing::B) => b,
        None => a.filter(|space| space.has_region()).or(b),
    }?;
    let (cx, cy, w) = (placed.cx, placed.cy, door.w);
    let mut nearest: Option<(f64, Point)> = None;
    for piece in target.region() {
        let Some(centre) = Bounds::of(&piece).map(|bounds| bounds.centre()) else {
            continue;
        };
        let (dx, dy) = (centre.x - cx, centre.y - cy);
        let distance = dx * dx + dy * dy;
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, centre));
        }
    }
    let (_, centre) = nearest?;
    let toward = |target: f64, from: f64| if target > from { 1.0 } else { -1.0 };
    let (hinge, along, inward) = if segment.diagonal {
        let length = segment.length();
        let along = (
            (segment.x2 - segment.x1) / length,
            (segment.y2 - segment.y1) / length,
        );
        let normal = (-along.1, along.0);
        let ahead = normal.0 * (centre.x - cx) + normal.1 * (centre.y - cy) >= 0.0;
        let sign = if ahead { 1.0 } else { -1.0 };
        let hinge = (cx - along.0 * (w / 2.0), cy - along.1 * (w / 2.0));
        (hinge, along, (normal.0 * sign, normal.1 * sign))
    } else if segment.horizontal {
        let inward = (0.0, toward(centre.y, cy));
        if door.hinge == Some(Side::E) {
            ((cx + w / 2.0, cy), (-1.0, 0.0), inward)
        } else {
            ((cx - w / 2.0, cy), (1.0, 0.0), inward)
        }
    } else {
        let inward = (toward(centre.x, cx), 0.0);
        if door.hinge == Some(Side::N) {
            ((cx, cy + w / 2.0), (0.0, -1.0), inward)
        } else {
            ((cx, cy - w / 2.0), (0.0, 1.0), inward)
        }
    };
    let hinge = Point {
        x: hinge.0,
        y: hinge.1,
    };
    let from_hinge = |direction: (f64, f64)| Point {
        x: hinge.x + direction.0 * w,
        y: hinge.y + direction.1 * w,
    };
    let (leaf, jamb) = (from_hinge(inward), from_hinge(along));
    let turn = (leaf.x - hinge.x) * (jamb.y - hinge.y) - (leaf.y - hinge.y) * (jamb.x - hinge.x);
    Some(DoorSwing {
        into: model.text(target.path),
        hinge,
        leaf,
        jamb,
        ccw: turn > 0.0,
    })
}
