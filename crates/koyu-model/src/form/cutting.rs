//! Cutting regions by drawn lines (04 §6.2), once at the end of composition.

use std::collections::HashMap;

use crate::canonical_order::in_canonical_order;
use crate::elements::{Origin, Point, Rect, Space, SpaceId};
use crate::geometry::tolerance::{AREA_EPS, EPS};
use crate::geometry::{Bounds, Pieces, area, clip, max, min, split};
use crate::model::Model;

/// What a drawn line did to the regions on its two sides (03 §1.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It cut some piece in two.
    Cut,
    /// No piece lies on both of its sides.
    Nothing,
    /// Which side belongs to whom cannot be told; nothing was cut.
    Undetermined,
}

/// The largest number of pieces that the drawn lines of one building may be held against,
/// counted anew for each line.
pub const MAX_PIECES: usize = 1_000_000;

/// A drawn line past [`MAX_PIECES`].
#[derive(Debug)]
pub(crate) struct TooManyPieces {
    /// The first end of its boundary.
    pub(crate) path: String,
    /// Where the line stands.
    pub(crate) origin: Origin,
}

/// Cuts the regions by all drawn lines, in canonical boundary order, and records each line's
/// effect. A line of which an end does not exist has none.
///
/// # Errors
/// When lines meet more than [`MAX_PIECES`].
pub(crate) fn cut_regions(model: &mut Model) -> Result<(), TooManyPieces> {
    let boundaries = (0..).zip(model.boundaries());
    let lines: Vec<u32> = boundaries
        .filter(|(_, boundary)| boundary.drawn.is_some())
        .map(|(position, _)| position)
        .collect();
    let mut regions: HashMap<SpaceId, Region> = HashMap::new();
    let mut held = 0;
    for position in in_canonical_order(model, &lines) {
        let boundary = &model.boundaries()[position as usize];
        let Some(drawn) = &boundary.drawn else {
            continue;
        };
        let ends = (model.space_at(boundary.a), model.space_at(boundary.b));
        let (Some(a), Some(b)) = ends else { continue };
        let line = Line {
            from: drawn.from.point,
            to: drawn.to.point,
        };
        // Between a space and itself both sides would be equal.
        let effect = if a == b {
            Effect::Undetermined
        } else {
            let mut sides = [a, b].map(|id| {
                let region = regions.entry(id);
                std::mem::take(&mut region.or_insert_with(|| Region::of(model.space(id))).pieces)
            });
            held += sides.iter().map(Vec::len).sum::<usize>();
            if held > MAX_PIECES {
                return Err(TooManyPieces {
                    path: model.text(boundary.a).to_owned(),
                    origin: Origin {
                        line: drawn.line,
                        layer: boundary.origin.layer,
                    },
                });
            }
            let effect = line.cut(&mut sides);
            for (id, pieces) in [a, b].into_iter().zip(sides) {
                let cut = regions.get(&id).is_some_and(|region| region.cut);
                let cut = cut || effect != Effect::Undetermined;
                regions.insert(id, Region { pieces, cut });
            }
            effect
        };
        if let Some(drawn) = &mut model.boundaries[position as usize].drawn {
            drawn.effect = Some(effect);
        }
    }
    for (id, region) in regions {
        let space = &mut model.spaces[id.0 as usize];
        if region.cut && space.has_region() {
            space.cut = Some(region.pieces);
        }
    }
    Ok(())
}

/// The pieces of a space between two cuts.
struct Region {
    pieces: Pieces,
    /// Whether a line has had an effect on it.
    cut: bool,
}

impl Region {
    fn of(space: &Space) -> Self {
        Self {
            pieces: space.region().map(|piece| piece.to_vec()).collect(),
            cut: false,
        }
    }
}

/// A line in canonical direction.
struct Line {
    from: Point,
    to: Point,
}

impl Line {
    /// Cuts the pieces on its two sides.
    fn cut(&self, sides: &mut [Pieces; 2]) -> Effect {
        let Some(window) = self.window(sides) else {
            return Effect::Undetermined;
        };
        let touching = sides
            .each_ref()
            .map(|pieces| touching(pieces, window).collect::<Vec<_>>());
        let Some(keep) = self.keep(sides, &touching) else {
            return Effect::Undetermined;
        };
        let halves = sides.each_ref().map(|pieces| split(pieces, window));
        // What reaches into the window touches it, so this asks the touching pieces.
        let crosses = halves.iter().any(|(inside, _)| {
            inside
                .iter()
                .any(|piece| self.half(piece, true).is_some() && self.half(piece, false).is_some())
        });
        let two = keep.iter().all(Option::is_some);
        let pool: Pieces = halves
            .iter()
            .flat_map(|(inside, _)| inside.clone())
            .collect();
        // Two spaces of which neither reaches into the window stay as they are.
        if !(two && pool.is_empty()) {
            for ((pieces, (_, outside)), left) in sides.iter_mut().zip(halves).zip(keep) {
                *pieces = outside;
                // One space alone keeps its side; the other gains nothing.
                let Some(left) = left else { continue };
                pieces.extend(pool.iter().filter_map(|piece| self.half(piece, left)));
            }
        }
        if crosses {
            Effect::Cut
        } else {
            Effect::Nothing
        }
    }

    fn half(&self, piece: &[Point], left: bool) -> Option<Vec<Point>> {
        clip(piece, self.from, self.to, left)
    }

    /// The rectangle within which the line cuts (04 §6.2 step 1).
    fn window(&self, sides: &[Pieces; 2]) -> Option<Rect> {
        let boxes = sides
            .each_ref()
            .map(|pieces| Bounds::of_all(pieces.iter().map(Vec::as_slice)));
        let (p, q) = (self.from, self.to);
        let upright = (q.y - p.y).abs() >= (q.x - p.x).abs();
        // A box as ((along), (across)).
        let turned = |b: Bounds| {
            let (x, y) = ((b.x1, b.x2), (b.y1, b.y2));
            if upright { (y, x) } else { (x, y) }
        };
        let (along, across) = match boxes {
            [Some(a), Some(b)] => {
                let ((a_along, a_across), (b_along, b_across)) = (turned(a), turned(b));
                (
                    (max(a_along.0, b_along.0), min(a_along.1, b_along.1)),
                    (min(a_across.0, b_across.0), max(a_across.1, b_across.1)),
                )
            }
            [Some(one), None] | [None, Some(one)] => {
                let (from, to) = if upright { (p.y, q.y) } else { (p.x, q.x) };
                ((min(from, to), max(from, to)), turned(one).1)
            }
            [None, None] => return None,
        };
        let wide = |(lo, hi): (f64, f64)| hi - lo > EPS;
        let (x, y) = if upright {
            (across, along)
        } else {
            (along, across)
        };
        (wide(along) && wide(across)).then_some(Rect {
            x1: x.0,
            y1: y.0,
            x2: x.1,
            y2: y.1,
        })
    }

    /// For each space the side it keeps, `true` for left (04 §6.2 step 2). A space without
    /// pieces keeps none; the whole is `None` when undetermined.
    fn keep(
        &self,
        sides: &[Pieces; 2],
        touching: &[Vec<&Vec<Point>>; 2],
    ) -> Option<[Option<bool>; 2]> {
        let [a, b] = touching.each_ref().map(|pieces| self.side(pieces));
        match sides.each_ref().map(|pieces| !pieces.is_empty()) {
            [true, false] => a.map(|left| [Some(left), None]),
            [false, true] => b.map(|left| [None, Some(left)]),
            [false, false] => None,
            [true, true] => {
                let (a, b) = match (a, b) {
                    (None, None) => return None,
                    (Some(a), None) => (a, !a),
                    (None, Some(b)) => (!b, b),
                    (Some(a), Some(b)) => (a, b),
                };
                (a != b).then_some([Some(a), Some(b)])
            }
        }
    }

    /// The side on which most of the pieces lies, `None` for a balance.
    fn side(&self, pieces: &[&Vec<Point>]) -> Option<bool> {
        let sum = |left| {
            pieces.iter().fold(0.0, |sum, piece| {
                sum + self.half(piece, left).map_or(0.0, |half| area(&half))
            })
        };
        let difference = sum(true) - sum(false);
        // NaN counts as a balance.
        (difference.abs() >= AREA_EPS).then_some(difference > 0.0)
    }
}

/// The pieces whose box touches the window.
fn touching(pieces: &Pieces, window: Rect) -> impl Iterator<Item = &Vec<Point>> {
    pieces.iter().filter(move |piece| {
        Bounds::of(piece).is_some_and(|b| {
            b.x2 > window.x1 - EPS
                && b.x1 < window.x2 + EPS
                && b.y2 > window.y1 - EPS
                && b.y1 < window.y2 + EPS
        })
    })
}
