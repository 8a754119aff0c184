//! The server that public test suites are run against (11 §27): every kind of tool, resource and
//! prompt. Run it with `cargo run -p mcp-proto --features http --example everything`, perhaps with
//! `-- --listen 127.0.0.1:9000` behind it; the endpoint is `/mcp`.

#[path = "everything/content.rs"]
mod content;
#[path = "everything/forms.rs"]
mod forms;
#[path = "everything/prompts.rs"]
mod prompts;
#[path = "everything/resources.rs"]
mod resources;
#[path = "everything/rounds.rs"]
mod rounds;

use std::error::Error;
use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Parser;
use mcp_proto::{HttpConfig, McpServer, RegistrationErrors, serve_http};

fn server() -> Result<McpServer, RegistrationErrors> {
    McpServer::builder("everything", "1.0.0")
        .instructions("Serves one of everything, for tests of clients and of this server.")
        .logging(true)
        .install(content::Tools)
        .install(rounds::Tools)
        .install(content::MoreTools)
        .install(resources::Resources)
        .install(prompts::Prompts)
        .build()
}

/// Serves one of everything over HTTP, for tests of clients.
#[derive(Parser)]
#[command(name = "everything")]
struct Options {
    /// Where to listen: an IP address and a port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9000")]
    listen: SocketAddr,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("everything: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let config = HttpConfig::new().listen(options.listen).legacy_bridge(true);
    Ok(serve_http(&server()?, &config)?)
}
