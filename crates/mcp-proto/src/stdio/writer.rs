//! The one who writes (STDIO-2): messages whole, one a line, flushed.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Writes messages for a client that may go away.
pub(super) struct Writer<W> {
    state: Arc<Mutex<State<W>>>,
    /// Beside the lock: the thread that reads must never wait for one that writes (STDIO-5).
    is_over: Arc<AtomicBool>,
}

struct State<W> {
    writer: W,
    failed: Option<io::Error>,
}

impl<W> Clone for Writer<W> {
    fn clone(&self) -> Self {
        Self {
            state: Arc::clone(&self.state),
            is_over: Arc::clone(&self.is_over),
        }
    }
}

impl<W: Write> Writer<W> {
    pub(super) fn new(writer: W) -> Self {
        let state = State {
            writer,
            failed: None,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
            is_over: Arc::default(),
        }
    }

    /// Writes a message. Waits while the client does not read: so nothing piles up here. After a
    /// failure there is nobody to write to.
    pub(super) fn write(&self, mut message: String) {
        message.push('\n');
        let mut state = self.state();
        if state.failed.is_none() {
            let written = state.writer.write_all(message.as_bytes());
            state.failed = written.and_then(|()| state.writer.flush()).err();
            if state.failed.is_some() {
                self.is_over.store(true, Ordering::Release);
            }
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Why writing failed, unless the client went away, which is an ordinary end (F-12).
    pub(super) fn take_failure(&self) -> io::Result<()> {
        // One that still waits for the client has not failed.
        let Ok(mut state) = self.state.try_lock() else {
            return Ok(());
        };
        match state.failed.take() {
            Some(fault) if !is_peer_gone(&fault) => Err(fault),
            _ => Ok(()),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        // A writer that panicked half way through a message cannot go on.
        self.state.lock().unwrap_or_else(|poisoned| {
            let mut state = PoisonError::into_inner(poisoned);
            state.failed.get_or_insert_with(|| ErrorKind::Other.into());
            state
        })
    }
}

pub(super) fn is_peer_gone(fault: &io::Error) -> bool {
    matches!(
        fault.kind(),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted
    )
}
