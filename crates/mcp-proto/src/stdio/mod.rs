//! Serving over standard input and output, or over any stream of bytes (11 §23).

mod framing;
mod guard;
mod log;
mod stream;

use std::io;

use crate::server::McpServer;

pub use guard::{Input, Output, StdioGuard, stdio_guard};
pub use log::Log;
pub use stream::{DEFAULT_MAX_LINE, StreamOptions, serve_stream};

/// Serves until standard input ends or the client closes standard output (STDIO-9, STDIO-11).
///
/// Must be called before the program starts a thread or a child process: it first takes standard
/// output for itself, see [`stdio_guard`]. Tools run on the thread that calls this.
///
/// # Errors
/// Standard input cannot be read, or standard output cannot be written though it is open.
pub fn serve_stdio(server: &McpServer, options: &StreamOptions) -> io::Result<()> {
    let guard = stdio_guard()?;
    let served = serve_stream(server, guard.input(), guard.output(), options, guard.log());
    guard.close();
    served
}
