//! `write_layer` (07 §14).

use std::borrow::Cow;

use koyu_model::form::Derivation;
use koyu_query::check;
use koyu_query::check::texts;
use mcp_proto::{JsonObject, JsonSchema, ToolAnnotations};
use serde::Serialize;

use super::question::{Answer, Question};
use super::{check_texts, file_argument};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::{self, Workspace};
use crate::writing::Target;

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
        let written = JsonSchema::object()
            .string("written", "Path of the layer that was written")
            .required()
            .bool("ok", "Whether check finds no error now")
            .required()
            .integer("spaces", "Number of spaces")
            .required();
        let refused = JsonSchema::object()
            .bool("written", "Nothing was written")
            .constant(false)
            .required()
            .string("target", "Path of the layer that was to be written")
            .required()
            .bool("ok", "The building would not compose")
            .constant(false)
            .required()
            .string("parseError", "Why it would not compose")
            .required();
        Some(JsonSchema::any_of([
            check_texts(written).additional(false),
            refused.additional(false),
        ]))
    }

    fn ask(&self, _: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let content = required(arguments, "content")?;
        let layer = required(arguments, "layer")?;
        let entry = workspace::resolve(&file);
        let target = Target::new(&entry, &layer)?;
        // Tried before anything is touched; errors of check do not stop the write.
        let model = match workspace::try_content(&entry, target.path(), &content) {
            Ok(model) => model,
            Err(fault) => {
                let refused = Refused {
                    written: false,
                    target: target.path().to_string_lossy(),
                    ok: false,
                    parse_error: fault.to_string(),
                };
                return Ok(Answer::of(&refused));
            }
        };
        let (errors, warnings) = texts(&check(&Derivation::new(&model)));
        target.write(&content)?;
        let written = Written {
            written: target.path().to_string_lossy(),
            ok: errors.is_empty(),
            spaces: model.spaces().len(),
            errors,
            warnings,
        };
        Ok(Answer::of(&written))
    }
}

/// The answer when the content is written.
#[derive(Serialize)]
struct Written<'a> {
    written: Cow<'a, str>,
    ok: bool,
    spaces: usize,
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// The answer when the building would not compose.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Refused<'a> {
    written: bool,
    target: Cow<'a, str>,
    ok: bool,
    parse_error: String,
}
