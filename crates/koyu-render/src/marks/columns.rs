//! Columns (09 §5.9).

use koyu_model::form::Subject;
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::Drawing;
use crate::element::{filled, kind, with_class};
use crate::shape::Shape;
use crate::style::INK;

pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("columns");
    for column in drawing.entities().filter(|e| e.of == Subject::Column) {
        let corners = drawing.sheet.all(&column.polygon);
        marks.hard.extend(Shape::new(&corners));
        group.append(with_class(filled(&corners, INK), "column"));
    }
    group
}
