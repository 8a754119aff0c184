//! Ids of requests: a text or a whole number (BASE-4, BASE-5).

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json;

/// The largest whole number that an id may be, and the smallest with its sign (2⁵³ − 1).
const LARGEST: i64 = (1 << 53) - 1;

/// The id of a request, or a progress token, which has the same form. `7` and `"7"` differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// A whole number, however it was spelled.
    Number(i64),
    /// Any text, also an empty one.
    Text(String),
}

impl RequestId {
    /// Reads an id; `None` for what is none.
    pub(crate) fn read(value: &RawValue) -> Option<Self> {
        if let Some(text) = json::text(value) {
            return Some(Self::Text(text.into_owned()));
        }
        whole(value.get()).map(Self::Number)
    }

    /// As JSON.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => json::quoted(text),
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json())
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// The whole number that a JSON number spells, also with a fraction or exponent. Digits are
/// looked at and not a double, which would round a small fraction away.
pub(crate) fn whole(written: &str) -> Option<i64> {
    // As nearly every client spells it. What has fewer digits than the largest is smaller.
    if written.len() < 16 && written.bytes().all(|byte| byte.is_ascii_digit()) {
        return written.parse().ok();
    }
    let (unsigned, sign) = match written.strip_prefix('-') {
        Some(rest) => (rest, -1),
        None => (written, 1),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{before}{after}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    let exponent: i64 = exponent.parse().ok()?;
    let dropped = i64::try_from(digits.len() - significant.len()).ok()?;
    let behind = i64::try_from(after.len()).ok()?;
    let shift = exponent.checked_sub(behind)?.checked_add(dropped)?;
    // A negative shift leaves a fraction.
    let scale = 10_i64.checked_pow(u32::try_from(shift).ok()?)?;
    let number = significant.parse::<i64>().ok()?.checked_mul(scale)?;
    (number <= LARGEST).then_some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        RequestId::read(json::parse(text).unwrap()).map(|id| id.json())
    }

    #[test]
    fn base4_whole_numbers_and_texts_are_ids_and_come_back_plain() {
        for (sent, back) in [
            ("7", "7"),
            ("-7", "-7"),
            ("-0", "0"),
            ("0.000e99999999999999999999", "0"),
            ("1.0", "1"),
            ("1e2", "100"),
            ("1.5E+1", "15"),
            ("1200e-2", "12"),
            ("9007199254740991", "9007199254740991"),
            ("-9007199254740991.0", "-9007199254740991"),
            ("\"\"", "\"\""),
            (r#""\u00e9""#, "\"é\""),
            ("\"7\"", "\"7\""),
        ] {
            assert_eq!(read(sent).as_deref(), Some(back), "{sent}");
        }
    }

    #[test]
    fn base4_everything_else_is_no_id() {
        for sent in [
            "null",
            "true",
            "[]",
            "{}",
            "1.5",
            "1e-1",
            "9007199254740992",
            "-9007199254740992",
            // A double would round this to a whole number.
            "9007199254740991.4",
            "1e400",
            "1e99999999999999999999",
        ] {
            assert_eq!(read(sent), None, "{sent}");
        }
    }
}
