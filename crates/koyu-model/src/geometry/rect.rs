//! Rectangles (04 §3, §5.4).

use super::number::{max, min, round2};
use super::tolerance::EPS;
use crate::elements::{Point, Rect};

/// Up to this many cells of the compressed grid the union area is summed cell by cell in the
/// order of 04 §5.4; beyond, strip by strip, which differs in the last digits at most.
const MAX_CELLS: usize = 50_000_000;

/// A rectangle as a polygon: counter-clockwise from the south-west corner.
pub fn rect_polygon(rect: Rect) -> [Point; 4] {
    let Rect { x1, y1, x2, y2 } = rect;
    [(x1, y1), (x2, y1), (x2, y2), (x1, y2)].map(|(x, y)| Point { x, y })
}

/// Whether two rectangles overlap by more than [`EPS`] in both directions.
pub fn overlap_in_plan(a: &Rect, b: &Rect) -> bool {
    min(a.x2, b.x2) - max(a.x1, b.x1) > EPS && min(a.y2, b.y2) - max(a.y1, b.y1) > EPS
}

/// The distinct values, ascending.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut all: Vec<f64> = values.collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// The position of a value among the distinct ones.
fn position(of: f64, among: &[f64]) -> usize {
    among.partition_point(|v| *v < of)
}

/// The area of the union of some rectangles in m², rounded to two decimals.
pub fn union_area_m2(rects: &[Rect]) -> f64 {
    let xs = distinct(rects.iter().flat_map(|r| [r.x1, r.x2]));
    let ys = distinct(rects.iter().flat_map(|r| [r.y1, r.y2]));
    // What begins and ends at each x, as spans of positions in `ys`.
    let mut begins = vec![Vec::new(); xs.len()];
    let mut ends = vec![Vec::new(); xs.len()];
    for rect in rects {
        let span = position(rect.y1, &ys)..position(rect.y2, &ys);
        begins[position(rect.x1, &xs)].push(span.clone());
        ends[position(rect.x2, &xs)].push(span);
    }
    let by_cell = xs.len().saturating_mul(ys.len()) <= MAX_CELLS;
    let mut cover = Cover::new(&ys);
    let mut sum = 0.0;
    for (i, pair) in xs.windows(2).enumerate() {
        for span in &ends[i] {
            cover.change(span.clone(), -1);
        }
        for span in &begins[i] {
            cover.change(span.clone(), 1);
        }
        let dx = pair[1] - pair[0];
        if by_cell {
            cover.each_cell(|dy| sum += dx * dy);
        } else {
            sum += dx * cover.length();
        }
    }
    round2(sum / 1e6)
}

/// Which stretches of the y axis are covered at one x: a tree over the distinct coordinates.
struct Cover<'a> {
    ys: &'a [f64],
    /// How many spans cover the whole stretch of a node.
    count: Vec<i32>,
    /// The covered length within the stretch of a node.
    covered: Vec<f64>,
}

impl<'a> Cover<'a> {
    fn new(ys: &'a [f64]) -> Self {
        let nodes = 4 * ys.len().max(1);
        Self {
            ys,
            count: vec![0; nodes],
            covered: vec![0.0; nodes],
        }
    }

    fn cells(&self) -> usize {
        self.ys.len().saturating_sub(1)
    }

    fn length(&self) -> f64 {
        self.covered[1.min(self.covered.len() - 1)]
    }

    /// Adds or takes away one span of cells.
    fn change(&mut self, span: std::ops::Range<usize>, by: i32) {
        if !span.is_empty() {
            self.change_below(1, 0..self.cells(), &span, by);
        }
    }

    fn change_below(
        &mut self,
        node: usize,
        cells: std::ops::Range<usize>,
        span: &std::ops::Range<usize>,
        by: i32,
    ) {
        if span.end <= cells.start || cells.end <= span.start {
            return;
        }
        let whole = span.start <= cells.start && cells.end <= span.end;
        let middle = usize::midpoint(cells.start, cells.end);
        if whole {
            self.count[node] += by;
        } else {
            self.change_below(2 * node, cells.start..middle, span, by);
            self.change_below(2 * node + 1, middle..cells.end, span, by);
        }
        self.covered[node] = if self.count[node] > 0 {
            self.ys[cells.end] - self.ys[cells.start]
        } else if cells.len() == 1 {
            0.0
        } else {
            self.covered[2 * node] + self.covered[2 * node + 1]
        };
    }

    /// Calls with the height of each covered cell, from south to north.
    fn each_cell(&self, mut each: impl FnMut(f64)) {
        if self.cells() > 0 {
            self.each_below(1, 0..self.cells(), false, &mut each);
        }
    }

    fn each_below(
        &self,
        node: usize,
        cells: std::ops::Range<usize>,
        above: bool,
        each: &mut impl FnMut(f64),
    ) {
        let whole = above || self.count[node] > 0;
        if cells.len() == 1 {
            if whole {
                each(self.ys[cells.end] - self.ys[cells.start]);
            }
        } else if whole || self.covered[node] != 0.0 {
            let middle = usize::midpoint(cells.start, cells.end);
            self.each_below(2 * node, cells.start..middle, whole, each);
            self.each_below(2 * node + 1, middle..cells.end, whole, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rect(x1: f64, y1: f64, x2: f64, y2: f64) -> Rect {
        Rect { x1, y1, x2, y2 }
    }

    #[test]
    fn overlaps_are_counted_once() {
        assert_eq!(union_area_m2(&[]), 0.0);
        let twice = [
            rect(0.0, 0.0, 2000.0, 2000.0),
            rect(1000.0, 1000.0, 3000.0, 3000.0),
        ];
        assert_eq!(union_area_m2(&twice), 7.0);
        assert_eq!(union_area_m2(&[twice[0], twice[0]]), 4.0);
    }

    #[test]
    fn half_a_millimetre_is_no_overlap() {
        let a = rect(0.0, 0.0, 100.0, 100.0);
        assert!(!overlap_in_plan(&a, &rect(99.5, 0.0, 200.0, 100.0)));
        assert!(overlap_in_plan(&a, &rect(99.0, 0.0, 200.0, 100.0)));
    }

    proptest! {
        #[test]
        fn the_union_is_the_sum_of_covered_cells(
            sides in prop::collection::vec((0..20i32, 0..20i32, 1..9i32, 1..9i32), 0..12),
        ) {
            let rects: Vec<Rect> = sides
                .iter()
                .map(|&(x, y, w, h)| {
                    let [x1, y1, x2, y2] = [x, y, x + w, y + h].map(|v| f64::from(v) * 1000.0);
                    rect(x1, y1, x2, y2)
                })
                .collect();
            let covered = |x: i32, y: i32| sides.iter().any(|&(left, low, w, h)| {
                (left..left + w).contains(&x) && (low..low + h).contains(&y)
            });
            let cells = (0..30).flat_map(|x| (0..30).map(move |y| (x, y)));
            let count = cells.filter(|&(x, y)| covered(x, y)).count();
            prop_assert_eq!(union_area_m2(&rects), count as f64);
        }
    }
}
