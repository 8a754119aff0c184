//! `spaces` (07 §6).

use super::question::{Answer, Question, Refusal};
use super::{file_argument, not_yet};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// The spaces, one by one.
pub(crate) struct Spaces;

impl Question for Spaces {
    fn title(&self) -> &'static str {
        "List the spaces"
    }

    fn description(&self) -> &'static str {
        "Call this to find spaces and their paths, all of them or those of one level. \
         Returns a JSON list with, for each, path, type, name, level, area in square \
         metres, whether it is semi-outdoor, and the layer that declares it. It does \
         not tell how spaces are connected (ask doors) nor where they lie (read layers, \
         or look at plan_svg)."
    }

    fn arguments(&self) -> JsonSchema {
        file_argument().string(
            "level",
            "Level name (e.g. L5): only the spaces of that level; leave out for all",
        )
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(JsonSchema::list(
            JsonSchema::object()
                .string("path", "Path of the space")
                .required()
                .string("type", "Its type")
                .required()
                .string("name", "Name for people")
                .required()
                .string("level", "Its level")
                .number("areaM2", "Its area, in square metres")
                .bool("semiOutdoor", "Whether it is semi-outdoor")
                .required()
                .string("layer", "Real path of the layer that declares it"),
        ))
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("spaces"))
    }
}
