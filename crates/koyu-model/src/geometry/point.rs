//! Points and polygons (04 §5.5).

use crate::elements::Point;

/// Whether a point lies within `eps` mm of an edge of the polygon.
pub fn on_edge(p: Point, polygon: &[Point], eps: f64) -> bool {
    polygon.iter().enumerate().any(|(i, a)| {
        let b = &polygon[if i + 1 == polygon.len() { 0 } else { i + 1 }];
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let square = dx * dx + dy * dy;
        let t = if square == 0.0 {
            0.0
        } else {
            let along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
            super::max(0.0, super::min(1.0, along))
        };
        let (ex, ey) = (p.x - (a.x + t * dx), p.y - (a.y + t * dy));
        ex * ex + ey * ey <= eps * eps
    })
}

/// Whether a point is inside the polygon or within `eps` mm of its edge. The usual `eps` is
/// [`POINT_EPS`](super::tolerance::POINT_EPS).
pub fn inside(p: Point, polygon: &[Point], eps: f64) -> bool {
    if on_edge(p, polygon, eps) {
        return true;
    }
    let mut within = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[if i == 0 { polygon.len() - 1 } else { i - 1 }];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            within = !within;
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::super::polygon::points;
    use super::super::tolerance::POINT_EPS;
    use super::*;

    #[test]
    fn inside_counts_the_edge() {
        let l_shape = points([
            (0.0, 0.0),
            (20.0, 0.0),
            (20.0, 10.0),
            (10.0, 10.0),
            (10.0, 20.0),
            (0.0, 20.0),
        ]);
        let at = |x, y, eps| inside(Point { x, y }, &l_shape, eps);
        assert!(at(5.0, 5.0, 0.0));
        assert!(!at(15.0, 15.0, 0.0));
        assert!(at(10.0, 15.0, 0.0), "on the edge");
        assert!(!at(10.5, 15.0, 0.0));
        assert!(at(11.0, 15.0, POINT_EPS), "1 mm away counts");
        assert!(!at(11.01, 15.0, POINT_EPS));
        assert!(!inside(Point { x: 0.0, y: 0.0 }, &[], 1.0));
        let dot = points([(3.0, 3.0)]);
        assert!(
            on_edge(Point { x: 3.0, y: 4.0 }, &dot, 1.0),
            "an edge without length"
        );
    }
}
