//! `xtask clients`: clients of other people against servers of this crate, over stdio and HTTP.
//!
//! The clients are installed below `target/clients` by the ordinary package managers, in the
//! versions named here; the scripts that drive them lie in `crates/xtask/clients`.

pub mod http;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::golden::server::AS_TESTS;

/// The Python clients: a folder, the packages with their versions, the script.
const PYTHON: [(&str, &[&str], &str); 2] = [
    // That version imports what later ones of its own dependency no longer have.
    (
        "python-legacy",
        &["mcp==1.12.4", "pydantic==2.11.7"],
        "legacy.py",
    ),
    ("python-modern", &["mcp==2.3.0"], "modern.py"),
];

/// The script of the TypeScript client.
const SCRIPT: &str = "client.mjs";

/// The TypeScript client.
const TYPESCRIPT: &str = "@modelcontextprotocol/sdk@1.32.2";

/// A client cannot be installed, or does not get along with the server.
#[derive(Debug, thiserror::Error)]
pub enum ClientsError {
    /// A command did not succeed.
    #[error("{0} failed")]
    Failed(String),
    /// A command did not start, or a file could not be written.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: String,
        /// Why.
        source: io::Error,
    },
}

/// Runs all clients; gives the names of those that got along with the server, in order.
///
/// # Errors
/// The first client that did not, or that cannot be installed.
pub fn run(repository: &Path) -> Result<Vec<String>, ClientsError> {
    let target = repository.join("target/clients");
    create(&target)?;
    let server = build(repository)?;
    let scripts = repository.join("crates/xtask/clients");
    let mut passed = Vec::new();
    for (folder, packages, script) in PYTHON {
        let folder = target.join(folder);
        let python = folder.join("bin/python");
        if !python.exists() {
            run_command(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        }
        let install = ["-m", "pip", "install", "--quiet"];
        run_command(Command::new(&python).args(install).args(packages))?;
        run_command(Command::new(&python).arg(scripts.join(script)).arg(&server))?;
        passed.push(format!("Python {}", packages.join(" ")));
    }
    let folder = target.join("typescript");
    create(&folder)?;
    let install = ["install", "--silent", "--no-audit", "--no-fund", TYPESCRIPT];
    write(&folder.join("package.json"), "{\"private\":true}\n")?;
    run_command(Command::new("npm").args(install).current_dir(&folder))?;
    // A module finds its packages beside itself.
    let script = folder.join(SCRIPT);
    fs::copy(scripts.join(SCRIPT), &script).map_err(|source| io_error("the script", source))?;
    run_command(Command::new("node").arg(&script).arg(&server))?;
    passed.push(format!("TypeScript {TYPESCRIPT}"));
    passed.extend(http::run(repository, &target)?);
    for (test, name) in [("rmcp", "Rust rmcp"), ("rmcp_http", "Rust rmcp over HTTP")] {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let arguments = ["test", "--quiet", "--package", "xtask", "--test", test];
        run_command(Command::new(cargo).args(arguments).current_dir(repository))?;
        passed.push(name.to_owned());
    }
    Ok(passed)
}

/// Builds the server of 250 tools below the target folder of this very program.
///
/// # Errors
/// Cargo does not start or does not succeed.
pub fn build(repository: &Path) -> Result<PathBuf, ClientsError> {
    build_example(repository, "many")
}

fn build_example(repository: &Path, example: &str) -> Result<PathBuf, ClientsError> {
    let program = std::env::current_exe().map_err(|source| io_error("this program", source))?;
    // Programs lie in the folder of a profile, tests one deeper.
    let is_test = program
        .parent()
        .is_some_and(|folder| folder.ends_with("deps"));
    let target = program.ancestors().nth(if is_test { 3 } else { 2 });
    let target = target.unwrap_or(&program);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run_command(
        Command::new(cargo)
            .args(["build", "--quiet", "--example", example])
            .args(AS_TESTS)
            .arg("--target-dir")
            .arg(target)
            .current_dir(repository),
    )?;
    Ok(target.join("debug/examples").join(example))
}

pub(crate) fn run_command(command: &mut Command) -> Result<(), ClientsError> {
    let what = format!("{command:?}");
    let status = command.status().map_err(|source| io_error(&what, source))?;
    if status.success() {
        Ok(())
    } else {
        Err(ClientsError::Failed(what))
    }
}

pub(crate) fn create(folder: &Path) -> Result<(), ClientsError> {
    fs::create_dir_all(folder).map_err(|source| io_error(&folder.display().to_string(), source))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), ClientsError> {
    fs::write(path, text).map_err(|source| io_error(&path.display().to_string(), source))
}

pub(crate) fn io_error(what: &str, source: io::Error) -> ClientsError {
    ClientsError::Io {
        what: what.to_owned(),
        source,
    }
}
