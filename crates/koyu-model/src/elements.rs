//! The elements of a composed model (03 §1). Lengths and coordinates are millimetres.

use koyu_syntax::{Axis, BoundaryKind, OpeningKind, Side, Swing};

use crate::attributes::Attributes;
use crate::form::Effect;
use crate::names::Name;

/// A layer of the composition: its place in [`crate::Model::layers`] and its strength; the entry
/// is 0 and weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(pub u32);

/// A level: its place in [`crate::Model::levels`] (declaration order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LevelId(pub u32);

/// A space: its place in [`crate::Model::spaces`] (declaration order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceId(pub u32);

/// Where an element or a value was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The line, from 1; 0 for what nobody wrote (default walls).
    pub line: u32,
    /// The layer; `None` for a bare string and for what nobody wrote.
    pub layer: Option<LayerId>,
}

/// A point in plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

/// An axis-parallel rectangle with `x1 < x2` and `y1 < y2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// West.
    pub x1: f64,
    /// South.
    pub y1: f64,
    /// East.
    pub x2: f64,
    /// North.
    pub y2: f64,
}

/// The lines of one grid axis, named `X1…Xn` or `Y1…Yn` by position; empty until declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridAxis {
    /// Strictly ascending coordinates; line `n` (from 1) is at index `n − 1`.
    pub coordinates: Vec<f64>,
}

/// A level (01 §6.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: Name,
    /// Height of the floor above the datum.
    pub z: f64,
    /// Ceiling height, > 0.
    pub h: Option<f64>,
    /// Slab thickness, > 0.
    pub slab: Option<f64>,
    /// Declared to be below ground.
    pub underground: bool,
    /// Its declaring line.
    pub origin: Origin,
}

/// One rectangle of a region: four grid references as written and what they resolve to.
/// Each axis is in ascending order of coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// West, as written.
    pub xa: Name,
    /// East, as written.
    pub xb: Name,
    /// South, as written.
    pub ya: Name,
    /// North, as written.
    pub yb: Name,
    /// The resolved rectangle.
    pub rect: Rect,
}

/// A space (01 §7).
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    /// Its path, beginning with `/`.
    pub path: Name,
    /// Its type, any word.
    pub kind: Name,
    /// Its level, if it has one.
    pub level: Option<LevelId>,
    /// Its region as written, in canonical order (03 §2.4); empty without a region.
    pub parts: Vec<Part>,
    /// The convex pieces of its region where drawn lines cut it (04 §6); `None` while uncut:
    /// the pieces are then the rectangles of `parts`.
    pub cut: Option<Vec<Vec<Point>>>,
    /// Its uncounted areas, in written order.
    pub areas: Vec<Area>,
    /// Its attributes; `level` is not among them.
    pub attributes: Attributes,
    /// Its declaring line; a band member's own line.
    pub origin: Origin,
}

/// An uncounted part of a space (01 §7.2). It has no file of its own: the space's applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// Its rectangle.
    pub part: Part,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its line.
    pub line: u32,
}

/// A zone (01 §10).
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Its path, beginning with `/`.
    pub path: Name,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its declaring line.
    pub origin: Origin,
}

/// An asset: a reusable door or window (01 §10).
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// Its name.
    pub name: Name,
    /// Door or window.
    pub kind: OpeningKind,
    /// Everything written, `w` and `h` included.
    pub attributes: Attributes,
    /// Its declaring line.
    pub origin: Origin,
}

/// A polygon in raw millimetres (01 §10).
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Its path, beginning with `/`.
    pub path: Name,
    /// At least three points, as written.
    pub points: Vec<Point>,
    /// Its declaring line.
    pub origin: Origin,
}

/// A column declaration (01 §6.3).
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Extent in X, > 0.
    pub size: f64,
    /// Extent in Y, > 0, if it was written (`d:`).
    pub depth: Option<f64>,
    /// The levels it stands on, ascending in z for a span.
    pub levels: Vec<LevelId>,
    /// The X lines it is restricted to, as indices of [`GridAxis::coordinates`], in written order
    /// with duplicates kept.
    pub x_lines: Option<Vec<u32>>,
    /// The Y lines it is restricted to, in the same manner.
    pub y_lines: Option<Vec<u32>>,
    /// The remaining attributes.
    pub attributes: Attributes,
    /// Its declaring line.
    pub origin: Origin,
}

/// A boundary between two spaces (01 §9.1), declared or derived (04 §7).
#[derive(Clone, Debug, PartialEq)]
pub struct Boundary {
    /// The path written first.
    pub a: Name,
    /// The path written second.
    pub b: Name,
    /// What it is.
    pub kind: BoundaryKind,
    /// Its drawn line (01 §9.4).
    pub drawn: Option<DrawnLine>,
    /// Thickness, > 0.
    pub t: Option<f64>,
    /// A railing or the like, open to the air.
    pub air: bool,
    /// The side it is restricted to.
    pub edge: Option<Side>,
    /// Its attributes; on a `stack` also `t`, `air` and `edge`.
    pub attributes: Attributes,
    /// Its doors and windows, in written order.
    pub openings: Vec<Opening>,
    /// Its segs, in written order.
    pub segs: Vec<Seg>,
    /// A default wall that nobody wrote: kind wall, line 0, no layer.
    pub derived: bool,
    /// Its declaring line.
    pub origin: Origin,
}

impl Boundary {
    /// A boundary with nothing but its ends and kind.
    pub(crate) fn bare(a: Name, b: Name, kind: BoundaryKind, origin: Origin) -> Self {
        Self {
            a,
            b,
            kind,
            drawn: None,
            t: None,
            air: false,
            edge: None,
            attributes: Attributes::default(),
            openings: Vec::new(),
            segs: Vec::new(),
            derived: false,
            origin,
        }
    }
}

/// A position along a boundary (01 §5.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum At {
    /// A ratio of the length, 0…1.
    Ratio(f64),
    /// An explicit position on the grid.
    Reference {
        /// As written.
        spelling: Name,
        /// The axis it lies on.
        axis: Axis,
        /// Its coordinate on that axis.
        coordinate: f64,
    },
}

/// A door or window (01 §9.2). It has no file of its own: the boundary's applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Door or window.
    pub kind: OpeningKind,
    /// The asset it was made from.
    pub asset: Option<Name>,
    /// Width, > 0.
    pub w: f64,
    /// Height, > 0.
    pub h: Option<f64>,
    /// Its position; [`At::Ratio`] of 0.5 when unwritten.
    pub at: At,
    /// The side it is on.
    pub edge: Option<Side>,
    /// The jamb that carries the hinge.
    pub hinge: Option<Side>,
    /// The space it opens into.
    pub swing: Option<Swing>,
    /// Its attributes, those of the asset first.
    pub attributes: Attributes,
    /// Its line.
    pub line: u32,
}

/// A stretch of a boundary (01 §9.3). It has no file of its own: the boundary's applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Seg {
    /// Width, > 0.
    pub w: f64,
    /// Its position; [`At::Ratio`] of 0.5 when unwritten.
    pub at: At,
    /// The side it is on.
    pub edge: Option<Side>,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its line.
    pub line: u32,
}

/// A point with the grid references it was written with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpelledPoint {
    /// As written, both references with the comma.
    pub spelling: Name,
    /// What it resolves to.
    pub point: Point,
}

/// The drawn line of a boundary (01 §9.4), in canonical direction: from the smaller x, or for
/// equal x from the smaller y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnLine {
    /// Its start.
    pub from: SpelledPoint,
    /// Its end.
    pub to: SpelledPoint,
    /// Its line.
    pub line: u32,
    /// What it did to the regions on its sides, set once they are cut (04 §6.2); `None` while an
    /// end of its boundary does not exist.
    pub effect: Option<Effect>,
}
