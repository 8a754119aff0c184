//! Standard output for the server alone (STDIO-3, 10 F-9, F-12).

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::stdio::dup2_stdout;

use super::log::Log;

/// How long the end of the process waits for the last lines of the log.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The first descriptor after the three standard ones.
const FIRST_PRIVATE: i32 = 3;

/// Holds the real standard output. Only what is written to [`StdioGuard::output`] reaches the
/// client.
#[derive(Debug)]
pub struct StdioGuard {
    output: Arc<OwnedFd>,
    log: Log,
    drain: JoinHandle<()>,
}

/// Takes standard output away from everything else in the process.
///
/// Descriptor 1 is duplicated to a private one that no child process inherits; descriptor 1 itself
/// then leads through a pipe to standard error. So a stray print, a C library and a child process
/// all end there, and can neither block nor kill the server: what standard error does not take is
/// thrown away. Panic messages go the same way, by a panic hook that is set here.
///
/// Call it first in `main`, before there is a thread or a child process.
///
/// # Errors
/// The system has no descriptor or thread left.
pub fn stdio_guard() -> io::Result<StdioGuard> {
    let output = fcntl_dupfd_cloexec(io::stdout(), FIRST_PRIVATE)?;
    let (strays, entrance) = io::pipe()?;
    let log = Log::to_standard_error()?;
    let drain = thread::Builder::new().name("strays".to_owned()).spawn({
        let log = log.clone();
        move || log.drain(strays)
    })?;
    dup2_stdout(&entrance)?;
    send_panics_to(log.clone());
    Ok(StdioGuard {
        output: Arc::new(output),
        log,
        drain,
    })
}

/// The hook of the standard library writes to standard error itself and would wait for it.
fn send_panics_to(log: Log) {
    panic::set_hook(Box::new(move |panic| {
        let thread = thread::current();
        let name = thread.name().unwrap_or("unnamed");
        log.line(&format!("thread '{name}' {panic}"));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            log.line(&trace.to_string());
        }
    }));
}

impl StdioGuard {
    /// Standard input. When the client has closed the output, reading ends with
    /// [`ErrorKind::BrokenPipe`] instead of waiting for more input.
    pub fn input(&self) -> Input {
        Input {
            output: Arc::clone(&self.output),
            stop: None,
        }
    }

    /// The same, and reading ends as if the input had when the other end of a pipe is closed.
    pub(super) fn input_until(&self, stop: OwnedFd) -> Input {
        Input {
            stop: Some(stop),
            ..self.input()
        }
    }

    /// The real standard output.
    pub fn output(&self) -> Output {
        Output {
            output: Arc::clone(&self.output),
        }
    }

    /// The log, which ends on standard error.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Gives the last stray prints and log lines a moment to reach standard error. Descriptor 1
    /// leads nowhere afterwards.
    pub fn close(self) {
        let (reached, all) = channel();
        let closing = thread::Builder::new()
            .name("closing".to_owned())
            .spawn(move || self.finish(reached));
        if closing.is_ok() {
            // Not for ever: standard error may be unread, a child process may hold the pipe.
            let _ = all.recv_timeout(LAST_LINES);
        }
    }

    /// May wait at every step, so it has a thread of its own.
    fn finish(self, reached: Sender<()>) {
        // Prints without a LF are still in the buffer of the standard library.
        let _ = io::stdout().flush();
        // This closes the entrance of the pipe, so that its reader sees the end.
        if let Ok(nowhere) = File::options().write(true).open("/dev/null") {
            let _ = dup2_stdout(nowhere);
            let _ = self.drain.join();
        }
        self.log.tell(reached);
    }
}

/// Reads standard input and watches the output meanwhile.
#[derive(Debug)]
pub struct Input {
    output: Arc<OwnedFd>,
    stop: Option<OwnedFd>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let input = io::stdin();
        loop {
            let mut all = vec![
                PollFd::new(&input, PollFlags::IN),
                // Asked for nothing, it tells of its end all the same.
                PollFd::new(&*self.output, PollFlags::empty()),
            ];
            all.extend(
                self.stop
                    .as_ref()
                    .map(|stop| PollFd::new(stop, PollFlags::IN)),
            );
            match poll(&mut all, None) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(fault) => return Err(fault.into()),
            }
            let about = |place: usize| all.get(place).map_or(PollFlags::empty(), PollFd::revents);
            if about(1).intersects(PollFlags::ERR | PollFlags::HUP) {
                return Err(ErrorKind::BrokenPipe.into());
            }
            if !about(2).is_empty() {
                return Ok(0);
            }
            if about(0).is_empty() {
                continue;
            }
            match rustix::io::read(&input, &mut *buffer) {
                // A descriptor that another process has made non-blocking.
                Err(Errno::AGAIN | Errno::INTR) => {}
                read => return Ok(read?),
            }
        }
    }
}

/// Writes the real standard output.
#[derive(Debug)]
pub struct Output {
    output: Arc<OwnedFd>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(&*self.output, bytes) {
                Err(Errno::AGAIN) => wait_until_writable(&*self.output)?,
                Err(Errno::INTR) => {}
                written => return Ok(written?),
            }
        }
    }

    /// Nothing is buffered.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output may be non-blocking, because the client made it so on its side of it.
fn wait_until_writable(output: impl AsFd) -> io::Result<()> {
    match poll(&mut [PollFd::new(&output, PollFlags::OUT)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(fault) => Err(fault.into()),
    }
}
