//! The forms that users are asked to fill in.

use mcp_proto::serde_json::{Value, json};
use mcp_proto::{Elicited, InputRequest, JsonSchema};

/// One text under a name.
pub(crate) fn text(message: &str, name: &str, description: &str) -> InputRequest {
    InputRequest::form(
        message,
        JsonSchema::object().string(name, description).required(),
    )
}

/// The form that many tools ask for under `user_name`.
pub(crate) fn name() -> InputRequest {
    text("What is your name?", "name", "your name")
}

/// A user's name and mail.
pub(crate) fn user(message: &str) -> InputRequest {
    let schema = JsonSchema::object()
        .string("username", "the user's name")
        .required()
        .string("email", "the user's mail")
        .required();
    InputRequest::form(message, schema)
}

/// A value of every type, filled in already.
pub(crate) fn defaults() -> InputRequest {
    let schema = JsonSchema::object()
        .string("name", "a name")
        .default("John Doe")
        .integer("age", "an age in years")
        .default(30)
        .number("score", "a score")
        .default(95.5)
        .one_of_strings("status", "a status", &["active", "inactive", "pending"])
        .default("active")
        .bool("verified", "whether it was verified")
        .default(true);
    InputRequest::form("Please review the values", schema)
}

/// Every way to offer a choice.
pub(crate) fn choices() -> InputRequest {
    let options = json!(["option1", "option2", "option3"]);
    let titled: Vec<Value> = ["First", "Second", "Third"]
        .iter()
        .zip(1..)
        .map(|(title, number)| json!({"const": format!("value{number}"), "title": title}))
        .collect();
    let legacy = json!({
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    });
    let schema = JsonSchema::object()
        .property("untitledSingle", json!({"type": "string", "enum": options}))
        .property("titledSingle", json!({"type": "string", "oneOf": titled}))
        .property("legacyEnum", legacy)
        .property(
            "untitledMulti",
            json!({"type": "array", "items": {"type": "string", "enum": options}}),
        )
        .property(
            "titledMulti",
            json!({"type": "array", "items": {"anyOf": titled}}),
        );
    InputRequest::form("Please choose", schema)
}

/// An answer in one line.
pub(crate) fn summary(answer: &Elicited) -> String {
    let content = answer.content.as_ref();
    let content = content.map_or_else(
        || "null".to_owned(),
        |content| mcp_proto::json::compact(content.as_raw()),
    );
    format!("action={}, content={content}", answer.action.name())
}
