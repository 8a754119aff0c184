//! The records of a plan (04 §12.10), in the order of their JSON.

use serde::Serialize;

use super::reference::Ref;
use crate::elements::Point;

/// The plan of a level (04 §12.10).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan<'m> {
    /// The level.
    pub level: &'m str,
    /// Height of the cutting plane above the level.
    pub cut: f64,
    /// Height of the cutting plane.
    #[serde(rename = "cutZ")]
    pub cut_z: f64,
    /// What is drawn, in order.
    pub entities: Vec<Entity<'m>>,
}

/// Where an entity lies against the cutting plane, or what else it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Met by the plane.
    Cut,
    /// Below the plane.
    Below,
    /// Above the plane.
    Above,
    /// The turn of a door.
    Swing,
    /// A seat for an annotation.
    Anchor,
}

/// What an entity depicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// A space.
    Space,
    /// A boundary.
    Boundary,
    /// An opening.
    Opening,
    /// A column.
    Column,
    /// A vertical run.
    Run,
}

/// Which part of a run an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The sides of flights and landings.
    Outline,
    /// Nosings and step marks.
    Tread,
    /// Where the cutting plane breaks it.
    Break,
    /// The direction of travel.
    Arrow,
}

/// One thing drawn in a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entity<'m> {
    /// Where it lies against the cutting plane.
    pub class: Class,
    /// What it depicts.
    pub of: Subject,
    /// Which one.
    #[serde(rename = "ref")]
    pub reference: Ref<'m>,
    /// Which part of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// An area.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub polygon: Vec<Point>,
    /// Lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The turn of a door.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arc: Option<Arc>,
    /// The seat of an annotation, or the start of an arrow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Start, east.
    pub x1: f64,
    /// Start, north.
    pub y1: f64,
    /// End, east.
    pub x2: f64,
    /// End, north.
    pub y2: f64,
}

/// An arc about a centre.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Arc {
    /// Its centre, east.
    pub cx: f64,
    /// Its centre, north.
    pub cy: f64,
    /// Radius.
    pub r: f64,
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether it turns counter-clockwise.
    pub ccw: bool,
}

/// A point that carries an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Anchor {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
    /// Whether its arrow ascends; only on arrows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<bool>,
}
