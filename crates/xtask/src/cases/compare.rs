//! Comparing JSON by structure: what stands where, and numbers within a relative 1e-9.

use serde_json::Value;

/// How far two numbers may lie apart, relative to the larger.
const TOLERANCE: f64 = 1e-9;

/// The first place where two values differ, as a JSON Pointer below `at` with both values.
pub(super) fn difference(expected: &Value, actual: &Value, at: &str) -> Option<String> {
    match (expected, actual) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            let close = a == b || (a - b).abs() <= TOLERANCE * a.abs().max(b.abs());
            (!close).then(|| format!("{at}: expected {a}, got {b}"))
        }
        (Value::Array(a), Value::Array(b)) => {
            let inner = a.iter().zip(b).enumerate();
            let mut inner = inner.filter_map(|(i, (a, b))| difference(a, b, &format!("{at}/{i}")));
            inner.next().or_else(|| {
                let (a, b) = (a.len(), b.len());
                (a != b).then(|| format!("{at}: expected {a} elements, got {b}"))
            })
        }
        (Value::Object(a), Value::Object(b)) => {
            let inside = a.iter().find_map(|(key, value)| match b.get(key) {
                Some(other) => difference(value, other, &format!("{at}/{key}")),
                None => Some(format!("{at}/{key}: missing")),
            });
            inside.or_else(|| {
                let extra = b.keys().find(|key| !a.contains_key(*key));
                extra.map(|key| format!("{at}/{key}: not expected"))
            })
        }
        _ => (expected != actual).then(|| format!("{at}: expected {expected}, got {actual}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found_and_only_those() {
        let of = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let differ = |a: &str, b: &str| difference(&of(a), &of(b), "");
        assert_eq!(
            differ(r#"{"a":[1,-0]}"#, r#"{"a":[1.0000000001,0.0]}"#),
            None
        );
        for (a, b, place) in [
            ("1", "1.00001", ": "),
            ("[1]", "[1,2]", ": "),
            ("[1,2]", "[1,3]", "/1: "),
            (r#"{"a":{"b":1}}"#, r#"{"a":{}}"#, "/a/b: missing"),
            ("{}", r#"{"a":1}"#, "/a: not expected"),
            ("null", "0", ": "),
            ("true", "1", ": "),
        ] {
            let told = differ(a, b).unwrap_or_default();
            assert!(told.starts_with(place), "{a} {b}: {told:?}");
        }
    }
}
