//! North arrow: north is +Y, so it points up. It stands in the upper right corner, where the
//! margin is free of bubbles.

use koyu_model::Point;
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::element::{Anchor, filled, kind, line, text};
use crate::shape::Shape;
use crate::sheet::Sheet;
use crate::style::{INK, NORTH, SCALE_LINE};

/// Its axis, from the right edge of the sheet, px.
const FROM_RIGHT: f64 = 34.0;
/// Tip and foot, from the top, px.
const TIP: f64 = 30.0;
const FOOT: f64 = 62.0;
/// Length and half the width of the head, px.
const HEAD: (f64, f64) = (14.0, 4.5);

pub(crate) fn draw(sheet: &Sheet, marks: &mut Marks) -> Group {
    let mut group = kind("north-arrow");
    let x = sheet.width() - FROM_RIGHT;
    marks.hard.extend(Shape::area(Bounds {
        x1: x - NORTH.size,
        y1: TIP - 2.0 * NORTH.size,
        x2: x + NORTH.size,
        y2: FOOT,
    }));
    let at = |dx: f64, y: f64| Point { x: x + dx, y };
    group.append(line(at(0.0, FOOT), at(0.0, TIP), SCALE_LINE));
    let head = [
        at(0.0, TIP),
        at(-HEAD.1, TIP + HEAD.0),
        at(HEAD.1, TIP + HEAD.0),
    ];
    group.append(filled(&head, INK));
    group.append(text(
        "N",
        at(0.0, TIP - 4.0),
        NORTH.size,
        Anchor::Middle,
        NORTH,
    ));
    group
}
