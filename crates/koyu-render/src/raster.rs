//! A coarse picture of what is taken, which rules most places out at a glance.

use std::ops::Range;

use koyu_model::geometry::Bounds;

use crate::shape::{Shape, overlap};

/// Cells to a side, as many as a row has bits.
const SIDE: usize = u32::BITS as usize;

/// Which cells of a part of the sheet are taken.
pub(crate) struct Raster {
    around: Bounds,
    /// Cells per pixel along each side.
    per: (f64, f64),
    /// The rows of cells from top to bottom, a bit a cell.
    rows: [u32; SIDE],
}

impl Raster {
    /// The picture of a part of the sheet. Text there stays in the box.
    pub(crate) fn new<'s>(
        around: Bounds,
        shapes: impl Iterator<Item = &'s Shape>,
        texts: impl Iterator<Item = Bounds>,
    ) -> Self {
        let cells = SIDE as f64;
        let (width, height) = (around.x2 - around.x1, around.y2 - around.y1);
        let mut raster = Self {
            around,
            per: (cells / width, cells / height),
            rows: [0; SIDE],
        };
        let edge = |from: f64, length: f64, n: usize| from + n as f64 * (length / cells);
        let columns = |n: usize| (edge(around.x1, width, n), edge(around.x1, width, n + 1));
        let rows = |n: usize| (edge(around.y1, height, n), edge(around.y1, height, n + 1));
        let shapes = shapes.map(|shape| (shape.bounds, shape.slanted()));
        for (bounds, slanted) in shapes.chain(texts.map(|text| (text, None))) {
            let (xs, ys) = raster.touched(&bounds);
            let (x, y) = ((bounds.x1, bounds.x2), (bounds.y1, bounds.y2));
            let met = bits(xs.filter(|&n| overlap(x, columns(n))));
            for row in ys.filter(|&n| overlap(y, rows(n))) {
                let (y1, y2) = rows(row);
                raster.rows[row] |= match slanted {
                    None => met,
                    Some(shape) => bits((0..SIDE).filter(|&n| {
                        let (x1, x2) = columns(n);
                        met >> n & 1 == 1 && shape.meets(&Bounds { x1, y1, x2, y2 })
                    })),
                };
            }
        }
        raster
    }

    /// The cells that a box touches.
    fn touched(&self, area: &Bounds) -> (Range<usize>, Range<usize>) {
        // A conversion to an integer cuts off what is behind the point, and ends at the ends of
        // its range.
        let range = |from: f64, to: f64, per: f64| {
            let first = ((from * per) as usize).min(SIDE);
            first..((to * per) as usize).saturating_add(1).clamp(first, SIDE)
        };
        let a = &self.around;
        (
            range(area.x1 - a.x1, area.x2 - a.x1, self.per.0),
            range(area.y1 - a.y1, area.y2 - a.y1, self.per.1),
        )
    }

    /// Whether a box of a width and height may have room somewhere within the part: wherever it
    /// stands, it holds all cells but one of those that are as long as its side together.
    pub(crate) fn may_hold(&self, width: f64, height: f64) -> bool {
        let cells = |length: f64, per: f64| ((length * per) as usize).saturating_sub(1).min(SIDE);
        let (columns, rows) = (cells(width, self.per.0), cells(height, self.per.1));
        if columns == 0 || rows == 0 {
            return true;
        }
        self.rows.windows(rows).any(|rows| {
            let mut free = !rows.iter().fold(0, |all, row| all | row);
            // A bit stays where as many bits from it on are set as the run is long.
            let mut run = 1;
            while run < columns && free != 0 {
                let by = run.min(columns - run);
                free &= free >> by;
                run += by;
            }
            free != 0
        })
    }

    /// Whether some of a box is taken for sure: a cell that lies in it as a whole.
    pub(crate) fn is_taken(&self, area: &Bounds) -> bool {
        let range = |from: f64, to: f64, per: f64| {
            let from = from * per;
            let below = from as usize;
            let first = below + usize::from((below as f64) < from);
            first.min(SIDE)..((to * per) as usize).min(SIDE)
        };
        let a = &self.around;
        let columns = range(area.x1 - a.x1, area.x2 - a.x1, self.per.0);
        let rows = range(area.y1 - a.y1, area.y2 - a.y1, self.per.1);
        if columns.is_empty() || rows.is_empty() {
            return false;
        }
        let within = bits(columns);
        self.rows[rows].iter().any(|row| row & within != 0)
    }
}

/// A row in which some cells are set.
fn bits(cells: impl Iterator<Item = usize>) -> u32 {
    cells.fold(0, |row, cell| row | 1 << cell)
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
        let taken = |place: &Bounds| {
            let on_text = place.x1 < text.x2
                && text.x1 < place.x2
                && place.y1 < text.y2
                && text.y1 < place.y2;
            on_text || shapes.iter().any(|shape| shape.meets(place))
        };
        let mut ruled_out = 0;
        for (width, height) in [
            (14.0, 9.0),
            (39.0, 95.0),
            (40.0, 96.0),
            (51.0, 9.0),
            (60.0, 81.0),
        ] {
            let mut room = false;
            for (x, y) in (0..=96).flat_map(|x| (0..=96).map(move |y| (f64::from(x), f64::from(y))))
            {
                let place = area(x, y, x + width, y + height);
                if place.x2 > 96.0 || place.y2 > 96.0 {
                    continue;
                }
                assert!(taken(&place) || !raster.is_taken(&place), "{place:?}");
                room |= !taken(&place);
                ruled_out += usize::from(raster.is_taken(&place));
            }
            assert!(
                !room || raster.may_hold(width, height),
                "{width} x {height}"
            );
        }
        assert!(ruled_out > 1500, "{ruled_out}");
        assert!(!raster.may_hold(60.0, 81.0) && !raster.may_hold(96.0, 96.0));
    }

    #[test]
    fn a_part_without_extent_rules_nothing_out() {
        let flat = area(3.0, 3.0, 3.0, 9.0);
        let raster = Raster::new(flat, std::iter::empty(), std::iter::once(flat));
        assert!(!raster.is_taken(&flat));
    }
}
