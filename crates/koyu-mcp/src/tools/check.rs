//! `check` (07 §4).

use super::question::{Answer, Question, Refusal};
use super::{not_yet, text};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// The gatekeeper: is the description consistent in itself?
pub(crate) struct Check;

impl Question for Check {
    fn title(&self) -> &'static str {
        "Check the building"
    }

    fn description(&self) -> &'static str {
        "The gatekeeper of the build: call it after every edit. Returns JSON with ok, \
         the numbers of spaces and boundaries, errors and warnings as texts tagged \
         layer:line, and the same as diagnostics with codes and paths. It guarantees \
         structural consistency only, not that the building is a good or lawful one: \
         ask validate for that. Layers that cannot be read together at all give an \
         error in place of diagnostics."
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .bool("ok", "Whether there is no error")
                .required()
                .integer("spaces", "Number of spaces")
                .required()
                .integer(
                    "boundaries",
                    "Number of boundaries, walls by default included",
                )
                .required()
                .array(
                    "errors",
                    "Errors as texts",
                    text("layer:line and what is wrong"),
                )
                .required()
                .array(
                    "warnings",
                    "Warnings as texts",
                    text("layer:line and what is doubtful"),
                )
                .required()
                .array("diagnostics", "Errors and warnings as found", diagnostic())
                .required(),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("check"))
    }
}

/// One diagnostic (07 §4).
fn diagnostic() -> JsonSchema {
    JsonSchema::object()
        .string("code", "Code of the rule")
        .required()
        .string("severity", "error or warning")
        .required()
        .string("message", "What is wrong")
        .required()
        .integer("line", "Line of the layer, from 1")
        .string("file", "Real path of the layer")
        .any("path", "Paths of the elements")
        .any("related", "Other places")
}
