//! The few calls of koyu-model that the tasks share.

use std::path::Path;

use koyu_model::{ComposeError, Disk, Model, compose};

/// Composes the building of an entry on disk, a relative path against the working directory.
///
/// # Errors
/// The first fault of the composition; its text begins with its place.
pub fn read(entry: &Path) -> Result<Model, ComposeError> {
    compose(entry, &Disk)
}
