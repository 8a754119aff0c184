//! The records of the form (04 §12), in the order of their JSON.
//!
//! They borrow their texts from the model. A number that is not finite becomes `null` in JSON.

use serde::Serialize;

use super::plan_records::Plan;
use super::reference::{BoundaryIndex, GridPoint, Ref};
use super::runs::FormRun;
use super::segments::Segment;
use super::shown;
use crate::attributes::Attributes;
use crate::elements::{LevelId, Point, SpaceId};
use crate::{BoundaryKind, OpeningKind};

/// Everything derived from a model (04 §12), or from one storey of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Form<'m> {
    /// What it was derived with.
    pub input: Input,
    /// The levels by height.
    pub levels: Vec<FormLevel<'m>>,
    /// The spaces with a region, by path.
    pub spaces: Vec<FormSpace<'m>>,
    /// One entry per segment of each boundary, boundaries in canonical order.
    pub boundaries: Vec<FormBoundary<'m>>,
    /// The placed openings: in the same walk, per segment in canonical order.
    pub openings: Vec<FormOpening<'m>>,
    /// The placed segs, in the same walk.
    pub segs: Vec<FormSeg<'m>>,
    /// Floors, ceilings and roofs: by level, then by path.
    pub slabs: Vec<Slab<'m>>,
    /// Columns: by level, declaration, X line, Y line.
    pub columns: Vec<FormColumn<'m>>,
    /// The vertical runs (05), by height and path.
    pub runs: Vec<FormRun<'m>>,
    /// The polygons, in declaration order.
    pub site: Vec<Site<'m>>,
    /// One plan per level.
    pub plans: Vec<Plan<'m>>,
}

/// The inputs of the derivation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Input {
    /// Height of the cutting plane above each level.
    pub cut: f64,
}

/// A level (04 §12.1).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormLevel<'m> {
    /// The level in the model.
    #[serde(skip)]
    pub id: LevelId,
    /// Its name.
    pub name: &'m str,
    /// Height of its floor.
    pub z: f64,
    /// Ceiling height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<f64>,
    /// Slab thickness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slab: Option<f64>,
    /// Storey pitch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pitch: Option<f64>,
}

/// A space with a region (04 §12.2).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormSpace<'m> {
    /// The space in the model.
    #[serde(skip)]
    pub id: SpaceId,
    /// Its path.
    pub path: &'m str,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: &'m str,
    /// Its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'m str>,
    /// Its region: convex pieces.
    pub outline: Vec<Vec<Point>>,
    /// Its area, rounded to two decimals.
    #[serde(rename = "areaM2")]
    pub area_m2: f64,
    /// Its floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z0: Option<f64>,
    /// Its ceiling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z1: Option<f64>,
    /// Neither exterior nor void nor semi-outdoor.
    pub indoor: bool,
    /// Open to an exterior.
    #[serde(rename = "semiOutdoor")]
    pub semi_outdoor: bool,
    /// Overlapped by a space of a higher level.
    pub covered: bool,
}

/// One segment of a boundary (04 §12.3).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormBoundary<'m> {
    /// `<a>|<b>@<index>`, alike for all segments of the boundary.
    #[serde(rename = "ref")]
    pub reference: Ref<'m>,
    /// Canonical index over all boundaries.
    pub boundary: BoundaryIndex<'m>,
    /// The end written first.
    pub a: &'m str,
    /// The end written second.
    pub b: &'m str,
    /// What it is.
    #[serde(serialize_with = "shown::word")]
    pub kind: BoundaryKind,
    /// Whether it is a default wall.
    pub derived: bool,
    /// The level of its room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'m str>,
    /// A railing or the like.
    pub air: bool,
    /// Where it stands.
    pub segment: Segment,
    /// What it is made of: only walls with a known height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
}

/// The body of a wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Material {
    /// Thickness.
    pub t: f64,
    /// Bottom.
    pub z0: f64,
    /// Top.
    pub z1: f64,
    /// What its openings leave of it.
    pub panels: Vec<Panel>,
}

/// A rectangle of wall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// Start, east.
    pub x1: f64,
    /// Start, north.
    pub y1: f64,
    /// End, east.
    pub x2: f64,
    /// End, north.
    pub y2: f64,
    /// Bottom.
    pub z0: f64,
    /// Top.
    pub z1: f64,
}

/// A placed opening (04 §12.4).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormOpening<'m> {
    /// `<ref of the boundary>/<index>`.
    #[serde(rename = "ref")]
    pub reference: Ref<'m>,
    /// Canonical index of the boundary.
    pub boundary: BoundaryIndex<'m>,
    /// Canonical index within the boundary.
    pub index: u32,
    /// The boundary's end written first.
    pub a: &'m str,
    /// The boundary's end written second.
    pub b: &'m str,
    /// Door or window.
    #[serde(serialize_with = "shown::word")]
    pub kind: OpeningKind,
    /// Its `name`, if that is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// The level of the boundary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'m str>,
    /// The segment it is in.
    pub segment: Segment,
    /// Its centre, east.
    pub cx: f64,
    /// Its centre, north.
    pub cy: f64,
    /// Width.
    pub w: f64,
    /// Bottom.
    pub z0: f64,
    /// Top.
    pub z1: f64,
    /// Thickness of the boundary.
    pub t: f64,
    /// Its `style`, if that is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<&'m str>,
    /// How a door turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing: Option<DoorSwing<'m>>,
    /// Whether it slides.
    pub sliding: bool,
}

/// How a door turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DoorSwing<'m> {
    /// The space it opens into.
    pub into: &'m str,
    /// The jamb with the hinge.
    pub hinge: Point,
    /// The free edge of the open leaf.
    pub leaf: Point,
    /// The free edge of the closed leaf.
    pub jamb: Point,
    /// Whether closing turns counter-clockwise.
    pub ccw: bool,
}

/// A placed seg (04 §12.5).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormSeg<'m> {
    /// `<ref of the boundary>~<index>`.
    #[serde(rename = "ref")]
    pub reference: Ref<'m>,
    /// Canonical index of the boundary.
    pub boundary: BoundaryIndex<'m>,
    /// Canonical index within the boundary.
    pub index: u32,
    /// The level of the boundary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'m str>,
    /// The segment it is in.
    pub segment: Segment,
    /// Its centre, east.
    pub cx: f64,
    /// Its centre, north.
    pub cy: f64,
    /// Width.
    pub w: f64,
    /// Thickness of the boundary.
    pub t: f64,
    /// Its attributes as declared.
    #[serde(skip)]
    pub attrs: &'m Attributes,
}

/// What a slab is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SlabKind {
    /// Under a space.
    Floor,
    /// Over a space.
    Ceiling,
    /// Over a space that nothing covers.
    Roof,
}

/// A horizontal body (04 §12.6).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slab<'m> {
    /// Floor, ceiling or roof.
    pub kind: SlabKind,
    /// The path of its space.
    pub space: &'m str,
    /// Its level.
    pub level: &'m str,
    /// One convex polygon.
    pub outline: Vec<Point>,
    /// Bottom.
    pub z0: f64,
    /// Top.
    pub z1: f64,
}

/// A column (04 §12.7).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormColumn<'m> {
    /// Its centre, east.
    pub x: f64,
    /// Its centre, north.
    pub y: f64,
    /// Extent in X.
    pub w: f64,
    /// Extent in Y.
    pub d: f64,
    /// Its level.
    pub level: &'m str,
    /// The intersection it stands on.
    pub grid: GridPoint,
    /// The index of its declaration.
    pub decl: u32,
    /// The remaining attributes of the declaration.
    pub attrs: &'m Attributes,
    /// `<level>/<grid>`.
    #[serde(rename = "ref")]
    pub reference: Ref<'m>,
    /// Bottom.
    pub z0: f64,
    /// Top.
    pub z1: f64,
}

/// A polygon (04 §12.9).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Site<'m> {
    /// Its path.
    pub path: &'m str,
    /// Its points as written.
    pub points: Vec<Point>,
    /// Its area, not rounded.
    #[serde(rename = "areaM2")]
    pub area_m2: f64,
}
