//! `validate` (07 §12).

use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{file_argument, not_yet};
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
        workspace::load(&file)?;
        Err(not_yet("validate"))
    }
}
