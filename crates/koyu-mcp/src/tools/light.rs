//! `light` (07 §10).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// Window area of the spaces that ask for daylight.
pub(crate) struct Light;

impl Tool for Light {
    fn description(&self) -> &str {
        "Call this to see how much window serves the spaces that ask for daylight \
         (daylight:1). Returns a JSON list with, for each, its window area and floor \
         area in square metres and whether a window lacks the height it would need to \
         be counted. Spaces that do not ask are left out. It gives no verdict (validate \
         does) and simulates no sun, sky or obstruction."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let answer = koyu_query::light(&Derivation::new(&model));
        Ok(json::to_string(&answer, INDENT))
    }
}
