//! `plan_svg` (07 §8).

use koyu_model::form::Derivation;
use koyu_render::plan;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::file_argument;
use crate::arguments::required;
use crate::workspace;

/// The drawing of a level. Its entry in the list is contract (10 §4).
pub(crate) struct PlanSvg;

impl Tool for PlanSvg {
    fn description(&self) -> &str {
        "Generates and returns the plan SVG for a level (form is generated, not written \
         — the lowest level doubles as the site plan)"
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
            .string("level", "Level name (e.g. L5)")
            .required()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let level = required(arguments, "level")?;
        let drawing = plan(&Derivation::new(&model), &level)
            .map_err(|fault| ToolFault::new(fault.to_string()))?;
        // A file of lines, the last one ended too.
        Ok(format!("{drawing}\n"))
    }
}
