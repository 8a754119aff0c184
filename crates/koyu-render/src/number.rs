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
}
