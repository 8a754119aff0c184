//! `xtask conformance`: the public conformance suite against the example server (11 §27).
//!
//! The suite and the Node that it needs are installed below `target/conformance` by npm, in the
//! versions named here. One process of the example serves all runs.

use std::fmt;
use std::path::Path;
use std::process::Command;

use crate::clients::http::Server;
use crate::clients::{ClientsError, create, io_error, run_command, write};

/// The suite (CONF-1). What npm calls the latest one knows no frozen requirements.
const SUITE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/// The suite needs Node 22; a machine may have an older one.
const NODE: &str = "node@22";

/// The revisions whose scored scenarios must pass (CONF-2).
const REVISIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];

/// Scenarios that are not scored yet and must pass all the same (CONF-4).
const PENDING: [&str; 3] = [
    "json-schema-2020-12",
    "http-header-validation",
    "http-custom-header-server-validation",
];

/// The suite cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ConformanceError {
    /// The suite cannot be installed, or the example cannot be started.
    #[error(transparent)]
    Command(#[from] ClientsError),
    /// The suite printed no summary.
    #[error("the run {0} has no summary:\n{1}")]
    NoSummary(String, String),
}

/// What the runs found.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<Row>,
}

/// A scenario of a run.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    run: String,
    scenario: String,
    passed: u32,
    failed: u32,
    is_scored: bool,
}

impl Row {
    fn is_bad(&self) -> bool {
        self.is_scored && self.failed > 0
    }
}

impl Report {
    /// Whether no scored scenario has a failed check.
    pub fn passed(&self) -> bool {
        !self.rows.iter().any(Row::is_bad)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "run         passed failed  scenario")?;
        for row in &self.rows {
            let note = match (row.is_scored, row.is_bad()) {
                (false, _) => "  (not scored)",
                (true, true) => "  FAILED",
                (true, false) => "",
            };
            let Row {
                run,
                scenario,
                passed,
                failed,
                ..
            } = row;
            writeln!(f, "{run:<11} {passed:>6} {failed:>6}  {scenario}{note}")?;
        }
        let scored = self.rows.iter().filter(|row| row.is_scored).count();
        let bad = self.rows.iter().filter(|row| row.is_bad()).count();
        writeln!(f, "{scored} scored scenarios, {bad} failed")
    }
}

/// Installs the suite, starts the example and runs all there is to run.
///
/// # Errors
/// The suite cannot be run; what it finds is no error, see [`Report::passed`].
pub fn run(repository: &Path) -> Result<Report, ConformanceError> {
    let folder = repository.join("target/conformance");
    install(&folder)?;
    let server = Server::start(repository, "everything", &["--listen", "127.0.0.1:0"])?;
    let mut report = Report::default();
    for revision in REVISIONS {
        let output = run_suite(&folder, &server.url, &["--requirements", revision])?;
        report.rows.extend(summary(revision, &output)?);
    }
    for scenario in PENDING {
        let arguments = ["--scenario", scenario, "--spec-version", REVISIONS[0]];
        let output = run_suite(&folder, &server.url, &arguments)?;
        report.rows.push(single(scenario, &output)?);
    }
    Ok(report)
}

fn install(folder: &Path) -> Result<(), ClientsError> {
    create(folder)?;
    write(&folder.join("package.json"), "{\"private\":true}\n")?;
    let install = [
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        SUITE,
        NODE,
    ];
    run_command(Command::new("npm").args(install).current_dir(folder))
}

/// Runs the suite and gives what it printed. Its status says less than its summary.
fn run_suite(folder: &Path, url: &str, arguments: &[&str]) -> Result<String, ConformanceError> {
    let modules = folder.join("node_modules");
    let output = Command::new(modules.join("node/bin/node"))
        .arg(modules.join("@modelcontextprotocol/conformance/dist/index.js"))
        .args(["server", "--url", url])
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|source| io_error("the suite", source))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok(text)
}

/// The rows of a run of a whole revision: `✓ name: 2 passed, 0 failed`, and below the names of
/// those that are not scored.
fn summary(run: &str, output: &str) -> Result<Vec<Row>, ConformanceError> {
    let none = || ConformanceError::NoSummary(run.to_owned(), output.to_owned());
    let (_, summary) = output.split_once("=== SUMMARY ===").ok_or_else(none)?;
    let (scored, unscored) = summary
        .split_once("Not scored for")
        .unwrap_or((summary, ""));
    let unscored: Vec<_> = unscored.lines().filter_map(name_of_unscored).collect();
    let rows: Vec<_> = scored
        .lines()
        .filter_map(|line| {
            let (name, counts) = line.trim_start_matches(['✓', '✗', ' ']).split_once(": ")?;
            let (passed, failed) = counts_of(counts)?;
            (name != "Total").then(|| Row {
                run: run.to_owned(),
                scenario: name.to_owned(),
                passed,
                failed,
                is_scored: !unscored.contains(&name),
            })
        })
        .collect();
    if rows.is_empty() {
        Err(none())
    } else {
        Ok(rows)
    }
}

fn name_of_unscored(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix(['✓', '✗'])?;
    rest.split_whitespace().next()
}

/// The row of a single scenario, which must pass: `Passed: 8/8, 0 failed, 0 warnings`.
fn single(scenario: &str, output: &str) -> Result<Row, ConformanceError> {
    let counts = output.lines().find_map(|line| {
        let (passed, rest) = line.strip_prefix("Passed: ")?.split_once('/')?;
        let (_, rest) = rest.split_once(", ")?;
        let failed = rest.split_once(" failed")?.0;
        Some((passed.parse().ok()?, failed.parse::<u32>().ok()?))
    });
    let (passed, failed) = counts
        .ok_or_else(|| ConformanceError::NoSummary(scenario.to_owned(), output.to_owned()))?;
    Ok(Row {
        run: "pending".to_owned(),
        scenario: scenario.to_owned(),
        passed,
        // A scenario that checked nothing has not passed.
        failed: if passed == 0 { failed.max(1) } else { failed },
        is_scored: true,
    })
}

fn counts_of(text: &str) -> Option<(u32, u32)> {
    let (passed, failed) = text.split_once(" passed, ")?;
    let failed = failed.split_once(" failed")?.0;
    Some((passed.parse().ok()?, failed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "Running…\n=== SUMMARY ===\n\
        ✓ ping: 2 passed, 0 failed\n✗ tools-list: 1 passed, 3 failed, 1 warnings\n\
        ✗ later: 0 passed, 1 failed\n\nTotal: 3 passed, 4 failed\n\n\
        Not scored for 2026-07-28: 1 scenario(s) run, 1 failing.\n  ✗ later (pending)\n";

    #[test]
    fn conf2_only_scored_scenarios_count() {
        let rows = summary("2026-07-28", OUTPUT).unwrap();
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (row.scenario.as_str(), row.passed, row.failed, row.is_bad()))
            .collect();
        assert_eq!(
            seen,
            [
                ("ping", 2, 0, false),
                ("tools-list", 1, 3, true),
                ("later", 0, 1, false)
            ]
        );
        assert!(!Report { rows }.passed());
        assert!(summary("x", "nothing").is_err());
    }

    #[test]
    fn conf4_a_pending_scenario_must_pass_a_check() {
        let good = single("x", "Passed: 8/8, 0 failed, 0 warnings\n").unwrap();
        assert!(!good.is_bad());
        assert!(single("x", "Passed: 7/8, 1 failed\n").unwrap().is_bad());
        assert!(single("x", "Passed: 0/0, 0 failed\n").unwrap().is_bad());
        assert!(single("x", "").is_err());
    }
}
