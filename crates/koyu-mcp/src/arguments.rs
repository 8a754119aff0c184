//! The arguments of a call, by the rules of 07 §1.2 and §13. The published schemas say what is
//! wanted; these rules say what is taken.

use std::borrow::Cow;

use koyu_query::MAX_UIDS;
use mcp_proto::json::{self, Token};
use mcp_proto::{JsonObject, RawValue, is_white_space};

use crate::refusal::Refusal;

/// A string that must be there and hold something. Blanks do; nothing is trimmed.
///
/// # Errors
/// The argument is absent, empty or not a string.
pub(crate) fn required(arguments: &JsonObject, name: &str) -> Result<String, Refusal> {
    arguments
        .get(name)
        .and_then(json::text)
        .filter(|text| !text.is_empty())
        .map(Cow::into_owned)
        .ok_or_else(|| Refusal::new(format!("{name} (a string) is required")))
}

/// Which spaces are wanted (07 §6).
#[derive(Debug, PartialEq)]
pub(crate) enum LevelFilter {
    /// All of them.
    None,
    /// Those of the level of this name.
    Level(String),
    /// None of them: the argument equals the name of no level.
    Nothing,
}

/// Reads the filter: absent, `null`, `""`, `0` and `false` mean none.
pub(crate) fn level_filter(arguments: &JsonObject) -> LevelFilter {
    let Some(value) = arguments.get("level") else {
        return LevelFilter::None;
    };
    if let Some(text) = json::text(value) {
        return match &*text {
            "" => LevelFilter::None,
            _ => LevelFilter::Level(text.into_owned()),
        };
    }
    match value.get() {
        "null" | "false" => LevelFilter::None,
        number if number.parse() == Ok(0.0) => LevelFilter::None,
        _ => LevelFilter::Nothing,
    }
}

/// How many uids are wanted; 1 if nothing is said.
///
/// # Errors
/// The argument does not stand for a whole number from 1 to 1000.
pub(crate) fn count(arguments: &JsonObject) -> Result<u32, Refusal> {
    let Some(value) = arguments.get("count") else {
        return Ok(1);
    };
    match number_of(value) {
        // Exact: a whole number in so small a range.
        Some(count) if count.fract() == 0.0 && (1.0..=f64::from(MAX_UIDS)).contains(&count) => {
            Ok(count as u32)
        }
        _ => Err(Refusal::new(format!(
            "count must be a whole number from 1 to {MAX_UIDS}"
        ))),
    }
}

/// What a value becomes as a number (the table of 07 §13); `None` for no number.
fn number_of(value: &RawValue) -> Option<f64> {
    match value.get() {
        "null" | "false" => Some(0.0),
        "true" => Some(1.0),
        written if written.starts_with('"') => number_of_text(&json::text(value)?),
        written if written.starts_with('[') => number_of_list(value),
        written if written.starts_with('{') => None,
        written => written.parse().ok(),
    }
}

/// A list counts as its elements joined by commas. So with a comma it is no number, nor with an
/// object in it; what remains is one value in any number of brackets, or none.
fn number_of_list(list: &RawValue) -> Option<f64> {
    let mut element = Some(0.0);
    for token in json::tokens(list) {
        match token {
            Token::Mark('[' | ']') | Token::Word("null") => {}
            Token::Mark(_) | Token::Word("true" | "false") => return None,
            Token::Word(number) => element = number.parse().ok(),
            Token::String(_) => element = token.text().and_then(|text| number_of_text(&text)),
        }
    }
    element
}

/// A text counts as the number that it spells once white space around it is taken away (the set
/// that is also trimmed off a message); nothing at all is 0.
fn number_of_text(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_white_space);
    match text.as_bytes() {
        [] => Some(0.0),
        [b'0', b'x' | b'X', digits @ ..] => whole(digits, 16),
        [b'0', b'o' | b'O', digits @ ..] => whole(digits, 8),
        [b'0', b'b' | b'B', digits @ ..] => whole(digits, 2),
        _ => decimal(text),
    }
}

/// A whole number without sign in a radix. Beyond 2⁵³ it is not exact, and need not be.
fn whole(digits: &[u8], radix: u32) -> Option<f64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0.0, |number, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        Some(number * f64::from(radix) + f64::from(digit))
    })
}

/// A decimal literal: sign, digits with or without a point, exponent; or `Infinity`.
fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    // The standard reader also takes `inf`, `nan` and any letter case.
    let plain =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    if unsigned == "Infinity" || unsigned.bytes().all(plain) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is no object has no members.
    fn object(text: &str) -> JsonObject {
        let value = json::parse(text).unwrap();
        JsonObject::of(value).unwrap_or_default()
    }

    fn counted(value: &str) -> Option<u32> {
        let arguments = format!(r#"{{"count":{value}}}"#);
        count(&object(&arguments)).ok()
    }

    #[test]
    fn an_absent_count_is_one_and_null_is_not_absent() {
        assert_eq!(count(&JsonObject::default()), Ok(1));
        assert_eq!(
            count(&object(r#"{"count":null}"#)),
            Err(Refusal::new("count must be a whole number from 1 to 1000"))
        );
    }

    #[test]
    fn whatever_stands_for_a_whole_number_in_bounds_is_a_count() {
        for (value, number) in [
            ("1", 1),
            ("1.0", 1),
            ("1e3", 1000),
            ("0.2e1", 2),
            ("true", 1),
            (r#""2""#, 2),
            (r#"" 0x2 ""#, 2),
            (r#""0X3E8""#, 1000),
            (r#""0o17""#, 15),
            (r#""0b101""#, 5),
            (r#""1e0""#, 1),
            (r#""+7.""#, 7),
            (r#"".5e1""#, 5),
            (r#""007""#, 7),
            (r#""\ufeff\u00a0\u20283\t""#, 3),
            ("[2]", 2),
            (r#"["2"]"#, 2),
            ("[ [ 2 ] ]", 2),
            (r#"[[" 0x2 "]]"#, 2),
        ] {
            assert_eq!(counted(value), Some(number), "{value}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for value in [
            "null",
            "false",
            "0",
            "-0",
            "-1",
            "1.5",
            "1001",
            "1e400",
            "-1e400",
            "[]",
            "[[]]",
            "[null]",
            "[true]",
            "[1,2]",
            "[1,null]",
            "[{}]",
            "[0]",
            "{}",
            r#"{"count":1}"#,
            r#""""#,
            r#"" ""#,
            r#""abc""#,
            r#""0x""#,
            r#""0xg""#,
            r#""-0x2""#,
            r#""+0x2""#,
            r#""1 2""#,
            r#""1,""#,
            r#""1_0""#,
            r#""1e""#,
            r#"".""#,
            r#""+""#,
            r#""--1""#,
            r#""Infinity""#,
            r#""-Infinity""#,
            r#""inf""#,
            r#""nan""#,
            r#""1n""#,
            r#""１""#,
            r#""\u00851""#,
            r#"["1,2"]"#,
            r#"["a"]"#,
            r#"[""]"#,
            r#""0b2""#,
            r#""0o8""#,
            r#""0xffffffffffffffffffffffffffffffffffffff""#,
        ] {
            assert_eq!(counted(value), None, "{value}");
        }
    }

    #[test]
    fn the_level_filter_is_off_for_what_is_nothing() {
        let filter = |arguments: &str| level_filter(&object(arguments));
        for off in [
            "{}",
            r#"{"level":null}"#,
            r#"{"level":""}"#,
            r#"{"level":0}"#,
            r#"{"level":-0.0e3}"#,
            r#"{"level":false}"#,
        ] {
            assert_eq!(filter(off), LevelFilter::None, "{off}");
        }
        for other in [
            r#"{"level":1}"#,
            r#"{"level":true}"#,
            r#"{"level":["L1"]}"#,
            r#"{"level":{}}"#,
        ] {
            assert_eq!(filter(other), LevelFilter::Nothing, "{other}");
        }
        assert_eq!(
            filter(r#"{"level":"0"}"#),
            LevelFilter::Level("0".to_owned())
        );
    }

    #[test]
    fn only_a_string_with_something_in_it_is_a_required_one() {
        let file = |arguments: &str| required(&object(arguments), "file");
        for bad in [
            "{}",
            "[]",
            "5",
            r#"{"file":null}"#,
            r#"{"file":5}"#,
            r#"{"file":true}"#,
            r#"{"file":["a"]}"#,
            r#"{"file":{"file":"a"}}"#,
            r#"{"file":""}"#,
            r#"{"file":"a","file":""}"#,
            r#"{"File":"a"}"#,
        ] {
            assert_eq!(
                file(bad),
                Err(Refusal::new("file (a string) is required")),
                "{bad}"
            );
        }
        for (good, value) in [
            (r#"{"file":" "}"#, " "),
            (r#"{"other":1,"file":5,"fi\u006ce":"\u00e9\u0000"}"#, "é\0"),
        ] {
            assert_eq!(file(good).as_deref(), Ok(value));
        }
    }
}
