//! `new_uids` (07 §13).

use koyu_model::form::Derivation;
use koyu_query::MAX_UIDS;
use mcp_proto::{JsonObject, JsonSchema};

use super::file_argument;
use super::question::{Answer, Question};
use crate::arguments::{count, required};
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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
        let answer = JsonSchema::object()
            .array(
                "uids",
                "Tokens that nothing in the building has",
                JsonSchema::of_string("u- and 16 characters"),
            )
            .min(1)
            .max(MAX_UIDS)
            .required()
            .string("note", "How to use them")
            .required();
        Some(answer.additional(false))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        // Before the file, so that a bad count is told also where the file is missing.
        let count = count(arguments)?;
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        let answer = koyu_query::new_uids(&Derivation::new(&model), count)
            .map_err(|fault| Refusal::new(fault.to_string()))?;
        Ok(Answer::of(&answer))
    }
}
