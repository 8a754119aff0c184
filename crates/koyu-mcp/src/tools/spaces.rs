//! `spaces` (07 §6).

use koyu_model::form::Derivation;
use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{INDENT, file_argument};
use crate::arguments::{LevelFilter, level_filter, required};
use crate::workspace;

/// The spaces, one by one.
pub(crate) struct Spaces;

impl Tool for Spaces {
    fn description(&self) -> &str {
        "Call this to find spaces and their paths, all of them or those of one level. \
         Returns a JSON list with, for each, path, type, name, level, area in square \
         metres, whether it is semi-outdoor, and the layer that declares it. It does \
         not tell how spaces are connected (ask doors) nor where they lie (read layers, \
         or look at plan_svg)."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument().string(
            "level",
            "Level name (e.g. L5): only the spaces of that level; leave out for all",
        )
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let derivation = Derivation::new(&model);
        let answer = match level_filter(arguments) {
            LevelFilter::None => koyu_query::spaces(&derivation, None),
            LevelFilter::Level(level) => koyu_query::spaces(&derivation, Some(&level)),
            // What is no string equals the name of no level.
            LevelFilter::Nothing => Vec::new(),
        };
        Ok(json::to_string(&answer, INDENT))
    }
}
