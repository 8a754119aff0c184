//! JSON whose members keep their order, because the order of keys is part of every answer.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json::Bool(value))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
                Ok(Json::Number(value as f64))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
                Ok(Json::Number(value as f64))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
                Ok(Json::Number(value))
            }

            fn visit_str<E>(self, value: &str) -> Result<Json, E> {
                Ok(Json::Text(value.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(value) = seq.next_element()? {
                    list.push(value);
                }
                Ok(Json::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Json::Object(members))
            }
        }
        from.deserialize_any(Any)
    }
}

impl Json {
    /// Reads a text that must be JSON.
    pub(crate) fn read(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// The member of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        members.iter().find_map(|(k, v)| (k == key).then_some(v))
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Without the members of some keys, at any depth, and with a replacement in all texts.
    pub(crate) fn normalised(self, dropped: &[&str], from: &str, to: &str) -> Self {
        match self {
            Self::Text(text) => Self::Text(text.replace(from, to)),
            Self::List(list) => Self::List(
                list.into_iter()
                    .map(|value| value.normalised(dropped, from, to))
                    .collect(),
            ),
            Self::Object(members) => Self::Object(
                members
                    .into_iter()
                    .filter(|(key, _)| !dropped.contains(&key.as_str()))
                    .map(|(key, value)| (key, value.normalised(dropped, from, to)))
                    .collect(),
            ),
            other => other,
        }
    }

    /// The first place where another value differs: structure, order of members, and numbers
    /// beyond a relative 1e-9.
    pub(crate) fn difference(&self, actual: &Self, at: &str) -> Option<String> {
        match (self, actual) {
            (Self::Number(a), Self::Number(b)) => {
                let close = a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
                (!close).then(|| format!("{at}: expected {a}, got {b}"))
            }
            (Self::List(a), Self::List(b)) => {
                let pairs = a.iter().zip(b).enumerate();
                let mut inner =
                    pairs.filter_map(|(i, (a, b))| a.difference(b, &format!("{at}/{i}")));
                inner.next().or_else(|| {
                    let (a, b) = (a.len(), b.len());
                    (a != b).then(|| format!("{at}: expected {a} elements, got {b}"))
                })
            }
            (Self::Object(a), Self::Object(b)) => {
                let keys = |members: &[(String, Self)]| -> Vec<String> {
                    members.iter().map(|(key, _)| key.clone()).collect()
                };
                if keys(a) != keys(b) {
                    return Some(format!("{at}: expected {:?}, got {:?}", keys(a), keys(b)));
                }
                let mut pairs = a.iter().zip(b);
                pairs.find_map(|((key, a), (_, b))| a.difference(b, &format!("{at}/{key}")))
            }
            _ => (self != actual).then(|| format!("{at}: expected {self:?}, got {actual:?}")),
        }
    }
}
