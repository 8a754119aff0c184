//! JSON Schema: written property by property, checked at `build()`, enforced on values (11 §9).
//!
//! The dialect is 2020-12, which is meant when `$schema` is absent; no other is served (SCH-10).
//! References stay inside the document, and nothing is ever fetched for a schema (SCH-12).

mod builder;
mod check;
mod form;
mod headers;
mod validate;

pub use builder::JsonSchema;
#[cfg(feature = "http")]
pub(crate) use headers::{Mirrored, MirroredKind};
pub(crate) use validate::Schema;
