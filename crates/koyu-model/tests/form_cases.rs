//! Runs `expected/form.json` and `expected/values.json` of every case under the roots that the
//! environment variable `KOYU_CASES` names, separated by `:`.

use std::path::{Path, PathBuf};

use koyu_model::form::{Derivation, constants::CUT_HEIGHT};
use koyu_model::{Disk, compose};
use serde_json::Value;

/// The first place where two values differ: structure, and numbers within a relative 1e-9.
fn difference(expected: &Value, actual: &Value, at: &str) -> Option<String> {
    match (expected, actual) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            let close = a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
            (!close).then(|| format!("{at}: expected {a}, got {b}"))
        }
        (Value::Array(a), Value::Array(b)) => {
            let inner = a.iter().zip(b).enumerate();
            let inner = inner.filter_map(|(i, (a, b))| difference(a, b, &format!("{at}/{i}")));
            inner.into_iter().next().or_else(|| {
                let (a, b) = (a.len(), b.len());
                (a != b).then(|| format!("{at}: expected {a} elements, got {b}"))
            })
        }
        (Value::Object(a), Value::Object(b)) => a
            .iter()
            .find_map(|(key, value)| {
                let at = format!("{at}/{key}");
                match b.get(key) {
                    Some(other) => difference(value, other, &at),
                    None => Some(format!("{at}: missing")),
                }
            })
            .or_else(|| {
                let extra = b.keys().find(|key| !a.contains_key(*key));
                extra.map(|key| format!("{at}/{key}: not expected"))
            }),
        _ => (expected != actual).then(|| format!("{at}: expected {expected}, got {actual}")),
    }
}

fn read(path: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

fn check(case: &Path) -> Result<bool, String> {
    let form = read(&case.join("expected/form.json"));
    let values = read(&case.join("expected/values.json"));
    if form.is_none() && values.is_none() {
        return Ok(false);
    }
    let model = compose(&case.join("main.muro"), &Disk).map_err(|error| error.to_string())?;
    let derived = Derivation::new(&model)
        .form(CUT_HEIGHT)
        .map_err(|error| error.to_string())?;
    let actual = serde_json::to_value(&derived).map_err(|error| error.to_string())?;
    if let Some(difference) = form.and_then(|form| difference(&form, &actual, "")) {
        return Err(difference);
    }
    for (pointer, value) in values.iter().filter_map(Value::as_object).flatten() {
        let place = actual
            .pointer(pointer)
            .ok_or_else(|| format!("{pointer}: missing"))?;
        if let Some(difference) = difference(value, place, pointer) {
            return Err(difference);
        }
    }
    Ok(true)
}

#[test]
fn the_form_of_every_case_is_as_expected() {
    let roots = std::env::var("KOYU_CASES").unwrap_or_default();
    let mut failures = Vec::new();
    let mut cases: Vec<PathBuf> = Vec::new();
    for root in roots.split(':').filter(|root| !root.is_empty()) {
        let entries = std::fs::read_dir(root).unwrap();
        cases.extend(entries.map(|entry| entry.unwrap().path()));
    }
    cases.sort();
    let mut passed = 0;
    for case in &cases {
        match check(case) {
            Ok(asked) => passed += usize::from(asked),
            Err(difference) => failures.push(format!("{}: {difference}", case.display())),
        }
    }
    assert!(
        failures.is_empty(),
        "{passed} passed\n{}",
        failures.join("\n")
    );
    assert!(roots.is_empty() || passed > 0, "no case asks for a form");
}

#[test]
fn differences_are_found() {
    let of = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let differ = |a: &str, b: &str| difference(&of(a), &of(b), "").is_some();
    assert!(!differ(r#"{"a":[1,-0]}"#, r#"{"a":[1.0000000001,0.0]}"#));
    for (a, b) in [
        ("1", "1.00001"),
        ("[1]", "[1,2]"),
        (r#"{"a":1}"#, r#"{}"#),
        (r#"{}"#, r#"{"a":1}"#),
        ("null", "0"),
    ] {
        assert!(differ(a, b), "{a} {b}");
    }
}
