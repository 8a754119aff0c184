//! What a schema must be to be served at all (SCH-10, SCH-12…15), found before anything compiles.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::builder::Extent;

/// How deep subschemas may stand in each other; the whole schema is the first (SCH-13).
const MAX_DEPTH: usize = 64;
/// How many subschemas there may be.
const MAX_SUBSCHEMAS: usize = 10_000;

/// The one dialect (SCH-10).
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Keywords whose value is a schema.
const ONE: [&str; 11] = [
    "additionalProperties",
    "propertyNames",
    "items",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is an object of schemas.
const MAP: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];
/// Keywords that change what a reference means: refused rather than half obeyed (SCH-15).
const REFUSED: [&str; 5] = [
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$vocabulary",
];

/// What the check found out about a schema that passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checked {
    /// Whether its references form a cycle.
    pub(super) is_cyclic: bool,
}

/// A subschema with its place, as a JSON Pointer from the root.
pub(super) struct Subschema<'a> {
    pub(super) pointer: String,
    pub(super) value: &'a Value,
    parent: Option<usize>,
    depth: usize,
}

/// Whether a schema of the builder's own parts keeps to the bounds of SCH-13.
///
/// # Errors
/// It does not.
pub(super) fn bounds(extent: Extent) -> Result<(), String> {
    if extent.depth > MAX_DEPTH {
        Err(too_deep())
    } else if extent.count > MAX_SUBSCHEMAS {
        Err(too_many())
    } else {
        Ok(())
    }
}

fn too_deep() -> String {
    format!("it is nested deeper than {MAX_DEPTH} schemas")
}

fn too_many() -> String {
    format!("it holds more than {MAX_SUBSCHEMAS} schemas")
}

/// All subschemas of a schema, the schema itself first.
///
/// # Errors
/// There are too many, or they stand too deep.
pub(super) fn subschemas(root: &Value) -> Result<Vec<Subschema<'_>>, String> {
    let mut all = vec![Subschema {
        pointer: String::new(),
        value: root,
        parent: None,
        depth: 1,
    }];
    let mut next = 0;
    while let Some(current) = all.get(next) {
        let (depth, pointer) = (current.depth + 1, current.pointer.clone());
        let mut found = Vec::new();
        for (keyword, value) in current.value.as_object().into_iter().flatten() {
            let keyword = keyword.as_str();
            let place = format!("{pointer}/{}", escaped(keyword));
            if ONE.contains(&keyword) {
                found.push((place, value));
            } else if LIST.contains(&keyword) {
                let items = value.as_array().into_iter().flatten().enumerate();
                found.extend(items.map(|(index, item)| (format!("{place}/{index}"), item)));
            } else if MAP.contains(&keyword) {
                let members = value.as_object().into_iter().flatten();
                found.extend(members.map(|(key, it)| (format!("{place}/{}", escaped(key)), it)));
            }
        }
        if depth > MAX_DEPTH && !found.is_empty() {
            return Err(too_deep());
        }
        all.extend(found.into_iter().map(|(pointer, value)| Subschema {
            pointer,
            value,
            parent: Some(next),
            depth,
        }));
        if all.len() > MAX_SUBSCHEMAS {
            return Err(too_many());
        }
        next += 1;
    }
    Ok(all)
}

/// A member's name in a JSON Pointer.
pub(super) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Checks everything that the compiler of schemas would not, or would do otherwise.
pub(super) fn check(root: &Value) -> Result<Checked, String> {
    if let Some(dialect) = root.get("$schema") {
        match dialect.as_str() {
            Some(DIALECT) => {}
            _ => {
                return Err(format!(
                    "the dialect {dialect} is not supported; {DIALECT} is"
                ));
            }
        }
    }
    let all = subschemas(root)?;
    for subschema in &all {
        let at = |keyword: &str| format!("{keyword} at {:?}", subschema.pointer);
        if let Some(keyword) = REFUSED.iter().find(|it| subschema.value.get(it).is_some()) {
            return Err(format!("{} is not supported", at(keyword)));
        }
        if !subschema.pointer.is_empty() {
            for keyword in ["$id", "$schema"] {
                if subschema.value.get(keyword).is_some() {
                    return Err(format!("{} is not supported below the root", at(keyword)));
                }
            }
        }
    }
    let references = references(&all)?;
    Ok(Checked {
        is_cyclic: has_cycle(&all, &references),
    })
}

/// Every reference as the places of its two ends.
fn references(all: &[Subschema<'_>]) -> Result<Vec<(usize, usize)>, String> {
    let mut by_pointer = BTreeMap::new();
    let mut by_anchor = BTreeMap::new();
    for (place, subschema) in all.iter().enumerate() {
        by_pointer.insert(subschema.pointer.as_str(), place);
        if let Some(anchor) = subschema.value.get("$anchor").and_then(Value::as_str)
            && by_anchor.insert(anchor, place).is_some()
        {
            return Err(format!("the anchor {anchor} stands twice"));
        }
    }
    let mut references = Vec::new();
    for (place, subschema) in all.iter().enumerate() {
        let Some(reference) = subschema.value.get("$ref") else {
            continue;
        };
        let inside = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let Some(fragment) = inside else {
            return Err(format!("$ref {reference} leaves the document"));
        };
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            decoded(fragment).and_then(|pointer| by_pointer.get(pointer.as_str()).copied())
        } else {
            by_anchor.get(fragment).copied()
        };
        match target {
            Some(target) => references.push((place, target)),
            None => return Err(format!("$ref {reference} points at no schema")),
        }
    }
    Ok(references)
}

/// A fragment without its percent escapes.
fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? << 4 | digit()?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Whether one comes back to a schema by going into subschemas and along references.
fn has_cycle(all: &[Subschema<'_>], references: &[(usize, usize)]) -> bool {
    if references.is_empty() {
        return false;
    }
    let mut ways: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    // How many ways lead to each schema that are not cleared away yet.
    let mut waiting = vec![0_usize; all.len()];
    let inward = all.iter().enumerate();
    let inward = inward.filter_map(|(place, subschema)| Some((subschema.parent?, place)));
    for (from, to) in inward.chain(references.iter().copied()) {
        if let (Some(ways), Some(waiting)) = (ways.get_mut(from), waiting.get_mut(to)) {
            ways.push(to);
            *waiting += 1;
        }
    }
    let mut free: BTreeSet<usize> = (0..all.len())
        .filter(|it| waiting.get(*it) == Some(&0))
        .collect();
    let mut cleared = 0;
    while let Some(place) = free.pop_first() {
        cleared += 1;
        for to in ways.get(place).into_iter().flatten() {
            if let Some(waiting) = waiting.get_mut(*to) {
                *waiting -= 1;
                if *waiting == 0 {
                    free.insert(*to);
                }
            }
        }
    }
    // What can never be cleared away lies on a cycle or behind one.
    cleared < all.len()
}
