//! A schema that was checked, and values against it (SCH-11, SCH-13, SCH-16).

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError, Validator};
use serde_json::Value;
use serde_json::value::RawValue;

use super::builder::JsonSchema;
use super::{check, form, headers};
use crate::json;

/// How deep a client's value may be nested (SCH-13).
const MAX_VALUE_DEPTH: usize = 64;
/// How many JSON values a client's value may hold.
const MAX_VALUES: usize = 100_000;
/// How many reasons are given (SCH-16).
const MAX_REASONS: usize = 20;
/// How long one reason may be, in characters.
const MAX_REASON: usize = 200;

/// A schema that can be served.
pub(crate) struct Schema {
    json: String,
    is_of_objects: bool,
    is_cyclic: bool,
    /// Compiled when a value is first looked at: a server that starts for one question should not
    /// wait for the schemas of all others.
    compiled: OnceLock<Option<Validator>>,
}

/// Why a value does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    /// Where in the value, as a JSON Pointer.
    pub(crate) path: String,
    /// Which keyword of the schema.
    pub(crate) keyword: String,
    /// In a few words.
    pub(crate) text: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The pointer to the whole value is empty, and "/" would be the member of the empty name.
        let place = match &*self.path {
            "" => "(root)",
            path => path,
        };
        write!(f, "{place}: {} ({})", self.text, self.keyword)
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json)
    }
}

impl Schema {
    /// Checks a schema (SCH-2, SCH-3, SCH-10…15). Errors are all that is wrong with it.
    pub(crate) fn of(written: &JsonSchema) -> Result<Self, Vec<String>> {
        if !written.faults().is_empty() {
            return Err(written.faults().to_vec());
        }
        let json = written.json();
        // A schema of the builder's own parts is well-formed; compiling it, or only building it as
        // a tree, is not cheap for a server that is started for one question.
        if let Some(extent) = written.extent() {
            check::bounds(extent).map_err(|fault| vec![fault])?;
            return Ok(Self {
                // Nothing that the builder writes has a type twice.
                is_of_objects: json.starts_with(r#"{"type":"object""#),
                json,
                is_cyclic: false,
                compiled: OnceLock::new(),
            });
        }
        Self::of_json(json).map_err(|fault| vec![fault])
    }

    fn of_json(json: String) -> Result<Self, String> {
        let value: Value = serde_json::from_str(&json).map_err(|error| error.to_string())?;
        let checked = check::check(&value)?;
        headers::check(&check::subschemas(&value)?)?;
        let validator = compile(&value).map_err(|error| format!("it is malformed: {error}"))?;
        let kind = value.get("type").and_then(Value::as_str);
        Ok(Self {
            is_of_objects: kind == Some("object"),
            json,
            is_cyclic: checked.is_cyclic,
            compiled: OnceLock::from(Some(validator)),
        })
    }

    /// As it is listed.
    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// The properties that clients repeat in headers.
    #[cfg(feature = "http")]
    pub(crate) fn mirrored(&self) -> Vec<headers::Mirrored> {
        let value = serde_json::from_str(&self.json);
        value.map_or_else(|_| Vec::new(), |value| headers::mirrored(&value))
    }

    /// Whether the root is an object with `"type":"object"` (REG-4).
    pub(crate) fn is_of_objects(&self) -> bool {
        self.is_of_objects
    }

    /// Whether the schema can be put to a user (MRTR-4).
    pub(crate) fn fits_a_form(&self) -> Result<(), String> {
        let value: Value = serde_json::from_str(&self.json).map_err(|error| error.to_string())?;
        form::check(&value)
    }

    /// Judges a value of a client, which is bounded (SCH-13).
    pub(crate) fn judge(&self, value: &RawValue) -> Result<(), Vec<Reason>> {
        // Each level takes two bytes and each value one.
        if value.get().len() < 2 * MAX_VALUE_DEPTH {
            return self.judge_own(value);
        }
        let (depth, values) = json::measure(value);
        if depth > MAX_VALUE_DEPTH {
            return Err(whole(format!(
                "the value is nested deeper than {MAX_VALUE_DEPTH} levels"
            )));
        }
        if values > MAX_VALUES {
            return Err(whole(format!(
                "the value holds more than {MAX_VALUES} JSON values"
            )));
        }
        self.judge_own(value)
    }

    /// Judges a value of the program itself, bounded in nesting only, by the reader of JSON.
    pub(crate) fn judge_own(&self, value: &RawValue) -> Result<(), Vec<Reason>> {
        let value: Value = serde_json::from_str(value.get())
            .map_err(|error| whole(format!("the value cannot be read: {error}")))?;
        let compiled = self.compiled.get_or_init(|| {
            let schema = serde_json::from_str(&self.json).ok()?;
            compile(&schema).ok()
        });
        let Some(validator) = compiled else {
            return Err(whole("the schema cannot be compiled".to_owned()));
        };
        // The verdict is cheap; gathering reasons can be exponential for schemas that lead back
        // to themselves.
        if validator.is_valid(&value) {
            return Ok(());
        }
        if self.is_cyclic {
            return Err(whole("the value does not fit the schema".to_owned()));
        }
        Err(reasons(validator, &value))
    }
}

/// One reason, at the root.
fn whole(text: String) -> Vec<Reason> {
    vec![Reason {
        path: String::new(),
        keyword: "schema".to_owned(),
        text,
    }]
}

fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        // Nothing outside the document was let in by the check; this says so a second time.
        .offline()
        .build(schema)
        .map_err(|error| shortened(&error.to_string()))
}

/// The first reasons in the order in which their places stand in the value.
fn reasons(validator: &Validator, value: &Value) -> Vec<Reason> {
    let errors = validator.iter_errors(value).into_errors();
    let mut places = HashMap::new();
    number(value, &mut String::new(), &mut places);
    let mut ordered: Vec<_> = errors
        .iter()
        .map(|error| (error.instance_path().to_string(), error))
        .collect();
    ordered.sort_by_key(|(path, _)| places.get(path).copied());
    let first = ordered.into_iter().take(MAX_REASONS);
    first
        .map(|(path, error)| Reason {
            path,
            keyword: keyword(error),
            text: shortened(&said(error, value)),
        })
        .collect()
}

/// Which keyword refuses. A schema that is `false` has none of its own: it is that which leads to
/// it, such as `additionalProperties`.
fn keyword(error: &ValidationError<'_>) -> String {
    let ValidationErrorKind::FalseSchema = error.kind() else {
        return error.kind().keyword().to_owned();
    };
    let path = error.schema_path().to_string();
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.is_empty() { "false" } else { last }.to_owned()
}

/// What is wrong, in a few words. The values of the client stay out of it, names do not.
fn said(error: &ValidationError<'_>, value: &Value) -> String {
    if let ValidationErrorKind::FalseSchema = error.kind() {
        let at = value.pointer(error.instance_path().as_str());
        let names = at.and_then(Value::as_object).filter(|it| !it.is_empty());
        if let Some(names) = names.filter(|_| keyword(error) == "additionalProperties") {
            let names: Vec<_> = names.keys().map(|name| json::quoted(name)).collect();
            return format!("nothing is expected here but {} came", names.join(", "));
        }
        return "nothing is expected here".to_owned();
    }
    error.masked().to_string()
}

/// Numbers the places of a value in document order.
fn number(value: &Value, path: &mut String, places: &mut HashMap<String, usize>) {
    places.insert(path.clone(), places.len());
    let length = path.len();
    let mut inside = |key: &str, value: &Value| {
        path.push('/');
        path.push_str(key);
        number(value, path, places);
        path.truncate(length);
    };
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                inside(&check::escaped(key), value);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                inside(&index.to_string(), value);
            }
        }
        _ => {}
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_REASON {
        return text.to_owned();
    }
    let kept: String = text.chars().take(MAX_REASON).collect();
    format!("{kept}…")
}
