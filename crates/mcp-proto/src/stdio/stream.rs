//! The loop: read a line, let its request be served, go on reading (STDIO-1, STDIO-5, STDIO-9…13).

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};

use super::framing::{Line, Lines};
use super::log::Log;
use super::schedule::{Added, Next, Schedule};
use super::stop::Stop;
use super::writer::{Writer, is_peer_gone};
use crate::connection::{Connection, Job, Place};
use crate::server::McpServer;

/// How much is asked of the stream at once, in bytes.
const CHUNK: usize = 64 << 10;

/// The least that may wait to be served, in bytes; more where a single line may be longer.
const LEAST_WAITING: usize = 1 << 20;

/// How long the last messages of subscriptions may take once the end was asked for.
const LAST_MESSAGES: Duration = Duration::from_secs(1);

/// How often it is looked whether the end was asked for while a client does not read them.
const GLANCE: Duration = Duration::from_millis(100);

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
    let (failed, stopped) = (writer.clone(), stop.clone());
    let stream = Arc::new(Stream {
        connection: Arc::new(connection),
        schedule: Schedule::new(options.stdio_concurrency, most_waiting),
        lines: Mutex::new(lines),
        limit: options.max_line,
        is_over: Box::new(move || failed.has_failed() || stopped.is_asked()),
        read: Mutex::new(Ok(())),
        handle: runtime.handle().clone(),
        log: log.clone(),
    });
    // Not held: the peer is to hear of the end when serving is over.
    let (stopping, grace) = (Arc::downgrade(&stream), options.shutdown_grace);
    stop.tell(move || {
        if let Some(stream) = stopping.upgrade() {
            stream.schedule.stop(grace);
        }
    });
    stream.pump();
    stream.schedule.join();
    stream.start()?;
    stream.schedule.wait_until_read();
    let read = std::mem::replace(&mut *stream.outcome(), Ok(()));
    stream.end(server, stop, writer.has_failed() || read.is_err());
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
    /// Whether nothing more is to be read: nobody is there to be answered, or the end was asked
    /// for.
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
                // It may be cut short: reading has stopped (STDIO-10).
                Ok(Some(_)) if (self.is_over)() => return None,
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
    /// Nothing holds up the end for long that a signal asks for, now or later.
    fn end(&self, server: &McpServer, stop: &Stop, is_peer_gone: bool) {
        let options = &server.core().options;
        if is_peer_gone {
            self.schedule.drop_waiting();
            self.connection.cancel_all();
            self.schedule.wait_until_idle(Some(options.shutdown_grace));
        } else {
            self.schedule.wait_until_idle(None);
        }
        if is_peer_gone || stop.is_asked() {
            self.connection.cancel_all();
        }
        self.close_subscriptions(stop);
        self.schedule.close();
        for hook in server.core().hooks.iter().rev() {
            hook();
        }
    }

    /// Sends the last messages of subscriptions, which waits for the client.
    fn close_subscriptions(&self, stop: &Stop) {
        let connection = Arc::clone(&self.connection);
        let (done, is_done) = channel::<()>();
        let closing = thread::Builder::new().name("closing".to_owned());
        let closing = closing.spawn(move || {
            let _done = done;
            connection.close_subscriptions("shutdown");
        });
        if closing.is_err() {
            self.connection.close_subscriptions("shutdown");
            return;
        }
        while !stop.is_asked() {
            if is_done.recv_timeout(GLANCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
        let _ = is_done.recv_timeout(LAST_MESSAGES);
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender};

    use super::*;
    use crate::{CallContext, JsonObject, McpBuilder, Tool, ToolFault, ToolOutcome, ToolResult};

    /// A tool that tells when it is called, and holds its thread for ever.
    struct Holds(Mutex<Sender<()>>);

    impl Tool for Holds {
        fn description(&self) -> &str {
            "Never answers"
        }

        async fn call(
            &self,
            _: &mut CallContext,
            _: &JsonObject,
        ) -> Result<ToolOutcome, ToolFault> {
            let _ = self.0.lock().map(|called| called.send(()));
            loop {
                thread::park();
            }
        }
    }

    /// Tells when it is called.
    struct Writes(Mutex<Sender<()>>);

    impl Tool for Writes {
        fn description(&self) -> &str {
            "Writes"
        }

        async fn call(
            &self,
            _: &mut CallContext,
            _: &JsonObject,
        ) -> Result<ToolOutcome, ToolFault> {
            let _ = self.0.lock().map(|called| called.send(()));
            Ok(ToolResult::text("written").into())
        }
    }

    fn builder() -> McpBuilder {
        let mut builder = McpServer::builder("stopped", "1.0.0");
        builder.shutdown_grace(Duration::from_millis(50));
        builder
    }

    fn call(name: &str, end: &str) -> Vec<u8> {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"#;
        format!(r#"{call}"{name}"}}}}{end}"#).into_bytes()
    }

    /// Serves on a thread; tells when that ends.
    fn served(
        server: McpServer,
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
    ) -> (Stop, Receiver<io::Result<()>>) {
        let (stop, (ended, has_ended)) = (Stop::default(), channel());
        let asked = stop.clone();
        thread::spawn(move || {
            let log = Log::default();
            let runtime = runtime().unwrap();
            let _ = ended.send(serve(&server, reader, writer, &log, runtime, &asked));
        });
        (stop, has_ended)
    }

    /// A test that waits so long has failed.
    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn stdio10_a_signal_ends_what_runs_after_the_end_of_input_too() {
        let (called, is_called) = channel();
        let server = builder().tool("hold", Holds(Mutex::new(called))).build();
        let line = call("hold", "\n");
        let (stop, ended) = served(server.unwrap(), io::Cursor::new(line), io::sink());
        is_called.recv_timeout(PATIENCE).unwrap();
        stop.ask();
        ended.recv_timeout(PATIENCE).unwrap().unwrap();
    }

    #[test]
    fn stdio10_a_signal_ends_a_server_whose_client_does_not_read() {
        /// Takes the first bytes only.
        struct Full(Mutex<Sender<()>>);

        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                let _ = self.0.lock().map(|full| full.send(()));
                loop {
                    thread::park();
                }
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        for more in [0, 20] {
            let (full, is_full) = channel();
            let server = builder()
                .tool("write", Writes(Mutex::new(channel().0)))
                .build()
                .unwrap();
            let lines = call("write", "\n").repeat(1 + more);
            let writer = Full(Mutex::new(full));
            let (stop, ended) = served(server, io::Cursor::new(lines), writer);
            is_full.recv_timeout(PATIENCE).unwrap();
            stop.ask();
            ended.recv_timeout(PATIENCE).unwrap().unwrap();
        }
    }

    #[test]
    fn stdio10_a_line_that_a_signal_cuts_short_is_not_served() {
        /// Gives a line without its end; then what follows once the end was asked for.
        struct Cut(io::Cursor<Vec<u8>>, Stop);

        impl Read for Cut {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let read = self.0.read(into)?;
                if read == 0 {
                    // The end of input and the signal come together, as a closed pipe tells it.
                    self.1.ask();
                }
                Ok(read)
            }
        }

        let (called, is_called) = channel();
        let server = builder()
            .tool("write", Writes(Mutex::new(called)))
            .build()
            .unwrap();
        let stop = Stop::default();
        let reader = Cut(io::Cursor::new(call("write", "")), stop.clone());
        serve(
            &server,
            reader,
            io::sink(),
            &Log::default(),
            runtime().unwrap(),
            &stop,
        )
        .unwrap();
        assert!(is_called.try_recv().is_err());
        // Without a signal it is a line like any other (F-10).
        let whole = io::Cursor::new(call("write", ""));
        serve(
            &server,
            whole,
            io::sink(),
            &Log::default(),
            runtime().unwrap(),
            &Stop::default(),
        )
        .unwrap();
        assert!(is_called.try_recv().is_ok());
    }
}
