//! Boundaries: walls, rails, open lines (09 §5.5).

use koyu_model::Point;
use koyu_model::form::{Class, Ref, Subject};
use svg::node::Node;
use svg::node::element::Group;

use super::junctions::{Junctions, WallEnd};
use crate::clearance::Marks;
use crate::drawing::{Drawing, pair};
use crate::element::{filled, kind, line, with_class, with_path};
use crate::shape::Shape;
use crate::style::{INK, OPEN_LINE, RAIL};

/// The panels of the walls, and what stands where a boundary has no body.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("boundaries");
    let mut ends = Vec::new();
    let sheet = &drawing.sheet;
    let of_boundaries = drawing.entities().filter(|e| e.of == Subject::Boundary);
    for entity in of_boundaries {
        let Ref::Boundary { a, b, index } = entity.reference else {
            continue;
        };
        let boundary = index.boundary();
        let axes = entity.lines.iter().map(|axis| {
            let at = |x, y| sheet.at(Point { x, y });
            (at(axis.x1, axis.y1), at(axis.x2, axis.y2))
        });
        let as_lines = if entity.polygon.is_empty() {
            Some((OPEN_LINE, "open"))
        } else if entity.class == Class::Above {
            continue;
        } else if boundary.air {
            Some((RAIL, "rail"))
        } else {
            None
        };
        if let Some((pen, class)) = as_lines {
            for (from, to) in axes {
                marks.hard.extend(Shape::line(from, to));
                let one = with_class(line(from, to, pen), class);
                group.append(with_path(one, &pair(a, b)));
            }
        } else if entity.class == Class::Cut {
            let footprint = sheet.all(&entity.polygon);
            marks.hard.extend(Shape::new(&footprint));
            let one = with_class(filled(&footprint, INK), "wall");
            group.append(with_path(one, &pair(a, b)));
            let half = drawing.derivation.thickness(boundary) * sheet.scale / 2.0;
            ends.extend(axes.flat_map(|(from, to)| WallEnd::both(from, to, half)));
        }
    }
    let bands = drawing.form.openings.iter().map(|opening| {
        let band = koyu_model::form::band(
            &opening.segment,
            opening.cx,
            opening.cy,
            opening.w,
            opening.t,
        );
        sheet.all(&band)
    });
    for junction in Junctions::new(bands).fill(ends) {
        marks.hard.extend(Shape::new(&junction));
        group.append(with_class(filled(&junction, INK), "junction"));
    }
    group
}
