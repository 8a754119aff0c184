//! `xtask golden`: transcripts of whole conversations with the server (10 §9).
//!
//! A transcript is a text file, one message a line; what a line is, its first characters tell:
//!
//! | line | meaning |
//! |---|---|
//! | empty, or `# …` | a comment |
//! | `@ copy PATH` | puts a file or folder of the repository into the working folder, under its last name |
//! | `@ file PATH`, then `\| …` lines | writes a file into the working folder, one line each |
//! | `@ unterminated` | the last message is sent without its line end |
//! | `> …` | a message to the server, sent as it stands |
//! | `>$ "…"` | the same as a JSON string, for what a line of text cannot hold |
//! | `< …` | an answer: written by `xtask golden`, never by hand |
//!
//! An answer stands below the message whose `id` it carries. The working folder is `<abs>` in
//! both directions. Random values of answers become `<uid-1>`, `<cursor-1>`, `<state-1>`, …,
//! numbered by first appearance; a later message may use them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod conversation;
mod masks;
pub mod server;
mod transcript;

use transcript::Transcript;

use crate::diff;

/// A golden transcript cannot be run or does not hold.
#[derive(Debug, thiserror::Error)]
pub enum GoldenError {
    /// A transcript, or something it copies, cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line of a transcript means nothing.
    #[error("{}:{line}: {message}", path.display())]
    Line {
        /// The transcript.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The server cannot be started, hangs, or ends with a failure.
    #[error("{}: {message}", path.display())]
    Server {
        /// The transcript.
        path: PathBuf,
        /// What happened.
        message: String,
    },
    /// The server cannot be built.
    #[error("{0}")]
    Build(String),
    /// There is no transcript in the folder: most likely a mistyped path.
    #[error("{}: no transcript in this folder", .0.display())]
    Empty(PathBuf),
}

/// A transcript and what the server answers now.
#[derive(Debug)]
pub struct Outcome {
    /// The transcript.
    pub path: PathBuf,
    /// Its text as it stands.
    pub before: String,
    /// Its text with the answers of the server.
    pub after: String,
}

impl Outcome {
    /// The difference between what stands and what the server answers; empty if there is none.
    pub fn difference(&self) -> String {
        diff::unified(&self.before, &self.after)
    }

    /// Writes the answers of the server into the transcript.
    ///
    /// # Errors
    /// [`GoldenError::File`].
    pub fn write(&self) -> Result<(), GoldenError> {
        fs::write(&self.path, &self.after).map_err(|source| file_error(&self.path, source))
    }
}

/// Runs all transcripts (`*.txt`) of a folder, in the order of their names, each with a server
/// of its own. Paths of `@ copy` start at `repository`.
///
/// # Errors
/// The first transcript that cannot be run; a different answer is part of the [`Outcome`].
pub fn run(folder: &Path, repository: &Path, server: &Path) -> Result<Vec<Outcome>, GoldenError> {
    let mut paths = Vec::new();
    let entries = fs::read_dir(folder).map_err(|source| file_error(folder, source))?;
    for entry in entries {
        let path = entry.map_err(|source| file_error(folder, source))?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        return Err(GoldenError::Empty(folder.to_path_buf()));
    }
    paths.sort();
    paths
        .into_iter()
        .map(|path| run_transcript(path, repository, server))
        .collect()
}

fn run_transcript(path: PathBuf, repository: &Path, server: &Path) -> Result<Outcome, GoldenError> {
    let before = fs::read_to_string(&path).map_err(|source| file_error(&path, source))?;
    let transcript = Transcript::read(&before).map_err(|(line, message)| GoldenError::Line {
        path: path.clone(),
        line,
        message,
    })?;
    let folder = tempfile::tempdir().map_err(|source| file_error(&path, source))?;
    // The server answers with real paths, and a temporary folder may lie behind a link.
    let root = fs::canonicalize(folder.path()).map_err(|source| file_error(&path, source))?;
    transcript
        .set_up(repository, &root)
        .map_err(|(path, source)| GoldenError::File { path, source })?;
    let answers =
        conversation::hold(&transcript, &root, server).map_err(|message| GoldenError::Server {
            path: path.clone(),
            message,
        })?;
    Ok(Outcome {
        after: transcript.write(&answers),
        path,
        before,
    })
}

fn file_error(path: &Path, source: io::Error) -> GoldenError {
    GoldenError::File {
        path: path.to_path_buf(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs one transcript against `cat`, a server that answers each message with itself.
    fn echoed(text: &str) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("one.txt"), text).unwrap();
        let mut outcomes = run(folder.path(), folder.path(), Path::new("cat")).unwrap();
        assert_eq!(outcomes.len(), 1);
        outcomes.remove(0)
    }

    #[test]
    fn the_same_answer_is_no_difference_and_another_is_one() {
        let golden =
            "# Said and done.\n> {\"id\":1,\"method\":\"a\"}\n< {\"id\":1,\"method\":\"a\"}\n";
        assert_eq!(echoed(golden).difference(), "");
        let changed = echoed(&golden.replace("< {\"id\":1,\"method\":\"a\"}", "< {\"id\":1}"));
        assert!(
            changed
                .difference()
                .contains("-< {\"id\":1}\n+< {\"id\":1,\"method\":\"a\"}\n"),
            "{}",
            changed.difference()
        );
        assert_eq!(changed.after, golden);
        let missing = echoed("# Said and done.\n> {\"id\":1,\"method\":\"a\"}\n");
        assert_eq!(missing.after, golden);
        let superfluous = echoed(&format!("{golden}< {{}}\n"));
        assert!(superfluous.difference().contains("-< {}\n"));
    }

    #[test]
    fn the_working_folder_and_random_values_are_masked_and_can_be_used() {
        let text = concat!(
            "> {\"id\":1,\"method\":\"a\",\"folder\":\"<abs>/x\"}\n",
            ">$ \"{\\\"id\\\":2,\\\"method\\\":\\\"u\\\\u002d0123456789abcdef\\\"}\"\n",
        );
        let after = echoed(text).after;
        assert!(
            after.contains("< {\"id\":1,\"method\":\"a\",\"folder\":\"<abs>/x\"}\n"),
            "{after}"
        );
    }

    #[test]
    fn a_server_that_fails_and_a_line_that_means_nothing_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("one.txt"), "> {}\n").unwrap();
        let failed = run(folder.path(), folder.path(), Path::new("false"));
        assert!(
            matches!(failed, Err(GoldenError::Server { .. })),
            "{failed:?}"
        );
        fs::write(folder.path().join("one.txt"), "> {}\nwhat\n").unwrap();
        let failed = run(folder.path(), folder.path(), Path::new("cat"));
        assert!(
            matches!(failed, Err(GoldenError::Line { line: 2, .. })),
            "{failed:?}"
        );
        let empty = folder.path().join("empty");
        fs::create_dir(&empty).unwrap();
        let failed = run(&empty, folder.path(), Path::new("cat"));
        assert!(matches!(failed, Err(GoldenError::Empty(_))), "{failed:?}");
    }
}
