//! The tolerances (04 §2.2). Whether a comparison with one is strict is said where it is made.

/// Lengths and coordinates, mm: axis-parallelism, facing edges, overlap length, gap on merging.
pub const EPS: f64 = 0.5;

/// Areas, mm²: a clipped polygon of this area or less vanishes.
pub const AREA_EPS: f64 = 1.0;

/// Distance to each side, mm, at which a drawn line asks who is there.
pub const PROBE: f64 = 5.0;

/// Cut plane against z ranges, shortest wall panel, shortest envelope gap, mm.
pub const SPAN_EPS: f64 = 1.0;

/// Sign of a cross product in half-plane clipping, mm².
pub const CROSS_EPS: f64 = 1e-6;

/// Parallel test on the raw cross product, and parameter ranges of line/segment intersection.
pub const PARALLEL_EPS: f64 = 1e-9;

/// Default width within which a point is "on" a polygon's edge, mm.
pub const POINT_EPS: f64 = 1.0;
