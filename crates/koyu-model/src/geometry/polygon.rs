//! Areas and winding of polygons (04 §5). A polygon is a list of points, indices modulo its
//! length.

use std::borrow::Cow;

use crate::elements::Point;

/// The signed area in mm²: positive when the vertices run counter-clockwise.
pub fn signed_area(polygon: &[Point]) -> f64 {
    let mut sum = 0.0;
    for (i, p) in polygon.iter().enumerate() {
        let q = &polygon[if i + 1 == polygon.len() { 0 } else { i + 1 }];
        sum += p.x * q.y - q.x * p.y;
    }
    sum / 2.0
}

/// The area in mm².
pub fn area(polygon: &[Point]) -> f64 {
    signed_area(polygon).abs()
}

/// The sum of the areas of some pieces, left to right, in mm². Overlaps count twice.
pub fn area_of_pieces<P: AsRef<[Point]>>(pieces: impl IntoIterator<Item = P>) -> f64 {
    pieces
        .into_iter()
        .fold(0.0, |sum, piece| sum + area(piece.as_ref()))
}

/// The polygon itself if its signed area is > 0, otherwise its vertices in reverse.
pub fn counter_clockwise(polygon: &[Point]) -> Cow<'_, [Point]> {
    if signed_area(polygon) > 0.0 {
        Cow::Borrowed(polygon)
    } else {
        Cow::Owned(polygon.iter().rev().copied().collect())
    }
}

#[cfg(test)]
pub(super) fn points<const N: usize>(coordinates: [(f64, f64); N]) -> Vec<Point> {
    coordinates
        .into_iter()
        .map(|(x, y)| Point { x, y })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas() {
        let square = points([(0.0, 0.0), (2.0, 0.0), (2.0, 3.0), (0.0, 3.0)]);
        let reversed: Vec<Point> = square.iter().rev().copied().collect();
        assert_eq!(signed_area(&square), 6.0);
        assert_eq!(signed_area(&reversed), -6.0);
        assert_eq!(area(&reversed), 6.0);
        assert_eq!(area_of_pieces([&square, &reversed]), 12.0);
        assert_eq!(counter_clockwise(&reversed), counter_clockwise(&square));
        assert_eq!(area(&[]), 0.0);
        assert_eq!(area(&square[..1]), 0.0);
        let bow_tie = points([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        assert_eq!(area(&bow_tie), 0.0);
    }
}
