//! `spaces` (07 §6).

use koyu_model::form::Derivation;
use mcp_proto::{JsonObject, JsonSchema};

use super::file_argument;
use super::question::{Answer, Question};
use crate::arguments::{LevelFilter, level_filter, required};
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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
        let space = JsonSchema::object()
            .string("path", "Path of the space")
            .required()
            .string("type", "Its type as written")
            .required()
            .string("name", "Name for people")
            .required()
            .string("level", "Its level")
            .number("areaM2", "Its area, in square metres")
            .nullable()
            .bool("semiOutdoor", "Whether it is open to an exterior")
            .required()
            .string("layer", "Real path of the layer that declares it")
            .additional(false);
        Some(JsonSchema::list(space))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        let derivation = Derivation::new(&model);
        let answer = match level_filter(arguments) {
            LevelFilter::None => koyu_query::spaces(&derivation, None),
            LevelFilter::Level(level) => koyu_query::spaces(&derivation, Some(&level)),
            // What is no string equals the name of no level.
            LevelFilter::Nothing => Vec::new(),
        };
        Ok(Answer::of(&answer))
    }
}
