//! `plan_svg` (07 §8).

use koyu_model::form::Derivation;
use koyu_render::plan;
use mcp_proto::{JsonObject, JsonSchema};

use super::file_argument;
use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        let level = required(arguments, "level")?;
        let drawing = plan(&Derivation::new(&model), &level)
            .map_err(|fault| Refusal::new(fault.to_string()))?;
        // A file of lines, the last one ended too.
        Ok(Answer::of_text(format!("{drawing}\n")))
    }
}
