//! `model_summary` (07 §3).

use koyu_model::form::Derivation;
use koyu_query::{CheckCounts, check, model_summary};
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question};
use super::{attributes, number};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

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

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        workspace.building(&file)?.answer("model_summary", |model| {
            let derivation = Derivation::new(model);
            let counts = CheckCounts::of(&check(&derivation));
            Ok(Answer::of(&model_summary(&derivation, counts)))
        })
    }
}

/// The keys of 07 §3.
fn summary() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the building")
        .string("unit", "Unit of lengths")
        .constant("mm")
        .required()
        .array(
            "layers",
            "Layers, the entry first, later ones stronger",
            JsonSchema::of_string("Real path of a layer"),
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
        .array("assets", "Doors and windows that are named", asset())
        .required()
        .array(
            "sitePolygons",
            "Outlines that are drawn",
            JsonSchema::of_string("Path of a polygon"),
        )
        .number("totalFloorM2", "Indoor floor area, in square metres")
        .nullable()
        .required()
        .number("semiOutdoorM2", "Semi-outdoor floor area, in square metres")
        .nullable()
        .required()
        .object_of(
            "floorsM2",
            "Indoor rooms by level",
            JsonSchema::map(rooms()),
        )
        .required()
        .object_of(
            "byUseM2",
            "Indoor floor area by use, in square metres",
            JsonSchema::map(number("Square metres")),
        )
        .required()
        .object_of(
            "check",
            "What check finds",
            JsonSchema::object()
                .integer("errors", "Number of errors")
                .required()
                .integer("warnings", "Number of warnings")
                .required()
                .additional(false),
        )
        .required()
        .string("hint", "Which tools to use next")
        .required()
        .additional(false)
}

fn level() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the level")
        .required()
        .number("z", "Height of its floor, in millimetres")
        .nullable()
        .required()
        .number("h", "Ceiling height, in millimetres")
        .nullable()
        .number("slab", "Thickness of its slab, in millimetres")
        .nullable()
        .additional(false)
}

fn zone() -> JsonSchema {
    JsonSchema::object()
        .string("path", "Path of the zone")
        .required()
        .string("name", "Name for people")
        .bool("site", "The zone is a site")
        .constant(true)
        .number(
            "areaM2",
            "Area of its outline if it is a site with one, else of the indoor spaces below it, \
             in square metres",
        )
        .nullable()
        .required()
        .additional(false)
}

fn asset() -> JsonSchema {
    JsonSchema::object()
        .string("name", "Name of the asset")
        .required()
        .one_of_strings("kind", "What it is", &["door", "window"])
        .required()
        .object_of("attrs", "Its attributes as written", attributes())
        .required()
        .additional(false)
}

fn rooms() -> JsonSchema {
    JsonSchema::object()
        .integer("rooms", "Number of indoor rooms")
        .required()
        .number("subtotalM2", "Their area, in square metres")
        .nullable()
        .required()
        .additional(false)
}
