//! Properties that clients repeat in HTTP headers, as far as a schema can be wrong about them
//! (HDR-9).

use std::collections::BTreeSet;

use serde_json::Value;

use super::check::{Subschema, escaped};

const KEYWORD: &str = "x-mcp-header";

/// What is wrong with the marks of a schema.
pub(super) fn check(all: &[Subschema<'_>]) -> Result<(), String> {
    let Some(root) = all.first() else {
        return Ok(());
    };
    let mut reachable = BTreeSet::new();
    collect(root.value, String::new(), &mut reachable);
    let mut names = BTreeSet::new();
    for subschema in all {
        let Some(name) = subschema.value.get(KEYWORD) else {
            continue;
        };
        let at = format!("{KEYWORD} at {:?}", subschema.pointer);
        let token = name.as_str().filter(|name| is_token(name));
        let Some(name) = token else {
            return Err(format!("{at}: {name} is no name of a header"));
        };
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(format!("{at}: the name {name} stands twice"));
        }
        let kind = subschema.value.get("type").and_then(Value::as_str);
        if !matches!(kind, Some("string" | "integer" | "boolean")) {
            return Err(format!("{at}: the type is not string, integer or boolean"));
        }
        if !reachable.contains(&subschema.pointer) {
            return Err(format!("{at}: it is not reached through properties only"));
        }
    }
    Ok(())
}

/// A property that clients repeat in a header (HDR-10).
#[cfg(feature = "http")]
#[derive(Clone, Debug)]
pub(crate) struct Mirrored {
    /// The names of the properties from the root.
    pub(crate) path: Vec<String>,
    /// `Mcp-Param-` and the name.
    pub(crate) header: http::HeaderName,
    pub(crate) kind: MirroredKind,
}

/// What type such a property has (HDR-12…14).
#[cfg(feature = "http")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MirroredKind {
    String,
    Integer,
    Boolean,
}

/// All marked properties of a schema that was checked.
#[cfg(feature = "http")]
pub(super) fn mirrored(schema: &Value) -> Vec<Mirrored> {
    let mut found = Vec::new();
    gather(schema, &mut Vec::new(), &mut found);
    found
}

#[cfg(feature = "http")]
fn gather(schema: &Value, path: &mut Vec<String>, found: &mut Vec<Mirrored>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        path.push(name.clone());
        let header = property.get(KEYWORD).and_then(Value::as_str);
        let header = header.and_then(|it| format!("Mcp-Param-{it}").parse().ok());
        let kind = match property.get("type").and_then(Value::as_str) {
            Some("integer") => MirroredKind::Integer,
            Some("boolean") => MirroredKind::Boolean,
            _ => MirroredKind::String,
        };
        found.extend(header.map(|header| Mirrored {
            path: path.clone(),
            header,
            kind,
        }));
        gather(property, path, found);
        path.pop();
    }
}

/// The places of all properties that are reached from the root through `properties` only.
fn collect(schema: &Value, pointer: String, reachable: &mut BTreeSet<String>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        let place = format!("{pointer}/properties/{}", escaped(name));
        collect(property, place.clone(), reachable);
        reachable.insert(place);
    }
}

/// A token of HTTP.
fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_~`|".contains(&byte))
}
