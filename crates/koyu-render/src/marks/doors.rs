//! Doors (09 §5.8).

use koyu_model::form::{DoorSwing, FormOpening};
use koyu_model::geometry::hyp;
use koyu_model::{OpeningKind, Point};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::{Drawing, pair};
use crate::element::{kind, line, mark, quarter, with_class};
use crate::shape::Shape;
use crate::style::{DOOR_ARC, LEAF, SLIDING_LEAF, SLIDING_RETURN};

/// How far a sliding leaf stands off the axis of its wall, mm.
const OFF_WALL: f64 = 110.0;

/// The doors that have a swing; of the others only the gap is seen.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("doors");
    let openings = drawing.form.openings.iter();
    for door in openings.filter(|opening| opening.kind == OpeningKind::Door) {
        let Some(swing) = &door.swing else { continue };
        let mut one = mark("door", &pair(door.a, door.b));
        if door.sliding {
            sliding(drawing, door, swing, &mut one, marks);
        } else {
            hinged(drawing, door, swing, &mut one, marks);
        }
        group.append(one);
    }
    group
}

/// A leaf, and the arc to the jamb.
fn hinged(
    drawing: &Drawing<'_, '_>,
    door: &FormOpening<'_>,
    swing: &DoorSwing<'_>,
    group: &mut Group,
    marks: &mut Marks,
) {
    let [hinge, leaf, jamb] = [swing.hinge, swing.leaf, swing.jamb].map(|p| drawing.sheet.at(p));
    if let Some((whole, arc)) = Shape::quarter(hinge, leaf, jamb) {
        marks.swings.push(whole);
        marks.hard.extend(arc);
    }
    marks.hard.extend(Shape::line(hinge, leaf));
    group.append(with_class(line(hinge, leaf, LEAF), "leaf"));
    let r = door.w * drawing.sheet.scale;
    // Counter-clockwise in the world is counter-clockwise on the sheet: 09 §2.
    let arc = quarter(leaf, jamb, r, swing.ccw, DOOR_ARC);
    group.append(with_class(arc, "arc"));
}

/// A leaf pushed open along the wall, and the line back to the hinge.
fn sliding(
    drawing: &Drawing<'_, '_>,
    door: &FormOpening<'_>,
    swing: &DoorSwing<'_>,
    group: &mut Group,
    marks: &mut Marks,
) {
    let unit = |to: Point| {
        let (dx, dy) = (to.x - swing.hinge.x, to.y - swing.hinge.y);
        let length = hyp(dx, dy);
        (dx / length, dy / length)
    };
    let (u, v) = (unit(swing.leaf), unit(swing.jamb));
    let from_hinge = |along: f64| {
        drawing.sheet.at(Point {
            x: swing.hinge.x + v.0 * along + u.0 * OFF_WALL,
            y: swing.hinge.y + v.1 * along + u.1 * OFF_WALL,
        })
    };
    let (end, start) = (from_hinge(-door.w), from_hinge(0.0));
    let hinge = drawing.sheet.at(swing.hinge);
    for (from, to, pen, class) in [
        (end, start, SLIDING_LEAF, "sliding-leaf"),
        (start, hinge, SLIDING_RETURN, "return"),
    ] {
        marks.hard.extend(Shape::line(from, to));
        group.append(with_class(line(from, to, pen), class));
    }
}
