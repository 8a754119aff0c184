//! Constants of the derivation (04 §2.1, 05 §13), mm.

/// Thickness of an enclosing boundary without `t:`.
pub const WALL_T: f64 = 100.0;
/// Thickness of an `air:1` boundary without `t:`.
pub const RAIL_T: f64 = 60.0;
/// Upper limit of the thickness of an `air:1` boundary.
pub const RAIL_T_MAX: f64 = 80.0;
/// Top of an `air:1` boundary above its floor, without a numeric `h:`.
pub const RAIL_H: f64 = 1100.0;
/// Head height of openings, and the height of a door without `h:`.
pub const OPENING_HEAD: f64 = 2000.0;
/// Height of a window without `h:`.
pub const OPENING_H: f64 = 1200.0;
/// Thickness of a ceiling.
pub const CEILING_T: f64 = 30.0;
/// Thickness of a roof that no level above gives, and the height above the topmost ceiling.
pub const ROOF_T: f64 = 200.0;
/// Height of the cutting plane of a plan above its level.
pub const CUT_HEIGHT: f64 = 1200.0;

// Vertical circulation.

/// The largest riser without `riser:`.
pub const DEFAULT_RISER_MAX: f64 = 180.0;
/// The tread that a landing is derived for, without `tread:`.
pub const TREAD_TARGET: f64 = 300.0;
/// Depth of the boarding band without `entry:`.
pub const ENTRY_LANDING: f64 = 1100.0;
/// Least depth of a landing.
pub const LANDING_MIN: f64 = 1100.0;
/// Width of an escalator without `lane:`.
pub const LANE_ESCALATOR: f64 = 1200.0;
/// Distance of the step marks of an escalator in plan.
pub const STEP_MARK: f64 = 400.0;
/// An arrow needs more room than this.
pub const ARROW_SPAN_MIN: f64 = 900.0;
/// How far an arrow keeps from both ends.
pub const ARROW_INSET: f64 = 150.0;
/// Thickness of a step below its riser.
pub const TREAD_SOLID: f64 = 200.0;
/// Thickness of landings and inclines.
pub const SLAB_T: f64 = 200.0;
