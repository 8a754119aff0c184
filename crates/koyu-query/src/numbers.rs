//! How numbers are rounded for answers and written in sentences (07 §2, 08 §4, 12 §1.3).

use koyu_model::geometry::round;

/// A number with exactly `decimals` decimals: those nearest to the exact value of the double, a
/// tie going away from zero. From 10²¹ on, and when it is not finite, its raw text.
pub fn fixed(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value.abs() >= 1e21 {
        return format!("{value:e}").replace('e', "e+");
    }
    // Both zeros are written without a sign.
    let value = value + 0.0;
    // An exact tie has one binary place more than there are decimals; the formatter would round
    // it to even, its neighbour away from zero is rounded as wanted.
    let binary_places = |places: usize| (value * 2_f64.powi(places as i32)).fract() != 0.0;
    if binary_places(decimals) && !binary_places(decimals + 1) {
        let away = value.abs().next_up().copysign(value);
        return format!("{away:.decimals$}");
    }
    format!("{value:.decimals$}")
}

/// A length in whole millimetres, halves going up.
pub(crate) fn whole(mm: f64) -> String {
    // Both zeros are written without a sign.
    fixed(round(mm), 0)
}

/// A slope (rise by run) as `1/N`, N with one decimal unless that is 0; a dash where nothing
/// rises (08 §5).
pub fn slope_text(slope: f64) -> String {
    if slope <= 0.0 {
        return "—".to_owned();
    }
    one_over(1.0 / slope)
}

/// `1/N`, N with one decimal unless that is 0.
pub(crate) fn one_over(n: f64) -> String {
    let n = fixed(n, 1);
    format!("1/{}", n.strip_suffix(".0").unwrap_or(&n))
}

/// The share of `part` in `whole` in percent with one decimal (07 §11.2).
pub(crate) fn percent(part: f64, whole: f64) -> f64 {
    round(part / whole * 1000.0) / 10.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn decimals_are_those_of_the_exact_value() {
        for (value, decimals, text) in [
            (0.125, 2, "0.13"),
            (-0.125, 2, "-0.13"),
            (0.375, 2, "0.38"),
            (0.999, 2, "1.00"),
            (1.005, 2, "1.00"),
            (2.5, 0, "3"),
            (0.5, 0, "1"),
            (-0.001, 2, "-0.00"),
            (-0.0, 2, "0.00"),
            (72.0, 2, "72.00"),
            (2.314_285, 2, "2.31"),
            (1e21, 2, "1e+21"),
            (f64::INFINITY, 2, "Infinity"),
            (f64::NEG_INFINITY, 2, "-Infinity"),
            (f64::NAN, 2, "NaN"),
        ] {
            assert_eq!(fixed(value, decimals), text, "{value:?}");
        }
    }

    #[test]
    fn slopes_are_one_over_something() {
        assert_eq!(slope_text(0.5), "1/2");
        assert_eq!(slope_text(3000.0 / 6900.0), "1/2.3");
        assert_eq!(slope_text(0.0), "—");
        assert_eq!(slope_text(-0.5), "—");
        assert_eq!(whole(-0.5), "0");
        assert_eq!(whole(1000.5), "1001");
        assert_eq!(whole(-0.0), "0");
    }

    proptest! {
        /// Against the exact decimal expansion, rounded digit by digit.
        #[test]
        fn ties_go_away_from_zero(eighths in -80_000..80_000i32, noise in prop::bool::ANY) {
            let value = f64::from(eighths) / 8.0 + if noise { 1e-7 } else { 0.0 };
            let exact = format!("{:.60}", value.abs());
            let (whole, fraction) = exact.split_once('.').unwrap();
            let mut cents: u64 = format!("{whole}{}", &fraction[..2]).parse().unwrap();
            cents += u64::from(fraction.as_bytes()[2] >= b'5');
            let sign = if value < 0.0 { "-" } else { "" };
            prop_assert_eq!(fixed(value, 2), format!("{sign}{}.{:02}", cents / 100, cents % 100));
        }
    }
}
