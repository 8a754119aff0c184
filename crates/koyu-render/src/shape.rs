//! Convex shapes on the sheet: what text must keep clear of.

use koyu_model::Point;
use koyu_model::geometry::{Bounds, rect_polygon, signed_area};

/// The most corners: a quarter circle has its centre and five points of the arc.
const MOST: usize = 6;

/// A convex polygon of two (a line) to six corners, px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The corners, in the order that has the inside to the left of each edge where y grows
    /// upward.
    points: [Point; MOST],
    count: usize,
    pub(crate) bounds: Bounds,
    /// Whether it is its own box, as most walls are.
    is_box: bool,
}

impl Shape {
    /// The shape of some corners in order; `None` without any, or when one of them is no number.
    /// Corners beyond the sixth are left out.
    pub(crate) fn new(corners: &[Point]) -> Option<Self> {
        let corners = &corners[..corners.len().min(MOST)];
        let bounds = Bounds::of(corners)?;
        let finite = |p: &Point| p.x.is_finite() && p.y.is_finite();
        if !corners.iter().all(finite) {
            return None;
        }
        let mut points = [corners[0]; MOST];
        points[..corners.len()].copy_from_slice(corners);
        if signed_area(corners) < 0.0 {
            points[..corners.len()].reverse();
        }
        let next = |i: usize| corners[(i + 1) % corners.len()];
        let along_axis = |(i, p): (usize, &Point)| p.x == next(i).x || p.y == next(i).y;
        Some(Self {
            points,
            count: corners.len(),
            bounds,
            is_box: corners.len() <= 4 && corners.iter().enumerate().all(along_axis),
        })
    }

    /// A line.
    pub(crate) fn line(from: Point, to: Point) -> Option<Self> {
        Self::new(&[from, to])
    }

    /// A box.
    pub(crate) fn area(bounds: Bounds) -> Option<Self> {
        Self::new(&rect_polygon(bounds.into()))
    }

    /// The box around a circle.
    pub(crate) fn around(centre: Point, radius: f64) -> Option<Self> {
        let at = Bounds::of(&[centre])?;
        Self::area(at.grown(radius))
    }

    /// A quarter of a disc about `hinge`, from `leaf` to `jamb`, and the lines of its rim.
    pub(crate) fn quarter(hinge: Point, leaf: Point, jamb: Point) -> Option<(Self, Vec<Self>)> {
        let (u, v) = (
            (leaf.x - hinge.x, leaf.y - hinge.y),
            (jamb.x - hinge.x, jamb.y - hinge.y),
        );
        let on_arc = |quarter: f64| {
            let (sin, cos) = (quarter * std::f64::consts::FRAC_PI_2).sin_cos();
            Point {
                x: hinge.x + u.0 * cos + v.0 * sin,
                y: hinge.y + u.1 * cos + v.1 * sin,
            }
        };
        let arc = [0.0, 0.25, 0.5, 0.75, 1.0].map(on_arc);
        let whole = Self::new(&[hinge, arc[0], arc[1], arc[2], arc[3], arc[4]])?;
        let rim = arc
            .windows(2)
            .filter_map(|ends| Self::line(ends[0], ends[1]));
        Some((whole, rim.collect()))
    }

    fn corners(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// The shape itself, unless it is a box.
    pub(crate) fn slanted(&self) -> Option<&Self> {
        (!self.is_box).then_some(self)
    }

    /// Whether the shape and a box overlap; touching is no overlap.
    pub(crate) fn meets(&self, area: &Bounds) -> bool {
        let b = &self.bounds;
        if !overlap((b.x1, b.x2), (area.x1, area.x2)) || !overlap((b.y1, b.y2), (area.y1, area.y2))
        {
            return false;
        }
        if self.is_box {
            return true;
        }
        let corners = self.corners();
        // Two convex shapes are apart exactly when one lies beyond an edge of the other; the
        // edges of the box were the comparison above. A line has an edge each way.
        !corners.iter().enumerate().any(|(i, p)| {
            let q = corners[(i + 1) % corners.len()];
            let outward = (q.y - p.y, p.x - q.x);
            // The corner of the box that reaches least far out.
            let x = if outward.0 > 0.0 { area.x1 } else { area.x2 };
            let y = if outward.1 > 0.0 { area.y1 } else { area.y2 };
            outward.0 * (x - p.x) + outward.1 * (y - p.y) > 0.0
        })
    }
}

/// Whether the extent of a shape and a part of an axis overlap; touching is no overlap.
pub(crate) fn overlap(shape: (f64, f64), part: (f64, f64)) -> bool {
    // A line along an axis has no extent across it, so the comparison is of open intervals.
    shape.0 < part.1 && part.0 < shape.1.max(shape.0 + f64::MIN_POSITIVE)
}

/// Whether a box lies within a convex polygon of any number of corners, whichever way it turns.
pub(crate) fn holds(polygon: &[Point], area: &Bounds) -> bool {
    let corners = [
        (area.x1, area.y1),
        (area.x2, area.y1),
        (area.x2, area.y2),
        (area.x1, area.y2),
    ];
    let mut sides = (false, false);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        for (x, y) in corners {
            let side = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
            sides.0 |= side > 1e-9;
            sides.1 |= side < -1e-9;
        }
    }
    sides.0 != sides.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    fn area(x1: f64, y1: f64, x2: f64, y2: f64) -> Bounds {
        Bounds { x1, y1, x2, y2 }
    }

    #[test]
    fn a_line_is_met_where_it_passes_and_nowhere_else() {
        let level = Shape::line(at(0.0, 5.0), at(10.0, 5.0)).unwrap();
        assert!(level.meets(&area(2.0, 4.0, 3.0, 6.0)));
        assert!(!level.meets(&area(2.0, 5.5, 3.0, 6.0)));
        assert!(!level.meets(&area(10.5, 4.0, 12.0, 6.0)));
        let slant = Shape::line(at(0.0, 0.0), at(10.0, 10.0)).unwrap();
        assert!(slant.meets(&area(4.0, 4.0, 6.0, 6.0)));
        assert!(
            !slant.meets(&area(6.0, 1.0, 9.0, 4.0)),
            "beside the diagonal"
        );
    }

    #[test]
    fn a_quarter_disc_leaves_its_far_corner_free() {
        let door = Shape::quarter(at(0.0, 0.0), at(0.0, 10.0), at(10.0, 0.0));
        let (door, rim) = door.unwrap();
        assert!(door.meets(&area(6.0, 6.0, 9.0, 9.0)));
        assert!(!door.meets(&area(8.0, 8.0, 9.0, 9.0)));
        assert!(!door.meets(&area(-3.0, 2.0, -1.0, 4.0)));
        let within = area(2.0, 2.0, 5.0, 5.0);
        assert!(door.meets(&within) && !rim.iter().any(|line| line.meets(&within)));
        assert!(rim.iter().any(|line| line.meets(&area(5.0, 5.0, 8.0, 8.0))));
    }

    #[test]
    fn a_box_is_held_only_as_a_whole() {
        let triangle = [at(0.0, 0.0), at(10.0, 0.0), at(0.0, 10.0)];
        let turned: Vec<Point> = triangle.iter().rev().copied().collect();
        for polygon in [&triangle[..], &turned] {
            assert!(holds(polygon, &area(1.0, 1.0, 4.0, 4.0)));
            assert!(!holds(polygon, &area(4.0, 4.0, 7.0, 7.0)));
        }
        assert!(!holds(&[], &area(0.0, 0.0, 1.0, 1.0)));
    }

    #[test]
    fn what_is_no_number_is_no_shape() {
        assert!(Shape::line(at(f64::NAN, 0.0), at(1.0, 1.0)).is_none());
        assert!(Shape::new(&[]).is_none());
    }
}
