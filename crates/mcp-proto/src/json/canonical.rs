//! A value with the keys of every object sorted, for a digest (MRTR-21).

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::{Token, quoted, tokens};

/// The value written compactly, keys sorted by code point at every level, numbers as they are
/// spelled, the last of a repeated key. One pass; as deep as the value, which is bounded by
/// [`super::MAX_NESTING`].
pub(crate) fn sorted(value: &RawValue) -> String {
    let mut tokens = tokens(value);
    let mut text = String::with_capacity(value.get().len());
    if let Some(first) = tokens.next() {
        write(&read(first, &mut tokens), &mut text);
    }
    text
}

enum Tree<'a> {
    // UTF-8 sorts as its code points do.
    Object(BTreeMap<String, Tree<'a>>),
    List(Vec<Tree<'a>>),
    Text(String),
    Word(&'a str),
}

fn read<'a>(first: Token<'a>, rest: &mut impl Iterator<Item = Token<'a>>) -> Tree<'a> {
    match first {
        Token::Mark('{') => {
            let mut members = BTreeMap::new();
            while let Some(key) = rest.next().filter(|token| *token != Token::Mark('}')) {
                // After a comma comes the key, after the key its colon.
                let Some(key) = key.text() else { continue };
                if let Some(value) = rest.nth(1) {
                    members.insert(key.into_owned(), read(value, rest));
                }
            }
            Tree::Object(members)
        }
        Token::Mark('[') => {
            let mut items = Vec::new();
            while let Some(item) = rest.next().filter(|token| *token != Token::Mark(']')) {
                if item != Token::Mark(',') {
                    items.push(read(item, rest));
                }
            }
            Tree::List(items)
        }
        Token::Mark(_) => Tree::Word(""),
        Token::String(_) => Tree::Text(first.text().unwrap_or_default().into_owned()),
        Token::Word(word) => Tree::Word(word),
    }
}

fn write(tree: &Tree<'_>, text: &mut String) {
    match tree {
        Tree::Word(word) => text.push_str(word),
        Tree::Text(string) => text.push_str(&quoted(string)),
        Tree::List(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Tree::Object(members) => {
            text.push('{');
            for (place, (key, value)) in members.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text.push_str(&quoted(key));
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mrtr21_keys_are_sorted_at_every_level_and_the_last_of_one_counts() {
        let again = |text| sorted(crate::json::parse(text).unwrap());
        assert_eq!(
            again(
                r#" { "b" : [ { "z":1.50, "\u0061":null } , [ ] ], "a" : {}, "b\u0000":"\u00e9", "a":true } "#
            ),
            r#"{"a":true,"b":[{"a":null,"z":1.50},[]],"b\u0000":"é"}"#
        );
        assert_eq!(again("{}"), "{}");
        assert_eq!(again("\"x\""), "\"x\"");
    }
}
