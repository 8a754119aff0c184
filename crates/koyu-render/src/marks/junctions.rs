//! Cleaner wall junctions (09 §9): each panel ends square at the end of its axis, which leaves a
//! notch on the outside of a corner. The notch is filled unless an opening reaches into it.

use koyu_model::Point;
use koyu_model::geometry::{Bounds, PlanIndex, hyp};

use crate::shape::Shape;

/// One end of the axis of a cut panel, px.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallEnd {
    at: Point,
    /// From the end into the panel, length 1.
    inward: (f64, f64),
    /// Half the thickness.
    half: f64,
}

impl WallEnd {
    /// Both ends of an axis; none if it has no length.
    pub(crate) fn both(from: Point, to: Point, half: f64) -> Vec<Self> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = hyp(dx, dy);
        if !(length > 0.0 && length.is_finite()) {
            return Vec::new();
        }
        let along = (dx / length, dy / length);
        vec![
            Self {
                at: from,
                inward: along,
                half,
            },
            Self {
                at: to,
                inward: (-along.0, -along.1),
                half,
            },
        ]
    }

    fn horizontal(&self) -> bool {
        self.inward.1.abs() < 1e-9
    }

    fn vertical(&self) -> bool {
        self.inward.0.abs() < 1e-9
    }

    /// Ends that belong together have the same key: hundredths of a pixel.
    fn key(&self) -> (i64, i64) {
        let key = |v: f64| (v * 100.0).round() as i64;
        (key(self.at.x), key(self.at.y))
    }

    /// The two corners of the panel at this end.
    fn corners(&self) -> [Point; 2] {
        let (x, y) = (-self.inward.1 * self.half, self.inward.0 * self.half);
        [1.0, -1.0].map(|side| Point {
            x: self.at.x + side * x,
            y: self.at.y + side * y,
        })
    }
}

/// The openings that no junction may reach into.
pub(crate) struct Junctions {
    bands: Vec<Option<Shape>>,
    index: PlanIndex,
}

impl Junctions {
    /// Made of the bands of all openings, px.
    pub(crate) fn new(bands: impl Iterator<Item = Vec<Point>>) -> Self {
        let nowhere = Bounds {
            x1: f64::INFINITY,
            y1: f64::INFINITY,
            x2: f64::NEG_INFINITY,
            y2: f64::NEG_INFINITY,
        };
        let bands: Vec<Option<Shape>> = bands.map(|band| Shape::new(&band)).collect();
        let boxes: Vec<Bounds> = bands
            .iter()
            .map(|band| band.map_or(nowhere, |shape| shape.bounds))
            .collect();
        let index = PlanIndex::new(&boxes);
        Self { bands, index }
    }

    /// The polygons that fill the notches.
    pub(crate) fn fill(&self, mut ends: Vec<WallEnd>) -> Vec<Vec<Point>> {
        ends.sort_by_key(WallEnd::key);
        let together = ends.chunk_by(|a, b| a.key() == b.key());
        together
            .filter_map(junction)
            .filter(|polygon| !self.reaches_opening(polygon))
            .collect()
    }

    fn reaches_opening(&self, polygon: &[Point]) -> bool {
        // A hair smaller, so that touching is allowed.
        let Some(area) = Bounds::of(polygon).map(|bounds| bounds.grown(-0.01)) else {
            return false;
        };
        let mut found = Vec::new();
        self.index.meeting(&area, &mut found);
        let mut bands = found.iter().filter_map(|&i| self.bands[i as usize]);
        bands.any(|band| band.meets(&area))
    }
}

/// What fills the notch where some ends meet; `None` where there is none.
fn junction(ends: &[WallEnd]) -> Option<Vec<Point>> {
    let (first, rest) = ends.split_first()?;
    let cross = |other: &WallEnd| first.inward.0 * other.inward.1 - first.inward.1 * other.inward.0;
    if rest.iter().all(|other| cross(other).abs() < 1e-6) {
        return None;
    }
    if ends.iter().all(|end| end.horizontal() || end.vertical()) {
        let half = |wanted: fn(&WallEnd) -> bool| {
            let halves = ends.iter().filter(|end| wanted(end)).map(|end| end.half);
            halves.fold(0.0, f64::max)
        };
        let (wide, high) = (half(WallEnd::vertical), half(WallEnd::horizontal));
        let at = |x: f64, y: f64| Point {
            x: first.at.x + x * wide,
            y: first.at.y + y * high,
        };
        return Some(vec![
            at(-1.0, -1.0),
            at(1.0, -1.0),
            at(1.0, 1.0),
            at(-1.0, 1.0),
        ]);
    }
    // A bevel: the corners of the ends in order around the point.
    let mut corners: Vec<Point> = ends.iter().flat_map(WallEnd::corners).collect();
    let angle = |p: &Point| (p.y - first.at.y).atan2(p.x - first.at.x);
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    Some(corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    fn wall(from: (f64, f64), to: (f64, f64)) -> Vec<WallEnd> {
        WallEnd::both(at(from.0, from.1), at(to.0, to.1), 5.0)
    }

    fn filled(bands: Vec<Vec<Point>>, walls: &[Vec<WallEnd>]) -> Vec<Vec<Point>> {
        Junctions::new(bands.into_iter()).fill(walls.concat())
    }

    #[test]
    fn only_corners_are_filled() {
        let east = wall((0.0, 0.0), (100.0, 0.0));
        let further = wall((100.0, 0.0), (200.0, 0.0));
        let south = wall((0.0, 0.0), (0.0, 100.0));
        assert!(filled(vec![], &[east.clone(), further]).is_empty());
        let square = [at(-5.0, -5.0), at(5.0, -5.0), at(5.0, 5.0), at(-5.0, 5.0)];
        assert_eq!(filled(vec![], &[east, south]), [square]);
    }

    #[test]
    fn a_gap_beside_a_corner_stays_a_gap() {
        let east = wall((0.0, 0.0), (100.0, 0.0));
        let south = wall((0.0, 0.0), (0.0, 100.0));
        let gap = |x1: f64, x2: f64| vec![at(x1, -5.0), at(x2, -5.0), at(x2, 5.0), at(x1, 5.0)];
        let walls = [east, south];
        assert!(filled(vec![gap(-40.0, 0.0)], &walls).is_empty());
        assert_eq!(filled(vec![gap(-40.0, -5.0)], &walls).len(), 1);
    }

    #[test]
    fn a_slanted_corner_is_bevelled() {
        let east = wall((0.0, 0.0), (100.0, 0.0));
        let slant = wall((0.0, 0.0), (70.0, 70.0));
        let filled = filled(vec![], &[east, slant]);
        assert_eq!(filled.len(), 1);
        assert_eq!(filled[0].len(), 4);
    }
}
