//! A packed tree of boxes: which of many are near a given one, without asking each.
//!
//! It only finds candidates. The specified order of results is restored by the caller, who sorts
//! the candidates by the position in which they were given.

use super::bounds::Bounds;

/// Children of a node.
const FAN: usize = 8;

/// A set of boxes, each known by its position in the list it was built from. Building takes
/// n·log n, a question log n and the size of its answer.
#[derive(Clone, Debug, Default)]
pub struct PlanIndex {
    /// Boxes and positions, ordered so that neighbours in plan are neighbours in the list.
    leaves: Vec<(Bounds, u32)>,
    /// The boxes around every [`FAN`] entries of the row below, up to a row of one.
    rows: Vec<Vec<Bounds>>,
}

impl PlanIndex {
    /// Builds the index.
    pub fn new(boxes: &[Bounds]) -> Self {
        let mut leaves: Vec<(Bounds, u32)> = boxes.iter().copied().zip(0..).collect();
        sort_along_curve(&mut leaves);
        let mut rows: Vec<Vec<Bounds>> = Vec::new();
        let around = |boxes: &mut dyn Iterator<Item = Bounds>| boxes.reduce(|a, b| a.with(&b));
        let mut row: Vec<Bounds> = leaves
            .chunks(FAN)
            .filter_map(|chunk| around(&mut chunk.iter().map(|leaf| leaf.0)))
            .collect();
        while row.len() > 1 {
            let next = row
                .chunks(FAN)
                .filter_map(|chunk| around(&mut chunk.iter().copied()))
                .collect();
            rows.push(std::mem::replace(&mut row, next));
        }
        rows.push(row);
        Self { leaves, rows }
    }

    /// Fills `found` with the positions of all boxes that touch or overlap `area`, unordered.
    pub fn meeting(&self, area: &Bounds, found: &mut Vec<u32>) {
        found.clear();
        if !self.leaves.is_empty() {
            self.descend(self.rows.len() - 1, 0, area, found);
        }
    }

    /// Walks below node `node` of row `row`; the depth is the logarithm of the number of boxes.
    fn descend(&self, row: usize, node: usize, area: &Bounds, found: &mut Vec<u32>) {
        if !self.rows[row][node].meets(area) {
            return;
        }
        let children = node * FAN..(node + 1) * FAN;
        match row.checked_sub(1) {
            Some(below) => {
                for child in children.start..children.end.min(self.rows[below].len()) {
                    self.descend(below, child, area, found);
                }
            }
            None => {
                let leaves = &self.leaves[children.start..children.end.min(self.leaves.len())];
                let near = leaves.iter().filter(|leaf| leaf.0.meets(area));
                found.extend(near.map(|leaf| leaf.1));
            }
        }
    }
}

/// Cells of the curve along each axis.
const CELLS: u32 = 1 << 16;

/// Orders the boxes by where their middles lie on a Hilbert curve, so that what is near in the
/// list is near in plan at every row of the tree, however long or wide the plan is.
fn sort_along_curve(leaves: &mut Vec<(Bounds, u32)>) {
    let middle = |lo: f64, hi: f64| lo / 2.0 + hi / 2.0;
    let middles = leaves
        .iter()
        .map(|(b, _)| [middle(b.x1, b.x2), middle(b.y1, b.y2)]);
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for point in middles
        .clone()
        .filter(|point| point.iter().all(|v| v.is_finite()))
    {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    // One scale for both axes. What is no number lands in the first or last cell.
    let extent = (high[0] - low[0]).max(high[1] - low[1]);
    let cell = |v: f64, low: f64| ((v - low) / extent * f64::from(CELLS - 1)) as u32;
    let mut keyed: Vec<(u32, (Bounds, u32))> = middles
        .map(|[x, y]| {
            along_curve(
                cell(x, low[0]).min(CELLS - 1),
                cell(y, low[1]).min(CELLS - 1),
            )
        })
        .zip(leaves.iter().copied())
        .collect();
    keyed.sort_by_key(|&(key, (_, position))| (key, position));
    leaves.clear();
    leaves.extend(keyed.into_iter().map(|(_, leaf)| leaf));
}

/// How far along the Hilbert curve a cell lies; both coordinates below [`CELLS`].
fn along_curve(mut x: u32, mut y: u32) -> u32 {
    let mut distance = 0;
    let mut side = CELLS / 2;
    while side > 0 {
        let (right, up) = (x & side != 0, y & side != 0);
        let quadrant = match (right, up) {
            (false, false) => 0,
            (false, true) => 1,
            (true, true) => 2,
            (true, false) => 3,
        };
        distance += side * side * quadrant;
        // The lower quadrants are run through turned.
        if !up {
            if right {
                (x, y) = (CELLS - 1 - x, CELLS - 1 - y);
            }
            std::mem::swap(&mut x, &mut y);
        }
        side /= 2;
    }
    distance
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_finds_what_asking_each_box_finds(
            boxes in prop::collection::vec((-50..50i32, -50..50i32, 0..30i32, 0..30i32), 0..200),
            x in -60..60i32, y in -60..60i32, size in 0..40i32,
        ) {
            let of = |x: i32, y: i32, w: i32, h: i32| Bounds {
                x1: f64::from(x), y1: f64::from(y), x2: f64::from(x + w), y2: f64::from(y + h),
            };
            let boxes: Vec<Bounds> = boxes.into_iter().map(|(x, y, w, h)| of(x, y, w, h)).collect();
            let area = of(x, y, size, size);
            let mut found = Vec::new();
            PlanIndex::new(&boxes).meeting(&area, &mut found);
            found.sort_unstable();
            let each: Vec<u32> = (0..boxes.len() as u32)
                .filter(|&i| boxes[i as usize].meets(&area))
                .collect();
            prop_assert_eq!(found, each);
        }
    }

    #[test]
    fn successive_cells_of_the_curve_are_neighbours() {
        let mut cells = Vec::new();
        // The corner of the curve that holds its first 4,096 cells.
        for x in 0..64 {
            for y in 0..64 {
                cells.push((along_curve(x, y), x, y));
            }
        }
        cells.sort_unstable();
        for (place, pair) in (0..).zip(cells.windows(2)) {
            let ((distance, x, y), (_, next_x, next_y)) = (pair[0], pair[1]);
            assert_eq!(distance, place);
            assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1);
        }
    }

    #[test]
    fn boxes_without_numbers_are_candidates() {
        let odd = Bounds {
            x1: f64::NAN,
            y1: 0.0,
            x2: f64::INFINITY,
            y2: 1.0,
        };
        let mut found = Vec::new();
        PlanIndex::new(&[odd]).meeting(&odd, &mut found);
        assert_eq!(found, [0]);
    }
}
