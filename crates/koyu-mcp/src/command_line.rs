//! The command line. Whatever is not known is refused with exit status 2.

#[cfg(feature = "http")]
use std::net::SocketAddr;
use std::num::NonZeroUsize;

use clap::Parser;
use mcp_proto::DEFAULT_MAX_LINE;

/// The MCP server of koyu, a space-first description of buildings.
///
/// Reads JSON-RPC messages from standard input, one a line, and answers on standard output. An
/// MCP client starts it; there is nothing to type. With --listen it serves Streamable HTTP instead.
#[derive(Debug, Parser)]
#[command(name = "koyu-mcp", version)]
pub(crate) struct CommandLine {
    /// Longest line that is read, in bytes; a longer one is dropped
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_LIMIT)]
    pub(crate) max_line: NonZeroUsize,

    /// Serve http://ADDRESS/mcp instead of standard input: an IP address and a port, such as
    /// 127.0.0.1:9000, where port 0 takes a free one. Whoever reaches it reads and writes buildings
    /// with the rights of this process
    #[cfg(feature = "http")]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,

    /// An origin whose pages may call: a scheme, a host and perhaps a port, as browsers write it;
    /// may be given several times. Without it, pages of this machine may call when ADDRESS is a
    /// loopback address
    #[cfg(feature = "http")]
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    pub(crate) allowed_origin: Vec<String>,

    /// A value of the header Host that is served, with its port, such as example.com:9000; may be
    /// given several times. Without it a loopback address serves localhost, any other all
    #[cfg(feature = "http")]
    #[arg(long, value_name = "HOST", requires = "listen")]
    pub(crate) allowed_host: Vec<String>,
}

/// Reads an address, and says how one is written.
#[cfg(feature = "http")]
fn address(written: &str) -> Result<SocketAddr, &'static str> {
    let address = written.parse();
    address.map_err(|_| "it must be an IP address and a port, such as 127.0.0.1:9000")
}

const DEFAULT_LIMIT: NonZeroUsize = match NonZeroUsize::new(DEFAULT_MAX_LINE) {
    Some(limit) => limit,
    None => NonZeroUsize::MIN,
};

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_its_default_is_the_protocols() {
        CommandLine::command().debug_assert();
        let plain = CommandLine::try_parse_from(["koyu-mcp"]).unwrap();
        assert_eq!(plain.max_line.get(), 64 << 20);
        let set = CommandLine::try_parse_from(["koyu-mcp", "--max-line", "1000"]).unwrap();
        assert_eq!(set.max_line.get(), 1000);
    }

    #[cfg(feature = "http")]
    #[test]
    fn an_address_and_who_may_call() {
        let line = [
            "koyu-mcp",
            "--listen",
            "[::1]:0",
            "--allowed-origin",
            "https://a.example",
            "--allowed-origin",
            "https://b.example",
        ];
        let set = CommandLine::try_parse_from(line).unwrap();
        assert!(set.listen.is_some_and(|address| address.is_ipv6()));
        assert_eq!(set.allowed_origin.len(), 2);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for bad in [
            &["--unknown"][..],
            &["file.muro"],
            &["--max-line"],
            &["--max-line", "0"],
            &["--max-line", "-1"],
            &["--max-line", "1k"],
            &["-"],
            &["--allowed-origin", "https://example.com"],
            &["--allowed-host", "example.com"],
            &["--listen", "9000"],
            &["--listen", "localhost:9000"],
        ] {
            let line = ["koyu-mcp"].iter().chain(bad);
            let fault = CommandLine::try_parse_from(line).unwrap_err();
            assert_eq!(fault.exit_code(), 2, "{bad:?}");
        }
    }
}
