//! From layers to one model: composition, canonical JSON, geometry and the derived form.
//!
//! **In:** the path of an entry and a [`Source`] of files. **Out:** a [`Model`] in which every
//! element knows its layer and line, its canonical bytes, and its derived form.
//!
//! **Must never know:** which questions are asked of the model, how answers are drawn or sent.
//! Files are read only through the [`Source`] that the caller supplies.
//!
//! Chapters 02 (composition), 03 (model and canonical JSON), 04 (form) and 05 (vertical
//! circulation) of the specification. Lengths are millimetres throughout.

mod attributes;
pub mod canonical;
mod canonical_order;
mod compose;
mod elements;
mod fault;
pub mod form;
pub mod geometry;
pub mod json;
mod level_order;
mod model;
mod names;
pub mod near;
mod records;
mod source;

pub use attributes::Attributes;
pub use compose::{MAX_ELEMENTS, MAX_EXPANDED_BYTES, compose, compose_text};
pub use elements::{
    Area, Asset, At, Boundary, Column, DrawnLine, GridAxis, LayerId, Level, LevelId, Opening,
    Origin, Part, Point, Polygon, Rect, Seg, Space, SpaceId, SpelledPoint, Zone,
};
pub use fault::{ComposeError, Fault, FirstSeen};
pub use koyu_syntax::{Axis, BoundaryKind, OpeningKind, Side, Swing, Value, Version, index_rank};
pub use model::{Edit, Model, Override, OverrideKind};
pub use names::{Name, Names};
pub use source::{Disk, Located, MAX_LAYER_BYTES, Memory, Overlay, Source, Unreadable, lexical};
