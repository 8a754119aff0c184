//! The notation koyu 1.0: the text of one layer, read into statements.
//!
//! **In:** the text (or bytes) of one `.muro` file. **Out:** a [`Layer`]: its lines in source
//! order, each blank, a comment or a statement with typed parts. Reading never stops and never
//! panics: a faulty part of a statement stands in its place as a [`Fault`].
//!
//! **Must never know:** files, other layers, grids, levels that were declared elsewhere. Whether
//! `X7` exists is asked in `koyu-model`.
//!
//! The rules are chapter 01 of the specification (notation); sections are cited as `01 §n`.

mod values;
mod words;

pub use values::{Value, index_key, is_number_shape, number, number_text};
pub use words::{Axis, BoundaryKind, OpeningKind, Side, Swing, Version};
