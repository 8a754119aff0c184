//! The command line. Whatever is not known is refused with exit status 2.

use std::num::NonZeroUsize;

use clap::Parser;
use mcp_proto::DEFAULT_MAX_LINE;

/// The MCP server of koyu, a space-first description of buildings.
///
/// Reads JSON-RPC messages from standard input, one a line, and answers on standard output. An
/// MCP client starts it; there is nothing to type.
#[derive(Debug, Parser)]
#[command(name = "koyu-mcp", version)]
pub(crate) struct CommandLine {
    /// Longest line that is read, in bytes; a longer one is dropped
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_LIMIT)]
    pub(crate) max_line: NonZeroUsize,
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
        ] {
            let line = ["koyu-mcp"].iter().chain(bad);
            let fault = CommandLine::try_parse_from(line).unwrap_err();
            assert_eq!(fault.exit_code(), 2, "{bad:?}");
        }
    }
}
