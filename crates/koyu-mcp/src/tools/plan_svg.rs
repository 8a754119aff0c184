//! `plan_svg` (07 §8).

use super::question::{Answer, Question, Refusal};
use super::{file_argument, not_yet};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// The drawing of a level. Its entry in the list is contract (10 §4).
pub(crate) struct PlanSvg;

impl Question for PlanSvg {
    fn title(&self) -> &'static str {
        "Plan of a level"
    }

    fn description(&self) -> &'static str {
        "Generates and returns the plan SVG for a level (form is generated, not written \
         — the lowest level doubles as the site plan)"
    }

    fn arguments(&self) -> JsonSchema {
        file_argument()
            .string("level", "Level name (e.g. L5)")
            .required()
    }

    fn answers(&self) -> Option<JsonSchema> {
        None
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        required(arguments, "level")?;
        Err(not_yet("plan_svg"))
    }
}
