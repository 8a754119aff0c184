//! The region of a space (04 §6): its convex pieces.

use std::ops::Deref;

use crate::elements::{Point, Space};
use crate::geometry::{Bounds, area_of_pieces, rect_polygon, round2};

/// One convex piece of a region, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'m> {
    /// A written rectangle that no drawn line has cut.
    Rect([Point; 4]),
    /// What drawn lines have left.
    Cut(&'m [Point]),
}

impl Deref for Piece<'_> {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        match self {
            Self::Rect(corners) => corners,
            Self::Cut(points) => points,
        }
    }
}

impl AsRef<[Point]> for Piece<'_> {
    fn as_ref(&self) -> &[Point] {
        self
    }
}

impl Space {
    /// Whether a region was written. This never changes, whatever lines cut away.
    pub fn has_region(&self) -> bool {
        !self.parts.is_empty()
    }

    /// How many pieces the region has.
    pub fn piece_count(&self) -> usize {
        match &self.cut {
            Some(pieces) if !pieces.is_empty() => pieces.len(),
            _ => self.parts.len(),
        }
    }

    /// One piece of the region, `index` below [`Space::piece_count`].
    pub fn piece(&self, index: usize) -> Piece<'_> {
        match &self.cut {
            Some(pieces) if !pieces.is_empty() => Piece::Cut(&pieces[index]),
            _ => Piece::Rect(rect_polygon(self.parts[index].rect)),
        }
    }

    /// The region: its pieces, or its rectangles if nothing was cut or all was cut away (04 §6).
    pub fn region(&self) -> impl ExactSizeIterator<Item = Piece<'_>> + Clone {
        (0..self.piece_count()).map(|index| self.piece(index))
    }

    /// The bounding box of the region; `None` without one.
    pub fn bounds(&self) -> Option<Bounds> {
        self.region()
            .filter_map(|piece| Bounds::of(&piece))
            .reduce(|a, b| a.with(&b))
    }

    /// The area of the region in m², rounded to two decimals; `None` without a region (04 §10).
    pub fn area_m2(&self) -> Option<f64> {
        self.has_region()
            .then(|| round2(area_of_pieces(self.region()) / 1e6))
    }
}
