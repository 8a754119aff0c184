//! The schema of a tool's arguments, written property by property (11 §9).

use serde::ser::{Serialize, SerializeMap, Serializer};

/// An object schema. Properties and the names required stand in the order of the calls.
#[derive(Clone, Debug)]
pub struct JsonSchema {
    properties: Vec<Property>,
    required: Vec<String>,
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    kind: &'static str,
    description: String,
}

impl JsonSchema {
    /// An object without properties.
    pub fn object() -> Self {
        Self {
            properties: Vec::new(),
            required: Vec::new(),
        }
    }

    /// Adds a property of type `string`.
    #[must_use]
    pub fn string(self, name: &str, description: &str) -> Self {
        self.property(name, "string", description)
    }

    /// Adds a property of type `integer`.
    #[must_use]
    pub fn integer(self, name: &str, description: &str) -> Self {
        self.property(name, "integer", description)
    }

    /// Makes the property added last a required one.
    #[must_use]
    pub fn required(mut self) -> Self {
        if let Some(last) = self.properties.last() {
            self.required.push(last.name.clone());
        }
        self
    }

    fn property(mut self, name: &str, kind: &'static str, description: &str) -> Self {
        self.properties.push(Property {
            name: name.to_owned(),
            kind,
            description: description.to_owned(),
        });
        self
    }
}

impl Serialize for JsonSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(&self.properties))?;
        if !self.required.is_empty() {
            map.serialize_entry("required", &self.required)?;
        }
        map.end()
    }
}

/// The properties as an object keyed by their names.
struct Properties<'a>(&'a [Property]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for property in self.0 {
            map.serialize_entry(&property.name, property)?;
        }
        map.end()
    }
}

impl Serialize for Property {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("type", self.kind)?;
        map.serialize_entry("description", &self.description)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sch1_members_stand_in_the_order_of_the_calls() {
        let schema = JsonSchema::object()
            .string("z", "last letter")
            .required()
            .integer("a", "first letter")
            .string("m", "in between")
            .required();
        assert_eq!(
            serde_json::to_string(&schema).unwrap(),
            r#"{"type":"object","properties":{"z":{"type":"string","description":"last letter"},"a":{"type":"integer","description":"first letter"},"m":{"type":"string","description":"in between"}},"required":["z","m"]}"#
        );
    }

    #[test]
    fn sch1_an_empty_list_of_required_names_is_left_out() {
        assert_eq!(
            serde_json::to_string(&JsonSchema::object()).unwrap(),
            r#"{"type":"object","properties":{}}"#
        );
    }
}
