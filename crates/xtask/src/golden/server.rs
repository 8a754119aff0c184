//! Finding the server that transcripts are run against.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::GoldenError;

/// What cargo is told so that it compiles nothing that a run of all tests has compiled already.
pub const AS_TESTS: [&str; 2] = ["--workspace", "--all-features"];

/// What cargo is told to build the server as its users do.
pub const AS_USERS: [&str; 2] = ["--package", "koyu-mcp"];

/// Builds `koyu-mcp` in the profile and target folder of this very program and gives its path.
/// `options` go to `cargo build`: [`AS_TESTS`] or [`AS_USERS`].
///
/// # Errors
/// [`GoldenError::Build`] when cargo fails.
pub fn build(repository: &Path, options: [&str; 2]) -> Result<PathBuf, GoldenError> {
    let program = std::env::current_exe().map_err(|error| GoldenError::Build(error.to_string()))?;
    let folder = profile_folder(&program)
        .ok_or_else(|| GoldenError::Build("this program lies in no target folder".to_owned()))?;
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--quiet",
            "--bin",
            "koyu-mcp",
            "--profile",
            profile,
        ])
        .arg("--manifest-path")
        .arg(repository.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.parent().unwrap_or(folder))
        .args(options)
        .status()
        .map_err(|error| GoldenError::Build(format!("cargo does not start: {error}")))?;
    if !status.success() {
        return Err(GoldenError::Build("koyu-mcp cannot be built".to_owned()));
    }
    Ok(folder.join(format!("koyu-mcp{}", std::env::consts::EXE_SUFFIX)))
}

/// The folder of a profile, in which programs lie directly and tests in `deps`.
fn profile_folder(program: &Path) -> Option<&Path> {
    let folder = program.parent()?;
    if folder.ends_with("deps") {
        folder.parent()
    } else {
        Some(folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_tests_share_the_folder_of_their_profile() {
        let folder = Path::new("/t/target/release");
        assert_eq!(profile_folder(&folder.join("xtask")), Some(folder));
        assert_eq!(
            profile_folder(&folder.join("deps/cases-0123")),
            Some(folder)
        );
    }
}
