//! The serialisable view of each kind of element (03 §1), its names as text.

use koyu_model::{At, Axis, Model, Name, Part, Point};
use serde::Serialize;

use super::{Attributes, Place};

/// Left out of the view: a flag that is not set.
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[derive(Serialize)]
pub(super) struct Level<'m> {
    name: &'m str,
    z: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slab: Option<f64>,
    #[serde(skip_serializing_if = "is_false")]
    underground: bool,
    #[serde(flatten)]
    place: Place,
}

pub(super) fn level<'m>(model: &'m Model, level: &koyu_model::Level) -> Level<'m> {
    Level {
        name: model.text(level.name),
        z: level.z,
        h: level.h,
        slab: level.slab,
        underground: level.underground,
        place: level.origin.into(),
    }
}

/// A rectangle: the four references as written and the coordinates they resolve to.
#[derive(Serialize)]
struct Rectangle<'m> {
    grid: [&'m str; 4],
    rect: [f64; 4],
}

fn rectangle<'m>(model: &'m Model, part: &Part) -> Rectangle<'m> {
    Rectangle {
        grid: [part.xa, part.xb, part.ya, part.yb].map(|name| model.text(name)),
        rect: [part.rect.x1, part.rect.y1, part.rect.x2, part.rect.y2],
    }
}

fn pair(point: &Point) -> [f64; 2] {
    [point.x, point.y]
}

#[derive(Serialize)]
pub(super) struct Space<'m> {
    path: &'m str,
    r#type: &'m str,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'m str>,
    parts: Vec<Rectangle<'m>>,
    /// What drawn lines left of the parts; left out while nothing cut them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<Vec<[f64; 2]>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    areas: Vec<Area<'m>>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct Area<'m> {
    #[serde(flatten)]
    part: Rectangle<'m>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    line: u32,
}

pub(super) fn space<'m>(model: &'m Model, space: &'m koyu_model::Space) -> Space<'m> {
    let area = |area: &'m koyu_model::Area| Area {
        part: rectangle(model, &area.part),
        attributes: Attributes(&area.attributes),
        line: area.line,
    };
    Space {
        path: model.text(space.path),
        r#type: model.text(space.kind),
        level: space.level.map(|id| model.text(model.level(id).name)),
        parts: space
            .parts
            .iter()
            .map(|part| rectangle(model, part))
            .collect(),
        pieces: space.cut.as_ref().map(|pieces| {
            pieces
                .iter()
                .map(|piece| piece.iter().map(pair).collect())
                .collect()
        }),
        areas: space.areas.iter().map(area).collect(),
        attributes: Attributes(&space.attributes),
        place: space.origin.into(),
    }
}

#[derive(Serialize)]
pub(super) struct Zone<'m> {
    path: &'m str,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    #[serde(flatten)]
    place: Place,
}

pub(super) fn zone<'m>(model: &'m Model, zone: &'m koyu_model::Zone) -> Zone<'m> {
    Zone {
        path: model.text(zone.path),
        attributes: Attributes(&zone.attributes),
        place: zone.origin.into(),
    }
}

#[derive(Serialize)]
pub(super) struct Asset<'m> {
    name: &'m str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    #[serde(flatten)]
    place: Place,
}

pub(super) fn asset<'m>(model: &'m Model, asset: &'m koyu_model::Asset) -> Asset<'m> {
    Asset {
        name: model.text(asset.name),
        kind: asset.kind.word(),
        attributes: Attributes(&asset.attributes),
        place: asset.origin.into(),
    }
}

#[derive(Serialize)]
pub(super) struct Polygon<'m> {
    path: &'m str,
    points: Vec<[f64; 2]>,
    #[serde(flatten)]
    place: Place,
}

pub(super) fn polygon<'m>(model: &'m Model, polygon: &koyu_model::Polygon) -> Polygon<'m> {
    Polygon {
        path: model.text(polygon.path),
        points: polygon.points.iter().map(pair).collect(),
        place: polygon.origin.into(),
    }
}

#[derive(Serialize)]
pub(super) struct Column<'m> {
    size: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    levels: Vec<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    #[serde(flatten)]
    place: Place,
}

pub(super) fn column<'m>(model: &'m Model, column: &'m koyu_model::Column) -> Column<'m> {
    let lines = |axis: Axis, lines: &[u32]| -> Vec<String> {
        lines
            .iter()
            .map(|index| format!("{axis}{}", index + 1))
            .collect()
    };
    Column {
        size: column.size,
        depth: column.depth,
        levels: column
            .levels
            .iter()
            .map(|id| model.text(model.level(*id).name))
            .collect(),
        x: column
            .x_lines
            .as_deref()
            .map(|indices| lines(Axis::X, indices)),
        y: column
            .y_lines
            .as_deref()
            .map(|indices| lines(Axis::Y, indices)),
        attributes: Attributes(&column.attributes),
        place: column.origin.into(),
    }
}

#[derive(Serialize)]
pub(super) struct Boundary<'m> {
    a: &'m str,
    b: &'m str,
    kind: &'static str,
    #[serde(skip_serializing_if = "is_false")]
    derived: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<DrawnLine<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<f64>,
    #[serde(skip_serializing_if = "is_false")]
    air: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<&'static str>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    openings: Vec<Opening<'m>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    segs: Vec<Seg<'m>>,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct DrawnLine<'m> {
    grid: [&'m str; 2],
    points: [[f64; 2]; 2],
    line: u32,
}

#[derive(Serialize)]
struct Opening<'m> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#ref: Option<&'m str>,
    w: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<f64>,
    #[serde(flatten)]
    at: Position<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hinge: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    swing: Option<&'static str>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    line: u32,
}

#[derive(Serialize)]
struct Seg<'m> {
    w: f64,
    #[serde(flatten)]
    at: Position<'m>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edge: Option<&'static str>,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes<'m>,
    line: u32,
}

/// The position along a boundary (03 §1.8): the ratio stays 0.5 beside an explicit one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Position<'m> {
    at: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_ref: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_abs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_axis: Option<&'static str>,
}

fn position(model: &Model, at: At) -> Position<'_> {
    match at {
        At::Ratio(at) => Position {
            at,
            at_ref: None,
            at_abs: None,
            at_axis: None,
        },
        At::Reference {
            spelling,
            axis,
            coordinate,
        } => Position {
            at: 0.5,
            at_ref: Some(model.text(spelling)),
            at_abs: Some(coordinate),
            at_axis: Some(axis.word()),
        },
    }
}

fn opening<'m>(model: &'m Model, opening: &'m koyu_model::Opening) -> Opening<'m> {
    Opening {
        kind: opening.kind.word(),
        r#ref: opening.asset.map(|name: Name| model.text(name)),
        w: opening.w,
        h: opening.h,
        at: position(model, opening.at),
        edge: opening.edge.map(|side| side.word()),
        hinge: opening.hinge.map(|side| side.word()),
        swing: opening.swing.map(|swing| swing.word()),
        attributes: Attributes(&opening.attributes),
        line: opening.line,
    }
}

fn seg<'m>(model: &'m Model, seg: &'m koyu_model::Seg) -> Seg<'m> {
    Seg {
        w: seg.w,
        at: position(model, seg.at),
        edge: seg.edge.map(|side| side.word()),
        attributes: Attributes(&seg.attributes),
        line: seg.line,
    }
}

pub(super) fn boundary<'m>(model: &'m Model, boundary: &'m koyu_model::Boundary) -> Boundary<'m> {
    let drawn = |line: &koyu_model::DrawnLine| DrawnLine {
        grid: [line.from, line.to].map(|end| model.text(end.spelling)),
        points: [line.from, line.to].map(|end| pair(&end.point)),
        line: line.line,
    };
    Boundary {
        a: model.text(boundary.a),
        b: model.text(boundary.b),
        kind: boundary.kind.word(),
        derived: boundary.derived,
        drawn: boundary.drawn.as_ref().map(drawn),
        t: boundary.t,
        air: boundary.air,
        edge: boundary.edge.map(|side| side.word()),
        attributes: Attributes(&boundary.attributes),
        openings: boundary
            .openings
            .iter()
            .map(|each| opening(model, each))
            .collect(),
        segs: boundary.segs.iter().map(|each| seg(model, each)).collect(),
        place: boundary.origin.into(),
    }
}
