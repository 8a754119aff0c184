//! Rounding, least and greatest (04 §1.4, §1.7).

use std::cmp::Ordering;

/// Rounds halves toward +∞: −1.5 → −1, −0.5 → 0, 2.5 → 3; an infinity stays.
///
/// Neither `floor(v + 0.5)`, which is wrong for 0.49999999999999994, nor the standard library's
/// rounding of halves away from zero.
pub fn round(v: f64) -> f64 {
    let floor = v.floor();
    if v - floor >= 0.5 { floor + 1.0 } else { floor }
}

/// Rounds to two decimals by way of [`round`].
pub fn round2(v: f64) -> f64 {
    round(v * 100.0) / 100.0
}

/// The lesser; NaN if an argument is NaN (the standard library's skips NaN).
pub fn min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if b < a {
        b
    } else {
        a
    }
}

/// The greater; NaN if an argument is NaN.
pub fn max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if b > a {
        b
    } else {
        a
    }
}

/// The ascending order of numbers for sorting: both zeros are equal, and NaN, which only
/// arithmetic on infinities makes, has a place, so that sorting never meets a contradiction.
pub fn ascending(a: f64, b: f64) -> Ordering {
    // Adding zero makes both zeros one.
    (a + 0.0).total_cmp(&(b + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_up() {
        for (given, expected) in [
            (-1.5, -1.0),
            (-0.5, 0.0),
            (2.5, 3.0),
            (8.5, 9.0),
            (0.499_999_999_999_999_94, 0.0),
            (f64::INFINITY, f64::INFINITY),
            (f64::NEG_INFINITY, f64::NEG_INFINITY),
        ] {
            assert_eq!(round(given), expected, "{given}");
        }
        assert_eq!(round2(1.005), 1.0, "1.005 lies below the tie in binary");
        assert_eq!(round2(0.125), 0.13);
    }

    #[test]
    fn the_order_is_total() {
        assert_eq!(ascending(-0.0, 0.0), Ordering::Equal);
        assert_eq!(ascending(-1.0, 0.0), Ordering::Less);
        assert_eq!(ascending(f64::NAN, f64::NAN), Ordering::Equal);
    }

    #[test]
    fn nan_propagates() {
        assert!(min(1.0, f64::NAN).is_nan() && min(f64::NAN, 1.0).is_nan());
        assert!(max(1.0, f64::NAN).is_nan() && max(f64::NAN, 1.0).is_nan());
        assert_eq!((min(1.0, 2.0), max(1.0, 2.0)), (1.0, 2.0));
    }
}
