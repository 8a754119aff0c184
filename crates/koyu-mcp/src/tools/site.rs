//! `site` (07 §11).

use koyu_model::form::Derivation;
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

/// The site and how much of it is built on.
pub(crate) struct Site;

impl Question for Site {
    fn title(&self) -> &'static str {
        "Figures of the site"
    }

    fn description(&self) -> &'static str {
        "Call this for the figures of the site: declared and derived area, footprint, \
         total floor, coverage and floor-area ratio in percent, and each road with its \
         width and frontage. Returns one JSON object; areas are square metres. It knows \
         no legal limits and compares with none."
    }

    fn answers(&self) -> Option<JsonSchema> {
        let answer = JsonSchema::object()
            .string("siteZone", "Path of the zone that is the site")
            .integer("polygonVertices", "Number of corners of its outline")
            .number("declaredAreaM2", "Area as declared, in square metres")
            .nullable()
            .number(
                "derivedAreaM2",
                "Area of the outline, or else of all that is covered, in square metres",
            )
            .nullable()
            .required()
            .bool("areaMatch", "Whether the two agree")
            .number("footprintM2", "Area built on, in square metres")
            .nullable()
            .required()
            .number("totalFloorM2", "Indoor floor area, in square metres")
            .nullable()
            .required()
            .number("coverageRatio", "Footprint in percent of the site")
            .nullable()
            .number("floorAreaRatio", "Total floor in percent of the site")
            .nullable()
            .array("roads", "Roads in the order of their spaces", road())
            .required();
        Some(answer.additional(false))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace.building(&file)?.answer("site", |model| {
            Ok(Answer::of(&koyu_query::site(&Derivation::new(model))))
        })
    }
}

/// One road (07 §11.2).
fn road() -> JsonSchema {
    JsonSchema::object()
        .string("path", "Path of the road")
        .required()
        .string("name", "Name for people")
        .required()
        .number("widthMm", "Its width, in millimetres")
        .nullable()
        .required()
        .number("frontageMm", "Length along the site, in millimetres")
        .nullable()
        .required()
        .additional(false)
}
