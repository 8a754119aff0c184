//! Segs (09 §5.6).

use koyu_model::Point;
use koyu_model::form::{FormSeg, band};
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::bidi::closed;
use crate::block::Block;
use crate::clearance::{Clearance, Marks};
use crate::drawing::{Drawing, pair};
use crate::element::{Anchor, filled, kind, mark, with_class};
use crate::label::{Beside, Fitted, Label};
use crate::shape::Shape;
use crate::style::{SEG, SEG_LABEL};

/// From a band to its label beside it, px: no farther, or it would be that of another band.
const BESIDE: [f64; 4] = [2.5, 4.0, 8.0, 13.0];
/// How far a label is pushed along its band, of the way to just past its end.
const SLIDES: [f64; 7] = [0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9];
/// The widths of a label that does not fit in one line, px. Wider ones are cut off.
const WIDTHS: [f64; 5] = [120.0, 80.0, 50.0, 32.0, 20.0];

/// One seg.
#[derive(Debug)]
pub(crate) struct Seg<'d, 'm> {
    form: &'d FormSeg<'m>,
    corners: Vec<Point>,
    label: Option<Fitted>,
}

pub(crate) fn segs<'d, 'm>(drawing: &Drawing<'d, 'm>, marks: &mut Marks) -> Vec<Seg<'d, 'm>> {
    let of = |form: &'d FormSeg<'m>| {
        let corners = band(&form.segment, form.cx, form.cy, form.w, form.t);
        let corners = drawing.sheet.all(&corners);
        marks.hard.extend(Shape::new(&corners));
        Seg {
            form,
            corners,
            label: None,
        }
    };
    drawing.form.segs.iter().map(of).collect()
}

/// Places the `spec` of each seg beside its band: above a horizontal one, right of others, or
/// where else there is room.
pub(crate) fn label(
    drawing: &Drawing<'_, '_>,
    segs: &mut [Seg<'_, '_>],
    clearance: &mut Clearance,
) {
    let sheet = sheet_corners(drawing);
    for seg in segs.iter_mut() {
        let Some(spec) = seg.form.attrs.text("spec").filter(|spec| !spec.is_empty()) else {
            continue;
        };
        let at = drawing.sheet.at(Point {
            x: seg.form.cx,
            y: seg.form.cy,
        });
        let spec = closed(spec);
        let (anchor, origin) = if seg.form.segment.horizontal {
            (Anchor::Middle, (at.x, at.y - 7.0))
        } else {
            (Anchor::Start, (at.x + 8.0, at.y + 3.0))
        };
        let origin = Point {
            x: origin.0,
            y: origin.1,
        };
        let label = Label::new([(&*spec, SEG_LABEL)], &[], origin, anchor);
        let places = Beside {
            corners: &|block| seg.beside_band(&label, block),
            widths: &WIDTHS,
        };
        let placed = label.beside(&places, &sheet, clearance);
        seg.label = Some(placed.unwrap_or_else(|| label.cut(WIDTHS[0], clearance)));
    }
}

fn sheet_corners(drawing: &Drawing<'_, '_>) -> [Point; 4] {
    koyu_model::geometry::rect_polygon(drawing.sheet.bounds().into())
}

pub(crate) fn draw(segs: &[Seg<'_, '_>]) -> Group {
    let mut group = kind("segs");
    for seg in segs {
        let mut one = mark("seg", &pair(seg.reference().0, seg.reference().1));
        one.append(with_class(filled(&seg.corners, SEG), "band"));
        if let Some(label) = &seg.label {
            label.draw(&mut one);
        }
        group.append(one);
    }
    group
}

impl Seg<'_, '_> {
    /// The places of a label: where the chapter puts it, then along both sides of the band, then
    /// at its ends, always near it.
    fn beside_band(&self, label: &Label<'_>, block: &Block<'_>) -> Vec<Point> {
        let Some(band) = Bounds::of(&self.corners) else {
            return Vec::new();
        };
        let home = label.home(block, block);
        let (w, h, middle) = (block.width, block.height, band.centre());
        // From side by side with the middle to just past the end.
        let slide = |middle: f64, side: f64, size: f64, share: f64| {
            middle - size / 2.0 + share * (side + size) / 2.0
        };
        let across = |away: f64| {
            SLIDES.into_iter().flat_map(move |share| {
                let x = slide(middle.x, band.x2 - band.x1, w, share);
                [(x, band.y1 - away - h), (x, band.y2 + away)]
            })
        };
        let level = |away: f64| {
            SLIDES.into_iter().flat_map(move |share| {
                let y = slide(middle.y, band.y2 - band.y1, h, share);
                [(band.x2 + away, y), (band.x1 - away - w, y)]
            })
        };
        let horizontal = self.form.segment.horizontal;
        let mut all = vec![(home.x1, home.y1)];
        for away in BESIDE {
            if horizontal {
                all.extend(across(away).chain(level(away)));
            } else {
                all.extend(level(away).chain(across(away)));
            }
        }
        all.into_iter().map(|(x, y)| Point { x, y }).collect()
    }

    /// The two ends of its boundary.
    fn reference(&self) -> (&str, &str) {
        match self.form.reference {
            koyu_model::form::Ref::Seg { a, b, .. } => (a, b),
            _ => ("", ""),
        }
    }
}
