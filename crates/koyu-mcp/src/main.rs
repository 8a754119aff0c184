//! The MCP server of koyu: read, edit, check and question a building.
//!
//! **In:** a command line and the messages of a client. **Out:** a running server of twelve
//! tools. The protocol is `mcp-proto`'s; what a building is, `koyu-model`'s.
//!
//! Chapters 10 and 11 of the specification (the protocol in its two eras) and chapter 07 (the tools).

mod arguments;
mod command_line;
mod refusal;
mod tools;
mod workspace;
mod writing;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use mcp_proto::serve_stdio;
#[cfg(feature = "http")]
use mcp_proto::{HttpConfig, serve_http};

use crate::command_line::CommandLine;

fn main() -> ExitCode {
    match run(&CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            // Standard error may be gone too, and then there is nobody to tell.
            let _ = writeln!(io::stderr(), "koyu-mcp: {fault}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until the client is done.
fn run(command_line: &CommandLine) -> Result<(), Box<dyn Error>> {
    let server = tools::server()
        .max_line(command_line.max_line.get())
        .build()?;
    #[cfg(feature = "http")]
    if let Some(address) = command_line.listen {
        let config = HttpConfig::new()
            .listen(address)
            .allowed_origins(&command_line.allowed_origin)
            .allowed_hosts(&command_line.allowed_host);
        return Ok(serve_http(&server, &config)?);
    }
    Ok(serve_stdio(&server)?)
}
