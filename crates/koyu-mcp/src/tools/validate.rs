//! `validate` (07 §12).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// Architectural verdicts.
pub(crate) struct Validate;

impl Tool for Validate {
    fn description(&self) -> &str {
        "Call this for architectural verdicts, once check is green: daylight, stairs \
         and ramps, access, columns, site. Returns JSON with findings (rule, level \
         violation or caution, message, line, file, paths) and their numbers. The rules \
         are a separate and unfrozen surface; no finding does not mean that a building \
         code is met."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let answer = koyu_query::validate(&Derivation::new(&model))
            .map_err(|fault| ToolFault::new(fault.to_string()))?;
        Ok(json::to_string(&answer, INDENT))
    }
}
