//! `site` (07 §11).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// The site and how much of it is built on.
pub(crate) struct Site;

impl Tool for Site {
    fn description(&self) -> &str {
        "Call this for the figures of the site: declared and derived area, footprint, \
         total floor, coverage and floor-area ratio in percent, and each road with its \
         width and frontage. Returns one JSON object; areas are square metres. It knows \
         no legal limits and compares with none."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let answer = koyu_query::site(&Derivation::new(&model));
        Ok(json::to_string(&answer, INDENT))
    }
}
