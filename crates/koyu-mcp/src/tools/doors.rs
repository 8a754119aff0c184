//! `doors` (07 §9).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// The way with the fewest doors.
pub(crate) struct Doors;

impl Tool for Doors {
    fn description(&self) -> &str {
        "Call this to ask how one gets from one space to another: the route through the \
         fewest doors, open boundaries and stairs counting none. Returns JSON with the \
         number of doors and the path of spaces passed, or unreachable: true, also when \
         a path names no space. It measures no distance and knows no locks; lifts are \
         not walked."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
            .string("from", "Path of the space to start from (e.g. /L1/hall)")
            .required()
            .string("to", "Path of the space to reach (e.g. /L2/room)")
            .required()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let from = required(arguments, "from")?;
        let to = required(arguments, "to")?;
        let answer = koyu_query::doors(&Derivation::new(&model), &from, &to);
        Ok(json::to_string(&answer, INDENT))
    }
}
