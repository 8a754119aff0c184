//! The flat schemas with which a user is asked (MRTR-4).

use serde_json::Value;

/// What is wrong with the schema of a form.
pub(crate) fn check(schema: &Value) -> Result<(), String> {
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("the schema of a form is not of type object".to_owned());
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Err("the schema of a form has no properties".to_owned());
    };
    for (name, property) in properties {
        let kind = property.get("type").and_then(Value::as_str);
        let fits = match kind {
            Some("string" | "number" | "integer" | "boolean") => true,
            Some("array") => is_choice(property.get("items")),
            _ => false,
        };
        if !fits || property.get("properties").is_some() {
            return Err(format!("the property {name} does not fit a form"));
        }
    }
    Ok(())
}

/// Several of some choices: `enum`, or `anyOf` of constants with titles.
fn is_choice(items: Option<&Value>) -> bool {
    let Some(items) = items else { return false };
    let constant = |choice: &Value| choice.get("const").is_some_and(Value::is_string);
    let titled = items.get("anyOf").and_then(Value::as_array);
    items.get("enum").is_some_and(Value::is_array)
        || titled.is_some_and(|choices| choices.iter().all(constant))
}
