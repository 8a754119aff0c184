//! A server of notes: one tool to add one, one resource for each. Run it with
//! `cargo run -p mcp-proto --example notes`, or let a client start it.

use std::sync::{Arc, Mutex};

use mcp_proto::{
    CallContext, JsonObject, JsonSchema, McpServer, ResourceContents, ResourceOutcome,
    ResourceTemplate, Tool, ToolFault, ToolOutcome, ToolResult, Variables, serde_json::json,
    serve_stdio,
};

type Notes = Arc<Mutex<Vec<String>>>;

struct AddNote(Notes);

impl Tool for AddNote {
    fn description(&self) -> &str {
        "Keeps a note until the server ends; returns its URI. It cannot change or delete one."
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("text", "what to keep")
            .min(1)
            .required()
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .string("uri", "where the note is")
                .required(),
        )
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        let mut notes = self
            .0
            .lock()
            .map_err(|_| ToolFault::new("the notes are lost"))?;
        notes.push(args.text("text").unwrap_or_default().into_owned());
        cx.notifier().resource_list_changed();
        let uri = format!("notes://{}", notes.len());
        Ok(ToolResult::structured(json!({"uri": uri})).into())
    }
}

struct Note(Notes);

impl ResourceTemplate for Note {
    async fn read(
        &self,
        _: &mut CallContext,
        variables: &Variables,
    ) -> Result<ResourceOutcome, ToolFault> {
        let notes = self
            .0
            .lock()
            .map_err(|_| ToolFault::new("the notes are lost"))?;
        let number = variables
            .get("number")
            .and_then(|number| number.parse::<usize>().ok());
        let note = number.and_then(|number| notes.get(number.checked_sub(1)?));
        Ok(match note {
            Some(text) => ResourceContents::text(text).mime_type("text/plain").into(),
            None => ResourceOutcome::NotFound,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let notes = Notes::default();
    let server = McpServer::builder("notes", "1.0.0")
        .instructions("Keeps notes for a while.")
        .tool("add_note", AddNote(notes.clone()))
        .resource_template("notes://{number}", Note(notes))
        .build()?;
    Ok(serve_stdio(&server)?)
}
