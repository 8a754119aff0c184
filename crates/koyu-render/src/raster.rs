//! A coarse picture of what is taken, which rules most places out at a glance.

use koyu_model::geometry::Bounds;

use crate::shape::Shape;

/// Cells to a side.
const SIDE: usize = 32;

/// For each corner of a cell how many taken cells lie above and left of it.
pub(crate) struct Raster {
    around: Bounds,
    /// Cells per pixel along each side.
    per: (f64, f64),
    sums: Vec<u16>,
}

impl Raster {
    /// The picture of a part of the sheet. Text there stays in the box.
    pub(crate) fn new<'s>(
        around: Bounds,
        shapes: impl Iterator<Item = &'s Shape>,
        texts: impl Iterator<Item = Bounds>,
    ) -> Self {
        let side = SIDE as f64;
        let cell = (
            (around.x2 - around.x1) / side,
            (around.y2 - around.y1) / side,
        );
        let mut raster = Self {
            around,
            per: (1.0 / cell.0, 1.0 / cell.1),
            sums: vec![0; (SIDE + 1) * (SIDE + 1)],
        };
        let shapes = shapes.map(|shape| (shape.bounds, Some(shape)));
        for (bounds, shape) in shapes.chain(texts.map(|text| (text, None))) {
            let (xs, ys) = raster.touched(&bounds);
            for y in ys {
                for x in xs.clone() {
                    let at = Bounds {
                        x1: around.x1 + x as f64 * cell.0,
                        y1: around.y1 + y as f64 * cell.1,
                        x2: around.x1 + (x + 1) as f64 * cell.0,
                        y2: around.y1 + (y + 1) as f64 * cell.1,
                    };
                    let taken = match shape {
                        Some(shape) => shape.meets(&at),
                        None => {
                            bounds.x1 < at.x2
                                && at.x1 < bounds.x2
                                && bounds.y1 < at.y2
                                && at.y1 < bounds.y2
                        }
                    };
                    if taken {
                        raster.sums[(y + 1) * (SIDE + 1) + x + 1] = 1;
                    }
                }
            }
        }
        for y in 1..=SIDE {
            for x in 1..=SIDE {
                let at = y * (SIDE + 1) + x;
                let above = at - SIDE - 1;
                // The last term is part of both others.
                raster.sums[at] = raster.sums[at] + raster.sums[at - 1] + raster.sums[above]
                    - raster.sums[above - 1];
            }
        }
        raster
    }

    /// The cells that a box touches.
    fn touched(&self, area: &Bounds) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        // A conversion to an integer ends at the ends of its range.
        let range = |from: f64, to: f64, per: f64| {
            let first = ((from * per).floor() as usize).min(SIDE);
            first
                ..((to * per).floor() as usize)
                    .saturating_add(1)
                    .min(SIDE)
                    .max(first)
        };
        let a = &self.around;
        (
            range(area.x1 - a.x1, area.x2 - a.x1, self.per.0),
            range(area.y1 - a.y1, area.y2 - a.y1, self.per.1),
        )
    }

    /// Whether some of a box is taken for sure: a cell that lies in it as a whole.
    pub(crate) fn is_taken(&self, area: &Bounds) -> bool {
        let range = |from: f64, to: f64, per: f64| {
            let first = ((from * per).ceil() as usize).min(SIDE);
            (first, ((to * per).floor() as usize).min(SIDE))
        };
        let a = &self.around;
        let (x1, x2) = range(area.x1 - a.x1, area.x2 - a.x1, self.per.0);
        let (y1, y2) = range(area.y1 - a.y1, area.y2 - a.y1, self.per.1);
        if x1 >= x2 || y1 >= y2 {
            return false;
        }
        let sum = |x: usize, y: usize| self.sums[y * (SIDE + 1) + x];
        sum(x2, y2) + sum(x1, y1) > sum(x1, y2) + sum(x2, y1)
    }
}

#[cfg(test)]
mod tests {
    use koyu_model::Point;

    use super::*;

    fn area(x1: f64, y1: f64, x2: f64, y2: f64) -> Bounds {
        Bounds { x1, y1, x2, y2 }
    }

    #[test]
    fn only_what_is_taken_is_ruled_out() {
        let at = |x, y| Point { x, y };
        let wall = Shape::new(&[
            at(40.0, -9.0),
            at(44.0, -9.0),
            at(44.0, 200.0),
            at(40.0, 200.0),
        ]);
        let slant = Shape::line(at(50.0, 50.0), at(96.0, 96.0));
        let shapes = [wall.unwrap(), slant.unwrap()];
        let text = area(60.0, 10.0, 80.0, 20.0);
        let raster = Raster::new(
            area(0.0, 0.0, 96.0, 96.0),
            shapes.iter(),
            std::iter::once(text),
        );
        let mut ruled_out = 0;
        for x in 0..80 {
            for y in 0..80 {
                let place = area(
                    f64::from(x),
                    f64::from(y),
                    f64::from(x) + 14.0,
                    f64::from(y) + 9.0,
                );
                let on_text = place.x1 < text.x2
                    && text.x1 < place.x2
                    && place.y1 < text.y2
                    && text.y1 < place.y2;
                let taken = on_text || shapes.iter().any(|shape| shape.meets(&place));
                assert!(taken || !raster.is_taken(&place), "{place:?}");
                ruled_out += usize::from(raster.is_taken(&place));
            }
        }
        assert!(ruled_out > 1500, "{ruled_out}");
    }

    #[test]
    fn a_part_without_extent_rules_nothing_out() {
        let flat = area(3.0, 3.0, 3.0, 9.0);
        let raster = Raster::new(flat, std::iter::empty(), std::iter::once(flat));
        assert!(!raster.is_taken(&flat));
    }
}
