//! Questions put to the composed model: check, doors, light, site, spaces, summary, validate.
//!
//! **In:** a `koyu_model::form::Derivation`, the model and what is derived from it. **Out:** one
//! plain, serialisable answer per question, its field order the order of the JSON keys.
//!
//! **Must never know:** files, protocols, how an answer is shown. Every question is a pure
//! function of the model; only `uids` also draws random bytes.
//!
//! Chapters 06 (check), 07 (queries) and 08 (validate) of the specification; a module is called what its
//! section is called.

pub mod check;
mod doors;
mod keyed;
mod light;
mod numbers;
mod passages;
mod site;
mod site_zone;
mod spaces;
mod summary;
mod types;
mod uids;
mod validate;

pub use check::{CheckAnswer, Diagnostic, check};
pub use doors::{Route, doors};
pub use keyed::Keyed;
pub use light::{DaylitSpace, light};
pub use numbers::{fixed, slope_text};
pub use site::{Road, Site, site};
pub use spaces::{SpaceRow, spaces};
pub use summary::{AssetRow, CheckCounts, LevelRow, Rooms, Summary, ZoneRow, model_summary};
pub use uids::{MAX_UIDS, NewUids, NoRandomBytes, new_uids, new_uids_from};
pub use validate::{Finding, FindingLevel, Rule, Validation, validate};
