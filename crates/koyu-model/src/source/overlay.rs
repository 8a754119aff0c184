//! Another source with some content replaced, for trying a change before it is written (02 §2.5).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{Located, Source, Unreadable};

/// Replaces the content of files named by absolute path. A file is asked for by its spelled path
/// first, then by its key; everything else comes from the source below.
#[derive(Clone, Debug)]
pub struct Overlay<S> {
    below: S,
    replaced: HashMap<PathBuf, String>,
}

impl<S: Source> Overlay<S> {
    /// Nothing replaced yet.
    pub fn new(below: S) -> Self {
        Self {
            below,
            replaced: HashMap::new(),
        }
    }

    /// Replaces one file's content; it need not exist below.
    #[must_use]
    pub fn with(mut self, path: impl Into<PathBuf>, content: impl Into<String>) -> Self {
        self.replaced.insert(path.into(), content.into());
        self
    }
}

impl<S: Source> Source for Overlay<S> {
    fn entry(&self, path: &Path) -> Located {
        self.below.entry(path)
    }

    fn import(&self, importer: &Located, reference: &str) -> Located {
        self.below.import(importer, reference)
    }

    fn read(&self, layer: &Located) -> Result<Vec<u8>, Unreadable> {
        let given = self
            .replaced
            .get(&layer.spelled)
            .or_else(|| self.replaced.get(&layer.key));
        match given {
            Some(content) => Ok(content.clone().into_bytes()),
            None => self.below.read(layer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;

    #[test]
    fn replaced_content_wins_also_when_empty_and_the_rest_passes_through() {
        let files = Overlay::new(
            Memory::new()
                .with("a.muro", "name a")
                .with("b.muro", "name b"),
        )
        .with("a.muro", "")
        .with("new.muro", "name new");
        let read = |path: &str| files.read(&files.entry(Path::new(path)));
        assert_eq!(read("a.muro").as_deref(), Ok(&b""[..]));
        assert_eq!(read("b.muro").as_deref(), Ok(&b"name b"[..]));
        assert_eq!(read("new.muro").as_deref(), Ok(&b"name new"[..]));
        assert_eq!(read("none.muro"), Err(Unreadable));
    }
}
