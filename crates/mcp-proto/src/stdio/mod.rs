//! Serving over standard input and output, or over any stream of bytes (11 §23).

mod framing;
mod guard;
mod log;
mod schedule;
mod signals;
mod stream;
mod writer;

use std::io;

use crate::route::Dispatcher;
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

/// As [`serve_stdio`], with an application whose routes are called in process: routes exist and
/// their layers run, but no port is opened (STDIO-4).
///
/// # Errors
/// Those of [`serve_stdio`]; of the kind `InvalidInput`, with [`RegistrationErrors`] inside, when
/// a tool stands for a route that the application does not have (RT-3).
///
/// [`RegistrationErrors`]: crate::RegistrationErrors
pub fn serve_stdio_with(server: &McpServer, app: impl Dispatcher + 'static) -> io::Result<()> {
    let server = server
        .with_dispatcher(app)
        .map_err(|errors| io::Error::new(io::ErrorKind::InvalidInput, errors))?;
    serve_stdio(&server)
}
