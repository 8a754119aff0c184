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
use std::net::{Ipv4Addr, SocketAddr};

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

/// The address after `--listen`, or the default one.
fn address() -> Result<SocketAddr, Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => Ok((Ipv4Addr::LOCALHOST, 9000).into()),
        [flag, address] if flag == "--listen" => Ok(address.parse()?),
        _ => Err("usage: everything [--listen ADDRESS]".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let config = HttpConfig::new().listen(address()?).legacy_bridge(true);
    Ok(serve_http(&server()?, &config)?)
}
