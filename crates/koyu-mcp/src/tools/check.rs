//! `check` (07 §4).

use koyu_model::form::Derivation;
use koyu_query::CheckAnswer;
use koyu_query::check::Severity;
use mcp_proto::{JsonObject, JsonSchema};

use super::check_texts;
use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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
        let answer = JsonSchema::object()
            .bool("ok", "Whether there is no error")
            .required()
            .integer("spaces", "Number of spaces")
            .required()
            .integer(
                "boundaries",
                "Number of boundaries, walls by default included",
            )
            .required();
        let answer = check_texts(answer)
            .array(
                "diagnostics",
                "Errors and warnings in the order in which they were found",
                diagnostic(),
            )
            .required();
        Some(answer.additional(false))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace.building(&file)?.answer("check", |model| {
            Ok(Answer::of(&CheckAnswer::of(&Derivation::new(model))))
        })
    }
}

/// One diagnostic (06 §1).
fn diagnostic() -> JsonSchema {
    let position = JsonSchema::object()
        .integer("line", "Line, from 1")
        .required()
        .string("file", "Real path of the layer")
        .additional(false);
    JsonSchema::object()
        .string("code", "Code of the rule, e.g. REF01")
        .required()
        .one_of_strings(
            "severity",
            "An error makes ok false, a warning does not",
            &[Severity::Error.word(), Severity::Warning.word()],
        )
        .required()
        .string("message", "What is wrong and what would mend it")
        .required()
        .integer("line", "Line of the declaration blamed, from 1")
        .string("file", "Real path of the layer of that line")
        .array(
            "path",
            "The elements concerned",
            JsonSchema::of_string("Path of a space, zone or polygon, or a name"),
        )
        .array("related", "Other declarations that take part", position)
        .additional(false)
}
