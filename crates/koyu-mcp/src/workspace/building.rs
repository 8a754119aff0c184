//! A building between calls: composed once, and used again as long as nothing has changed
//! (07 §1.4: what is remembered is never visible in an answer).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use koyu_model::{ComposeError, Disk, Located, Model, Source, Unreadable, compose};

use crate::refusal::Refusal;
use crate::tools::Answer;

/// The most text, in bytes, that the layers of a building may hold for it to be kept between
/// calls. A large one would hold much memory while nobody asks, and is rarely asked twice alike.
const MOST_KEPT: usize = 4 << 20;

/// The most text, in bytes, that the answers kept with a building may hold together.
const MOST_ANSWERS: usize = 1 << 20;

/// A composed building, with all that was learned from the disk on the way.
///
/// Composing is a pure function of what the disk tells: if it tells the same again, step by step,
/// the building is the same, and so are the answers about it. Times and sizes of files are not
/// asked: a file can change without them.
pub(crate) struct Building {
    entry: PathBuf,
    model: Model,
    /// None for a building that is too large to be kept.
    steps: Option<Vec<Step>>,
    answers: Mutex<HashMap<&'static str, Answer>>,
}

/// One question to the disk and what it told.
enum Step {
    Entry(PathBuf, Located),
    Import(Located, String, Located),
    Read(Located, Result<Vec<u8>, Unreadable>),
}

impl Building {
    /// Composes the building of an entry from the files as they are now.
    ///
    /// # Errors
    /// A layer cannot be read, or does not compose.
    pub(super) fn compose(entry: &Path) -> Result<Self, ComposeError> {
        let recorder = Recorder::default();
        let model = compose(entry, &recorder)?;
        Ok(Self {
            entry: entry.to_owned(),
            model,
            steps: recorder.steps.into_inner(),
            answers: Mutex::default(),
        })
    }

    /// Whether it is small enough to be kept between calls.
    pub(super) fn can_be_kept(&self) -> bool {
        self.steps.is_some()
    }

    /// Whether it is the building that the entry has on the disk now.
    pub(super) fn is_current(&self, entry: &Path) -> bool {
        let tells_the_same = |step: &Step| match step {
            Step::Entry(path, found) => Disk.entry(path) == *found,
            Step::Import(importer, reference, found) => Disk.import(importer, reference) == *found,
            Step::Read(layer, content) => Disk.read(layer) == *content,
        };
        let steps = self.steps.as_ref();
        self.entry == entry && steps.is_some_and(|steps| steps.iter().all(tells_the_same))
    }

    /// The answer to a question about nothing but the building: the one that is known, or the one
    /// that is found now.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn answer(
        &self,
        question: &'static str,
        find: impl FnOnce(&Model) -> Result<Answer, Refusal>,
    ) -> Result<Answer, Refusal> {
        if let Some(known) = self.answers().get(question) {
            return Ok(known.clone());
        }
        // Not under the lock: it takes its time, and may panic.
        let found = find(&self.model)?;
        let mut answers = self.answers();
        let held: usize = answers.values().map(|answer| answer.text().len()).sum();
        if held + found.text().len() <= MOST_ANSWERS {
            answers.insert(question, found.clone());
        }
        Ok(found)
    }

    fn answers(&self) -> MutexGuard<'_, HashMap<&'static str, Answer>> {
        // Nothing that is done under the lock can panic half way.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for Building {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

/// The disk, with everything that it tells written down.
struct Recorder {
    /// None once there is too much.
    steps: RefCell<Option<Vec<Step>>>,
    /// How much text was read, in bytes.
    bytes: Cell<usize>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            steps: RefCell::new(Some(Vec::new())),
            bytes: Cell::new(0),
        }
    }
}

impl Recorder {
    fn note(&self, step: impl FnOnce() -> Step) {
        let mut steps = self.steps.borrow_mut();
        if self.bytes.get() > MOST_KEPT {
            *steps = None;
        } else if let Some(steps) = &mut *steps {
            steps.push(step());
        }
    }
}

impl Source for Recorder {
    fn entry(&self, path: &Path) -> Located {
        let found = Disk.entry(path);
        self.note(|| Step::Entry(path.to_owned(), found.clone()));
        found
    }

    fn import(&self, importer: &Located, reference: &str) -> Located {
        let found = Disk.import(importer, reference);
        self.note(|| Step::Import(importer.clone(), reference.to_owned(), found.clone()));
        found
    }

    fn read(&self, layer: &Located) -> Result<Vec<u8>, Unreadable> {
        let content = Disk.read(layer);
        let length = content.as_ref().map_or(0, Vec::len);
        self.bytes.set(self.bytes.get().saturating_add(length));
        self.note(|| Step::Read(layer.clone(), content.clone()));
        content
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn any_change_on_the_disk_is_seen_and_nothing_else_counts() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let entry = at("main.muro");
        fs::create_dir_all(at("one")).unwrap();
        fs::create_dir_all(at("two")).unwrap();
        fs::write(&entry, "koyu 1.0\nimport ./link/part.muro\n").unwrap();
        fs::write(at("one/part.muro"), "name one\n").unwrap();
        fs::write(at("two/part.muro"), "name one\n").unwrap();
        symlink("one", at("link")).unwrap();
        let building = Building::compose(&entry).unwrap();
        assert!(building.is_current(&entry));
        assert!(!building.is_current(&at("other.muro")));
        // The same size, and the time of before.
        let time = fs::metadata(at("one/part.muro"))
            .unwrap()
            .modified()
            .unwrap();
        fs::write(at("one/part.muro"), "name two\n").unwrap();
        let file = fs::File::options()
            .write(true)
            .open(at("one/part.muro"))
            .unwrap();
        file.set_modified(time).unwrap();
        assert!(!building.is_current(&entry));
        fs::write(at("one/part.muro"), "name one\n").unwrap();
        assert!(building.is_current(&entry));
        // The same text from another place is another layer.
        fs::remove_file(at("link")).unwrap();
        symlink("two", at("link")).unwrap();
        assert!(!building.is_current(&entry));
        fs::remove_file(at("link")).unwrap();
        assert!(!building.is_current(&entry));
    }

    #[test]
    fn a_large_building_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let entry = folder.path().join("main.muro");
        let half = "#".repeat(MOST_KEPT / 2);
        fs::write(&entry, format!("koyu 1.0\nimport ./more.muro\n{half}\n")).unwrap();
        let more = folder.path().join("more.muro");
        fs::write(&more, "# Small.\n").unwrap();
        assert!(Building::compose(&entry).unwrap().can_be_kept());
        fs::write(&more, format!("{half}\n")).unwrap();
        let large = Building::compose(&entry).unwrap();
        assert!(!large.can_be_kept() && !large.is_current(&entry));
    }

    #[test]
    fn an_answer_is_found_once_and_a_large_one_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let entry = folder.path().join("main.muro");
        fs::write(&entry, "koyu 1.0\n").unwrap();
        let building = Building::compose(&entry).unwrap();
        let ask = |question, text: String| {
            let answer = building.answer(question, |_| Ok(Answer::of_text(text)));
            answer.unwrap().text().len()
        };
        assert_eq!(ask("large", "a".repeat(MOST_ANSWERS + 1)), MOST_ANSWERS + 1);
        assert_eq!(ask("large", "a".to_owned()), 1);
        assert_eq!(ask("large", "bb".to_owned()), 1);
        assert_eq!(ask("other", "bb".to_owned()), 2);
        let refused = building.answer("bad", |_| Err(Refusal::new("no")));
        assert_eq!(refused.err(), Some(Refusal::new("no")));
        assert_eq!(ask("bad", "bb".to_owned()), 2);
    }
}
