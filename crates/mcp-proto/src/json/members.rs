//! Chosen members of an object, by name, as the client wrote them.

use std::borrow::Cow;
use std::iter;

use serde_json::value::RawValue;

use super::tokens::string_length;
use super::unquoted;

/// The values of the members named; `None` when the value is not an object.
///
/// A name is compared with the key's value, not with its spelling; of a key given twice the last
/// one counts (10 F-3). A derived reader would refuse the second, and could not tell a member
/// that is `null` from one that is absent.
pub fn members<'a, const N: usize>(
    value: &'a RawValue,
    names: [&str; N],
) -> Option<[Option<&'a RawValue>; N]> {
    let mut found = [None; N];
    for (key, value) in pairs(value)? {
        let place = names.iter().position(|name| *name == key);
        if let Some(member) = place.and_then(|place| found.get_mut(place)) {
            *member = Some(value);
        }
    }
    Some(found.map(|text| text.and_then(raw)))
}

/// Keys and values of an object in order, as often as they stand there; none of every other value.
pub(crate) fn entries(value: &RawValue) -> Vec<(String, &RawValue)> {
    let pairs = pairs(value).into_iter().flatten();
    pairs
        .filter_map(|(key, value)| Some((key.into_owned(), raw(value)?)))
        .collect()
}

fn raw(text: &str) -> Option<&RawValue> {
    serde_json::from_str(text).ok()
}

/// Keys, and the texts of their values. The text was checked when it became a value, so it is
/// enough to find where each part ends: most members of a message are passed over several times.
fn pairs<'a>(value: &'a RawValue) -> Option<impl Iterator<Item = (Cow<'a, str>, &'a str)>> {
    let mut rest = trimmed(value.get()).strip_prefix('{')?;
    Some(iter::from_fn(move || {
        rest = trimmed(rest);
        rest = trimmed(rest.strip_prefix(',').unwrap_or(rest));
        let (key, after) = rest.split_at_checked(string_length(rest))?;
        let key = unquoted(key)?;
        let after = trimmed(trimmed(after).strip_prefix(':')?);
        let (value, after) = after.split_at_checked(value_length(after))?;
        rest = after;
        Some((key, value))
    }))
}

/// Without the white space before it.
fn trimmed(text: &str) -> &str {
    let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let length = text
        .as_bytes()
        .iter()
        .take_while(|byte| space(byte))
        .count();
    text.get(length..).unwrap_or_default()
}

/// How many bytes the value takes with which the text begins.
fn value_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut place = 0;
    while let Some(byte) = text.as_bytes().get(place) {
        match byte {
            b'"' => {
                place += text.get(place..).map_or(1, string_length);
                if depth == 0 {
                    return place;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            // The end of this value.
            b'}' | b']' if depth == 1 => return place + 1,
            // A number or a word ended before.
            b'}' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return place,
            _ => {}
        }
        place += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn read(text: &str) -> Option<[Option<String>; 2]> {
        let value = crate::json::parse(text).unwrap();
        members(value, ["id", "method"])
            .map(|found| found.map(|member| member.map(|value| value.get().to_owned())))
    }

    #[test]
    fn members_are_found_as_written_and_others_passed_over() {
        assert_eq!(
            read(r#" { "x" : [1, {"id":2}] , "id" : 1.0 , "method" : null } "#),
            Some([Some("1.0".into()), Some("null".into())])
        );
        assert_eq!(read("{}"), Some([None, None]));
        for other in ["[]", "1", "null", "\"id\"", "[{\"id\":1}]"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn the_last_of_a_repeated_key_counts_and_keys_are_compared_by_value() {
        assert_eq!(
            read(r#"{"id":1,"method":"a","i\u0064":2,"me\u0074hod":"b"}"#),
            Some([Some("2".into()), Some("\"b\"".into())])
        );
    }

    #[test]
    fn values_deeper_than_a_tree_reader_goes_and_numbers_without_a_double_are_read() {
        let deep = format!("{}{}", "[".repeat(127), "]".repeat(127));
        let text = format!(r#"{{"x":{deep},"id":{deep},"method":1e400}}"#);
        assert_eq!(read(&text), Some([Some(deep), Some("1e400".into())]));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "[a\"\\\\{}\\[\\],: \n\u{e9}]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let key = "[a\"\\\\{}:]{0,3}";
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((key, inner), 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// Whatever stands in an object, however it is laid out, each member is found whole.
        #[test]
        fn members_are_those_that_a_tree_has(
            members in prop::collection::vec(("[a\"\\\\ ]{0,3}", value()), 0..6),
            pretty in any::<bool>()
        ) {
            let tree = Value::Object(members.into_iter().collect());
            let text = match pretty {
                true => serde_json::to_string_pretty(&tree),
                false => serde_json::to_string(&tree),
            };
            let text = text.unwrap();
            let found = entries(crate::json::parse(&text).unwrap());
            let read = found.into_iter().map(|(key, value)| {
                (key, serde_json::from_str::<Value>(value.get()).unwrap())
            });
            prop_assert_eq!(Value::Object(read.collect()).to_string(), tree.to_string());
        }
    }
}
