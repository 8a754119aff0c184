//! The attribute bag of an element (03 §2.3).

use indexmap::IndexMap;
use koyu_syntax::{Value, index_key};

/// Attributes in *bag order*: keys that are array indices first, ascending; then the others in
/// the order of their first insertion. Overwriting a value keeps its key's place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    entries: IndexMap<Box<str>, Value>,
    /// Whether some key is an array index, so that the common case needs no sorting.
    indexed: bool,
}

impl Attributes {
    /// Sets a value; an existing key keeps its place.
    pub fn set(&mut self, key: &str, value: Value) {
        if let Some(old) = self.entries.get_mut(key) {
            *old = value;
            return;
        }
        self.indexed |= index_key(key).is_some();
        self.entries.insert(key.into(), value);
    }

    /// Takes a key out of the bag (01 §4.3, "lifting"); the other keys keep their order.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.entries.shift_remove(key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.get(key)
    }

    /// The value of a key, if it is a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key).and_then(Value::as_number)
    }

    /// The value of a key, if it is text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_text)
    }

    /// The value of a key as text, a number turned back into text (01 §4.1).
    pub fn to_text(&self, key: &str) -> Option<String> {
        self.get(key).map(Value::to_text)
    }

    /// Whether the bag has the key.
    pub fn contains(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Keys and values in bag order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let mut order: Vec<(&str, &Value)> = self
            .entries
            .iter()
            .map(|(key, value)| (&**key, value))
            .collect();
        if self.indexed {
            // Stable, and an index precedes every other key.
            order.sort_by_key(|(key, _)| index_key(key).map_or(u64::MAX, u64::from));
        }
        order.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_keys_come_first_and_overwriting_keeps_the_place() {
        let mut bag = Attributes::default();
        for key in ["b", "2", "1", "a"] {
            bag.set(key, Value::Number(1.0));
        }
        bag.set("b", Value::Number(2.0));
        let keys: Vec<_> = bag.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, ["1", "2", "b", "a"]);
        assert_eq!(bag.number("b"), Some(2.0));
        assert_eq!(bag.take("2"), Some(Value::Number(1.0)));
        assert_eq!(
            bag.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            ["1", "b", "a"]
        );
    }
}
