//! Where the text of layers comes from (02 §2). The caller supplies it; composition itself does
//! no I/O.

mod disk;
mod memory;
mod overlay;

use std::fmt;
use std::path::{Component, Path, PathBuf};

pub use disk::{Disk, MAX_LAYER_BYTES};
pub use memory::Memory;
pub use overlay::Overlay;

/// A layer that was found but not read yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Located {
    /// The path that was asked for, made absolute lexically (02 §2.1).
    pub spelled: PathBuf,
    /// The identity of the layer: its real path, or the spelled one if there is none (02 §2.2).
    pub key: PathBuf,
}

impl Located {
    /// The key as text, as it stands in every `file` of an answer.
    pub fn key_text(&self) -> String {
        self.key.to_string_lossy().into_owned()
    }
}

/// The content cannot be had: missing, a folder, not a regular file, no permission, too large.
/// To a reader of the building all of these are alike (01 §14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the file cannot be read")
    }
}

impl std::error::Error for Unreadable {}

/// A source of files: disk, memory, or disk with some content replaced.
pub trait Source {
    /// Finds the entry from the path that the caller of the composition gave.
    fn entry(&self, path: &Path) -> Located;

    /// Finds what `import reference` means in the layer `importer`.
    fn import(&self, importer: &Located, reference: &str) -> Located;

    /// Reads the bytes of a layer.
    ///
    /// # Errors
    /// [`Unreadable`] for every reason alike; it never blocks on a pipe or device.
    fn read(&self, layer: &Located) -> Result<Vec<u8>, Unreadable>;
}

/// Resolves `.`, `..` and doubled or trailing slashes lexically, before links are looked at.
/// A `..` at the top stays at the top.
pub fn lexical(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}
