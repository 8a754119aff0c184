//! `doors` (07 §9).

use super::question::{Answer, Question, Refusal};
use super::{file_argument, not_yet, text};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

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
        Some(
            JsonSchema::object()
                .integer("doors", "Number of doors on the way")
                .array(
                    "path",
                    "Spaces passed, both ends included",
                    text("Path of a space"),
                )
                .bool("unreachable", "true when there is no way"),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        required(arguments, "from")?;
        required(arguments, "to")?;
        Err(not_yet("doors"))
    }
}
