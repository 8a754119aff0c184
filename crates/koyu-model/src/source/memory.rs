//! A set of files held in memory, for libraries and tests (02 §2.6).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{Located, Source, Unreadable};

/// Files by POSIX-like relative path; a leading `/` has no meaning.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: HashMap<String, Vec<u8>>,
}

impl Memory {
    /// No file yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    #[must_use]
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.files.insert(normalised(path), content.into());
        self
    }

    fn located(path: &str) -> Located {
        let key = PathBuf::from(normalised(path));
        Located {
            spelled: key.clone(),
            key,
        }
    }
}

impl Source for Memory {
    fn entry(&self, path: &Path) -> Located {
        Self::located(&path.to_string_lossy())
    }

    fn import(&self, importer: &Located, reference: &str) -> Located {
        let key = importer.key_text();
        let folder = key.rsplit_once('/').map_or("", |(folder, _)| folder);
        Self::located(&format!("{folder}/{reference}"))
    }

    fn read(&self, layer: &Located) -> Result<Vec<u8>, Unreadable> {
        self.files.get(&layer.key_text()).cloned().ok_or(Unreadable)
    }
}

/// Drops empty and `.` segments and lets `..` remove the previous one (nothing at the top).
fn normalised(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop();
            }
            other => segments.push(other),
        }
    }
    segments.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_against_the_importing_folder() {
        let files = Memory::new()
            .with("a/b.muro", "name b")
            .with("/c.muro", "name c");
        let main = files.entry(Path::new("./a//main.muro"));
        assert_eq!(main.key_text(), "a/main.muro");
        assert_eq!(files.import(&main, "./b.muro").key_text(), "a/b.muro");
        assert_eq!(files.import(&main, "../../c.muro").key_text(), "c.muro");
        assert_eq!(
            files.read(&files.import(&main, "b.muro")).as_deref(),
            Ok(&b"name b"[..])
        );
        assert_eq!(files.read(&files.import(&main, "c.muro")), Err(Unreadable));
    }
}
