//! Plans of a building as SVG, drawn from the derived form (09).
//!
//! **In:** a [`Derivation`](koyu_model::form::Derivation) of a model, and the name of a level.
//! **Out:** an [`svg::Document`].
//!
//! **Must never know:** files, protocols, how the model was composed, how geometry is derived.
//!
//! Only the asked storey is derived and drawn. Coordinates of the sheet are pixels, y downwards;
//! coordinates of the building are millimetres.

mod bidi;
mod block;
mod clearance;
mod drawing;
mod element;
mod ground;
mod label;
mod lettering;
mod marks;
mod number;
mod plan;
mod raster;
mod room;
mod shape;
mod sheet;
mod style;
mod wrap;

pub use plan::{MAX_EXTENT, Options, PlanError, default_level, plan, plan_with};
