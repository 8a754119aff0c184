//! `doors` (07 §9).

use koyu_model::form::Derivation;
use mcp_proto::{JsonObject, JsonSchema};

use super::file_argument;
use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

/// The way with the fewest doors.
pub(crate) struct Doors;

impl Question for Doors {
    fn title(&self) -> &'static str {
        "Way through the fewest doors"
    }

    fn description(&self) -> &'static str {
        "Call this to ask how one gets from one space to another: the route through the \
         fewest doors, open boundaries and stairs counting none. Returns JSON with the \
         number of doors and the path of spaces passed, or unreachable: true, also when \
         a path names no space. It measures no distance and knows no locks; lifts are \
         not walked."
    }

    fn arguments(&self) -> JsonSchema {
        file_argument()
            .string("from", "Path of the space to start from (e.g. /L1/hall)")
            .required()
            .string("to", "Path of the space to reach (e.g. /L2/room)")
            .required()
    }

    fn answers(&self) -> Option<JsonSchema> {
        let found = JsonSchema::object()
            .integer("doors", "Number of doors on the way")
            .required()
            .array(
                "path",
                "Spaces on the way, both ends included",
                JsonSchema::of_string("Path of a space"),
            )
            .required()
            .additional(false);
        let unreachable = JsonSchema::object()
            .bool(
                "unreachable",
                "There is no way, or an end is no declared space",
            )
            .constant(true)
            .required()
            .additional(false);
        Some(JsonSchema::any_of([found, unreachable]))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        let from = required(arguments, "from")?;
        let to = required(arguments, "to")?;
        let answer = koyu_query::doors(&Derivation::new(&model), &from, &to);
        Ok(Answer::of(&answer))
    }
}
