//! `model_summary` (07 §3).

use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{file_argument, not_yet};
use crate::arguments::required;
use crate::workspace;

/// The overview of a building.
pub(crate) struct ModelSummary;

impl Tool for ModelSummary {
    fn description(&self) -> &str {
        "Call this first to grasp a building: its name, layers, levels, zones with \
         their areas, assets, site polygons, the number of spaces and boundaries, and \
         total floor areas in square metres. Returns one JSON object; lengths are \
         millimetres. It names no single space: ask spaces for those. It judges \
         nothing: ask check and validate."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("model_summary"))
    }
}
