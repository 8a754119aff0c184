//! JSON read without building it (10 F-3, F-7, F-8).
//!
//! [`parse`] checks a whole text once; what it gives can then be read piece by piece without
//! further checks: [`members`] of an object, the [`text`] of a string, [`tokens`] in order.

mod canonical;
mod members;
mod object;
mod scan;
mod tokens;

use std::borrow::Cow;

use serde_json::value::RawValue;

pub(crate) use canonical::sorted;
pub use members::members;
pub(crate) use members::{entries, parse_members, places, raw, texts};
pub(crate) use object::{Object, list, quoted};
pub use scan::MAX_NESTING;
pub(crate) use tokens::is_compact;
pub use tokens::{Token, compact, tokens};

/// Why a text is not taken as JSON (10 F-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text does not follow the grammar of JSON.
    #[error("it is not JSON")]
    NotJson,
    /// Lists and objects stand in each other more than [`MAX_NESTING`] deep.
    #[error("it is nested deeper than {MAX_NESTING} levels")]
    TooDeep,
    /// A string, perhaps a key, holds the escape of half a surrogate pair: no text can carry it.
    #[error("it holds an escape of an unpaired surrogate")]
    UnpairedSurrogate,
}

/// Checks that the whole text is one JSON value, in one pass and constant memory.
///
/// # Errors
/// See [`Fault`].
pub fn parse(text: &str) -> Result<&RawValue, Fault> {
    // The grammar is checked without looking at depth or at the meaning of escapes.
    scan::scan(text)?;
    serde_json::from_str(text).map_err(|_| Fault::NotJson)
}

/// The text that a JSON string stands for; `None` for every other value.
pub fn text(value: &RawValue) -> Option<Cow<'_, str>> {
    unquoted(value.get())
}

/// Whether any byte of a text is of a kind. All are looked at, so that many are at once.
pub(crate) fn any_byte(text: &str, is_such: impl Fn(u8) -> bool) -> bool {
    let any = |any: u8, byte: &u8| any | u8::from(is_such(*byte));
    text.as_bytes().iter().fold(0, any) > 0
}

/// The text of a string as written, with its quotes and escapes.
pub(crate) fn unquoted(written: &str) -> Option<Cow<'_, str>> {
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    if any_byte(inner, |byte| byte == b'\\') {
        serde_json::from_str(written).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// How deep lists and objects stand in each other, and how many values there are, the outermost
/// one included in both.
pub(crate) fn measure(value: &RawValue) -> (usize, usize) {
    let (mut depth, mut deepest, mut values) = (0_usize, 0, 0);
    let mut key_may_follow = false;
    for token in tokens(value) {
        match token {
            Token::Mark('{' | '[') => {
                depth += 1;
                deepest = deepest.max(depth);
                values += 1;
            }
            Token::Mark('}' | ']') => depth = depth.saturating_sub(1),
            // The string before a colon was a key and no value.
            Token::Mark(':') if key_may_follow => values -= 1,
            Token::Mark(_) => {}
            Token::String(_) | Token::Word(_) => values += 1,
        }
        key_may_follow = matches!(token, Token::String(_));
    }
    (deepest, values)
}

/// Whether the value is `null`.
pub fn is_null(value: &RawValue) -> bool {
    value.get() == "null"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_by_value() {
        let value = |written| text(parse(written).unwrap()).map(Cow::into_owned);
        assert_eq!(value(r#""""#), Some(String::new()));
        assert_eq!(value(r#""plain é""#), Some("plain é".into()));
        assert_eq!(value(r#""\u00e9\n\"\ud83d\ude00""#), Some("é\n\"😀".into()));
        for other in ["1", "null", "[\"a\"]", "{\"a\":\"b\"}"] {
            assert_eq!(value(other), None, "{other}");
        }
    }

    #[test]
    fn depth_and_number_of_values_are_measured_without_keys() {
        let measured = |text| measure(parse(text).unwrap());
        assert_eq!(measured("1"), (0, 1));
        assert_eq!(measured("[]"), (1, 1));
        assert_eq!(measured(r#"{"a":{"b":["c",1]},"d":"e"}"#), (3, 6));
    }

    #[test]
    fn numbers_of_any_size_and_any_white_space_between_tokens_are_json() {
        for good in [
            "1e400",
            "-0",
            " [ 1 ,\t2\r\n] ",
            "123456789012345678901234567890",
        ] {
            assert!(parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn what_breaks_the_grammar_is_not_json() {
        for bad in [
            "",
            "nul",
            "01",
            "1.",
            "[1,]",
            "{\"a\"}",
            "\"a",
            "\"\u{1}\"",
            "\"\\x\"",
            "\"\\u12\"",
            "{} {}",
            "\u{feff}1",
            "[1\0]",
            "'a'",
            "NaN",
            "}",
            "]]",
        ] {
            assert_eq!(parse(bad).err(), Some(Fault::NotJson), "{bad:?}");
        }
    }
}
