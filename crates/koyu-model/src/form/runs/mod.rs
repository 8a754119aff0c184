//! Vertical runs (05): stairs, ramps, escalators, lifts.

mod arithmetic;
mod declaration;
pub(super) mod drawing;
mod solids;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::Side;
use crate::elements::{LevelId, Point, Rect, SpaceId};
use crate::geometry::max;

use arithmetic::Layout;
pub use declaration::RunRefusal;
pub use solids::Solid;

/// The device that a run is; the declaration's key (05 §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// A stair.
    Stair,
    /// A ramp.
    Ramp,
    /// One or more escalators side by side.
    Escalator,
    /// A lift.
    Lift,
}

impl Device {
    /// All devices, in the order in which their keys are examined.
    pub const ALL: [Self; 4] = [Self::Stair, Self::Ramp, Self::Escalator, Self::Lift];

    /// The attribute that declares it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Stair => "stair",
            Self::Ramp => "ramp",
            Self::Escalator => "escalator",
            Self::Lift => "lift",
        }
    }
}

/// Whether a run goes straight or turns back at a landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunForm {
    /// One flight.
    Straight,
    /// Two flights side by side with a landing at their far end.
    Return,
}

/// To which hand a returning run turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Turn {
    /// To the left.
    L,
    /// To the right.
    R,
}

/// A vertical run (05 §3), without its parts and solids.
#[derive(Clone, Debug, PartialEq)]
pub struct Run<'m> {
    /// The space in the model.
    pub space: SpaceId,
    /// The space's level in the model.
    pub level_id: LevelId,
    /// The level reached in the model.
    pub upper_id: Option<LevelId>,
    /// The declaring space.
    pub path: &'m str,
    /// The device.
    pub device: Device,
    /// Straight or return.
    pub form: RunForm,
    /// The space's level.
    pub level: &'m str,
    /// The level reached; only a lift may have none.
    pub upper: Option<&'m str>,
    /// Height of `level`.
    pub z0: f64,
    /// Height of `upper`, or `z0`.
    pub z1: f64,
    /// `z1 − z0`.
    pub rise: f64,
    /// The direction of ascent; north for a lift.
    pub up: Side,
    /// Recorded for every device.
    pub turn: Turn,
    /// The space's rectangle.
    pub rect: Rect,
    /// Extent along the direction of ascent.
    pub length: f64,
    /// Extent across it.
    pub width: f64,
    /// Depth of the boarding band; 0 for a lift.
    pub entry: f64,
    /// Parallel units; 1 unless it is an escalator.
    pub lanes: f64,
    /// Risers of a stair, else 0; infinite for `riser:0`, which has no place in a form.
    pub risers: f64,
    /// Height of one riser of a stair, else 0.
    pub riser: f64,
    /// The tightest tread of a stair, else 0.
    pub tread: f64,
    /// Rise by run of the steepest flight; 0 for a lift.
    pub slope: f64,
    /// Horizontal length of the flights of the first lane.
    pub going: f64,
    layout: Layout,
}

/// What a part of a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// It climbs.
    Flight,
    /// It is level.
    Landing,
}

/// A flight or landing (05 §3), in the local coordinates of 05 §4.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// Flight or landing.
    pub kind: PartKind,
    /// Where it lies in the world.
    pub rect: Rect,
    /// Where it starts along the direction of ascent.
    pub t0: f64,
    /// Where it ends.
    pub t1: f64,
    /// Its left side as one ascends.
    pub s0: f64,
    /// Its right side.
    pub s1: f64,
    /// Height at `t0`.
    pub z0: f64,
    /// Height at `t1`.
    pub z1: f64,
    /// Whether people travel toward decreasing t.
    pub reversed: bool,
    /// Risers of a stair's flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risers: Option<f64>,
    /// Tread of a stair's flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tread: Option<f64>,
    /// Lane of a straight ramp or an escalator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<u32>,
}

impl Part {
    /// The lower of its two heights.
    pub fn low(&self) -> f64 {
        crate::geometry::min(self.z0, self.z1)
    }

    /// The higher of its two heights.
    pub fn high(&self) -> f64 {
        max(self.z0, self.z1)
    }
}

/// A run with its parts and solids, as it stands in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormRun<'m> {
    /// The run.
    pub run: Run<'m>,
    /// Its flights and landings; none for a lift.
    pub parts: Vec<Part>,
    /// Its bodies, in part order.
    pub solids: Vec<Solid>,
}

impl<'m> FormRun<'m> {
    /// Derives the parts and solids of a run that is within the limits.
    pub(super) fn new(run: Run<'m>) -> Self {
        let parts = run.parts();
        let solids = run.solids(&parts);
        Self { run, parts, solids }
    }
}

impl Serialize for FormRun<'_> {
    /// One record, the parts amid the fields of the run (05 §3).
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let run = &self.run;
        let fields = 21 + usize::from(run.upper.is_some());
        let mut record = to.serialize_struct("Run", fields)?;
        record.serialize_field("path", run.path)?;
        record.serialize_field("device", &run.device)?;
        record.serialize_field("form", &run.form)?;
        record.serialize_field("level", run.level)?;
        if let Some(upper) = run.upper {
            record.serialize_field("upper", upper)?;
        }
        record.serialize_field("z0", &run.z0)?;
        record.serialize_field("z1", &run.z1)?;
        record.serialize_field("rise", &run.rise)?;
        record.serialize_field("up", run.up.word())?;
        record.serialize_field("turn", &run.turn)?;
        record.serialize_field("rect", &run.rect)?;
        record.serialize_field("length", &run.length)?;
        record.serialize_field("width", &run.width)?;
        record.serialize_field("entry", &run.entry)?;
        record.serialize_field("lanes", &run.lanes)?;
        record.serialize_field("parts", &self.parts)?;
        record.serialize_field("risers", &run.risers)?;
        record.serialize_field("riser", &run.riser)?;
        record.serialize_field("tread", &run.tread)?;
        record.serialize_field("slope", &run.slope)?;
        record.serialize_field("going", &run.going)?;
        record.serialize_field("solids", &self.solids)?;
        record.end()
    }
}

/// The frame of a run: from local coordinates into the world (05 §4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) rect: Rect,
    pub(super) up: Side,
}

impl Frame {
    /// The world point of (t, s).
    pub(super) fn point(&self, t: f64, s: f64) -> Point {
        let Rect { x1, y1, x2, y2 } = self.rect;
        let (x, y) = match self.up {
            Side::N => (x1 + s, y1 + t),
            Side::S => (x2 - s, y2 - t),
            Side::E => (x1 + t, y2 - s),
            Side::W => (x2 - t, y1 + s),
        };
        Point { x, y }
    }

    /// The world rectangle of [t0, t1] × [s0, s1].
    pub(super) fn rect(&self, (t0, t1): (f64, f64), (s0, s1): (f64, f64)) -> Rect {
        // The corners that come to lie south-west and north-east.
        let (low, high) = match self.up {
            Side::N => ((t0, s0), (t1, s1)),
            Side::S => ((t1, s1), (t0, s0)),
            Side::E => ((t0, s1), (t1, s0)),
            Side::W => ((t1, s0), (t0, s1)),
        };
        let (low, high) = (self.point(low.0, low.1), self.point(high.0, high.1));
        Rect {
            x1: low.x,
            y1: low.y,
            x2: high.x,
            y2: high.y,
        }
    }
}

impl Run<'_> {
    pub(super) fn frame(&self) -> Frame {
        Frame {
            rect: self.rect,
            up: self.up,
        }
    }
}
