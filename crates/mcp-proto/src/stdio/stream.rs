//! The loop: read a line, let its request be served, go on reading (STDIO-1, STDIO-5, STDIO-9…13).

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::runtime::{Builder, Handle, Runtime};

use super::framing::{Line, Lines};
use super::log::Log;
use super::schedule::{Added, Schedule};
use super::writer::{Writer, is_peer_gone};
use crate::connection::{Connection, Job, Place};
use crate::server::McpServer;

/// How much is asked of the stream at once, in bytes.
const CHUNK: usize = 64 << 10;

/// The least that may wait to be served, in bytes; more where a single line may be longer.
const LEAST_WAITING: usize = 1 << 20;

/// Whether a signal has asked for the end.
#[derive(Default)]
pub(super) struct Stop(pub(super) Arc<AtomicBool>);

/// Serves one stream of bytes until it ends: each line is a message, each message that goes back
/// is one line, written whole and flushed. Lines that are dropped are said in the log.
///
/// Reading happens on the thread that calls this, handlers run on others. A peer that goes away
/// (a broken pipe, a reset) is an ordinary end (F-12).
///
/// # Errors
/// The stream cannot be read or written for another reason, or the system has no thread left.
pub fn serve_stream<R: Read, W: Write + Send + 'static>(
    server: &McpServer,
    reader: R,
    writer: W,
    log: &Log,
) -> io::Result<()> {
    serve(server, reader, writer, log, runtime()?, &Stop::default())
}

/// What handlers find around them: timers and tasks. Its one thread is not theirs.
pub(super) fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("runtime")
        .enable_all()
        .build()
}

pub(super) fn serve<R: Read, W: Write + Send + 'static>(
    server: &McpServer,
    reader: R,
    writer: W,
    log: &Log,
    runtime: Runtime,
    stop: &Stop,
) -> io::Result<()> {
    let options = &server.core().options;
    let writer = Writer::new(writer);
    let sink = writer.clone();
    let connection = server.connect(log.clone(), move |message| sink.write(message));
    let most_waiting = options.max_line.max(LEAST_WAITING);
    let stream = Stream {
        connection: Arc::new(connection),
        schedule: Arc::new(Schedule::new(options.stdio_concurrency, most_waiting)),
        handle: runtime.handle().clone(),
        log,
    };
    stream.pump();
    let limit = options.max_line;
    let lines = Lines::new(BufReader::with_capacity(CHUNK, reader), limit);
    let read = stream.read(lines, limit, || writer.has_failed());
    stream.end(
        server,
        stop.0.load(Ordering::Acquire),
        writer.has_failed() || read.is_err(),
    );
    runtime.shutdown_background();
    match read {
        Err(fault) if is_peer_gone(&fault) => Ok(()),
        Err(fault) => Err(fault),
        Ok(()) => writer.take_failure(),
    }
}

/// A stream while it is served.
struct Stream<'a> {
    connection: Arc<Connection>,
    schedule: Arc<Schedule>,
    handle: Handle,
    log: &'a Log,
}

impl Stream<'_> {
    /// Takes messages until the stream ends or nobody is there to be answered.
    fn read<R: io::BufRead>(
        &self,
        mut lines: Lines<R>,
        limit: usize,
        is_over: impl Fn() -> bool,
    ) -> io::Result<()> {
        while !is_over() {
            match lines.next()? {
                Some(Line::Whole(line)) => match self.connection.receive(line) {
                    Ok(Some(job)) => self.add(job, line.len()),
                    Ok(None) => {}
                    Err(dropped) => self.log.line(&format!("dropped a line: {dropped}")),
                },
                Some(Line::TooLong) => {
                    self.log
                        .line(&format!("dropped a line: it is longer than {limit} bytes"));
                }
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn add(&self, job: Job, bytes: usize) {
        match self.schedule.add(job, bytes) {
            Added::Run(job) => self.handle.block_on(job.run()),
            Added::Queued => {}
            Added::NeedsWorker => {
                let (schedule, handle) = (Arc::clone(&self.schedule), self.handle.clone());
                let started = thread::Builder::new()
                    .name("handler".to_owned())
                    .spawn(move || work(&schedule, &handle));
                // The system has no thread left. Those that are there go on taking jobs; without
                // any, this one does.
                if started.is_err() && self.schedule.lost_worker() {
                    self.log.line("no thread for handlers could be started");
                    self.schedule.close();
                    work(&self.schedule, &self.handle);
                }
            }
        }
    }

    /// Sends what subscriptions have to send, whenever there is something.
    fn pump(&self) {
        let connection = Arc::downgrade(&self.connection);
        let wake = self.connection.wake();
        self.handle.spawn(async move {
            loop {
                wake.notified().await;
                let Some(connection) = connection.upgrade() else {
                    return;
                };
                // It waits for the client.
                let delivered = tokio::task::spawn_blocking(move || connection.deliver()).await;
                if delivered.is_err() {
                    return;
                }
            }
        });
    }

    /// STDIO-9…11: what was read is finished, then subscriptions are closed, then the hooks run.
    fn end(&self, server: &McpServer, was_stopped: bool, is_peer_gone: bool) {
        let options = &server.core().options;
        if was_stopped || is_peer_gone {
            self.schedule.drop_waiting();
            if is_peer_gone {
                self.connection.cancel_all();
            }
            self.schedule.wait_until_idle(Some(options.shutdown_grace));
            self.connection.cancel_all();
        } else {
            self.schedule.wait_until_idle(None);
        }
        self.connection.close_subscriptions("shutdown");
        self.schedule.close();
        for hook in server.core().hooks.iter().rev() {
            hook();
        }
    }
}

/// Takes and runs requests until there are no more.
fn work(schedule: &Schedule, handle: &Handle) {
    while let Some((job, place)) = schedule.take() {
        // Also when the server itself panics.
        let _done = Done { schedule, place };
        if !job.is_cancelled() {
            handle.block_on(job.run());
        }
    }
}

/// Tells that a request is done.
struct Done<'a> {
    schedule: &'a Schedule,
    place: Place,
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.schedule.done(self.place);
    }
}
