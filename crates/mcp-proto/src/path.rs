//! Files below a folder (RSC-8).

use std::io;
use std::path::{Component, Path, PathBuf};

/// The real path of a file named relative to a folder, if it lies in the folder once `.`, `..`
/// and links are resolved. For handlers that map URIs to files.
///
/// # Errors
/// There is no such file, or it lies elsewhere ([`io::ErrorKind::NotFound`] in both cases, so that
/// a client learns nothing about what is outside).
pub fn safe_join(root: impl AsRef<Path>, relative: impl AsRef<Path>) -> io::Result<PathBuf> {
    let outside = || io::Error::from(io::ErrorKind::NotFound);
    let relative = relative.as_ref();
    let is_rooted = |part| matches!(part, Component::RootDir | Component::Prefix(_));
    if relative.components().any(is_rooted) {
        return Err(outside());
    }
    let root = root.as_ref().canonicalize()?;
    let path = root.join(relative).canonicalize().map_err(|_| outside())?;
    if path.starts_with(&root) {
        Ok(path)
    } else {
        Err(outside())
    }
}
