//! Bounding boxes (04 §5).

use super::number::{max, min};
use super::tolerance::AREA_EPS;
use crate::elements::{Point, Rect};

/// A bounding box. Unlike a [`Rect`] it may have no extent in a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// West.
    pub x1: f64,
    /// South.
    pub y1: f64,
    /// East.
    pub x2: f64,
    /// North.
    pub y2: f64,
}

impl Bounds {
    /// The box of some points; `None` without points.
    pub fn of(points: &[Point]) -> Option<Self> {
        let (first, rest) = points.split_first()?;
        let start = Self {
            x1: first.x,
            y1: first.y,
            x2: first.x,
            y2: first.y,
        };
        Some(rest.iter().fold(start, |all, p| Self {
            x1: min(all.x1, p.x),
            y1: min(all.y1, p.y),
            x2: max(all.x2, p.x),
            y2: max(all.y2, p.y),
        }))
    }

    /// The box of several lists of points together; `None` without points.
    pub fn of_all<'a>(pieces: impl IntoIterator<Item = &'a [Point]>) -> Option<Self> {
        pieces
            .into_iter()
            .filter_map(Self::of)
            .reduce(|a, b| a.with(&b))
    }

    /// The smallest box around both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self {
            x1: min(self.x1, other.x1),
            y1: min(self.y1, other.y1),
            x2: max(self.x2, other.x2),
            y2: max(self.y2, other.y2),
        }
    }

    /// The box moved outward by `by` on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self {
            x1: self.x1 - by,
            y1: self.y1 - by,
            x2: self.x2 + by,
            y2: self.y2 + by,
        }
    }

    /// Whether the boxes touch or overlap. A box with NaN meets everything: as a filter of
    /// candidates this errs on the safe side.
    pub fn meets(&self, other: &Self) -> bool {
        !(self.x1 > other.x2 || other.x1 > self.x2 || self.y1 > other.y2 || other.y1 > self.y2)
    }

    /// Whether the boxes have more than half of
    /// [`AREA_EPS`](super::tolerance::AREA_EPS) in common, or NaN: less never counts as an overlap.
    pub(crate) fn share_area(&self, other: &Self) -> bool {
        let w = min(self.x2, other.x2) - max(self.x1, other.x1);
        let h = min(self.y2, other.y2) - max(self.y1, other.y1);
        !(w <= 0.0 || h <= 0.0 || w * h <= AREA_EPS / 2.0)
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        Point {
            x: (self.x1 + self.x2) / 2.0,
            y: (self.y1 + self.y2) / 2.0,
        }
    }
}

impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Self {
        Self {
            x1: rect.x1,
            y1: rect.y1,
            x2: rect.x2,
            y2: rect.y2,
        }
    }
}

impl From<Bounds> for Rect {
    fn from(bounds: Bounds) -> Self {
        Self {
            x1: bounds.x1,
            y1: bounds.y1,
            x2: bounds.x2,
            y2: bounds.y2,
        }
    }
}
