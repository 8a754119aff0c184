//! How numbers are written (09 §6).

use std::fmt::Write;

/// No coordinate is written beyond this: what lies so far out is on no sheet, and a renderer
/// cannot tell it from its neighbours.
const FAR: f64 = 1e12;

/// Appends a number with at most three decimals: 0.0005 px is well under what 09 §6 asks for.
/// Never an exponent, a sign of zero, NaN or an infinity.
pub(crate) fn push(text: &mut String, value: f64) {
    let value = if value.is_nan() { 0.0 } else { value };
    // Adding zero makes both zeros one.
    let value = (value.clamp(-FAR, FAR) * 1000.0).round() / 1000.0 + 0.0;
    // Writing to a string never fails.
    let _ = write!(text, "{value}");
}

/// A number as [`push`] writes it.
pub(crate) fn short(value: f64) -> String {
    let mut text = String::new();
    push(&mut text, value);
    text
}

/// A slope as `1/N`, N with one decimal, an exact tie going up, and a trailing `.0` left out
/// (05 §11).
pub(crate) fn slope(slope: f64) -> String {
    if slope <= 0.0 {
        return "—".to_owned();
    }
    let n = 1.0 / slope;
    if n >= 1e21 {
        return format!("1/{}", koyu_model::Value::Number(n).to_text());
    }
    // An exact tie ends in .25 or .75; the formatter would round it to even.
    let tie = (n * 4.0).fract() == 0.0 && (n * 2.0).fract() != 0.0;
    let n = format!("{:.1}", if tie { n.next_up() } else { n });
    format!("1/{}", n.strip_suffix(".0").unwrap_or(&n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_plain() {
        for (value, text) in [
            (84.0, "84"),
            (0.1 + 0.2, "0.3"),
            (184.665, "184.665"),
            (-0.0, "0"),
            (-0.000_1, "0"),
            (1e300, "1000000000000"),
            (f64::NEG_INFINITY, "-1000000000000"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn slopes_are_those_of_the_chapter() {
        for (value, text) in [
            (1.0 / 12.0, "1/12"),
            (0.5, "1/2"),
            (1.0 / 7.2, "1/7.2"),
            (3.75, "1/0.3"),
            (1.0 / 12.04, "1/12"),
            (0.000_1, "1/10000"),
            (20.0, "1/0.1"),
            (25.0, "1/0"),
            (1.0 / 10.25, "1/10.3"),
            (1e-22, "1/1e+22"),
            (0.0, "—"),
        ] {
            assert_eq!(slope(value), text);
        }
    }
}
