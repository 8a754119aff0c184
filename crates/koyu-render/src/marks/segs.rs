//! Segs (09 §5.6).

use koyu_model::Point;
use koyu_model::form::{FormSeg, band};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::{Clearance, Marks};
use crate::drawing::{Drawing, pair};
use crate::element::{Anchor, filled, kind, mark, with_class};
use crate::label::{Fitted, Label};
use crate::lettering::{ASCENT, DESCENT};
use crate::shape::Shape;
use crate::style::{PAPER, SEG, SEG_LABEL};

/// From a band to its label beside it, px.
const BESIDE: f64 = 4.0;

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
    for seg in segs {
        let Some(spec) = seg.form.attrs.text("spec").filter(|spec| !spec.is_empty()) else {
            continue;
        };
        let at = drawing.sheet.at(Point {
            x: seg.form.cx,
            y: seg.form.cy,
        });
        let away = seg.form.t * drawing.sheet.scale / 2.0 + BESIDE;
        let horizontal = seg.form.segment.horizontal;
        let (anchor, origin) = if horizontal {
            (Anchor::Middle, (at.x, at.y - 7.0))
        } else {
            (Anchor::Start, (at.x + 8.0, at.y + 3.0))
        };
        let label = Label {
            texts: vec![(spec, SEG_LABEL)],
            steps: &[],
            origin: Point {
                x: origin.0,
                y: origin.1,
            },
            anchor,
        };
        let corners = |w: f64, h: f64| {
            let em = h / (ASCENT + DESCENT);
            let home = match anchor {
                Anchor::Middle => (origin.0 - w / 2.0, origin.1 - ASCENT * em),
                _ => (origin.0, origin.1 - ASCENT * em),
            };
            let beside = [
                (at.x - w / 2.0, at.y - away - h),
                (at.x - w / 2.0, at.y + away),
                (at.x + away, at.y - h / 2.0),
                (at.x - away - w, at.y - h / 2.0),
            ];
            let beside = if horizontal {
                beside
            } else {
                [beside[2], beside[3], beside[0], beside[1]]
            };
            let all = std::iter::once(home).chain(beside);
            all.map(|(x, y)| Point { x, y }).collect()
        };
        seg.label = Some(label.first_of(corners, &sheet, clearance));
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
            label.draw(&mut one, PAPER);
        }
        group.append(one);
    }
    group
}

impl Seg<'_, '_> {
    /// The two ends of its boundary.
    fn reference(&self) -> (&str, &str) {
        match self.form.reference {
            koyu_model::form::Ref::Seg { a, b, .. } => (a, b),
            _ => ("", ""),
        }
    }
}
