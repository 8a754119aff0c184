//! `new_uids` (07 §13).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::{count, required};
use crate::workspace;

/// Fresh identifiers.
pub(crate) struct NewUids;

impl Tool for NewUids {
    fn description(&self) -> &str {
        "Call this before you give a space or a zone a uid: of its own, to be followed \
         through renames. Returns JSON with random tokens that no space or zone of the \
         building has yet. Write them into the layers yourself with write_layer; \
         nothing is written here, and no other element takes a uid. Never invent a uid \
         by hand."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument().integer(
            "count",
            "How many tokens, a whole number from 1 to 1000; 1 if left out",
        )
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        // Before the file, so that a bad count is told also where the file is missing.
        let count = count(arguments)?;
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let answer = koyu_query::new_uids(&Derivation::new(&model), count)
            .map_err(|fault| ToolFault::new(fault.to_string()))?;
        Ok(json::to_string(&answer, INDENT))
    }
}
