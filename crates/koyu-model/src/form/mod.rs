//! The derived form (04, 05): everything a building is beyond its text.
//!
//! [`Derivation`] answers single questions and derives only what they need; [`Form`] is the whole
//! answer as one serialisable record. Lengths, coordinates and heights are millimetres, fields
//! that end in `m2` square metres.

mod above;
mod bodies;
mod boundaries;
mod columns;
pub mod constants;
mod cutting;
mod default_walls;
mod derivation;
mod edge_lines;
mod error;
mod gaps;
mod neighbours;
mod openings;
mod pitch;
mod placement;
mod plan;
mod plan_records;
mod predicates;
mod records;
mod reference;
mod region;
mod runs;
mod segments;
mod shown;
mod slabs;
mod storeys;
mod whole;

pub use bodies::{Prism, band, band_line, column_rect, run_prism, thicken};
pub use columns::{ColumnSite, FloorSites};
pub use cutting::{Effect, MAX_PIECES};
pub(crate) use cutting::{TooManyPieces, cut_regions};
pub(crate) use default_walls::append_default_walls;
pub use derivation::Derivation;
pub use error::{FormError, Limit};
pub use gaps::Gap;
pub use neighbours::Neighbour;
pub use placement::{Placed, Placement, Refusal};
pub use plan_records::*;
pub use records::*;
pub use reference::{BoundaryIndex, GridPoint, Ref};
pub use region::Piece;
pub use runs::{Device, FormRun, Part as RunPart, PartKind, Run, RunForm, RunRefusal, Solid, Turn};
pub use segments::Segment;
pub(crate) use storeys::Storeys;
