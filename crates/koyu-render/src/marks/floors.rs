//! Room floors (09 §5.2).

use koyu_model::geometry::Bounds;
use koyu_model::{Point, form::FormSpace};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::{Drawing, floor};
use crate::element::{filled, kind, line, with_class, with_path};
use crate::ground::Surface;
use crate::shape::Shape;
use crate::style::VOID_LINE;

/// The pieces of each space, and the diagonals of voids.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    // Pieces of one space lie edge to edge; smoothed edges would leave a seam between them.
    let mut group = kind("floors").set("shape-rendering", "crispEdges");
    for space in &drawing.form.spaces {
        for piece in &space.outline {
            let piece = drawing.sheet.all(piece);
            let class = if space.kind == "void" {
                "void"
            } else {
                "floor"
            };
            marks.surfaces.push(Surface {
                corners: piece.clone(),
                colour: floor(space),
                opacity: 1.0,
            });
            let fill = with_class(filled(&piece, floor(space)), class);
            group.append(with_path(fill, space.path));
            for (from, to) in diagonals(space, &piece) {
                marks.soft.extend(Shape::line(from, to));
                let mut diagonal = with_class(line(from, to, VOID_LINE), "void-diagonal");
                diagonal.assign("shape-rendering", "auto");
                group.append(with_path(diagonal, space.path));
            }
        }
    }
    group
}

/// The diagonals of the box around a piece of a void, rising first.
fn diagonals(space: &FormSpace<'_>, piece: &[Point]) -> Vec<(Point, Point)> {
    let Some(b) = Bounds::of(piece).filter(|_| space.kind == "void") else {
        return Vec::new();
    };
    let at = |x, y| Point { x, y };
    vec![
        (at(b.x1, b.y2), at(b.x2, b.y1)),
        (at(b.x1, b.y1), at(b.x2, b.y2)),
    ]
}
