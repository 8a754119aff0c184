//! The tokens of a value in order, and writing a value again without white space.

use std::borrow::Cow;
use std::iter;

use serde_json::value::RawValue;

use super::{any_byte, unquoted};

/// One token of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// One of `{ } [ ] , :`.
    Mark(char),
    /// A string as written, with its quotes and escapes.
    String(&'a str),
    /// A number, `true`, `false` or `null` as written.
    Word(&'a str),
}

impl<'a> Token<'a> {
    /// The text that a string stands for; `None` for every other token.
    pub fn text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::String(written) => unquoted(written),
            Self::Mark(_) | Self::Word(_) => None,
        }
    }
}

/// The tokens of a value, in order.
pub fn tokens(value: &RawValue) -> impl Iterator<Item = Token<'_>> {
    let mut rest = value.get();
    iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let first = rest.chars().next()?;
        let (token, length) = match first {
            '{' | '}' | '[' | ']' | ',' | ':' => (Token::Mark(first), 1),
            '"' => {
                let length = string_end(rest.as_bytes(), 0);
                (Token::String(&rest[..length]), length)
            }
            _ => {
                let word = [' ', '\t', '\n', '\r', ',', ':', '}', ']'];
                let length = rest.find(word).unwrap_or(rest.len());
                (Token::Word(&rest[..length]), length)
            }
        };
        rest = &rest[length..];
        Some(token)
    })
}

/// Where the string ends whose first quote stands at `open`.
pub(super) fn string_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The value as an answer writes it (10 F-7, F-8): no white space between tokens, numbers as they
/// were spelled, strings by value with the shortest escapes.
pub fn compact(value: &RawValue) -> String {
    if is_compact(value) {
        return value.get().to_owned();
    }
    let mut written = String::with_capacity(value.get().len());
    for token in tokens(value) {
        match token {
            Token::Mark(mark) => written.push(mark),
            Token::Word(word) => written.push_str(word),
            Token::String(string) if !string.contains('\\') => written.push_str(string),
            Token::String(string) => written.push_str(&respelled(string)),
        }
    }
    written
}

/// Whether a value is for sure as [`compact`] writes it, as nearly every program does. Without a
/// backslash a string holds nothing that is escaped, or could be, and ends at the next quote.
pub(crate) fn is_compact(value: &RawValue) -> bool {
    let is_other = |byte: u8| matches!(byte, b'\\' | b'\t' | b'\n' | b'\r');
    let mut outside = value.get().split('"').step_by(2);
    !any_byte(value.get(), is_other) && !outside.any(|text| text.contains(' '))
}

/// A string with the escapes of 10 F-8.
fn respelled(string: &str) -> Cow<'_, str> {
    let text = unquoted(string);
    let again = text.and_then(|text| serde_json::to_string(&text).ok());
    // Nothing is missing for a value that was parsed.
    again.map_or(Cow::Borrowed(string), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str) -> String {
        compact(crate::json::parse(text).unwrap())
    }

    #[test]
    fn white_space_goes_and_the_spelling_of_numbers_stays() {
        assert_eq!(
            again(" { \"a\" : [ 1.0 ,\t-0 , 1E+2,12345678901234567890 ] , \"b\":\r{ } } "),
            r#"{"a":[1.0,-0,1E+2,12345678901234567890],"b":{}}"#
        );
        for same in [
            "1e400",
            "true",
            "null",
            "[]",
            "\"a, b: {c}\"",
            "\"\u{7f}/é\u{2028}\"",
        ] {
            assert_eq!(again(same), same);
        }
    }

    #[test]
    fn strings_are_written_by_value_with_the_escapes_of_answers() {
        assert_eq!(again(r#""\u00e9\/\u007f""#), "\"é/\u{7f}\"");
        assert_eq!(
            again(r#""\u0008\u0009\u000a\u000c\u000d""#),
            r#""\b\t\n\f\r""#
        );
        assert_eq!(
            again(r#""\u0000\u001F\u0022\u005c""#),
            r#""\u0000\u001f\"\\""#
        );
        assert_eq!(again(r#"{"\u0061\\":["\"",":"]}"#), r#"{"a\\":["\"",":"]}"#);
        assert_eq!(again(r#""\ud83d\ude00""#), "\"😀\"");
    }
}
