//! Voids above (09 §5.12).

use koyu_model::Point;
use koyu_model::form::{Class, Ref, Subject};
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::{Clearance, Marks};
use crate::drawing::Drawing;
use crate::element::{Anchor, kind, mark, outlined, with_class};
use crate::label::{Fitted, Label};
use crate::shape::Shape;
use crate::style::{VOID_ABOVE, VOID_LINE};

/// Below the centre of the piece, px.
const BASELINE: f64 = 40.0;

/// One piece of a void of the storey above.
#[derive(Debug)]
pub(crate) struct VoidAbove<'m> {
    path: &'m str,
    piece: Vec<Point>,
    label: Option<Fitted>,
}

pub(crate) fn voids<'m>(drawing: &Drawing<'_, 'm>, marks: &mut Marks) -> Vec<VoidAbove<'m>> {
    let mut voids = Vec::new();
    for entity in drawing.entities() {
        let (Class::Above, Subject::Space, Ref::Space(path)) =
            (entity.class, entity.of, entity.reference)
        else {
            continue;
        };
        let piece = drawing.sheet.all(&entity.polygon);
        for (i, &p) in piece.iter().enumerate() {
            marks
                .soft
                .extend(Shape::line(p, piece[(i + 1) % piece.len()]));
        }
        voids.push(VoidAbove {
            path,
            piece,
            label: None,
        });
    }
    voids
}

pub(crate) fn label(voids: &mut [VoidAbove<'_>], clearance: &mut Clearance) {
    for void in voids {
        let Some(centre) = Bounds::of(&void.piece).map(|bounds| bounds.centre()) else {
            continue;
        };
        let origin = Point {
            x: centre.x,
            y: centre.y + BASELINE,
        };
        let label = Label::new([("void above", VOID_ABOVE)], &[], origin, Anchor::Middle);
        void.label = Some(label.fit(&void.piece, clearance));
    }
}

pub(crate) fn draw(voids: &[VoidAbove<'_>]) -> Group {
    let mut group = kind("voids-above");
    for void in voids {
        let mut one = mark("void-above", void.path);
        one.append(with_class(outlined(&void.piece, VOID_LINE), "void-outline"));
        if let Some(label) = &void.label {
            label.draw(&mut one);
        }
        group.append(one);
    }
    group
}
