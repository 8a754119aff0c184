//! Schemas of whole values: what items of lists, members of objects keyed by names, and results of
//! tools may be.

use super::{Extent, Form, JsonSchema, Kind};
use crate::json::{Object, list, quoted};

impl JsonSchema {
    /// A text.
    pub fn of_string(description: &str) -> Self {
        let json = Object::new()
            .text("type", "string")
            .text("description", description);
        Self::whole(json.finish(), Some(Extent::ONE), Vec::new())
    }

    /// A value of one of some types, by their names in JSON Schema.
    pub fn of_types(names: &[&str], description: &str) -> Self {
        let mut faults: Vec<String> = names
            .iter()
            .filter(|name| !TYPES.contains(name))
            .map(|name| format!("{name} is no type"))
            .collect();
        if names.is_empty() {
            faults.push("of_types wants a type".to_owned());
        }
        let json = Object::new()
            .raw("type", &list(names.iter().map(|name| quoted(name))))
            .text("description", description);
        Self::whole(json.finish(), Some(Extent::ONE), faults)
    }

    /// A list.
    pub fn list(items: JsonSchema) -> Self {
        let extent = items.extent().map(|items| Extent::ONE.around(items));
        let json = Object::new()
            .text("type", "array")
            .raw("items", &items.json());
        Self::whole(json.finish(), extent, items.faults)
    }

    /// An object keyed by names that are not known beforehand.
    pub fn map(values: JsonSchema) -> Self {
        let extent = values.extent().map(|values| Extent::ONE.around(values));
        let json = Object::new()
            .text("type", "object")
            .raw("additionalProperties", &values.json());
        Self::whole(json.finish(), extent, values.faults)
    }

    /// Any one of several shapes. If all of them are objects with properties, the root says that
    /// it is an object too (LEG-7 asks for it).
    pub fn any_of(shapes: impl IntoIterator<Item = JsonSchema>) -> Self {
        let shapes: Vec<JsonSchema> = shapes.into_iter().collect();
        let extent = Extent::around_all(&shapes);
        let of_objects = shapes
            .iter()
            .all(|shape| matches!(shape.form, Form::Object { .. }));
        let mut faults = Vec::new();
        if shapes.is_empty() {
            // An empty list would make the schema malformed.
            faults.push("any_of wants a shape".to_owned());
        }
        let json = Object::new()
            .text_if("type", of_objects.then_some("object"))
            .raw("anyOf", &list(shapes.iter().map(JsonSchema::json)));
        faults.extend(shapes.into_iter().flat_map(|shape| shape.faults));
        Self::whole(json.finish(), extent, faults)
    }

    /// Adds a property that is any one of several shapes.
    #[must_use]
    pub fn either(
        self,
        name: &str,
        description: &str,
        shapes: impl IntoIterator<Item = JsonSchema>,
    ) -> Self {
        let shapes: Vec<JsonSchema> = shapes.into_iter().collect();
        let json = list(shapes.iter().map(JsonSchema::json));
        let extent = Extent::around_all(&shapes);
        let is_empty = shapes.is_empty();
        let all = shapes.into_iter().fold(self, JsonSchema::absorb);
        if is_empty {
            return all.fault(format!("the property {name} is either of no shape"));
        }
        all.add(name, Kind::Any, description)
            .keyword("anyOf", json)
            .reaching(extent)
    }
}

/// The names of types.
const TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "number", "string", "integer",
];
