//! Chosen members of an object, by name, as the client wrote them.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The values of the members named; `None` when the value is not an object.
///
/// A name is compared with the key's value, not with its spelling; of a key given twice the last
/// one counts (10 F-3). A derived reader would refuse the second, and could not tell a member
/// that is `null` from one that is absent.
pub fn members<'a, const N: usize>(
    value: &'a RawValue,
    names: [&str; N],
) -> Option<[Option<&'a RawValue>; N]> {
    serde_json::Deserializer::from_str(value.get())
        .deserialize_map(Members { names })
        .ok()
}

/// Keys and values of an object in order, as often as they stand there; none of every other value.
pub(crate) fn entries(value: &RawValue) -> Vec<(String, &RawValue)> {
    serde_json::Deserializer::from_str(value.get())
        .deserialize_map(Entries)
        .unwrap_or_default()
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

struct Members<'n, const N: usize> {
    names: [&'n str; N],
}

impl<'de, const N: usize> Visitor<'de> for Members<'_, N> {
    type Value = [Option<&'de RawValue>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; N];
        while let Some(place) = map.next_key_seed(Place(&self.names))? {
            match place.and_then(|place| found.get_mut(place)) {
                Some(member) => *member = Some(map.next_value()?),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found)
    }
}

/// Reads a key as its place among the names.
struct Place<'n>(&'n [&'n str]);

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Place<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| *name == key))
    }
}

#[cfg(test)]
mod tests {
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
}
