//! A server of notes: one tool to add one, one resource for each. Run it with
//! `cargo run -p mcp-proto --example notes`, or let a client start it.

use std::sync::{Arc, Mutex, PoisonError};

use mcp_proto::serde_json::json;
use mcp_proto::{
    CallContext, JsonObject, JsonSchema, McpServer, ResourceContents, ResourceOutcome,
    ResourceTemplate, Tool, ToolFault, ToolOutcome, ToolResult, Variables, serve_stdio,
};

/// The notes, which end with the server.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Tool for Notes {
    fn description(&self) -> &str {
        "Keeps a note until the server ends; returns its URI. It cannot change or delete one."
    }

    fn input_schema(&self) -> JsonSchema {
        let schema = JsonSchema::object().string("text", "what to keep");
        schema.min(1).required()
    }

    async fn call(&self, _: &mut CallContext, args: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push(args.text("text").unwrap_or_default().into_owned());
        let uri = format!("notes://{}", notes.len());
        Ok(ToolResult::structured(json!({"uri": uri})).into())
    }
}

impl ResourceTemplate for Notes {
    async fn read(
        &self,
        _: &mut CallContext,
        variables: &Variables,
    ) -> Result<ResourceOutcome, ToolFault> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = variables.get("number").and_then(|it| it.parse().ok());
        let note = number.and_then(|number: usize| notes.get(number.checked_sub(1)?));
        Ok(note.map_or(ResourceOutcome::NotFound, |text| {
            ResourceContents::text(text).mime_type("text/plain").into()
        }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let notes = Notes::default();
    let server = McpServer::builder("notes", "1.0.0")
        .instructions("Keeps notes for a while.")
        .tool("add_note", notes.clone())
        .resource_template("notes://{number}", notes)
        .build()?;
    Ok(serve_stdio(&server)?)
}
