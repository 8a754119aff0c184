//! Grid (09 §5.4).

use koyu_model::{Axis, Point};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::Drawing;
use crate::element::{Anchor, circle, kind, line, text, with_class};
use crate::lettering::width;
use crate::shape::Shape;
use crate::sheet::MARGIN;
use crate::style::{GRID_BUBBLE, GRID_LINE, GRID_NAME};

/// Where lines end: this far inside the margin.
const OVERHANG: f64 = 26.0;
/// The centre of bubbles, from the edge of the sheet.
const BUBBLE: f64 = 44.0;
/// Their radius where lines are far enough apart.
const RADIUS: f64 = 11.0;
/// The least radius, however near lines stand.
const LEAST_RADIUS: f64 = 1.0;

/// The lines within the extent, those of X first, each with bubble and name.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, marks: &mut Marks) -> Group {
    let mut group = kind("grid");
    let (sheet, extent) = (&drawing.sheet, &drawing.sheet.extent);
    let end = MARGIN - OVERHANG;
    for axis in [Axis::X, Axis::Y] {
        let (least, most) = match axis {
            Axis::X => (extent.x1 - 1.0, extent.x2 + 1.0),
            Axis::Y => (extent.y1 - 1.0, extent.y2 + 1.0),
        };
        let lines = drawing.model().grid(axis).coordinates.iter();
        let lines: Vec<(usize, f64)> = (1..)
            .zip(lines.copied())
            .filter(|(_, at)| (least..=most).contains(at))
            .collect();
        for (i, &(number, at)) in lines.iter().enumerate() {
            let (from, to, centre) = match axis {
                Axis::X => {
                    let x = sheet.x(at);
                    let bottom = sheet.height() - end;
                    (
                        Point { x, y: end },
                        Point { x, y: bottom },
                        Point { x, y: BUBBLE },
                    )
                }
                Axis::Y => {
                    let y = sheet.y(at);
                    let right = sheet.width() - end;
                    (
                        Point { x: end, y },
                        Point { x: right, y },
                        Point { x: BUBBLE, y },
                    )
                }
            };
            marks.soft.extend(Shape::line(from, to));
            let word = match axis {
                Axis::X => "X",
                Axis::Y => "Y",
            };
            let before = i.checked_sub(1).and_then(|i| lines.get(i));
            let gap = [before, lines.get(i + 1)]
                .into_iter()
                .flatten()
                .map(|(_, other)| (at - other).abs() * sheet.scale)
                .fold(f64::INFINITY, f64::min);
            let mut one = Group::new().set("class", "grid-line");
            one.append(line(from, to, GRID_LINE));
            let radius = bubble(&mut one, &format!("{word}{number}"), centre, gap);
            marks.hard.extend(Shape::around(centre, radius));
            group.append(one);
        }
    }
    group
}

/// A bubble with its name. Bubbles that would overlap are smaller, so that no name is crossed.
/// Returns its radius.
fn bubble(group: &mut Group, name: &str, centre: Point, gap: f64) -> f64 {
    let radius = RADIUS.min((gap - 1.0) / 2.0).max(LEAST_RADIUS);
    let size = (GRID_NAME.size * radius / RADIUS).min(1.7 * radius / width(name));
    group.append(with_class(circle(centre, radius, GRID_BUBBLE), "bubble"));
    let baseline = Point {
        x: centre.x,
        // 4 px below the centre of a full bubble at the top, 3.5 at the left: 09 §5.4.
        y: centre.y + 0.4 * size - if centre.x == BUBBLE { 0.05 * size } else { 0.0 },
    };
    group.append(text(name, baseline, size, Anchor::Middle, GRID_NAME));
    radius
}
