//! `model_summary` (07 §3).

use super::question::{Answer, Question, Refusal};
use super::{not_yet, text};
use crate::arguments::required;
use crate::workspace;
use mcp_proto::{JsonObject, JsonSchema};

/// The overview of a building.
pub(crate) struct ModelSummary;

impl Question for ModelSummary {
    fn title(&self) -> &'static str {
        "Overview of the building"
    }

    fn description(&self) -> &'static str {
        "Call this first to grasp a building: its name, layers, levels, zones with \
         their areas, assets, site polygons, the number of spaces and boundaries, and \
         total floor areas in square metres. Returns one JSON object; lengths are \
         millimetres. It names no single space: ask spaces for those. It judges \
         nothing: ask check and validate."
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(summary())
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace::load(&file)?;
        Err(not_yet("model_summary"))
    }
}

/// The keys of 07 §3.
fn summary() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the building")
        .string("unit", "Unit of lengths")
        .required()
        .array(
            "layers",
            "Layers, the entry first",
            text("Real path of a layer"),
        )
        .required()
        .array("levels", "Levels from the bottom", level())
        .required()
        .integer("spaces", "Number of spaces")
        .required()
        .integer(
            "boundaries",
            "Number of boundaries, walls by default included",
        )
        .required()
        .array("zones", "Zones with their areas", zone())
        .required()
        .array("assets", "Assets with their attributes", asset())
        .required()
        .array("sitePolygons", "Outlines", text("Path of a polygon"))
        .number("totalFloorM2", "Indoor floor area, in square metres")
        .required()
        .number("semiOutdoorM2", "Semi-outdoor floor area, in square metres")
        .required()
        .object_of(
            "floorsM2",
            "Rooms and indoor floor area by level",
            JsonSchema::object(),
        )
        .required()
        .object_of("byUseM2", "Indoor floor area by use", JsonSchema::object())
        .required()
        .object_of(
            "check",
            "Numbers of errors and warnings",
            JsonSchema::object()
                .integer("errors", "Number of errors")
                .required()
                .integer("warnings", "Number of warnings")
                .required(),
        )
        .required()
        .string("hint", "Which tools to use next")
        .required()
}

fn level() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the level")
        .required()
        .number("z", "Height of its floor, in millimetres")
        .required()
        .number("h", "Clear height, in millimetres")
        .number("slab", "Thickness of its slab, in millimetres")
}

fn zone() -> JsonSchema {
    JsonSchema::object()
        .string("path", "Path of the zone")
        .required()
        .string("name", "Name for people")
        .bool("site", "true for a site")
        .number("areaM2", "Its area, in square metres")
        .required()
}

fn asset() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the asset")
        .required()
        .string("kind", "What it is")
        .required()
        .object_of("attrs", "Its attributes as written", JsonSchema::object())
        .required()
}
