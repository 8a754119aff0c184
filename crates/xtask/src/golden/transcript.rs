//! Reading and writing a transcript, and setting up its working folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A transcript without its answers.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    lines: Vec<Line>,
    setup: Vec<Setup>,
    /// Whether the last message lacks its line end.
    pub(super) unterminated: bool,
}

/// A line as it stands, and what it sends if it is a message.
#[derive(Debug)]
struct Line {
    text: String,
    message: Option<String>,
}

#[derive(Debug)]
enum Setup {
    Copy(PathBuf),
    File(PathBuf, String),
}

impl Transcript {
    /// Reads a transcript; an error names the line.
    pub(super) fn read(text: &str) -> Result<Self, (usize, String)> {
        let mut transcript = Self::default();
        for (index, line) in text.split_terminator('\n').enumerate() {
            transcript
                .line(line)
                .map_err(|message| (index + 1, message))?;
        }
        Ok(transcript)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut message = None;
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "" | "#" => {}
            "@" => self.directive(rest)?,
            "|" => match self.setup.last_mut() {
                Some(Setup::File(_, content)) => {
                    content.push_str(rest);
                    content.push('\n');
                }
                _ => return Err("a line of content without `@ file`".to_owned()),
            },
            ">" => message = Some(rest.to_owned()),
            ">$" => {
                let text = serde_json::from_str(rest).map_err(|error| error.to_string())?;
                message = Some(text);
            }
            // What the server says is always taken anew.
            "<" => return Ok(()),
            _ => return Err("neither a comment, a setup, a message nor an answer".to_owned()),
        }
        self.lines.push(Line {
            text: line.to_owned(),
            message,
        });
        Ok(())
    }

    fn directive(&mut self, rest: &str) -> Result<(), String> {
        match rest.split_once(' ').unwrap_or((rest, "")) {
            ("copy", path) if !path.is_empty() => self.setup.push(Setup::Copy(path.into())),
            ("file", path) if !path.is_empty() => {
                self.setup.push(Setup::File(path.into(), String::new()));
            }
            ("unterminated", "") => self.unterminated = true,
            _ => return Err("no such setup".to_owned()),
        }
        Ok(())
    }

    /// Fills the working folder; an error names the path.
    pub(super) fn set_up(
        &self,
        repository: &Path,
        folder: &Path,
    ) -> Result<(), (PathBuf, io::Error)> {
        for step in &self.setup {
            match step {
                Setup::Copy(path) => {
                    let from = repository.join(path);
                    let name = path.file_name().unwrap_or_default();
                    copy(&from, &folder.join(name)).map_err(|error| (from, error))?;
                }
                Setup::File(path, content) => {
                    let to = folder.join(path);
                    write(&to, content).map_err(|error| (to, error))?;
                }
            }
        }
        Ok(())
    }

    /// The messages in their order.
    pub(super) fn messages(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| line.message.as_deref())
    }

    /// Whether a text stands anywhere in the transcript, answers apart.
    pub(super) fn mentions(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.text.contains(text))
    }

    /// The transcript with its answers: those of message `n` are at `n + 1`; what the server said
    /// before any message is at 0.
    pub(super) fn write(&self, answers: &[Vec<String>]) -> String {
        let mut text = String::new();
        let mut answers = answers.iter();
        let unasked = answers.next();
        let say = |text: &mut String, said: Option<&Vec<String>>| {
            for answer in said.into_iter().flatten() {
                *text += &format!("< {answer}\n");
            }
        };
        say(&mut text, unasked);
        for line in &self.lines {
            text.push_str(&line.text);
            text.push('\n');
            if line.message.is_some() {
                say(&mut text, answers.next());
            }
        }
        text
    }
}

fn write(to: &Path, content: &str) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(to, content)
}

/// Copies a file, or a folder with everything below it.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_set_up_and_messages_are_read() {
        let text = "# One.\n@ file a/b.muro\n| koyu 1.0\n|   name x\n|\n\n> {}\n< old\n>$ \"\\ufeff{}\\r\"\n@ unterminated\n";
        let transcript = Transcript::read(text).unwrap();
        assert!(transcript.unterminated);
        let messages: Vec<_> = transcript.messages().collect();
        assert_eq!(messages, ["{}", "\u{feff}{}\r"]);
        let folder = tempfile::tempdir().unwrap();
        transcript.set_up(folder.path(), folder.path()).unwrap();
        assert_eq!(
            fs::read_to_string(folder.path().join("a/b.muro")).unwrap(),
            "koyu 1.0\n  name x\n\n"
        );
        let said = |text: &str| vec![text.to_owned()];
        assert_eq!(
            transcript.write(&[vec![], said("new"), vec![]]),
            text.replace("old", "new")
        );
    }

    #[test]
    fn a_folder_is_copied_whole() {
        let repository = tempfile::tempdir().unwrap();
        write(
            &repository.path().join("fixtures/f/deep/x.muro"),
            "name x\n",
        )
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let transcript = Transcript::read("@ copy fixtures/f\n").unwrap();
        transcript.set_up(repository.path(), folder.path()).unwrap();
        assert!(folder.path().join("f/deep/x.muro").is_file());
        let missing = Transcript::read("@ copy none\n").unwrap();
        assert!(missing.set_up(repository.path(), folder.path()).is_err());
    }

    #[test]
    fn what_means_nothing_is_an_error_with_its_line() {
        for bad in ["?", "@ copy", "@ file", "@ what", ">$ {", "| x", ">{}"] {
            let error = Transcript::read(&format!("# One.\n{bad}\n")).unwrap_err();
            assert_eq!(error.0, 2, "{bad}");
        }
    }
}
