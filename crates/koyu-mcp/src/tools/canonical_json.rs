//! `canonical_json` (07 §7, 03 §8).

use koyu_model::canonical;
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question};
use super::{attributes, number};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::Workspace;

/// The composed building as one document.
pub(crate) struct CanonicalJson;

impl Question for CanonicalJson {
    fn title(&self) -> &'static str {
        "Whole building as canonical JSON"
    }

    fn description(&self) -> &'static str {
        "Call this for the whole composed building as one JSON document in a fixed \
         order: two descriptions of the same building give the same text, however they \
         are split into layers. Good for comparing before and after an edit. It can be \
         long: for single questions the other tools are shorter. It holds what was \
         described, not what is derived from it (areas, walls by default, drawings), \
         and cannot be written back."
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(document())
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        Ok(Answer::of_json(canonical::tool_text(&model)))
    }
}

/// The document of 03 §7.
fn document() -> JsonSchema {
    let axis = || JsonSchema::list(number("Millimetres"));
    JsonSchema::object()
        .string("format", "Name and version of the document's format")
        .constant("koyu-canonical/1.0")
        .required()
        .string("koyu", "Version of the notation, where one is declared")
        .string("name", "Name of the building")
        .string("unit", "Unit of lengths")
        .constant("mm")
        .required()
        .object_of(
            "grid",
            "Coordinates of the grid lines",
            JsonSchema::object()
                .array("X", "X1, X2, … ascending", number("Millimetres"))
                .required()
                .array("Y", "Y1, Y2, … ascending", number("Millimetres"))
                .required()
                .additional(false),
        )
        .required()
        .object_of("levels", "Levels by name", JsonSchema::map(level()))
        .required()
        .object_of(
            "assets",
            "Doors and windows by name",
            JsonSchema::map(asset()),
        )
        .object_of(
            "polygons",
            "Outlines by path, each a list of x and y",
            JsonSchema::map(JsonSchema::list(axis())),
        )
        .array("columns", "Declarations of columns", column())
        .object_of("zones", "Zones by path", JsonSchema::map(bag()))
        .object_of("spaces", "Spaces by path", JsonSchema::map(space()))
        .required()
        .array("boundaries", "Boundaries that are declared", boundary())
        .required()
        .additional(false)
}

/// A record that has attributes, if they are not empty.
fn with_attributes(record: JsonSchema) -> JsonSchema {
    record
        .object_of("attrs", "Attributes as written", attributes())
        .additional(false)
}

fn bag() -> JsonSchema {
    with_attributes(JsonSchema::object())
}

fn level() -> JsonSchema {
    JsonSchema::object()
        .number("z", "Height of its floor, in millimetres")
        .nullable()
        .required()
        .number("h", "Ceiling height, in millimetres")
        .nullable()
        .number("slab", "Thickness of its slab, in millimetres")
        .nullable()
        .integer("underground", "The level is below ground")
        .constant(1)
        .additional(false)
}

fn asset() -> JsonSchema {
    with_attributes(
        JsonSchema::object()
            .one_of_strings("kind", "What it is", &["door", "window"])
            .required(),
    )
}

fn column() -> JsonSchema {
    let lines = || JsonSchema::of_string("Name of a grid line");
    with_attributes(
        JsonSchema::object()
            .number("size", "Width, in millimetres")
            .nullable()
            .required()
            .number("d", "Depth, in millimetres, if it is not the width")
            .nullable()
            .array(
                "levels",
                "Levels on which they stand",
                JsonSchema::of_string("Name of a level"),
            )
            .required()
            .array(
                "x",
                "Grid lines across X on which they stand, if not all",
                lines(),
            )
            .array(
                "y",
                "Grid lines across Y on which they stand, if not all",
                lines(),
            ),
    )
}

/// A rectangle: X from, Y from, X to, Y to.
fn rectangle() -> JsonSchema {
    JsonSchema::list(JsonSchema::of_string("Place on the grid, e.g. X1+1800"))
}

fn space() -> JsonSchema {
    let area = JsonSchema::object()
        .array(
            "at",
            "X from, Y from, X to, Y to",
            JsonSchema::of_string("Place on the grid"),
        )
        .min(4)
        .max(4)
        .required();
    with_attributes(
        JsonSchema::object()
            .string("type", "Its type as written")
            .required()
            .string("level", "Its level, where the path does not say it")
            .either(
                "at",
                "Its rectangles, each X from, Y from, X to, Y to: one, or a list of several",
                [rectangle(), JsonSchema::list(rectangle())],
            )
            .array("areas", "Parts that are not counted", with_attributes(area)),
    )
}

/// A position along a wall.
fn at(record: JsonSchema) -> JsonSchema {
    record
        .either(
            "at",
            "Position along the wall",
            [
                JsonSchema::of_string("Place on the grid"),
                number("Share of the length, from 0 to 1"),
            ],
        )
        .required()
}

fn boundary() -> JsonSchema {
    with_attributes(
        JsonSchema::object()
            .array(
                "between",
                "The two spaces in the order of their names",
                JsonSchema::of_string("Path of a space"),
            )
            .min(2)
            .max(2)
            .required()
            .string("a", "The one that was written first")
            .required()
            .one_of_strings("kind", "What lies between them", &KINDS)
            .required()
            .number("t", "Thickness, in millimetres")
            .nullable()
            .bool("air", "Open to the air")
            .constant(true)
            .one_of_strings("edge", EDGE, &EDGES)
            .array(
                "line",
                "The two ends of a drawn line",
                JsonSchema::of_string("Place on the grid, X and Y"),
            )
            .min(2)
            .max(2)
            .array("openings", "Doors and windows", opening())
            .array("segs", "Stretches that differ", seg()),
    )
}

fn opening() -> JsonSchema {
    let opening = JsonSchema::object()
        .one_of_strings("kind", "What it is", &["door", "window"])
        .required()
        .string("ref", "Name of the asset")
        .number("w", "Width, in millimetres")
        .nullable()
        .required()
        .number("h", "Height, in millimetres")
        .nullable();
    with_attributes(
        at(opening)
            .one_of_strings("edge", EDGE, &EDGES)
            .one_of_strings("hinge", "Side of the hinges", &EDGES)
            .one_of_strings(
                "swing",
                "Into which of the two spaces it opens",
                &["a", "b"],
            ),
    )
}

fn seg() -> JsonSchema {
    let seg = JsonSchema::object()
        .number("w", "Width, in millimetres")
        .nullable()
        .required();
    with_attributes(at(seg).one_of_strings("edge", EDGE, &EDGES))
}

/// The kinds of boundaries (03 §1.7).
const KINDS: [&str; 5] = ["wall", "open", "stair", "shaft", "void"];
/// The sides of a space.
const EDGES: [&str; 4] = ["N", "E", "S", "W"];
const EDGE: &str = "Side of the space on which it lies";
