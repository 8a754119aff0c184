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

use std::process::ExitCode;

use clap::Parser;
use mcp_proto::serve_stdio;

use crate::command_line::CommandLine;

fn main() -> ExitCode {
    let max_line = CommandLine::parse().max_line.get();
    let server = match tools::server().max_line(max_line).build() {
        Ok(server) => server,
        Err(problems) => return failed(&problems),
    };
    match serve_stdio(&server) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => failed(&fault),
    }
}

fn failed(fault: &dyn std::error::Error) -> ExitCode {
    eprintln!("koyu-mcp: {fault}");
    ExitCode::FAILURE
}
