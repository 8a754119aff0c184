//! How numbers are written (09 §6).

use std::fmt::Write;

/// No coordinate is written beyond this: what lies so far out is on no sheet, and a renderer
/// cannot tell it from its neighbours.
const FAR: f64 = 1e12;

/// Appends a number with at most three decimals: 0.0005 px is well under what 09 §6 asks for.
/// Never an exponent, a sign of zero, NaN or an infinity.
pub(crate) fn push(text: &mut String, value: f64) {
    // An integer holds it: NaN becomes 0, and zero has no sign.
    let thousandths = (value.clamp(-FAR, FAR) * 1000.0).round() as i64;
    if thousandths < 0 {
        text.push('-');
    }
    let (whole, part) = (
        thousandths.unsigned_abs() / 1000,
        thousandths.unsigned_abs() % 1000,
    );
    // Writing to a string never fails.
    let _ = match part {
        0 => write!(text, "{whole}"),
        _ if part % 100 == 0 => write!(text, "{whole}.{}", part / 100),
        _ if part % 10 == 0 => write!(text, "{whole}.{:02}", part / 10),
        _ => write!(text, "{whole}.{part:03}"),
    };
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
            (-7.05, "-7.05"),
            (0.001, "0.001"),
            (-0.001, "-0.001"),
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
