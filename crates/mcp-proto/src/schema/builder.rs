//! Writing a schema top to bottom (SCH-1…4).

use serde::Serialize;

use crate::json::{Object, list, quoted};

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
    Whole { json: String, plain: bool },
    Object {
        properties: Vec<Property>,
        required: Vec<String>,
        additional: Option<bool>,
        /// Whether every part is one that cannot break the rules for schemas.
        plain: bool,
        /// Whether `properties` is written although it is empty.
        open: bool,
    },
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    kind: Kind,
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
                plain: true,
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

    fn whole(json: String, plain: bool, faults: Vec<String>) -> Self {
        Self {
            form: Form::Whole { json, plain },
            faults,
        }
    }

    /// An arbitrary schema, kept as it is (SCH-4).
    pub fn raw(value: impl Serialize) -> Self {
        match serde_json::to_string(&value) {
            Ok(json) => Self::whole(json, false, Vec::new()),
            Err(error) => {
                let fault = format!("it is not JSON: {error}");
                Self::whole("{}".to_owned(), false, vec![fault])
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
        let items_json = items.json();
        self.absorb(items)
            .add(name, Kind::Array, description)
            .keyword("items", items_json)
    }

    /// Adds a property that is an object of its own schema.
    #[must_use]
    pub fn object_of(self, name: &str, description: &str, schema: JsonSchema) -> Self {
        let json = schema.json();
        let merged = self.absorb(schema);
        merged.add_object(name, description, &json)
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
        self.not_plain();
        match serde_json::to_string(&schema) {
            Ok(json) => self.push(Property {
                name: name.to_owned(),
                kind: Kind::Raw,
                keywords: vec![("", json)],
            }),
            Err(error) => {
                self.faults
                    .push(format!("the property {name} is not JSON: {error}"));
                self
            }
        }
    }

    /// Makes the property added last a required one.
    #[must_use]
    pub fn required(mut self) -> Self {
        if let Form::Object {
            properties,
            required,
            ..
        } = &mut self.form
            && let Some(last) = properties.last()
        {
            if !required.contains(&last.name) {
                required.push(last.name.clone());
            }
            return self;
        }
        self.fault(".required() stands before any property")
    }

    /// The least number, length of a text, or number of items of the property added last.
    #[must_use]
    pub fn min(self, least: impl Into<f64>) -> Self {
        self.bound(["minimum", "minLength", "minItems"], ".min()", least.into())
    }

    /// The greatest number, length of a text, or number of items of the property added last.
    #[must_use]
    pub fn max(self, most: impl Into<f64>) -> Self {
        self.bound(["maximum", "maxLength", "maxItems"], ".max()", most.into())
    }

    /// A number that the property added last must exceed.
    #[must_use]
    pub fn exclusive_min(self, bound: impl Into<f64>) -> Self {
        self.numeric("exclusiveMinimum", ".exclusive_min()", bound.into())
    }

    /// A number that the property added last must stay below.
    #[must_use]
    pub fn exclusive_max(self, bound: impl Into<f64>) -> Self {
        self.numeric("exclusiveMaximum", ".exclusive_max()", bound.into())
    }

    /// A number of which the property added last is a multiple.
    #[must_use]
    pub fn multiple_of(self, step: impl Into<f64>) -> Self {
        let step = step.into();
        if step <= 0.0 {
            return self.fault(".multiple_of() wants more than 0");
        }
        self.numeric("multipleOf", ".multiple_of()", step)
    }

    /// An ECMAScript regular expression that is found in the text added last.
    #[must_use]
    pub fn pattern(mut self, pattern: &str) -> Self {
        // It may not compile.
        self.not_plain();
        self.modify(".pattern()", &[Kind::String], "pattern", quoted(pattern))
    }

    /// A format of the text added last: an annotation, not enforced.
    #[must_use]
    pub fn format(self, format: &str) -> Self {
        self.modify(".format()", &[Kind::String], "format", quoted(format))
    }

    /// What the property added last counts as when it is absent. The framework does not fill it
    /// in (TOOL-15).
    #[must_use]
    pub fn default(self, value: impl Serialize) -> Self {
        self.value("default", ".default()", &value)
    }

    /// Examples of the property added last.
    #[must_use]
    pub fn examples<T: Serialize>(self, values: impl IntoIterator<Item = T>) -> Self {
        let values: Vec<T> = values.into_iter().collect();
        self.value("examples", ".examples()", &values)
    }

    /// A name for people of the property added last.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        self.value("title", ".title()", &title)
    }

    /// The only values of the property added last.
    #[must_use]
    pub fn enum_values<T: Serialize>(self, values: impl IntoIterator<Item = T>) -> Self {
        let values: Vec<T> = values.into_iter().collect();
        self.value("enum", ".enum_values()", &values)
    }

    /// The only value of the property added last.
    #[must_use]
    pub fn constant(self, value: impl Serialize) -> Self {
        self.value("const", ".constant()", &value)
    }

    /// The HTTP header in which clients repeat the property added last: `Mcp-Param-` and this.
    #[must_use]
    pub fn header(mut self, name: &str) -> Self {
        self.not_plain();
        self.value("x-mcp-header", ".header()", &name)
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

    /// Whether every part is one of the builder's own, which cannot be malformed; it may still be
    /// nested too deeply.
    pub(crate) fn is_plain(&self) -> bool {
        match self.form {
            Form::Object { plain, .. } | Form::Whole { plain, .. } => plain,
        }
    }

    fn fault(mut self, text: impl Into<String>) -> Self {
        self.faults.push(text.into());
        self
    }

    fn not_plain(&mut self) {
        if let Form::Object { plain, .. } = &mut self.form {
            *plain = false;
        }
    }

    /// Takes over what is wrong with an inner schema.
    fn absorb(mut self, inner: JsonSchema) -> Self {
        if !inner.is_plain() {
            self.not_plain();
        }
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
            keywords,
        })
    }

    /// A nested object: `type` and `description` go before the rest of its schema.
    fn add_object(self, name: &str, description: &str, json: &str) -> Self {
        let inner = json.strip_prefix(r#"{"type":"object""#);
        let Some(inner) = inner.and_then(|inner| inner.strip_suffix('}')) else {
            // No object of the builder: kept as it is, beside the description.
            return self
                .add(name, Kind::Object, description)
                .keyword("allOf", list([json]));
        };
        self.add(name, Kind::Object, description)
            .keyword("", inner.trim_start_matches(',').to_owned())
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

    /// Adds a keyword to the last property if it is of one of some kinds; of any if none is named.
    fn modify(mut self, call: &str, fits: &[Kind], keyword: &'static str, json: String) -> Self {
        match self.last() {
            None => self.fault(format!("{call} stands before any property")),
            Some(last)
                if last.kind == Kind::Raw || !(fits.is_empty() || fits.contains(&last.kind)) =>
            {
                let name = last.name.clone();
                self.fault(format!("{call} does not fit the property {name}"))
            }
            Some(_) => self.keyword(keyword, json),
        }
    }

    fn value(self, keyword: &'static str, call: &str, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(json) => self.modify(call, &[], keyword, json),
            Err(error) => self.fault(format!("{call}: {error}")),
        }
    }

    fn numeric(self, keyword: &'static str, call: &str, number: f64) -> Self {
        match number_json(number) {
            Some(json) => self.modify(call, &[Kind::Integer, Kind::Number], keyword, json),
            None => self.fault(format!("{call} wants a finite number")),
        }
    }

    /// A bound whose keyword depends on the property: of numbers, texts, lists.
    fn bound(mut self, keywords: [&'static str; 3], call: &str, number: f64) -> Self {
        let [of_numbers, of_texts, of_lists] = keywords;
        let keyword = match self.last().map(|last| last.kind) {
            Some(Kind::String) => of_texts,
            Some(Kind::Array) => of_lists,
            _ => return self.numeric(of_numbers, call, number),
        };
        if number.fract() != 0.0 || number < 0.0 {
            return self.fault(format!("{call} wants a whole number from 0 here"));
        }
        match number_json(number) {
            Some(json) => self.keyword(keyword, json),
            None => self.fault(format!("{call} wants a finite number")),
        }
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

/// A finite number as JSON, a whole one without a point.
fn number_json(number: f64) -> Option<String> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        // Exact within these bounds.
        return Some((number as i64).to_string());
    }
    number.is_finite().then(|| number.to_string())
}
