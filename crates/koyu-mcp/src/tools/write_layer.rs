//! `write_layer` (07 §14).

use super::question::{Answer, Question, Refusal};
use super::{file_argument, not_yet, text};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema, ToolAnnotations};

/// The only tool that touches the disk.
pub(crate) struct WriteLayer;

impl Question for WriteLayer {
    fn title(&self) -> &'static str {
        "Write a layer"
    }

    fn description(&self) -> &'static str {
        "Call this to edit the building: it replaces or creates one layer with the \
         complete new text. Read the layer with layers first and send all of it, \
         changed; there is no partial edit. The text is tried before it is written: if \
         the building would no longer compose, nothing is written and the answer says \
         written: false and why. Otherwise it returns JSON with the path written and \
         the errors and warnings of check, which do not stop the write. Only .muro \
         files in the entry's folder or below can be written; a layer cannot be emptied \
         or deleted."
    }

    fn arguments(&self) -> JsonSchema {
        file_argument()
            .string(
                "layer",
                "Path of the layer to write, relative to the entry's folder (e.g. L2.muro)",
            )
            .required()
            .string("content", "The complete new text of the layer")
            .required()
    }

    fn behaviour(&self) -> ToolAnnotations {
        ToolAnnotations::new()
            .read_only(false)
            .destructive(true)
            .idempotent(true)
            .open_world(false)
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .any("written", "Path of the layer written, or false")
                .required()
                .string("target", "Path of the layer that was not written")
                .bool("ok", "Whether check finds no error")
                .required()
                .string("parseError", "Why the building would no longer compose")
                .integer("spaces", "Number of spaces")
                .array(
                    "errors",
                    "Errors as texts",
                    text("layer:line and what is wrong"),
                )
                .array(
                    "warnings",
                    "Warnings as texts",
                    text("layer:line and what is doubtful"),
                ),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        required(arguments, "content")?;
        required(arguments, "layer")?;
        workspace::load(&file)?;
        Err(not_yet("write_layer"))
    }
}
