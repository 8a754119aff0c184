//! Which building a call is about (07 §1.4).

mod building;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use koyu_model::{
    ComposeError, Disk, Located, Model, Overlay, Source, Unreadable, compose, lexical,
};

pub(crate) use self::building::Building;
use crate::refusal::Refusal;

/// The buildings that calls are about.
#[derive(Default)]
pub(crate) struct Workspace {
    /// The one that was asked about last: an agent works on one building at a time.
    last: Mutex<Option<Arc<Building>>>,
}

impl Workspace {
    /// The building of an entry as the files are now.
    ///
    /// # Errors
    /// A layer cannot be read, or does not compose.
    pub(crate) fn building(&self, file: &str) -> Result<Arc<Building>, Refusal> {
        let entry = resolve(file);
        let last = self.last().clone();
        if let Some(known) = last.filter(|known| known.is_current(&entry)) {
            return Ok(known);
        }
        // What is there no longer counts, and must not stand beside the new one in memory.
        *self.last() = None;
        let building = Building::compose(&entry).map_err(|it| Refusal::new(it.to_string()))?;
        let building = Arc::new(building);
        if building.can_be_kept() {
            *self.last() = Some(Arc::clone(&building));
        }
        Ok(building)
    }

    fn last(&self) -> MutexGuard<'_, Option<Arc<Building>>> {
        // Nothing that is done under the lock can panic half way.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Composes the building of an entry as it would be with `content` in the place of one file
/// (07 §14.1 step 6).
///
/// # Errors
/// A layer cannot be read, or does not compose.
pub(crate) fn try_content(
    entry: &Path,
    target: &Path,
    content: &str,
) -> Result<Model, ComposeError> {
    compose(entry, &Overlay::new(Disk).with(target, content))
}

/// `file` against the working directory, `.` and `..` resolved before links are looked at. No
/// `~`, no variables, nothing trimmed.
pub(crate) fn resolve(file: &str) -> PathBuf {
    // Without a working directory a relative path stays relative and cannot be read.
    let folder = std::env::current_dir().unwrap_or_default();
    lexical(&folder.join(file))
}

/// The text of a layer as it stands on disk, for reading and not for composing: byte-order mark,
/// line ends and unnormalised text are kept (07 §5).
///
/// # Errors
/// The layer is gone since the building was composed.
pub(crate) fn layer_text(path: &Path) -> Result<String, Refusal> {
    let layer = Located {
        spelled: path.to_owned(),
        key: path.to_owned(),
    };
    match Disk.read(&layer) {
        Ok(bytes) => Ok(lossy(bytes)),
        Err(Unreadable) => Err(Refusal::new(format!(
            "line 0: Cannot read file: {}",
            path.display()
        ))),
    }
}

/// Text of bytes, each ill-formed sequence replaced by U+FFFD; a copy only if there is one.
fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|fault| String::from_utf8_lossy(fault.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_resolved_lexically_against_the_working_directory() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(resolve("a/./b/../main.muro/"), here.join("a/main.muro"));
        assert_eq!(resolve("~/$HOME"), here.join("~/$HOME"));
        assert_eq!(resolve(" a"), here.join(" a"));
        assert_eq!(resolve("/x/../../y//z.muro"), Path::new("/y/z.muro"));
    }

    #[test]
    fn ill_formed_bytes_are_replaced_one_by_one_and_all_else_kept() {
        assert_eq!(
            lossy(b"a\xff\xfeb\xe2\x82".to_vec()),
            "a\u{fffd}\u{fffd}b\u{fffd}"
        );
        let kept = "\u{feff}a\r\ne\u{301}";
        assert_eq!(lossy(kept.as_bytes().to_vec()), kept);
    }

    #[test]
    fn a_layer_that_is_gone_is_told() {
        assert_eq!(
            layer_text(Path::new("/none/gone.muro"))
                .unwrap_err()
                .to_string(),
            "line 0: Cannot read file: /none/gone.muro"
        );
    }
}
