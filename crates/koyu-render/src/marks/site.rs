//! Site boundary (09 §5.1).

use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::Drawing;
use crate::element::{kind, outlined, with_class, with_path};
use crate::shape::Shape;
use crate::style::SITE_LINE;

/// All polygons, on the lowest level only.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("site");
    for polygon in drawing.form.site.iter().filter(|_| drawing.lowest) {
        let corners = drawing.sheet.all(&polygon.points);
        for (i, &p) in corners.iter().enumerate() {
            let q = corners[(i + 1) % corners.len()];
            marks.soft.extend(Shape::line(p, q));
        }
        let outline = outlined(&corners, SITE_LINE);
        group.append(with_path(with_class(outline, "site-line"), polygon.path));
    }
    group
}
