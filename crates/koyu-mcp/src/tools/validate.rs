//! `validate` (07 §12).

use super::not_yet;
use super::question::{Answer, Question, Refusal};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// Architectural verdicts.
pub(crate) struct Validate;

impl Question for Validate {
    fn title(&self) -> &'static str {
        "Architectural verdicts"
    }

    fn description(&self) -> &'static str {
        "Call this for architectural verdicts, once check is green: daylight, stairs \
         and ramps, access, columns, site. Returns JSON with findings (rule, level \
         violation or caution, message, line, file, paths) and their numbers. The rules \
         are a separate and unfrozen surface; no finding does not mean that a building \
         code is met."
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .array(
                    "findings",
                    "Verdicts, the rule and the places with each",
                    finding(),
                )
                .required()
                .integer("violations", "Number of violations")
                .required()
                .integer("cautions", "Number of cautions")
                .required()
                .string("note", "What these verdicts are not")
                .required(),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("validate"))
    }
}

/// One finding (07 §12).
fn finding() -> JsonSchema {
    JsonSchema::object()
        .string("rule", "Name of the rule")
        .required()
        .string("level", "violation or caution")
        .required()
        .string("message", "What was found")
        .required()
        .integer("line", "Line of the layer, from 1")
        .string("file", "Real path of the layer")
        .any("paths", "Paths of the elements")
}
