//! What is said about the property that was added last (SCH-2).

use serde::Serialize;

use super::{Form, JsonSchema, Kind};
use crate::json::{list, quoted};

impl JsonSchema {
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
    pub fn pattern(self, pattern: &str) -> Self {
        self.modify(".pattern()", &[Kind::String], "pattern", quoted(pattern))
            // It may not compile.
            .reaching(None)
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
    pub fn header(self, name: &str) -> Self {
        self.value("x-mcp-header", ".header()", &name)
            .reaching(None)
    }

    /// Lets the property added last be `null` too.
    #[must_use]
    pub fn nullable(mut self) -> Self {
        let Some(last) = self.last() else {
            return self.fault(".nullable() stands before any property");
        };
        let kind = last.kind.name();
        let is_free = last.keywords.iter().all(|(word, _)| !FIXED.contains(word));
        let written = last.keywords.iter_mut().find(|(word, _)| *word == "type");
        if let (Some(kind), Some((_, json)), true) = (kind, written, is_free) {
            *json = list([quoted(kind), quoted("null")]);
            return self;
        }
        let name = last.name.clone();
        self.fault(format!(".nullable() does not fit the property {name}"))
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

/// A finite number as JSON, a whole one without a point.
fn number_json(number: f64) -> Option<String> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        // Exact within these bounds.
        return Some((number as i64).to_string());
    }
    number.is_finite().then(|| number.to_string())
}

/// Keywords that say which values there are: `null` would have to be one of them.
const FIXED: [&str; 2] = ["enum", "const"];
