//! Plans of a building as SVG, drawn from the derived form.
//!
//! **In:** a `koyu_model::Model` and a level. **Out:** an SVG document.
//!
//! **Must never know:** files, protocols, how the model was composed.
//!
//! Nothing is drawn here yet.
