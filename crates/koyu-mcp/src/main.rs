//! The MCP server of koyu: read, edit, check and question a building.
//!
//! **In:** a command line and the messages of a client. **Out:** a running server of twelve
//! tools. The protocol is `mcp-proto`'s; what a building is, `koyu-model`'s.
//!
//! Chapter 10 of the specification (the protocol) and chapter 07 (the tools).

mod arguments;
mod command_line;
mod tools;
mod workspace;
mod writing;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use mcp_proto::{StreamOptions, serve_stdio};

use crate::command_line::CommandLine;

fn main() -> ExitCode {
    let options = StreamOptions {
        max_line: CommandLine::parse().max_line.get(),
    };
    match serve_stdio(&tools::server(), &options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            // Standard error may be gone too, and then there is nobody to tell.
            let _ = writeln!(io::stderr(), "koyu-mcp: {fault}");
            ExitCode::FAILURE
        }
    }
}
