//! Intervals on a line, and what is left of one when others are taken out of it (04 §8.2).

use super::number::{max, min};
use super::tolerance::EPS;

/// A stretch of a line, mm; `lo ≤ hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its start.
    pub lo: f64,
    /// Its end.
    pub hi: f64,
}

/// The common stretch of two intervals if it is longer than [`EPS`].
pub fn common(a: Interval, b: Interval) -> Option<Interval> {
    let both = Interval {
        lo: max(a.lo, b.lo),
        hi: min(a.hi, b.hi),
    };
    (both.hi - both.lo > EPS).then_some(both)
}

/// Takes `[lo, hi]` out of intervals that ascend and do not overlap; what is left of each must
/// be longer than [`EPS`], a common part that is not is left in (04 §8.2).
pub fn cut_out(intervals: &mut Vec<Interval>, taken: Interval) {
    // Ascending intervals: all before the first that ends after `lo` and all from the first that
    // starts after `hi` have no common part.
    let from = intervals.partition_point(|i| i.hi <= taken.lo);
    let to = from + intervals[from..].partition_point(|i| i.lo < taken.hi);
    let mut left = Vec::new();
    for &part in &intervals[from..to] {
        match common(part, taken) {
            None => left.push(part),
            Some(both) => {
                if both.lo - part.lo > EPS {
                    left.push(Interval {
                        lo: part.lo,
                        hi: both.lo,
                    });
                }
                if part.hi - both.hi > EPS {
                    left.push(Interval {
                        lo: both.hi,
                        hi: part.hi,
                    });
                }
            }
        }
    }
    intervals.splice(from..to, left);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(start: (f64, f64), taken: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let of = |(lo, hi)| Interval { lo, hi };
        let mut intervals = vec![of(start)];
        for &one in taken {
            cut_out(&mut intervals, of(one));
        }
        intervals.iter().map(|i| (i.lo, i.hi)).collect()
    }

    #[test]
    fn cutting_intervals() {
        assert_eq!(
            left((0.0, 10.0), &[(-5.0, 0.0), (10.0, 12.0)]),
            [(0.0, 10.0)]
        );
        assert_eq!(left((0.0, 10.0), &[(2.0, 4.0)]), [(0.0, 2.0), (4.0, 10.0)]);
        assert_eq!(
            left((0.0, 10.0), &[(2.0, 4.0), (6.0, 7.0), (3.0, 6.5)]),
            [(0.0, 2.0), (7.0, 10.0)]
        );
        assert_eq!(left((0.0, 10.0), &[(0.0, 10.0)]), []);
        assert_eq!(left((0.0, 10.0), &[(0.5, 9.5)]), [], "rests of 0.5 vanish");
        assert_eq!(left((0.0, 10.0), &[(0.51, 10.0)]), [(0.0, 0.51)]);
        assert_eq!(
            left((0.0, 10.0), &[(4.0, 4.5)]),
            [(0.0, 10.0)],
            "0.5 is not taken"
        );
    }
}
