//! Attribute values: number or text, and the text of numbers (01 §4.1, §4.2; 03 §5).

use std::fmt;
use std::sync::Arc;

/// The value of an attribute. Typing goes by shape alone (01 §4.1): what looks like
/// `-?digits(.digits)?` is a number, everything else is text.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An IEEE double; may be negative zero or infinite, never NaN.
    Number(f64),
    /// Text, exactly as written; shared, because one statement may make many elements.
    Text(Arc<str>),
}

impl Value {
    /// Types a written value by its shape.
    pub fn from_written(text: &str) -> Self {
        match number(text) {
            Some(number) => Self::Number(number),
            None => Self::Text(text.into()),
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    /// The text, if it is text; a number does not count, also where it was quoted.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Text(text) => Some(text),
        }
    }

    /// The value turned into text: a number by [`number_text`] (01 §4.1), so `02.0` is `2`.
    pub fn to_text(&self) -> String {
        match self {
            Self::Number(number) => number_text(*number),
            Self::Text(text) => text.to_string(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => f.write_str(&number_text(*number)),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Whether the text has the shape of a number: `-?digits(.digits)?`, ASCII digits, in full.
pub fn is_number_shape(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match unsigned.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(unsigned),
    }
}

/// The double nearest to a text of the number shape; `None` for every other text.
///
/// Many digits overflow to an infinity, which is a number like any other (01 §4.1).
pub fn number(text: &str) -> Option<f64> {
    // Up to fifteen digits are exact in a double; the common case by far.
    if text.len() <= 15 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = text
            .bytes()
            .fold(0_u64, |sum, byte| sum * 10 + u64::from(byte - b'0'));
        return Some(digits as f64);
    }
    // The shape is a subset of what the standard reader accepts, which rounds correctly.
    is_number_shape(text).then(|| text.parse().ok()).flatten()
}

/// The text of a number: the shortest decimal that reads back to the same double, laid out as in
/// 03 §5. Both zeros are `0`; the infinities are `Infinity` and `-Infinity` (01 §4.1).
pub fn number_text(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        }
        .to_owned();
    }
    if number.is_nan() {
        // No text writes it, but arithmetic on infinities may end here.
        return "NaN".to_owned();
    }
    let plain = (1e-6..1e21).contains(&number.abs());
    if plain && number.fract() == 0.0 {
        return number.to_string();
    }
    let (negative, digits, exponent) = shortest(number);
    let sign = if negative { "-" } else { "" };
    if !plain {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        return format!("{sign}{first}{dot}{rest}e{exponent:+}");
    }
    match usize::try_from(exponent) {
        Ok(exponent) => {
            let (whole, fraction) = digits.split_at(exponent + 1);
            format!("{sign}{whole}.{fraction}")
        }
        Err(_) => {
            let zeros = "0".repeat((-exponent - 1) as usize);
            format!("{sign}0.{zeros}{digits}")
        }
    }
}

/// The shortest digits that read back to a number, and the power of ten of the first one. Of two
/// that lie equally near the even one is taken, as ECMAScript does.
fn shortest(number: f64) -> (bool, String, i32) {
    // The standard library spells the shortest digits, but takes the upper one of two.
    let (negative, mut digits, exponent) = scientific(&format!("{number:e}"));
    // Both of two can only read back where doubles lie far apart, that is, with many digits.
    if digits.len() >= 15 {
        let exact = scientific(&format!("{number:.*e}", digits.len() + 60)).1;
        let (near, beyond) = exact.split_at(digits.len());
        let half = beyond.starts_with('5') && beyond[1..].bytes().all(|digit| digit == b'0');
        let even = near.bytes().last().is_some_and(|digit| digit % 2 == 0);
        let sign = if negative { "-" } else { "" };
        let (first, rest) = near.split_at(1);
        if half && even && format!("{sign}{first}.{rest}e{exponent}").parse() == Ok(number) {
            digits = near.to_owned();
        }
    }
    (negative, digits, exponent)
}

/// Takes a number in the form `-d.ddde-n` apart.
fn scientific(text: &str) -> (bool, String, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let negative = digits.starts_with('-');
    let digits = digits
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(char::from)
        .collect();
    (negative, digits, exponent.parse().unwrap_or(0))
}

/// The number that a key stands for when it is a *canonical array index*: a decimal integer
/// 0 … 4294967294 without sign or leading zero (01 §4.2). Such keys come first in a bag.
pub fn index_key(key: &str) -> Option<u32> {
    let canonical = key == "0" || (!key.starts_with('0') && key.len() <= 10);
    if !canonical || !key.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    key.parse::<u32>().ok().filter(|&index| index < u32::MAX)
}

/// Where a key stands among others (01 §4.2): canonical array indices first, ascending; all other
/// keys after them and alike, so that a stable sort keeps their order.
pub fn index_rank(key: &str) -> u64 {
    index_key(key).map_or(u64::MAX, u64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_typed_by_shape() {
        for (written, number) in [
            ("2400", 2400.0),
            ("02400", 2400.0),
            ("2400.0", 2400.0),
            ("1.50", 1.5),
            ("-7", -7.0),
            ("123456789012345678901234567890", 1.2345678901234568e29),
        ] {
            assert_eq!(
                Value::from_written(written),
                Value::Number(number),
                "{written}"
            );
        }
        for written in [
            "", ".5", "1.", "+1", "1e3", "0x1", "1,000", "-", "１", "--1", "1.2.3", " 1", "1 ",
            "inf", "NaN", "-.5", "1.-5",
        ] {
            assert_eq!(
                Value::from_written(written),
                Value::Text(written.into()),
                "{written:?}"
            );
        }
    }

    #[test]
    fn zero_has_a_sign_that_is_not_shown_and_many_nines_are_infinite() {
        let Value::Number(zero) = Value::from_written("-0.0") else {
            panic!("not a number")
        };
        assert!(zero == 0.0 && zero.is_sign_negative());
        assert_eq!(number_text(zero), "0");
        let nines = "9".repeat(400);
        assert_eq!(Value::from_written(&nines), Value::Number(f64::INFINITY));
        assert_eq!(
            Value::from_written(&format!("-{nines}")).to_text(),
            "-Infinity"
        );
    }

    #[test]
    fn numbers_are_laid_out_as_in_03_5() {
        for (number, text) in [
            (0.0, "0"),
            (4000.0, "4000"),
            (123456789012345678.0, "123456789012345680"),
            (1e20, "100000000000000000000"),
            (3000.5, "3000.5"),
            (12.5, "12.5"),
            (0.3, "0.3"),
            (0.000001, "0.000001"),
            (0.0000012, "0.0000012"),
            (1e21, "1e+21"),
            (1.5e22, "1.5e+22"),
            (1e-7, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (-1.5, "-1.5"),
            (999999999999999.0, "999999999999999"),
            (1e15, "1000000000000000"),
            (9007199254740993.0, "9007199254740992"),
            (1.2345678901234568e29, "1.2345678901234568e+29"),
            (f64::MAX, "1.7976931348623157e+308"),
            (5e-324, "5e-324"),
            (f64::INFINITY, "Infinity"),
            (f64::NAN, "NaN"),
            // Of two shortest texts that lie equally near, the one with the even digit.
            (1e15 + 0.25, "1000000000000000.2"),
            (1e15 + 0.75, "1000000000000000.8"),
            (1e14 + 0.125, "100000000000000.12"),
            (1e14 + 0.375, "100000000000000.38"),
            (12345678901234.0 + 0.0625, "12345678901234.062"),
            (-852971825612206.0 - 0.25, "-852971825612206.2"),
            (2251799813685249.0 + 0.5, "2251799813685249.5"),
            (8.0 + 1.0 / 65536.0, "8.000015258789062"),
            (2f64.powi(-24), "5.960464477539063e-8"),
            (0.1 + 0.2, "0.30000000000000004"),
            (176.47058823529412, "176.47058823529412"),
        ] {
            assert_eq!(number_text(number), text);
        }
    }

    #[test]
    fn index_keys_are_canonical_and_bounded() {
        assert_eq!(index_key("0"), Some(0));
        assert_eq!(index_key("10"), Some(10));
        assert_eq!(index_key("4294967294"), Some(4294967294));
        for key in [
            "4294967295",
            "99999999999",
            "02",
            "-1",
            "+1",
            "",
            "1.0",
            "１",
            "a",
        ] {
            assert_eq!(index_key(key), None, "{key}");
            assert!(index_rank(key) > index_rank("4294967294"), "{key}");
        }
    }
}
