//! Area patches (09 §5.3).

use std::borrow::Cow;

use koyu_model::geometry::rect_polygon;
use koyu_model::{Area, Point};
use svg::node::Node;
use svg::node::element::Group;

use crate::bidi::closed;
use crate::clearance::{Clearance, Marks};
use crate::drawing::Drawing;
use crate::element::{Anchor, kind, mark, outlined, with_class};
use crate::ground::Surface;
use crate::label::{Fitted, Label};
use crate::shape::Shape;
use crate::style::{AREA, AREA_LABEL, AREA_LINE, AREA_OPACITY};

/// One patch.
#[derive(Debug)]
pub(crate) struct Patch<'m> {
    /// The path of its space.
    path: &'m str,
    corners: Vec<Point>,
    /// Its name and floor, as far as they are text.
    words: String,
    label: Option<Fitted>,
}

/// All patches: spaces in declaration order, areas as written. They are not clipped.
pub(crate) fn patches<'m>(drawing: &Drawing<'_, 'm>, marks: &mut Marks) -> Vec<Patch<'m>> {
    let model = drawing.model();
    let mut patches = Vec::new();
    for &id in drawing.derivation.spaces_on(Some(drawing.level)) {
        let space = model.space(id);
        for area in &space.areas {
            let corners = drawing.sheet.all(&rect_polygon(area.part.rect));
            for (i, &p) in corners.iter().enumerate() {
                let q = corners[(i + 1) % corners.len()];
                marks.soft.extend(Shape::line(p, q));
            }
            marks.surfaces.push(Surface {
                corners: corners.to_vec(),
                colour: AREA,
                opacity: AREA_OPACITY,
            });
            patches.push(Patch {
                path: model.text(space.path),
                corners,
                words: words(area),
                label: None,
            });
        }
    }
    patches
}

fn words(area: &Area) -> String {
    let texts = ["name", "floor"].map(|key| area.attributes.text(key));
    let texts: Vec<Cow<'_, str>> = texts.into_iter().flatten().map(closed).collect();
    texts.join(" · ")
}

/// Places the labels, in the upper left corners of the patches.
pub(crate) fn label(patches: &mut [Patch<'_>], clearance: &mut Clearance) {
    for patch in patches.iter_mut().filter(|patch| !patch.words.is_empty()) {
        // North-west is the last corner of a rectangle.
        let Some(corner) = patch.corners.last() else {
            continue;
        };
        let origin = Point {
            x: corner.x + 6.0,
            y: corner.y + 12.0,
        };
        let label = Label::new([(&*patch.words, AREA_LABEL)], &[], origin, Anchor::Start);
        patch.label = Some(label.fit(&patch.corners, clearance));
    }
}

pub(crate) fn draw(patches: &[Patch<'_>]) -> Group {
    let mut group = kind("areas");
    for patch in patches {
        let mut one = mark("area", patch.path);
        let mut fill = with_class(outlined(&patch.corners, AREA_LINE), "patch");
        fill.assign("fill", AREA);
        fill.assign("fill-opacity", AREA_OPACITY);
        one.append(fill);
        if let Some(label) = &patch.label {
            label.draw(&mut one);
        }
        group.append(one);
    }
    group
}
