//! Questions put to the composed model: check, doors, light, site, spaces, summary, validate.
//!
//! **In:** a `koyu_model::Model`. **Out:** one plain, serialisable answer per question, its field
//! order the order of the JSON keys.
//!
//! **Must never know:** files, protocols, how an answer is shown. Every question is a pure
//! function of the model.
//!
//! No question is answered here yet.
