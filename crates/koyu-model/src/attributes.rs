//! The attribute bag of an element (03 §2.3).

use std::sync::Arc;

use koyu_syntax::{AttributeList, Value, index_key, index_rank};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::fault::Fault;
use crate::names::Map;

/// Attributes in *bag order*: keys that are array indices first, ascending; then the others in
/// the order of their first insertion. Overwriting a value keeps its key's place.
///
/// Copies share their entries until one of them is changed: a statement over many levels makes
/// many elements with the same attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    /// `None` while empty, which most bags are.
    entries: Option<Arc<Entries>>,
}

#[derive(Clone, Debug, Default)]
struct Entries {
    /// In the order of first insertion.
    list: Vec<(Arc<str>, Value)>,
    /// Where each key stands in the list, once there are more than [`FEW_KEYS`].
    places: Option<Box<Map<Arc<str>, usize>>>,
    /// Whether some key is an array index, so that the common case needs no sorting.
    indexed: bool,
}

/// Up to this many keys a walk over the list is cheaper than a table.
const FEW_KEYS: usize = 16;

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Entries {
    fn find(&self, key: &str) -> Option<usize> {
        match &self.places {
            None => self.list.iter().position(|(known, _)| **known == *key),
            Some(places) => places.get(key).copied(),
        }
    }

    fn set(&mut self, key: &str, value: Value) {
        if let Some(place) = self.find(key) {
            self.list[place].1 = value;
            return;
        }
        self.indexed |= index_key(key).is_some();
        let key: Arc<str> = key.into();
        if let Some(places) = &mut self.places {
            places.insert(key.clone(), self.list.len());
        }
        self.list.push((key, value));
        if self.places.is_none() && self.list.len() > FEW_KEYS {
            self.index();
        }
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        let (_, value) = self.list.remove(self.find(key)?);
        if self.places.is_some() {
            self.index();
        }
        Some(value)
    }

    fn index(&mut self) {
        let keys = self.list.iter().zip(0..);
        let places = keys.map(|((key, _), place)| (key.clone(), place)).collect();
        self.places = Some(Box::new(places));
    }
}

impl Attributes {
    /// The attributes of a statement, none of which may be faulty.
    ///
    /// # Errors
    /// The first fault in written order.
    pub(crate) fn checked(list: &AttributeList<'_>) -> Result<Self, Fault> {
        list.check()?;
        if list.parts().is_empty() {
            return Ok(Self::default());
        }
        // Room for exactly these: a big building has hundreds of thousands of bags.
        let mut entries = Entries {
            list: Vec::with_capacity(list.parts().len()),
            ..Entries::default()
        };
        for attribute in list.attributes() {
            entries.set(&attribute.key, attribute.value.clone());
        }
        Ok(Self {
            entries: Some(Arc::new(entries)),
        })
    }

    /// Lays the attributes of a statement over the bag.
    ///
    /// # Errors
    /// The first fault in written order; the bag is unchanged then.
    pub(crate) fn lay_over(&mut self, list: &AttributeList<'_>) -> Result<(), Fault> {
        list.check()?;
        for attribute in list.attributes() {
            self.set(&attribute.key, attribute.value.clone());
        }
        Ok(())
    }

    /// Sets a value; an existing key keeps its place.
    pub fn set(&mut self, key: &str, value: Value) {
        Arc::make_mut(self.entries.get_or_insert_default()).set(key, value);
    }

    /// Takes a key out of the bag (01 §4.3, "lifting"); the other keys keep their order.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        // Looked up first, so that a bag without the key stays shared.
        self.get(key)?;
        let entries = Arc::make_mut(self.entries.as_mut()?);
        let value = entries.take(key);
        if entries.list.is_empty() {
            self.entries = None;
        }
        value
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entries = self.entries.as_ref()?;
        entries.find(key).map(|place| &entries.list[place].1)
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
        self.get(key).is_some()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.entries
            .as_ref()
            .map_or(0, |entries| entries.list.len())
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_none()
    }

    /// Keys and values in bag order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let indexed = self.entries.as_ref().is_some_and(|entries| entries.indexed);
        let all = self.entries.iter().flat_map(|entries| &entries.list);
        let mut order: Vec<(&str, &Value)> = all.map(|(key, value)| (&**key, value)).collect();
        if indexed {
            // Stable, and an index precedes every other key.
            order.sort_by_key(|(key, _)| index_rank(key));
        }
        order.into_iter()
    }
}

impl Serialize for Attributes {
    /// An object, in bag order.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.len()))?;
        for (key, value) in self.iter() {
            match value {
                Value::Number(number) => map.serialize_entry(key, number)?,
                Value::Text(text) => map.serialize_entry(key, &**text)?,
            }
        }
        map.end()
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
