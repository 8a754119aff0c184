//! `site` (07 §11).

use super::not_yet;
use super::question::{Answer, Question, Refusal};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

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
        Some(
            JsonSchema::object()
                .string("siteZone", "Path of the site")
                .integer("polygonVertices", "Number of corners of its outline")
                .number("declaredAreaM2", "Area as declared, in square metres")
                .number("derivedAreaM2", "Area as derived, in square metres")
                .required()
                .bool("areaMatch", "Whether the two agree")
                .number("footprintM2", "Area built on, in square metres")
                .required()
                .number("totalFloorM2", "Total floor area, in square metres")
                .required()
                .number("coverageRatio", "Footprint in percent of the site")
                .number("floorAreaRatio", "Total floor in percent of the site")
                .array("roads", "Roads at the site", road())
                .required(),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("site"))
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
        .required()
        .number("frontageMm", "Length along the site, in millimetres")
        .required()
}
