//! Crossings of segments and outlines (04 §5.5).

use super::bounds::Bounds;
use super::index::PlanIndex;
use super::length::hyp;
use super::point::{inside, on_edge};
use super::tolerance::POINT_EPS;
use crate::elements::Point;

/// How close to an end of a segment a crossing no longer counts, mm.
const END_EPS: f64 = 1.0;

/// The point where two segments properly cross, at least 1 mm away from all four ends.
pub fn proper_crossing(a1: Point, a2: Point, b1: Point, b2: Point) -> Option<Point> {
    let (ax, ay) = (a2.x - a1.x, a2.y - a1.y);
    let (bx, by) = (b2.x - b1.x, b2.y - b1.y);
    let d = ax * by - bx * ay;
    let (a_length, b_length) = (hyp(ax, ay), hyp(bx, by));
    if d == 0.0 || a_length == 0.0 || b_length == 0.0 {
        return None;
    }
    let (ex, ey) = (b1.x - a1.x, b1.y - a1.y);
    let t = (ex * by - bx * ey) / d;
    let u = (ex * ay - ax * ey) / d;
    // Asked this way round (06 §7, SIT02), so that what is no number is no crossing.
    let between_ends = |parameter: f64, length: f64| {
        parameter > END_EPS / length && parameter < 1.0 - END_EPS / length
    };
    if !between_ends(t, a_length) || !between_ends(u, b_length) {
        return None;
    }
    Some(Point {
        x: a1.x + t * ax,
        y: a1.y + t * ay,
    })
}

/// The edge that starts at vertex `i`.
fn edge(polygon: &[Point], i: usize) -> (Point, Point) {
    (polygon[i], polygon[(i + 1) % polygon.len()])
}

/// The boxes of all edges of a polygon, a little larger than the edges.
fn edge_bounds(polygon: &[Point]) -> Vec<Bounds> {
    (0..polygon.len())
        .filter_map(|i| {
            let (a, b) = edge(polygon, i);
            Bounds::of(&[a, b]).map(|bounds| bounds.grown(END_EPS))
        })
        .collect()
}

/// The first proper crossing of two edges of a polygon: the first edge ascending, then the
/// second, neighbours skipped.
pub fn self_intersection(polygon: &[Point]) -> Option<Point> {
    let count = polygon.len();
    let bounds = edge_bounds(polygon);
    let index = PlanIndex::new(&bounds);
    let mut near = Vec::new();
    for (i, around) in bounds.iter().enumerate() {
        index.meeting(around, &mut near);
        near.retain(|&j| j as usize >= i + 2 && !(i == 0 && j as usize == count - 1));
        near.sort_unstable();
        let (a1, a2) = edge(polygon, i);
        for &j in &near {
            let (b1, b2) = edge(polygon, j as usize);
            if let Some(point) = proper_crossing(a1, a2, b1, b2) {
                return Some(point);
            }
        }
    }
    None
}

/// How a piece leaves a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Escape {
    /// A vertex of the piece lies outside the polygon.
    VertexOutside(Point),
    /// A vertex of the polygon lies inside the piece.
    PolygonInside(Point),
    /// Their edges cross here.
    Crossing(Point),
}

impl Escape {
    /// Where it was found.
    pub const fn point(self) -> Point {
        match self {
            Self::VertexOutside(point) | Self::PolygonInside(point) | Self::Crossing(point) => {
                point
            }
        }
    }
}

/// The first way in which a piece leaves a polygon; `None` while it stays within.
pub fn escape(piece: &[Point], polygon: &[Point]) -> Option<Escape> {
    if let Some(&out) = piece.iter().find(|p| !inside(**p, polygon, POINT_EPS)) {
        return Some(Escape::VertexOutside(out));
    }
    let swallowed = |p: &&Point| inside(**p, piece, POINT_EPS) && !on_edge(**p, piece, POINT_EPS);
    if let Some(&within) = polygon.iter().find(swallowed) {
        return Some(Escape::PolygonInside(within));
    }
    for i in 0..polygon.len() {
        let (a1, a2) = edge(polygon, i);
        for j in 0..piece.len() {
            let (b1, b2) = edge(piece, j);
            if let Some(point) = proper_crossing(a1, a2, b1, b2) {
                return Some(Escape::Crossing(point));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::polygon::points;
    use super::*;

    #[test]
    fn touching_outlines_do_not_cross() {
        let bow_tie = points([(0.0, 0.0), (20.0, 20.0), (20.0, 0.0), (0.0, 20.0)]);
        assert_eq!(
            self_intersection(&bow_tie),
            Some(Point { x: 10.0, y: 10.0 })
        );
        let touching = points([
            (0.0, 0.0),
            (20.0, 0.0),
            (20.0, 20.0),
            (10.0, 0.0),
            (0.0, 20.0),
        ]);
        assert_eq!(self_intersection(&touching), None);
        let collinear: Vec<Point> = (0..5_000)
            .map(|i| Point {
                x: f64::from(i),
                y: 0.0,
            })
            .collect();
        assert_eq!(self_intersection(&collinear), None);
        assert_eq!(self_intersection(&[]), None);
    }

    #[test]
    fn ways_out_of_a_site() {
        let site = points([
            (0.0, 0.0),
            (100.0, 0.0),
            (100.0, 100.0),
            (60.0, 100.0),
            (60.0, 40.0),
            (40.0, 40.0),
            (40.0, 100.0),
            (0.0, 100.0),
        ]);
        let piece = |x1, y1, x2, y2| points([(x1, y1), (x2, y1), (x2, y2), (x1, y2)]);
        assert_eq!(escape(&piece(0.0, 0.0, 100.0, 40.0), &site), None);
        assert!(matches!(
            escape(&piece(0.0, 0.0, 101.5, 40.0), &site),
            Some(Escape::VertexOutside(_))
        ));
        assert!(matches!(
            escape(&piece(10.0, 10.0, 90.0, 90.0), &site),
            Some(Escape::PolygonInside(_))
        ));
        assert!(matches!(
            escape(&piece(20.0, 60.0, 80.0, 80.0), &site),
            Some(Escape::Crossing(_))
        ));
    }
}
