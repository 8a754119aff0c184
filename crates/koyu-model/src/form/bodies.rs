//! Bodies from axes (04 §13).

use super::plan_records::Line;
use super::records::FormColumn;
use super::runs::Solid;
use super::segments::Segment;
use crate::Side;
use crate::elements::{Point, Rect};
use crate::geometry::{hyp, max, rect_polygon};

/// An axis made `t` thick: clockwise, beginning on its left at its start.
pub fn thicken(axis: &Line, t: f64) -> Vec<Point> {
    let Line { x1, y1, x2, y2 } = *axis;
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = unless_zero(hyp(dx, dy));
    let nx = (-dy / length) * (t / 2.0);
    let ny = (dx / length) * (t / 2.0);
    [
        (x1 + nx, y1 + ny),
        (x2 + nx, y2 + ny),
        (x2 - nx, y2 - ny),
        (x1 - nx, y1 - ny),
    ]
    .map(|(x, y)| Point { x, y })
    .to_vec()
}

fn unless_zero(length: f64) -> f64 {
    if length == 0.0 { 1.0 } else { length }
}

/// The axis of an opening or seg `w` wide about a centre on its segment.
pub fn band_line(segment: &Segment, cx: f64, cy: f64, w: f64) -> Line {
    let length = unless_zero(segment.length());
    let ux = ((segment.x2 - segment.x1) / length) * (w / 2.0);
    let uy = ((segment.y2 - segment.y1) / length) * (w / 2.0);
    Line {
        x1: cx - ux,
        y1: cy - uy,
        x2: cx + ux,
        y2: cy + uy,
    }
}

/// The outline of an opening or seg.
pub fn band(segment: &Segment, cx: f64, cy: f64, w: f64, t: f64) -> Vec<Point> {
    thicken(&band_line(segment, cx, cy, w), t)
}

/// The outline of a column.
pub fn column_rect(column: &FormColumn<'_>) -> Vec<Point> {
    rect_polygon(Rect {
        x1: column.x - column.w / 2.0,
        y1: column.y - column.d / 2.0,
        x2: column.x + column.w / 2.0,
        y2: column.y + column.d / 2.0,
    })
    .to_vec()
}

/// An outline with a bottom and a top at each of its vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Prism {
    /// The vertices, each with the z of its bottom and of its top.
    pub vertices: [(Point, f64, f64); 4],
}

/// A solid of a run as a prism (05 §6).
pub fn run_prism(solid: &Solid) -> Prism {
    let vertices = match *solid {
        Solid::Box { rect, z0, z1 } => rect_polygon(rect).map(|p| (p, z0, z1)),
        Solid::Incline {
            rect,
            up,
            z0,
            z1,
            t,
        } => rect_polygon(rect).map(|p| {
            let (distance, extent) = match up {
                Side::N => (p.y - rect.y1, rect.y2 - rect.y1),
                Side::S => (rect.y2 - p.y, rect.y2 - rect.y1),
                Side::E => (p.x - rect.x1, rect.x2 - rect.x1),
                Side::W => (rect.x2 - p.x, rect.x2 - rect.x1),
            };
            let top = z0 + (distance / max(1.0, extent)) * (z1 - z0);
            (p, top - t, top)
        }),
    };
    Prism { vertices }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incline_as_a_prism() {
        let rect = Rect {
            x1: 0.0,
            y1: 0.0,
            x2: 1000.0,
            y2: 2000.0,
        };
        let tops = |up| {
            let (z0, z1, t) = (100.0, 700.0, 200.0);
            run_prism(&Solid::Incline {
                rect,
                up,
                z0,
                z1,
                t,
            })
            .vertices
            .map(|(_, bottom, top)| (bottom, top))
        };
        let west = [
            (500.0, 700.0),
            (-100.0, 100.0),
            (-100.0, 100.0),
            (500.0, 700.0),
        ];
        assert_eq!(tops(Side::W), west);
        assert_eq!(tops(Side::S).map(|v| v.1), [700.0, 700.0, 100.0, 100.0]);
    }

    #[test]
    fn an_axis_of_no_length_stays_a_point() {
        let dot = Line {
            x1: 5.0,
            y1: 6.0,
            x2: 5.0,
            y2: 6.0,
        };
        assert!(thicken(&dot, 100.0).iter().all(|p| p.x == 5.0));
    }
}
