//! Where each argument of a tool goes in the request to its route (11 §11.3).

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::value::RawValue;

use super::call::CallRequest;
use super::method::Method;
use super::pattern::Pattern;
use crate::json::{self, Object};
use crate::object::JsonObject;

/// What is escaped in a segment of a path: everything but letters, digits and `- . _ ~` (RT-10).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The longest path with its query, in bytes: what a request of HTTP can carry here.
const LONGEST_TARGET: usize = 65_534;

/// The request of a call.
///
/// # Errors
/// In words for the model, which argument cannot be placed.
pub(super) fn place(
    method: Method,
    pattern: &Pattern,
    arguments: &JsonObject,
) -> Result<CallRequest, String> {
    let path = pattern.path(|name| segment(name, arguments.get(name)))?;
    let mut request = CallRequest::new(method, path);
    let others = arguments.members();
    let mut others = others
        .iter()
        .filter(|(name, _)| !pattern.names().any(|taken| taken == name));
    if method.has_body() {
        let body = others.fold(Object::new(), |body, (name, value)| {
            body.raw(name, &json::compact(value))
        });
        request = request.json_body(body.finish());
    } else {
        others.try_for_each(|(name, value)| push(&mut request.query, name, value))?;
    }
    let length = request.target().len();
    if length > LONGEST_TARGET {
        return Err(format!(
            "The arguments make an address of {length} bytes; at most {LONGEST_TARGET} fit"
        ));
    }
    Ok(request)
}

/// The segment that an argument makes (RT-10, RT-11).
fn segment(name: &str, value: Option<&RawValue>) -> Result<String, String> {
    let refused = |why: &str| Err(format!("The argument {name} {why}"));
    let Some(value) = value else {
        return refused("is missing");
    };
    match scalar(value) {
        None => refused("must be a string, a number or a boolean"),
        Some(text) if text.is_empty() => refused("is empty"),
        Some(text) if matches!(&*text, "." | "..") => {
            refused("must not be . or .., which name no single thing in a path")
        }
        Some(text) => Ok(utf8_percent_encode(&text, ESCAPED).to_string()),
    }
}

/// Appends what an argument makes in the query (RT-12).
fn push(query: &mut Vec<(String, String)>, name: &str, value: &RawValue) -> Result<(), String> {
    let mut pair = |value: &RawValue| {
        if !json::is_null(value) {
            let text = scalar(value).unwrap_or_else(|| json::compact(value).into());
            query.push((name.to_owned(), text.into_owned()));
        }
    };
    if value.get().starts_with('[') {
        let elements: Vec<&RawValue> = serde_json::from_str(value.get())
            .map_err(|_| format!("The argument {name} is not a list"))?;
        elements.into_iter().for_each(pair);
    } else {
        pair(value);
    }
    Ok(())
}

/// A string as it is, a number or a boolean as JSON; `None` for every other value.
fn scalar(value: &RawValue) -> Option<Cow<'_, str>> {
    let written = value.get();
    match written.as_bytes().first() {
        Some(b'"') => json::text(value),
        Some(b'{' | b'[' | b'n') | None => None,
        Some(_) => Some(written.into()),
    }
}
