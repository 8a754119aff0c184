//! Tasks of the koyu workspace, run as `cargo xtask …`.
//!
//! **In:** a command line. **Out:** a document on standard output, or files of the repository.
//!
//! A library beside the program, so that tests and benchmarks use the same parts: the runner of
//! cases, the golden transcripts, the generator of buildings. It may use every crate of the
//! workspace; none may use it.

/// The examples of the README are compiled, and run unless they serve.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

pub mod bench;
pub mod building;
pub mod cases;
pub mod clients;
pub mod conformance;
pub mod diff;
pub mod dump;
mod fonts;
pub mod generate;
pub mod golden;
pub mod plan;

use std::path::{Path, PathBuf};

/// The root of the repository from which this program was built.
pub fn repository() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask
        .ancestors()
        .nth(2)
        .map_or_else(|| xtask.to_path_buf(), Path::to_path_buf)
}
