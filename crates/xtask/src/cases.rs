//! `xtask cases`: input and expected answers as folders.
//!
//! A folder with a `main.muro` or an `expected/` is one case; what stands in its `expected/` says what is compared:
//!
//! | file | compared |
//! |---|---|
//! | `canonical.json` | the canonical JSON, byte for byte |
//! | `form.json` | the derived form (04): structure, numbers within a relative 1e-9 |
//! | `diagnostics.json` | the diagnostics of `check` (06), `message` left out, files relative to the case |
//! | `tools.json` | calls of the server with the case as its working folder (07), free text left out |
//! | `values.json` | places of the form: JSON Pointer → value, compared alike |
//! | `parse-error.txt` | composition stops, and the message with its location contains this text |
//! | `parse-error.json` | composition stops, and `at` is the location before the message, `<abs>` being the folder of the case |

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

mod compare;
mod eras;
mod kinds;
mod tools;

pub use eras::Eras;
pub use tools::Server;

/// What came of running some cases.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of cases, also of those with nothing to compare.
    pub cases: usize,
    /// The number of expectation files that were compared.
    pub compared: usize,
    /// The expectations that do not hold.
    pub failures: Vec<Failure>,
}

/// An expectation that does not hold.
#[derive(Debug)]
pub struct Failure {
    /// The expectation file.
    pub expectation: PathBuf,
    /// What differs, in several lines.
    pub difference: String,
}

/// The cases cannot be run at all.
#[derive(Debug, thiserror::Error)]
pub enum CasesError {
    /// A folder or file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no case below a root: most likely a mistyped path.
    #[error("{}: no case below this folder", .0.display())]
    Empty(PathBuf),
}

impl Report {
    /// Whether every expectation that was compared holds.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.compared += other.compared;
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{}:", failure.expectation.display())?;
            for line in failure.difference.lines() {
                writeln!(f, "    {line}")?;
            }
        }
        writeln!(
            f,
            "{} cases, {} expectation files compared, {} failed",
            self.cases,
            self.compared,
            self.failures.len()
        )?;
        Ok(())
    }
}

/// Runs all cases below the roots, in the order of their paths. `server` answers their calls.
///
/// # Errors
/// [`CasesError`] when a root has no case or something cannot be read; a failed expectation is
/// not an error but part of the [`Report`].
pub fn run<P: AsRef<Path>>(roots: &[P], server: &Server) -> Result<Report, CasesError> {
    let mut report = Report::default();
    for root in roots {
        let root = root.as_ref();
        let mut folders = Vec::new();
        find(root, &mut folders)?;
        if folders.is_empty() {
            return Err(CasesError::Empty(root.to_path_buf()));
        }
        for folder in folders {
            report.add(run_case(&folder, server)?);
        }
    }
    Ok(report)
}

/// The folders that the environment variable `KOYU_CASES` names, separated by `:`.
pub fn roots_of_environment() -> Vec<PathBuf> {
    let Some(roots) = std::env::var_os("KOYU_CASES") else {
        return Vec::new();
    };
    std::env::split_paths(&roots)
        .filter(|root| !root.as_os_str().is_empty())
        .collect()
}

/// Collects the case folders at and below `folder`.
///
/// # Errors
/// [`CasesError::Read`].
pub fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), CasesError> {
    // An entry that is missing is a case too: it cannot be read.
    if folder.join("main.muro").is_file() || folder.join("expected").is_dir() {
        found.push(folder.to_path_buf());
        return Ok(());
    }
    for entry in entries(folder)? {
        if entry.is_dir() {
            find(&entry, found)?;
        }
    }
    Ok(())
}

/// What a folder holds, sorted, without hidden files.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CasesError> {
    let read = |source| CasesError::Read {
        path: folder.to_path_buf(),
        source,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn run_case(folder: &Path, server: &Server) -> Result<Report, CasesError> {
    let expected = folder.join("expected");
    let case = kinds::Case::new(folder)?;
    let mut report = Report {
        cases: 1,
        ..Report::default()
    };
    // A building without expectations, such as an example, is a case with nothing to compare.
    let expectations = if expected.is_dir() {
        entries(&expected)?
    } else {
        Vec::new()
    };
    for expectation in expectations {
        let name = expectation
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        report.compared += 1;
        if let Err(difference) = case.compare(&name, &expectation, server) {
            report.failures.push(Failure {
                expectation,
                difference,
            });
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILDING: &str = "koyu 1.0\nlevel L1 0\n";
    const CANONICAL: &str = r#"{
  "format": "koyu-canonical/1.0",
  "koyu": "1.0",
  "unit": "mm",
  "grid": {
    "X": [],
    "Y": []
  },
  "levels": {
    "L1": {
      "z": 0
    }
  },
  "spaces": {},
  "boundaries": []
}
"#;

    fn no_server() -> Server {
        Server::new(|| Err("there is no server".to_owned()))
    }

    /// Runs one case made of an entry and expectation files.
    fn outcome(entry: &str, expected: &[(&str, &str)]) -> Report {
        let root = tempfile::tempdir().unwrap();
        let case = root.path().join("group/case");
        fs::create_dir_all(case.join("expected")).unwrap();
        fs::write(case.join("main.muro"), entry).unwrap();
        for (name, text) in expected {
            fs::write(case.join("expected").join(name), text).unwrap();
        }
        run(&[root.path()], &no_server()).unwrap()
    }

    fn difference(entry: &str, name: &str, text: &str) -> String {
        let report = outcome(entry, &[(name, text)]);
        assert_eq!((report.compared, report.failures.len()), (1, 1), "{report}");
        report.failures[0].difference.clone()
    }

    #[test]
    fn what_holds_passes() {
        let report = outcome(BUILDING, &[("canonical.json", CANONICAL)]);
        assert!(report.passed(), "{report}");
        assert_eq!((report.cases, report.compared), (1, 1));
        let report = outcome(
            "koyu 1.0\nlevel L1 0\nover /a h:1\n",
            &[
                ("parse-error.txt", "No such target for over: /a\n"),
                ("parse-error.json", r#"{"at": "<abs>/main.muro:line 3:"}"#),
            ],
        );
        assert!(report.passed(), "{report}");
        assert_eq!(report.compared, 2);
    }

    #[test]
    fn a_wrong_canonical_form_is_found_to_the_byte() {
        let text = difference(
            BUILDING,
            "canonical.json",
            &CANONICAL.replace("\"z\": 0", "\"z\": 1"),
        );
        assert!(text.contains("-      \"z\": 1\n+      \"z\": 0"), "{text}");
        difference(BUILDING, "canonical.json", CANONICAL.trim_end());
        let text = difference("oops\n", "canonical.json", CANONICAL);
        assert!(text.contains("main.muro:line 1:"), "{text}");
    }

    #[test]
    fn a_wrong_error_is_found() {
        let bad = "koyu 1.0\nover /a h:1\n";
        let text = difference(bad, "parse-error.txt", "Duplicate space path");
        assert!(text.contains("No such target for over: /a"), "{text}");
        let text = difference(
            bad,
            "parse-error.json",
            r#"{"at": "<abs>/main.muro:line 1:"}"#,
        );
        assert!(text.contains("<abs>/main.muro:line 2:"), "{text}");
        difference(bad, "parse-error.json", r#"{"at": "<abs>/main.muro:line"}"#);
        difference(bad, "parse-error.json", r#"{"at": "line 2:"}"#);
        difference(bad, "parse-error.json", "{}");
        difference(BUILDING, "parse-error.txt", "anything");
        difference(BUILDING, "parse-error.json", r#"{"at": "line 0:"}"#);
        difference(bad, "parse-error.txt", "");
    }

    #[test]
    fn the_form_is_compared_whole_or_place_by_place() {
        let report = outcome(
            BUILDING,
            &[("values.json", r#"{"/levels/0/z": 0, "/spaces": []}"#)],
        );
        assert!(report.passed(), "{report}");
        let text = difference(BUILDING, "values.json", r#"{"/levels/0/z": 1}"#);
        assert!(text.contains("/levels/0/z: expected 1, got 0"), "{text}");
        let text = difference(BUILDING, "values.json", r#"{"/levels/1/z": 0}"#);
        assert!(text.contains("/levels/1/z: missing"), "{text}");
        let text = difference(BUILDING, "form.json", r#"{"input": {"cut": 1200}}"#);
        assert!(text.contains("not expected"), "{text}");
    }

    #[test]
    fn diagnostics_are_compared_without_their_messages() {
        let faulty = "koyu 1.0\nspace /a room\nboundary /a /b\n";
        let expected = r#"[{"code": "REF01", "severity": "error", "line": 3, "file": "main.muro", "path": ["/a", "/b"]}]"#;
        let report = outcome(faulty, &[("diagnostics.json", expected)]);
        assert!(report.passed(), "{report}");
        difference(faulty, "diagnostics.json", "[]");
        difference(
            faulty,
            "diagnostics.json",
            &expected.replace("main.muro", "other.muro"),
        );
    }

    #[test]
    fn calls_need_a_server_and_unknown_kinds_fail() {
        let text = difference(BUILDING, "tools.json", "[]");
        assert!(text.contains("there is no server"), "{text}");
        let text = difference(BUILDING, "cannonical.json", CANONICAL);
        assert!(text.contains("no such kind"), "{text}");
    }

    #[test]
    fn a_building_without_expectations_is_a_case_with_nothing_to_compare() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("main.muro"), BUILDING).unwrap();
        let report = run(&[root.path()], &no_server()).unwrap();
        assert_eq!((report.cases, report.compared), (1, 0));
    }

    #[test]
    fn a_root_without_cases_is_an_error() {
        let root = tempfile::tempdir().unwrap();
        assert!(matches!(
            run(&[root.path()], &no_server()),
            Err(CasesError::Empty(_))
        ));
        let missing = root.path().join("none");
        assert!(matches!(
            run(&[missing], &no_server()),
            Err(CasesError::Read { .. })
        ));
    }
}
