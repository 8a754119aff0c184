//! The arguments of a call.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::json;

/// An object as the client wrote it. Its members are looked up by name and read as the types that
/// the handler wants; nothing is lost or respelled on the way.
#[derive(Clone, Debug)]
pub struct JsonObject {
    // Shared, so that the context of a call can keep it too.
    text: Arc<RawValue>,
}

impl Default for JsonObject {
    /// An object without members.
    fn default() -> Self {
        static EMPTY: LazyLock<Arc<RawValue>> = LazyLock::new(|| {
            json::raw("{}")
                .map_or_else(Box::default, RawValue::to_owned)
                .into()
        });
        Self {
            text: Arc::clone(&EMPTY),
        }
    }
}

impl JsonObject {
    /// Takes a value that is an object; `None` for every other.
    pub fn of(value: &RawValue) -> Option<Self> {
        value.get().starts_with('{').then(|| Self {
            text: value.to_owned().into(),
        })
    }

    /// A member as it was written; `None` when it is absent. Of a key given twice the last counts.
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        let [found] = json::members(&self.text, [name])?;
        found
    }

    /// All members as they were written, in their order. A key given twice stands where it stood
    /// first, with its last value.
    pub fn members(&self) -> Vec<(String, &RawValue)> {
        let entries = json::entries(&self.text);
        if entries.len() < 2 {
            return entries;
        }
        let mut members: Vec<(String, &RawValue)> = Vec::with_capacity(entries.len());
        let mut places = HashMap::with_capacity(entries.len());
        for (key, value) in entries {
            let place = *places.entry(key.clone()).or_insert(members.len());
            match members.get_mut(place) {
                Some((_, earlier)) => *earlier = value,
                None => members.push((key, value)),
            }
        }
        members
    }

    /// A member that is a string.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        json::text(self.get(name)?)
    }

    /// The whole object as a type of the handler.
    ///
    /// # Errors
    /// It does not have that shape.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.text.get())
    }

    /// The whole object as it was written.
    pub fn as_raw(&self) -> &RawValue {
        &self.text
    }
}
