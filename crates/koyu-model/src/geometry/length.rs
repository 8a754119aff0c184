//! The length function (04 §1.2).

use super::number::max;

/// The Euclidean length of (x, y), by the compensated and scaled sum of 04 §1.2.
///
/// It differs in the last bit from both `sqrt(x² + y²)` and the C library's `hypot` on many
/// inputs, and the form branches on exact doubles.
pub fn hyp(x: f64, y: f64) -> f64 {
    let (ax, ay) = (x.abs(), y.abs());
    if ax.is_infinite() || ay.is_infinite() {
        return f64::INFINITY;
    }
    let m = max(ax, ay);
    if m.is_nan() || m == 0.0 {
        return m;
    }
    let (mut sum, mut comp) = (0.0_f64, 0.0_f64);
    for v in [ax, ay] {
        let n = v / m;
        let term = n * n - comp;
        let next = sum + term;
        comp = (next - sum) - term;
        sum = next;
    }
    sum.sqrt() * m
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        assert_eq!(hyp(3.0, -4.0), 5.0);
        assert_eq!(hyp(0.0, -0.0), 0.0);
        assert_eq!(hyp(-7.0, 0.0), 7.0);
        assert_eq!(hyp(f64::NAN, f64::NEG_INFINITY), f64::INFINITY);
        assert!(hyp(f64::NAN, 1.0).is_nan());
        assert_eq!(hyp(1e200, 1e200), 2.0_f64.sqrt() * 1e200, "no overflow");
    }

    #[test]
    fn it_is_neither_the_plain_root_nor_the_library() {
        let pairs = (1..400).flat_map(|x| (1..40).map(move |y| (f64::from(x), f64::from(y) * 7.3)));
        let (mut plain, mut library) = (0, 0);
        for (x, y) in pairs {
            let length = hyp(x, y);
            plain += usize::from(length != (x * x + y * y).sqrt());
            library += usize::from(length != x.hypot(y));
            assert!((length - x.hypot(y)).abs() <= 4.0 * f64::EPSILON * length);
        }
        assert!(plain > 0 && library > 0, "{plain} {library}");
    }
}
