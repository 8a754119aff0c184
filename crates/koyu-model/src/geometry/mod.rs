//! The geometry kernel (04 §1, §2.2, §5): numbers, lengths, intervals, rectangles, polygons,
//! clipping. It knows nothing of buildings; millimetres and square millimetres throughout.
//!
//! Every tolerance and every sort of the form branches on exact doubles, so each function keeps
//! the order of operations of the chapter and never fuses multiply and add.

mod bounds;
mod clip;
mod crossing;
mod index;
mod interval;
mod length;
mod number;
mod point;
mod polygon;
mod rect;
pub mod tolerance;

pub use bounds::Bounds;
pub(crate) use clip::{Cover, cover_box, subtract_all};
pub use clip::{Pieces, clip, overlap, split, subtract, union_area};
pub use crossing::{Escape, escape, proper_crossing, self_intersection};
pub use index::PlanIndex;
pub use interval::{Interval, common, cut_out};
pub use length::hyp;
pub use number::{ascending, max, min, round, round2};
pub use point::{inside, on_edge};
pub use polygon::{area, area_of_pieces, counter_clockwise, signed_area};
pub use rect::{overlap_in_plan, rect_polygon, union_area_m2};
