//! The loop: read a line, let its request be served, go on reading (STDIO-1, STDIO-5, STDIO-9…13).

use std::io::{self, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::runtime::{Builder, Handle, Runtime};

use super::framing::{Line, Lines};
use super::log::Log;
use super::schedule::{Added, Next, Schedule};
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
/// Reading and handlers have threads of their own; the one that calls this waits for the end. A
/// peer that goes away (a broken pipe, a reset) is an ordinary end (F-12).
///
/// # Errors
/// The stream cannot be read or written for another reason, or the system has no thread left.
pub fn serve_stream<R: Read + Send + 'static, W: Write + Send + 'static>(
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

pub(super) fn serve<R: Read + Send + 'static, W: Write + Send + 'static>(
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
    let lines = Lines::new(BufReader::with_capacity(CHUNK, reader), options.max_line);
    let failed = writer.clone();
    let stream = Arc::new(Stream {
        connection: Arc::new(connection),
        schedule: Schedule::new(options.stdio_concurrency, most_waiting),
        lines: Mutex::new(lines),
        limit: options.max_line,
        is_over: Box::new(move || failed.has_failed()),
        read: Mutex::new(Ok(())),
        handle: runtime.handle().clone(),
        log: log.clone(),
    });
    stream.pump();
    stream.schedule.join();
    stream.start()?;
    stream.schedule.wait_until_read();
    let read = std::mem::replace(&mut *stream.outcome(), Ok(()));
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
struct Stream<R> {
    connection: Arc<Connection>,
    schedule: Schedule,
    /// Locked by the thread that reads, as long as it does.
    lines: Mutex<Lines<R>>,
    /// The longest line, in bytes.
    limit: usize,
    /// Whether nobody is there to be answered.
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
    /// How reading ended.
    read: Mutex<io::Result<()>>,
    handle: Handle,
    log: Log,
}

impl<R: Read + Send + 'static> Stream<R> {
    /// Starts a thread that reads and runs requests.
    fn start(self: &Arc<Self>) -> io::Result<()> {
        let stream = Arc::clone(self);
        let thread = thread::Builder::new().name("handler".to_owned());
        thread.spawn(move || stream.work()).map(drop)
    }

    /// Starts one more. If the system has no thread left, those that are there do all that there
    /// is to do, only later: one that runs a handler does not read meanwhile.
    fn start_another(self: &Arc<Self>) -> bool {
        let started = self.start().is_ok();
        if !started {
            self.log.line("no thread for handlers could be started");
            self.schedule.lost_worker();
        }
        started
    }

    /// Does whatever is to be done until there is nothing more.
    fn work(self: &Arc<Self>) {
        loop {
            match self.schedule.next() {
                Next::Run(job, place) => self.run(job, place),
                Next::Read => self.read(),
                Next::Nothing => return,
            }
        }
    }

    fn run(&self, job: Job, place: Place) {
        // Also when the server itself panics.
        let _done = Done {
            schedule: &self.schedule,
            place,
        };
        if !job.is_cancelled() {
            self.handle.block_on(job.run());
        }
    }

    /// Takes messages until somebody else does, or there are no more.
    fn read(self: &Arc<Self>) {
        // Also when the server itself panics.
        let mut ending = Ending(Some(self));
        while let Some((job, bytes, more_came)) = self.receive() {
            match self.schedule.add(job, bytes, more_came) {
                Added::Run(job) => self.handle.block_on(job.run()),
                Added::Queued => {}
                Added::NeedsWorker if self.start_another() => {}
                Added::NeedsWorker => {
                    self.schedule.stop_reading();
                    ending.0 = None;
                    return;
                }
                Added::Begin {
                    job,
                    place,
                    turn,
                    needs_worker,
                } => {
                    ending.0 = None;
                    if needs_worker {
                        self.start_another();
                    }
                    self.run(job, place);
                    if !self.schedule.reads_on(turn) {
                        return;
                    }
                    ending.0 = Some(self);
                }
            }
        }
    }

    /// The next request, how long its line was in bytes, and whether more has come already;
    /// `None` when there are no more.
    fn receive(&self) -> Option<(Job, usize, bool)> {
        // A reader that panicked half way through a line cannot go on.
        let mut lines = self.lines.lock().ok()?;
        while !(self.is_over)() {
            match lines.next() {
                Ok(Some(Line::Whole(line))) => match self.connection.receive(line) {
                    Ok(Some(job)) => {
                        let bytes = line.len();
                        return Some((job, bytes, lines.more_came()));
                    }
                    Ok(None) => {}
                    Err(dropped) => self.log.line(&format!("dropped a line: {dropped}")),
                },
                Ok(Some(Line::TooLong)) => {
                    let limit = self.limit;
                    let text = format!("dropped a line: it is longer than {limit} bytes");
                    self.log.line(&text);
                }
                Ok(None) => return None,
                Err(fault) => {
                    *self.outcome() = Err(fault);
                    return None;
                }
            }
        }
        None
    }

    fn outcome(&self) -> MutexGuard<'_, io::Result<()>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Tells that there is nothing more to read, unless somebody else reads on.
struct Ending<'a, R>(Option<&'a Stream<R>>);

impl<R> Drop for Ending<'_, R> {
    fn drop(&mut self) {
        if let Some(stream) = self.0 {
            stream.schedule.read_all();
        }
    }
}
