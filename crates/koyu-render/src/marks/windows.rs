//! Windows (09 §5.7).

use koyu_model::form::band_line;
use koyu_model::{OpeningKind, Point};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::{Drawing, pair};
use crate::element::{kind, line, with_class, with_path};
use crate::shape::Shape;
use crate::style::WINDOW;

/// A line over the width of each window, whatever the plane does to it.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("windows");
    let openings = drawing.form.openings.iter();
    for window in openings.filter(|opening| opening.kind == OpeningKind::Window) {
        let axis = band_line(&window.segment, window.cx, window.cy, window.w);
        let at = |x, y| drawing.sheet.at(Point { x, y });
        let (from, to) = (at(axis.x1, axis.y1), at(axis.x2, axis.y2));
        marks.hard.extend(Shape::line(from, to));
        let one = with_class(line(from, to, WINDOW), "window");
        group.append(with_path(one, &pair(window.a, window.b)));
    }
    group
}
