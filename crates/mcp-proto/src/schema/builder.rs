//! Writing a schema top to bottom (SCH-1…4).

use serde::Serialize;

use crate::json::{Object, list, quoted};

mod modifiers;
mod shapes;

/// A schema. Properties and the names required stand in the order of the calls.
///
/// A call that does not fit the property before it is no silent no-op: it is reported when the
/// server is built (SCH-2).
#[derive(Clone, Debug)]
pub struct JsonSchema {
    form: Form,
    faults: Vec<String>,
}

#[derive(Clone, Debug)]
enum Form {
    /// Written already.
    Whole {
        json: String,
        extent: Option<Extent>,
    },
    Object {
        properties: Vec<Property>,
        required: Vec<String>,
        additional: Option<bool>,
        /// Whether `properties` is written although it is empty.
        open: bool,
    },
}

/// How far a schema reaches that is made of the builder's own parts only, which cannot break the
/// rules for schemas: it needs no check but that of the bounds (SCH-13). A schema with a part of
/// another kind has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// How deep schemas stand in each other, the whole one included.
    pub(super) depth: usize,
    /// How many schemas there are, the whole one included.
    pub(super) count: usize,
}

impl Extent {
    const ONE: Self = Self { depth: 1, count: 1 };

    /// That of a schema with another one in it.
    fn around(self, inner: Self) -> Self {
        Self {
            depth: self.depth.max(inner.depth.saturating_add(1)),
            count: self.count.saturating_add(inner.count),
        }
    }

    /// That of a schema with other ones in it.
    fn around_all(inner: &[JsonSchema]) -> Option<Self> {
        inner
            .iter()
            .try_fold(Self::ONE, |own, inner| Some(own.around(inner.extent()?)))
    }
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    kind: Kind,
    extent: Option<Extent>,
    /// Keywords and their values as JSON.
    keywords: Vec<(&'static str, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    String,
    Integer,
    Number,
    Bool,
    Array,
    Object,
    /// Any schema, or none: no modifier fits it but those that fit all.
    Any,
    /// Given as JSON: nothing can be added to it.
    Raw,
}

impl Kind {
    fn name(self) -> Option<&'static str> {
        match self {
            Self::String => Some("string"),
            Self::Integer => Some("integer"),
            Self::Number => Some("number"),
            Self::Bool => Some("boolean"),
            Self::Array => Some("array"),
            Self::Object => Some("object"),
            Self::Any | Self::Raw => None,
        }
    }
}

impl JsonSchema {
    fn with(open: bool, additional: Option<bool>) -> Self {
        Self {
            form: Form::Object {
                properties: Vec::new(),
                required: Vec::new(),
                additional,
                open,
            },
            faults: Vec::new(),
        }
    }

    /// An object without properties so far.
    pub fn object() -> Self {
        Self::with(true, None)
    }

    /// An object that has no member: the arguments of a tool that takes none (REG-6).
    pub fn nothing() -> Self {
        Self::with(false, Some(false))
    }

    fn whole(json: String, extent: Option<Extent>, faults: Vec<String>) -> Self {
        Self {
            form: Form::Whole { json, extent },
            faults,
        }
    }

    /// An arbitrary schema, kept as it is (SCH-4).
    pub fn raw(value: impl Serialize) -> Self {
        match serde_json::to_string(&value) {
            Ok(json) => Self::whole(json, None, Vec::new()),
            Err(error) => {
                let fault = format!("it is not JSON: {error}");
                Self::whole("{}".to_owned(), None, vec![fault])
            }
        }
    }

    /// Adds a property of type `string`.
    #[must_use]
    pub fn string(self, name: &str, description: &str) -> Self {
        self.add(name, Kind::String, description)
    }

    /// Adds a property of type `integer`.
    #[must_use]
    pub fn integer(self, name: &str, description: &str) -> Self {
        self.add(name, Kind::Integer, description)
    }

    /// Adds a property of type `number`.
    #[must_use]
    pub fn number(self, name: &str, description: &str) -> Self {
        self.add(name, Kind::Number, description)
    }

    /// Adds a property of type `boolean`.
    #[must_use]
    pub fn bool(self, name: &str, description: &str) -> Self {
        self.add(name, Kind::Bool, description)
    }

    /// Adds a property of type `array` with the schema of its items.
    #[must_use]
    pub fn array(self, name: &str, description: &str, items: JsonSchema) -> Self {
        let extent = items.extent().map(|items| Extent::ONE.around(items));
        let items_json = items.json();
        self.absorb(items)
            .add(name, Kind::Array, description)
            .keyword("items", items_json)
            .reaching(extent)
    }

    /// Adds a property that is an object of its own schema.
    #[must_use]
    pub fn object_of(self, name: &str, description: &str, schema: JsonSchema) -> Self {
        let (json, extent) = (schema.json(), schema.extent());
        self.absorb(schema)
            .add_object(name, description, &json, extent)
    }

    /// Adds a property of type `string` that is one of some texts.
    #[must_use]
    pub fn one_of_strings(self, name: &str, description: &str, texts: &[&str]) -> Self {
        let texts = list(texts.iter().map(|text| quoted(text)));
        self.add(name, Kind::String, description)
            .keyword("enum", texts)
    }

    /// Adds a property of any type.
    #[must_use]
    pub fn any(self, name: &str, description: &str) -> Self {
        self.add(name, Kind::Any, description)
    }

    /// Adds a property with any schema as JSON.
    #[must_use]
    pub fn property(mut self, name: &str, schema: impl Serialize) -> Self {
        match serde_json::to_string(&schema) {
            Ok(json) => self.push(Property {
                name: name.to_owned(),
                kind: Kind::Raw,
                extent: None,
                keywords: vec![("", json)],
            }),
            Err(error) => {
                self.faults
                    .push(format!("the property {name} is not JSON: {error}"));
                self
            }
        }
    }

    /// Whether members are allowed that are no properties.
    #[must_use]
    pub fn additional(mut self, allowed: bool) -> Self {
        match &mut self.form {
            Form::Object { additional, .. } => {
                *additional = Some(allowed);
                self
            }
            Form::Whole { .. } => self.fault(".additional() fits objects only"),
        }
    }

    /// The schema as JSON (SCH-1).
    pub(crate) fn json(&self) -> String {
        match &self.form {
            Form::Whole { json, .. } => json.clone(),
            Form::Object {
                properties,
                required,
                additional,
                open,
                ..
            } => {
                let mut object = Object::new().text("type", "object");
                if *open || !properties.is_empty() {
                    let members = properties.iter().fold(Object::new(), |members, property| {
                        members.raw(&property.name, &property.json())
                    });
                    object = object.raw("properties", &members.finish());
                }
                if !required.is_empty() {
                    object = object.raw("required", &list(required.iter().map(|it| quoted(it))));
                }
                let additional = additional.map(|it| if it { "true" } else { "false" });
                object.raw_if("additionalProperties", additional).finish()
            }
        }
    }

    /// What was called wrongly.
    pub(crate) fn faults(&self) -> &[String] {
        &self.faults
    }

    /// How far it reaches, if every part is one of the builder's own.
    pub(super) fn extent(&self) -> Option<Extent> {
        match &self.form {
            Form::Whole { extent, .. } => *extent,
            Form::Object { properties, .. } => {
                properties.iter().try_fold(Extent::ONE, |own, property| {
                    Some(own.around(property.extent?))
                })
            }
        }
    }

    fn fault(mut self, text: impl Into<String>) -> Self {
        self.faults.push(text.into());
        self
    }

    /// Says how far the property added last reaches.
    fn reaching(mut self, extent: Option<Extent>) -> Self {
        if let Some(last) = self.last() {
            last.extent = extent;
        }
        self
    }

    /// Takes over what is wrong with an inner schema.
    fn absorb(mut self, inner: JsonSchema) -> Self {
        self.faults.extend(inner.faults);
        self
    }

    fn add(self, name: &str, kind: Kind, description: &str) -> Self {
        let mut keywords = Vec::new();
        if let Some(kind) = kind.name() {
            keywords.push(("type", quoted(kind)));
        }
        keywords.push(("description", quoted(description)));
        self.push(Property {
            name: name.to_owned(),
            kind,
            extent: Some(Extent::ONE),
            keywords,
        })
    }

    /// A nested object: `type` and `description` go before the rest of its schema.
    fn add_object(self, name: &str, description: &str, json: &str, extent: Option<Extent>) -> Self {
        let inner = json.strip_prefix(r#"{"type":"object""#);
        let Some(inner) = inner.and_then(|inner| inner.strip_suffix('}')) else {
            // No object of the builder: kept as it is, beside the description.
            return self
                .add(name, Kind::Object, description)
                .keyword("allOf", list([json]))
                .reaching(extent.map(|inner| Extent::ONE.around(inner)));
        };
        self.add(name, Kind::Object, description)
            .keyword("", inner.trim_start_matches(',').to_owned())
            .reaching(extent)
    }

    fn push(mut self, property: Property) -> Self {
        match &mut self.form {
            Form::Whole { .. } => self.fault("a property fits objects only"),
            Form::Object { properties, .. } => {
                if properties.iter().any(|known| known.name == property.name) {
                    let name = &property.name;
                    return self.fault(format!("the property {name} stands twice"));
                }
                properties.push(property);
                self
            }
        }
    }

    fn last(&mut self) -> Option<&mut Property> {
        match &mut self.form {
            Form::Object { properties, .. } => properties.last_mut(),
            Form::Whole { .. } => None,
        }
    }

    fn keyword(mut self, keyword: &'static str, json: String) -> Self {
        if let Some(last) = self.last() {
            last.keywords.push((keyword, json));
        }
        self
    }
}

impl Property {
    fn json(&self) -> String {
        if let (Kind::Raw, Some((_, json))) = (self.kind, self.keywords.first()) {
            return json.clone();
        }
        let mut object = Object::new();
        for (keyword, json) in &self.keywords {
            object = match *keyword {
                // The members of a nested object.
                "" if json.is_empty() => object,
                "" => object.members(json),
                keyword => object.raw(keyword, json),
            };
        }
        object.finish()
    }
}
