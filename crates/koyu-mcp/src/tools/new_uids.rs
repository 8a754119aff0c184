//! `new_uids` (07 §13).

use super::question::{Answer, Question, Refusal};
use super::{file_argument, not_yet, text};
use crate::arguments::{count, required};
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// Fresh identifiers.
pub(crate) struct NewUids;

impl Question for NewUids {
    fn title(&self) -> &'static str {
        "New identifiers"
    }

    fn description(&self) -> &'static str {
        "Call this before you give a space or a zone a uid: of its own, to be followed \
         through renames. Returns JSON with random tokens that no space or zone of the \
         building has yet. Write them into the layers yourself with write_layer; \
         nothing is written here, and no other element takes a uid. Never invent a uid \
         by hand."
    }

    fn arguments(&self) -> JsonSchema {
        file_argument().integer(
            "count",
            "How many tokens, a whole number from 1 to 1000; 1 if left out",
        )
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .array(
                    "uids",
                    "Tokens that nothing in the building has",
                    text("A token"),
                )
                .required()
                .string("note", "How to use them")
                .required(),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        // Before the file, so that a bad count is told also where the file is missing.
        count(arguments)?;
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("new_uids"))
    }
}
