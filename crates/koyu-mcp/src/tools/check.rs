//! `check` (07 §4).

use koyu_model::form::Derivation;
use koyu_model::json;
use koyu_query::CheckAnswer;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// The gatekeeper: is the description consistent in itself?
pub(crate) struct Check;

impl Tool for Check {
    fn description(&self) -> &str {
        "The gatekeeper of the build: call it after every edit. Returns JSON with ok, \
         the numbers of spaces and boundaries, errors and warnings as texts tagged \
         layer:line, and the same as diagnostics with codes and paths. It guarantees \
         structural consistency only, not that the building is a good or lawful one: \
         ask validate for that. Layers that cannot be read together at all give an \
         error in place of diagnostics."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let answer = CheckAnswer::of(&Derivation::new(&model));
        Ok(json::to_string(&answer, INDENT))
    }
}
