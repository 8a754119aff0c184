//! Grid (09 §5.4).

use koyu_model::{Axis, Point};
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::drawing::Drawing;
use crate::element::{Anchor, circle, kind, line, text, with_class};
use crate::lettering::{LEGIBLE, width};
use crate::shape::Shape;
use crate::sheet::MARGIN;
use crate::style::{GRID_BUBBLE, GRID_LINE, GRID_NAME};

/// Where lines end: this far inside the margin.
const OVERHANG: f64 = 26.0;
/// The centre of bubbles, from the edge of the sheet.
const BUBBLE: f64 = 44.0;
/// Their radius where lines are far enough apart.
const RADIUS: f64 = 11.0;
/// Between bubbles, and from a bubble to the edge of the sheet, px.
const BETWEEN: f64 = 1.0;
/// The greatest width of a name, of the radius of its bubble.
const CHORD: f64 = 1.9;

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
        let word = match axis {
            Axis::X => "X",
            Axis::Y => "Y",
        };
        let names = lines.iter().map(|(number, _)| format!("{word}{number}"));
        let names: Vec<String> = names.collect();
        let places: Vec<f64> = lines.iter().map(|(_, at)| at * sheet.scale).collect();
        for ((name, bubble), &(_, at)) in names.iter().zip(bubbles(&names, &places)).zip(&lines) {
            let (from, to, centre) = match axis {
                Axis::X => {
                    let (x, bottom) = (sheet.x(at), sheet.height() - end);
                    let at = |y| Point { x, y };
                    (at(end), at(bottom), at(bubble.from_edge))
                }
                Axis::Y => {
                    let (y, right) = (sheet.y(at), sheet.width() - end);
                    let at = |x| Point { x, y };
                    (at(end), at(right), at(bubble.from_edge))
                }
            };
            marks.soft.extend(Shape::line(from, to));
            let mut one = Group::new().set("class", "grid-line");
            one.append(line(from, to, GRID_LINE));
            draw_bubble(&mut one, name, centre, bubble.radius, axis);
            marks.hard.extend(Shape::around(centre, bubble.radius));
            group.append(one);
        }
    }
    group
}

/// The size and row of a bubble.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bubble {
    radius: f64,
    /// The distance of its centre from the edge of the sheet, px.
    from_edge: f64,
}

/// The bubbles of lines at places in px. Where lines are near to each other the bubbles are
/// smaller, as long as their names can be read; then they stand in rows, farther and farther
/// out; and where the margin has no more rows they overlap.
fn bubbles(names: &[String], places: &[f64]) -> Vec<Bubble> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    let least = names.iter().map(|name| least_radius(name));
    let least = least.fold(0.0, f64::max);
    let pitch = 2.0 * least + BETWEEN;
    let rows = ((BUBBLE - least - BETWEEN) / pitch) as usize + 1;
    // Where the last bubble of each row ends.
    let mut ends = vec![f64::NEG_INFINITY; rows];
    let mut found = vec![
        Bubble {
            radius: RADIUS,
            from_edge: BUBBLE
        };
        places.len()
    ];
    for (n, &i) in order.iter().enumerate() {
        let near = [n.checked_sub(1), n.checked_add(1)];
        let near = near.into_iter().flatten().filter_map(|n| order.get(n));
        let gap = near
            .map(|&other| (places[i] - places[other]).abs())
            .fold(f64::INFINITY, f64::min);
        let radius = RADIUS.min((gap - BETWEEN) / 2.0).max(least);
        let start = places[i] - radius - BETWEEN;
        let free = ends.iter().position(|&end| end <= start + 1e-9);
        let row = free.unwrap_or_else(|| {
            let rows = (0..rows).min_by(|&a, &b| ends[a].total_cmp(&ends[b]));
            rows.unwrap_or_default()
        });
        ends[row] = places[i] + radius;
        found[i] = Bubble {
            radius,
            from_edge: BUBBLE - row as f64 * pitch,
        };
    }
    found
}

/// The radius at which a name is as small as letters may be.
fn least_radius(name: &str) -> f64 {
    let by_height = LEGIBLE * RADIUS / GRID_NAME.size;
    by_height.max(LEGIBLE * width(name) / CHORD)
}

/// A bubble with its name, as large as the bubble allows.
fn draw_bubble(group: &mut Group, name: &str, centre: Point, radius: f64, axis: Axis) {
    let size = GRID_NAME.size * radius / RADIUS;
    let size = size.min(CHORD * radius / width(name)).min(GRID_NAME.size);
    group.append(with_class(circle(centre, radius, GRID_BUBBLE), "bubble"));
    // 4 px below the centre of a full bubble at the top, 3.5 at the left: 09 §5.4.
    let down = match axis {
        Axis::X => 0.4,
        Axis::Y => 0.35,
    };
    let baseline = Point {
        x: centre.x,
        y: centre.y + down * size,
    };
    group.append(text(name, baseline, size, Anchor::Middle, GRID_NAME));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(places: &[f64]) -> Vec<Bubble> {
        let names: Vec<String> = (1..=places.len()).map(|n| format!("X{n}")).collect();
        bubbles(&names, places)
    }

    #[test]
    fn bubbles_stand_in_one_row_while_their_names_can_be_read() {
        let full = Bubble {
            radius: RADIUS,
            from_edge: BUBBLE,
        };
        assert_eq!(at(&[0.0, 200.0, 23.0]), [full; 3]);
        let smaller = at(&[0.0, 15.0]);
        assert_eq!(smaller[0].radius, 7.0);
        assert_eq!(smaller[0].from_edge, smaller[1].from_edge);
    }

    #[test]
    fn bubbles_too_near_stand_in_rows() {
        let three = at(&[0.0, 5.0, 6.0]);
        for (i, a) in three.iter().enumerate() {
            assert!(a.radius >= 5.5, "{a:?}");
            assert!(a.from_edge >= a.radius);
            for b in &three[..i] {
                assert!((a.from_edge - b.from_edge).abs() >= a.radius + b.radius);
            }
        }
        let many: Vec<f64> = (0..50).map(f64::from).collect();
        assert!(
            at(&many)
                .iter()
                .all(|b| b.from_edge >= b.radius && b.radius >= 5.5)
        );
    }
}
