//! Every message that the server sends against the JSON Schema of its revision.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use jsonschema::Validator;
use mcp_proto::Era;
use serde_json::{Value, json};

/// Compiled definitions, by revision and name.
type Compiled = HashMap<(&'static str, String), Validator>;

/// The folder of the schemas, where this machine has them.
fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mcp");
    let folder = std::env::var_os("MCP_SCHEMAS").map_or_else(|| beside.into(), PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn document(revision: &str) -> Option<Value> {
    let path = folder()?.join(format!("schema-{revision}.json"));
    let text = fs::read_to_string(&path).unwrap();
    Some(serde_json::from_str(&text).unwrap())
}

/// What a value must be, by the name of its definition. True where there are no schemas.
fn fits(revision: &'static str, definition: &str, value: &Value) -> bool {
    static COMPILED: OnceLock<Option<Mutex<Compiled>>> = OnceLock::new();
    let compiled = COMPILED.get_or_init(|| folder().map(|_| Mutex::default()));
    let Some(compiled) = compiled else {
        return true;
    };
    let mut compiled = compiled.lock().unwrap();
    let key = (revision, definition.to_owned());
    let validator = compiled.entry(key).or_insert_with(|| {
        let mut schema = document(revision).unwrap();
        let defs = if schema.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        assert!(
            schema[defs].get(definition).is_some(),
            "{revision} has no {definition}"
        );
        schema["$ref"] = json!(format!("#/{defs}/{definition}"));
        jsonschema::options().offline().build(&schema).unwrap()
    });
    validator.is_valid(value)
}

fn result_of(method: &str) -> &'static str {
    match method {
        "server/discover" => "DiscoverResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        "subscriptions/listen" => "SubscriptionsListenResult",
        "initialize" => "InitializeResult",
        _ => "EmptyResult",
    }
}

/// Judges one message; `method` is that of the request it answers.
pub(crate) fn judge(era: Era, method: &str, message: &str) {
    let value: Value = serde_json::from_str(message).unwrap();
    assert_eq!(value["jsonrpc"], "2.0", "{message}");
    let revisions: &[&'static str] = match era {
        Era::Modern => &["2026-07-28"],
        Era::Legacy => &["2025-11-25", "2025-06-18"],
    };
    for revision in revisions {
        let (definition, part) = if value.get("method").is_some() {
            ("ServerNotification", &value)
        } else if value.get("error").is_some() {
            // The oldest of these schemas demands an id, which an unreadable one cannot have.
            match (*revision, value.get("id")) {
                ("2025-06-18", None) => continue,
                ("2025-06-18", _) => ("JSONRPCError", &value),
                _ => ("JSONRPCErrorResponse", &value),
            }
        } else if value["result"]["resultType"] == "input_required" {
            ("InputRequiredResult", &value["result"])
        } else {
            (result_of(method), &value["result"])
        };
        assert!(
            fits(revision, definition, part),
            "no {definition} of {revision}: {message}"
        );
    }
}

#[test]
fn a_wrong_message_is_found_where_there_are_schemas() {
    let wrong = json!({"tools": 1});
    assert_eq!(
        fits("2026-07-28", "ListToolsResult", &wrong),
        folder().is_none()
    );
}
