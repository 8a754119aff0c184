//! Chosen members of an object, by name, as the client wrote them.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::tokens::string_end;
use super::{Fault, parse, scan, unquoted};

/// The values of the members named; `None` when the value is not an object.
///
/// A name is compared with the key's value, not with its spelling; of a key given twice the last
/// one counts (10 F-3). A derived reader would refuse the second, and could not tell a member
/// that is `null` from one that is absent.
pub fn members<'a, const N: usize>(
    value: &'a RawValue,
    names: [&str; N],
) -> Option<[Option<&'a RawValue>; N]> {
    let found = texts(value.get(), names)?;
    Some(found.map(|text| text.and_then(raw)))
}

/// The same as texts, without making values of them: that would read each of them once more.
pub(crate) fn texts<'a, const N: usize>(
    object: &'a str,
    names: [&str; N],
) -> Option<[Option<&'a str>; N]> {
    let found = places(object, names)?;
    Some(found.map(|place| object.get(place?)))
}

/// Where in the text of an object the members named stand. The text is one that was checked.
pub(crate) fn places<const N: usize>(
    object: &str,
    names: [&str; N],
) -> Option<[Option<Range<usize>>; N]> {
    let mut found = [const { None }; N];
    for (key, value) in pairs(object)? {
        let place = names.iter().position(|name| *name == key);
        if let Some(member) = place.and_then(|place| found.get_mut(place)) {
            *member = Some(value);
        }
    }
    Some(found)
}

/// Keys and values of an object in order, as often as they stand there; none of every other value.
pub(crate) fn entries(value: &RawValue) -> Vec<(String, &RawValue)> {
    let pairs = pairs(value.get()).into_iter().flatten();
    pairs
        .filter_map(|(key, place)| Some((key.into_owned(), raw(value.get().get(place)?)?)))
        .collect()
}

/// A part of a checked text as a value.
pub(crate) fn raw(text: &str) -> Option<&RawValue> {
    serde_json::from_str(text).ok()
}

/// Checks a whole text as [`parse`] does, and gives the members named on the way; `None` when it
/// is not an object. There is no white space around the text.
pub(crate) fn parse_members<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<Option<[Option<&'a RawValue>; N]>, Fault> {
    if !text.starts_with('{') {
        return parse(text).map(|_| None);
    }
    scan::scan(text)?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let found = Named(&names).deserialize(&mut reader);
    let whole = found.and_then(|found| reader.end().map(|()| found));
    whole.map(Some).map_err(|_| Fault::NotJson)
}

/// Reads an object, and keeps the members of these names.
struct Named<'n, const N: usize>(&'n [&'n str; N]);

impl<'de, const N: usize> DeserializeSeed<'de> for Named<'_, N> {
    type Value = [Option<&'de RawValue>; N];

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for Named<'_, N> {
    type Value = [Option<&'de RawValue>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; N];
        while let Some(place) = map.next_key_seed(Name(self.0))? {
            match place.and_then(|place| found.get_mut(place)) {
                Some(member) => *member = Some(map.next_value()?),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found)
    }
}

/// Reads a key: which of these names it is.
struct Name<'n>(&'n [&'n str]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| *name == key))
    }
}

/// Keys, and the places of their values; `None` when the text is no object. The text was checked
/// when it became a value, so it is enough to find where each part ends.
fn pairs(object: &str) -> Option<Pairs<'_>> {
    let open = after_space(object.as_bytes(), 0);
    let is_object = object.as_bytes().get(open) == Some(&b'{');
    is_object.then_some(Pairs {
        text: object,
        at: open + 1,
    })
}

struct Pairs<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (Cow<'a, str>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let mut key = after_space(bytes, self.at);
        if bytes.get(key) == Some(&b',') {
            key = after_space(bytes, key + 1);
        }
        if bytes.get(key) != Some(&b'"') {
            return None;
        }
        let end = string_end(bytes, key);
        let colon = after_space(bytes, end);
        let value = after_space(bytes, colon + 1);
        self.at = value_end(bytes, value);
        Some((unquoted(self.text.get(key..end)?)?, value..self.at))
    }
}

/// The first place from `at` on where no white space stands.
fn after_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}

/// Where the value ends that begins at `at`.
fn value_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                if depth == 0 {
                    return at;
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            // The end of this value.
            b'}' | b']' if depth == 1 => return at + 1,
            // A number or a word ended before.
            b'}' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    at
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

    #[test]
    fn a_message_is_checked_while_its_members_are_read() {
        let read =
            |text| parse_members(text, ["id"]).map(|it| it.map(|[id]| id.map(RawValue::get)));
        assert_eq!(
            read(r#"{"x":[1e400],"i\u0064":1, "id" : {} }"#),
            Ok(Some(Some("{}")))
        );
        assert_eq!(read("{}"), Ok(Some(None)));
        assert_eq!(read("[1]"), Ok(None));
        for bad in [
            "",
            "{",
            "{\"id\":}",
            "{\"id\":1}}",
            "{\"id\":1,}",
            "{\"x\":01}",
            "{x:1}",
            "[}",
        ] {
            assert_eq!(read(bad), Err(Fault::NotJson), "{bad}");
        }
        assert_eq!(read(r#"{"\ud800":1}"#), Err(Fault::UnpairedSurrogate));
        assert_eq!(read(&"{\"id\":".repeat(200)), Err(Fault::TooDeep));
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
            let named = parse_members(&text, ["a", "\""]).unwrap();
            let named = named.map(|found| found.map(|it| it.map(RawValue::get)));
            prop_assert_eq!(named, texts(&text, ["a", "\""]));
        }
    }
}
