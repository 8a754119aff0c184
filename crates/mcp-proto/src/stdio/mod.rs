//! Serving over standard input and output, or over any stream of bytes (11 §23).

mod framing;
mod guard;
mod log;
mod schedule;
mod signals;
mod stop;
mod stream;
mod writer;

use std::io;

use crate::server::McpServer;

pub use guard::{Input, Output, StdioGuard, stdio_guard};
pub use log::Log;
pub(crate) use log::say;
pub use stream::serve_stream;

/// The longest line that is read unless the program says otherwise, in bytes (64 MiB, F-13).
pub const DEFAULT_MAX_LINE: usize = 64 << 20;

/// Serves until standard input ends, the client closes standard output, or a signal asks for the
/// end (STDIO-9…11).
///
/// Must be called before the program starts a thread or a child process: it first takes standard
/// output for itself, see [`stdio_guard`]. Handlers run on threads of their own, with a tokio
/// runtime around them.
///
/// # Errors
/// Standard input cannot be read, or standard output cannot be written though it is open.
pub fn serve_stdio(server: &McpServer) -> io::Result<()> {
    let guard = stdio_guard()?;
    let served = signals::serve(server, &guard);
    guard.close();
    served
}
