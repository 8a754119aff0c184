//! `model_summary` (07 §3).

use koyu_model::form::Derivation;
use koyu_model::json;
use koyu_query::{CheckCounts, check, model_summary};
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
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
        let model = workspace::load(&file)?;
        let derivation = Derivation::new(&model);
        let counts = CheckCounts::of(&check(&derivation));
        let answer = model_summary(&derivation, counts);
        Ok(json::to_string(&answer, INDENT))
    }
}
