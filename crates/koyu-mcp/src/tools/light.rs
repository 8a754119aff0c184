//! `light` (07 §10).

use koyu_model::form::Derivation;
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

/// Window area of the spaces that ask for daylight.
pub(crate) struct Light;

impl Question for Light {
    fn title(&self) -> &'static str {
        "Window area for daylight"
    }

    fn description(&self) -> &'static str {
        "Call this to see how much window serves the spaces that ask for daylight \
         (daylight:1). Returns a JSON list with, for each, its window area and floor \
         area in square metres and whether a window lacks the height it would need to \
         be counted. Spaces that do not ask are left out. It gives no verdict (validate \
         does) and simulates no sun, sky or obstruction."
    }

    fn answers(&self) -> Option<JsonSchema> {
        let space = JsonSchema::object()
            .string("path", "Path of the space")
            .required()
            .string("name", "Name for people")
            .required()
            .number("windowM2", "Window area that counts, in square metres")
            .nullable()
            .required()
            .number("floorM2", "Floor area, in square metres")
            .nullable()
            .required()
            .bool(
                "missingH",
                "Whether a window lacks the height that it would need to be counted",
            )
            .required()
            .additional(false);
        Some(JsonSchema::list(space))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace.building(&file)?.answer("light", |model| {
            Ok(Answer::of(&koyu_query::light(&Derivation::new(model))))
        })
    }
}
