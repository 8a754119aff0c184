//! `validate` (07 §12).

use koyu_model::form::Derivation;
use koyu_query::Rule;
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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
        let answer = JsonSchema::object()
            .array("findings", "Verdicts in the order of the rules", finding())
            .required()
            .integer("violations", "Number of findings of level violation")
            .required()
            .integer("cautions", "Number of findings of level caution")
            .required()
            .string("note", "What these verdicts are not")
            .required();
        Some(answer.additional(false))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace.building(&file)?.answer("validate", |model| {
            let answer = koyu_query::validate(&Derivation::new(model))
                .map_err(|fault| Refusal::new(fault.to_string()))?;
            Ok(Answer::of(&answer))
        })
    }
}

/// One finding (08 §1).
fn finding() -> JsonSchema {
    let rules: Vec<&str> = Rule::ALL.iter().map(|rule| rule.word()).collect();
    JsonSchema::object()
        .one_of_strings("rule", "Name of the rule", &rules)
        .required()
        .one_of_strings("level", "How grave it is", &["violation", "caution"])
        .required()
        .string("message", "What was found")
        .required()
        .integer("line", "Line that declares the element, from 1")
        .required()
        .string("file", "Real path of the layer of that line")
        .array(
            "path",
            "The element: its path, or both ends of a boundary",
            JsonSchema::of_string("Path of a space or zone"),
        )
        .required()
        .additional(false)
}
