//! Half-plane clipping and what is built on it (04 §5.1–5.4). All polygons here are convex.

use std::rc::Rc;

use super::bounds::Bounds;
use super::polygon::{area, area_of_pieces, counter_clockwise};
use super::tolerance::{AREA_EPS, CROSS_EPS};
use crate::elements::{Point, Rect};

/// A list of convex polygons.
pub type Pieces = Vec<Vec<Point>>;

/// The part of a polygon to the left of A→B, or to its right; `None` unless at least three
/// vertices and more than [`AREA_EPS`] remain. Vertices are never merged or rotated.
pub fn clip(polygon: &[Point], a: Point, b: Point, left: bool) -> Option<Vec<Point>> {
    let side = |p: &Point| {
        let c = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if left { c } else { -c }
    };
    let first = polygon.first()?;
    // Most polygons that are clipped lie wholly on one side: nothing is allocated for those.
    if polygon.iter().all(|p| side(p) < -CROSS_EPS) {
        return None;
    }
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let first_side = side(first);
    let mut c = first_side;
    for (i, p) in polygon.iter().enumerate() {
        let last = i + 1 == polygon.len();
        let q = if last { first } else { &polygon[i + 1] };
        let next = if last { first_side } else { side(q) };
        if c >= -CROSS_EPS {
            kept.push(*p);
        }
        if (c > CROSS_EPS && next < -CROSS_EPS) || (next > CROSS_EPS && c < -CROSS_EPS) {
            let t = c / (c - next);
            kept.push(Point {
                x: p.x + t * (q.x - p.x),
                y: p.y + t * (q.y - p.y),
            });
        }
        c = next;
    }
    (kept.len() >= 3 && area(&kept) > AREA_EPS).then_some(kept)
}

/// The edges of a polygon in vertex order.
fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let ends = polygon.iter().cycle().skip(1);
    polygon.iter().copied().zip(ends.copied())
}

/// The part of a polygon inside a counter-clockwise convex one.
fn clip_to(polygon: &[Point], within: &[Point]) -> Option<Vec<Point>> {
    let mut edges = edges(within);
    let (a, b) = edges.next()?;
    let start = clip(polygon, a, b, true)?;
    edges.try_fold(start, |rest, (a, b)| clip(&rest, a, b, true))
}

/// Splits pieces by a rectangle into what is inside and what is outside (04 §5.2).
pub fn split(pieces: &[Vec<Point>], window: Rect) -> (Pieces, Pieces) {
    let corners = super::rect_polygon(window);
    let mut outside = Vec::new();
    let mut inside: Option<Pieces> = None;
    for (a, b) in edges(&corners) {
        let current = inside.as_deref().unwrap_or(pieces);
        let mut next = Vec::with_capacity(current.len());
        for piece in current {
            next.extend(clip(piece, a, b, true));
            outside.extend(clip(piece, a, b, false));
        }
        inside = Some(next);
    }
    (inside.unwrap_or_default(), outside)
}

/// The box outside of which a cover keeps nothing when it clips. [`CROSS_EPS`] is a cross
/// product, so it reaches farther across a shorter edge; the rest is room for rounding.
pub(crate) fn cover_box(cover: &[Point]) -> Option<Bounds> {
    let shortest = edges(cover)
        .map(|(a, b)| (b.x - a.x).abs().max((b.y - a.y).abs()))
        .fold(f64::INFINITY, f64::min);
    let bounds = Bounds::of(cover)?;
    let far = [bounds.x1, bounds.y1, bounds.x2, bounds.y2]
        .into_iter()
        .fold(0.0, |far: f64, v| far.max(v.abs()));
    Some(bounds.grown(CROSS_EPS / shortest.max(f64::MIN_POSITIVE) + 1e-7 + far * 1e-12))
}

/// A convex polygon that takes away what lies under it, prepared.
pub(crate) struct Cover<P> {
    piece: P,
    /// The piece counter-clockwise, if it is not so itself.
    turned: Option<Vec<Point>>,
    bounds: Bounds,
}

impl<P: AsRef<[Point]>> Cover<P> {
    /// `None` for a polygon of fewer than three vertices, which takes nothing away.
    pub(crate) fn new(piece: P) -> Option<Self> {
        let points = piece.as_ref();
        if points.len() < 3 {
            return None;
        }
        let turned = match counter_clockwise(points) {
            std::borrow::Cow::Borrowed(_) => None,
            std::borrow::Cow::Owned(turned) => Some(turned),
        };
        let bounds = cover_box(points)?;
        Some(Self {
            piece,
            turned,
            bounds,
        })
    }

    fn outline(&self) -> &[Point] {
        self.turned.as_deref().unwrap_or(self.piece.as_ref())
    }
}

/// What the covers leave of some pieces (04 §5.3).
///
/// The chapter takes cover after cover out of all that is left. Here each piece goes its own way
/// through the covers near it: what a cover makes of a piece depends on nothing else, and what it
/// makes stands where the piece stood, so both give the same list. The work then grows with the
/// covers near a piece and not with their number.
pub(crate) fn subtract_all<P: AsRef<[Point]>>(pieces: Pieces, covers: &[Cover<P>]) -> Pieces {
    if covers.is_empty() {
        return pieces;
    }
    let all: Rc<[u32]> = (0..covers.len() as u32).collect();
    let mut open: Vec<(Vec<Point>, Rc<[u32]>)> = Vec::new();
    let mut rest = Vec::new();
    for piece in pieces {
        open.push((piece, Rc::clone(&all)));
        while let Some((piece, ahead)) = open.pop() {
            let bounds = Bounds::of(&piece);
            let near = |cover: u32| {
                bounds.is_some_and(|bounds| covers[cover as usize].bounds.share_area(&bounds))
            };
            // Far covers would end empty and keep the piece whole; the boxes say so sooner.
            let hit = ahead.iter().position(|&cover| {
                near(cover) && clip_to(&piece, covers[cover as usize].outline()).is_some()
            });
            let Some(hit) = hit else {
                rest.push(piece);
                continue;
            };
            let later: Rc<[u32]> = ahead[hit + 1..]
                .iter()
                .copied()
                .filter(|&c| near(c))
                .collect();
            let first = open.len();
            let mut remain = Some(piece);
            for (a, b) in edges(covers[ahead[hit] as usize].outline()) {
                let Some(piece) = remain else { break };
                let outside = clip(&piece, a, b, false);
                open.extend(outside.map(|tile| (tile, Rc::clone(&later))));
                remain = clip(&piece, a, b, true);
            }
            // The first made is taken first.
            open[first..].reverse();
        }
    }
    rest
}

/// What the covers leave of a piece (04 §5.3).
pub fn subtract<P: AsRef<[Point]>>(piece: &[Point], covers: impl IntoIterator<Item = P>) -> Pieces {
    let covers: Vec<Cover<P>> = covers.into_iter().filter_map(Cover::new).collect();
    subtract_all(vec![piece.to_vec()], &covers)
}

/// Whether some piece of the first list and some piece of the second overlap by more than
/// [`AREA_EPS`] (04 §5.4).
pub fn overlap<P: AsRef<[Point]>, Q: AsRef<[Point]>>(first: &[P], second: &[Q]) -> bool {
    first.iter().map(AsRef::as_ref).any(|a| {
        let bounds = Bounds::of(a);
        second.iter().map(AsRef::as_ref).any(|b| {
            let near = matches!((bounds, cover_box(b)), (Some(a), Some(b)) if a.share_area(&b));
            near && clip_to(a, &counter_clockwise(b)).is_some()
        })
    })
}

/// The area of the union of some pieces in mm² (04 §5.4).
pub fn union_area<P: AsRef<[Point]>>(pieces: &[P]) -> f64 {
    let counted: Vec<&[Point]> = pieces
        .iter()
        .map(AsRef::as_ref)
        .filter(|piece| piece.len() >= 3)
        .collect();
    let bounds: Vec<Bounds> = counted
        .iter()
        .filter_map(|piece| cover_box(piece))
        .collect();
    let index = super::PlanIndex::new(&bounds);
    let mut near = Vec::new();
    let mut sum = 0.0;
    for (i, piece) in counted.iter().enumerate() {
        index.meeting(&bounds[i], &mut near);
        near.retain(|&j| (j as usize) < i);
        // The chapter begins with the first, but in which order covers are taken away changes
        // nothing of what is left. The latest are often the nearest, as in a stack of storeys each
        // a little beside the one below, and leave little that the others could cut up.
        near.sort_unstable_by(|a, b| b.cmp(a));
        let covers = near.iter().map(|&j| counted[j as usize]);
        sum += area_of_pieces(subtract(piece, covers));
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::polygon::points;
    use super::super::rect_polygon;
    use super::*;

    fn square(x: f64, y: f64, size: f64) -> Vec<Point> {
        rect_polygon(Rect {
            x1: x,
            y1: y,
            x2: x + size,
            y2: y + size,
        })
        .to_vec()
    }

    #[test]
    fn clipping_keeps_the_first_emitted_vertex_first() {
        let (a, b) = (Point { x: 0.0, y: 10.0 }, Point { x: 30.0, y: 10.0 });
        assert_eq!(
            clip(&square(0.0, 0.0, 30.0), a, b, true),
            Some(points([
                (30.0, 10.0),
                (30.0, 30.0),
                (0.0, 30.0),
                (0.0, 10.0)
            ]))
        );
        assert_eq!(
            clip(&square(0.0, 0.0, 30.0), a, b, false),
            Some(points([(0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (0.0, 10.0)]))
        );
        assert_eq!(
            clip(&square(0.0, 10.0, 30.0), a, b, false),
            None,
            "a line has no area"
        );
        assert_eq!(
            clip(&square(0.0, 0.0, 1.0), a, b, false),
            None,
            "1 mm² vanishes"
        );
        assert_eq!(clip(&[], a, b, true), None);
    }

    #[test]
    fn difference_and_union() {
        let whole = square(0.0, 0.0, 30.0);
        let tiles = subtract(&whole, [square(10.0, 10.0, 10.0)]);
        assert_eq!(tiles.len(), 4);
        assert_eq!(area_of_pieces(&tiles), 800.0);
        let beside = subtract(&whole, [square(30.0, 0.0, 30.0)]);
        assert_eq!(beside, std::slice::from_ref(&whole));
        assert!(subtract(&whole, [whole.clone()]).is_empty());
        let clockwise: Vec<Point> = square(0.0, 0.0, 10.0).into_iter().rev().collect();
        assert_eq!(area_of_pieces(subtract(&whole, [clockwise])), 800.0);
        assert_eq!(
            union_area(&[square(0.0, 0.0, 20.0), square(10.0, 10.0, 20.0)]),
            700.0
        );
        assert_eq!(
            union_area(&[square(0.0, 0.0, 20.0), square(0.0, 0.0, 20.0)]),
            400.0
        );
    }

    /// 04 §5.3 word for word: cover after cover out of all that is left.
    fn subtract_in_rounds(piece: &[Point], covers: &[Vec<Point>]) -> Pieces {
        let mut rest = vec![piece.to_vec()];
        for cover in covers {
            let cover = counter_clockwise(cover);
            let mut next = Vec::new();
            for piece in rest {
                if clip_to(&piece, &cover).is_none() {
                    next.push(piece);
                    continue;
                }
                let mut remain = Some(piece);
                for (a, b) in edges(&cover) {
                    let Some(piece) = remain else { break };
                    next.extend(clip(&piece, a, b, false));
                    remain = clip(&piece, a, b, true);
                }
            }
            rest = next;
        }
        rest
    }

    proptest! {
        #[test]
        fn the_difference_is_that_of_the_chapter(
            corners in prop::collection::vec(
                prop::array::uniform3((-30.0..30.0f64, -30.0..30.0f64)), 0..9),
            size in 1.0..50.0f64,
        ) {
            let covers: Vec<Vec<Point>> = corners.into_iter().map(points).collect();
            let piece = square(-size / 2.0, -size / 2.0, size);
            prop_assert_eq!(subtract(&piece, &covers), subtract_in_rounds(&piece, &covers));
        }
    }

    proptest! {
        #[test]
        fn the_union_is_that_of_the_chapter(
            corners in prop::collection::vec(
                prop::array::uniform3((-300.0..300.0f64, -300.0..300.0f64)), 0..12),
        ) {
            let pieces: Vec<Vec<Point>> = corners.into_iter().map(points).collect();
            let mut sum = 0.0;
            for (i, piece) in pieces.iter().enumerate() {
                sum += area_of_pieces(subtract_in_rounds(piece, &pieces[..i]));
            }
            // What is at most 1 mm² vanishes at each cut, whichever the order.
            prop_assert!((union_area(&pieces) - sum).abs() < 100.0);
        }
    }

    #[test]
    fn touching_is_not_overlapping() {
        let a = [square(0.0, 0.0, 10.0)];
        assert!(!overlap(&a, &[square(10.0, 0.0, 10.0)]));
        assert!(overlap(&a, &[square(9.0, 0.0, 10.0)]));
        assert!(
            !overlap(&a, &[square(9.0, 9.0, 1.0)]),
            "1 mm² is not more than 1 mm²"
        );
    }

    #[test]
    fn splitting_by_a_window() {
        let window = Rect {
            x1: 10.0,
            y1: -5.0,
            x2: 20.0,
            y2: 40.0,
        };
        let (inside, outside) = split(&[square(0.0, 0.0, 30.0)], window);
        assert_eq!(area_of_pieces(&inside), 300.0);
        assert_eq!(outside.len(), 2, "east first, then west");
        assert_eq!(Bounds::of(&outside[0]).map(|b| b.x1), Some(20.0));
        assert_eq!(Bounds::of(&outside[1]).map(|b| b.x1), Some(0.0));
    }
}
