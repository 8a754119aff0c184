//! The signals that end a server (STDIO-10).

use std::io::{self, PipeWriter};

use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};

use super::guard::StdioGuard;
use super::stop::Stop;
use super::stream::{self, runtime};
use crate::server::McpServer;

/// Serves standard input until it ends or a signal comes.
pub(super) fn serve(server: &McpServer, guard: &StdioGuard) -> io::Result<()> {
    let runtime = runtime()?;
    let (end, closed) = io::pipe()?;
    let stop = Stop::default();
    watch(&runtime, closed, stop.clone())?;
    let input = guard.input_until(end.into());
    stream::serve(server, input, guard.output(), guard.log(), runtime, &stop)
}

/// Closes the pipe at the first signal, which wakes the reader.
fn watch(runtime: &Runtime, closed: PipeWriter, stop: Stop) -> io::Result<()> {
    let _inside = runtime.enter();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    runtime.spawn(async move {
        crate::erased::until(terminate.recv(), async {
            interrupt.recv().await;
        })
        .await;
        stop.ask();
        drop(closed);
    });
    Ok(())
}
