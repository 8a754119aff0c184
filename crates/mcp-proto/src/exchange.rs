//! One request while it is served: where its messages go, and when that ends (11 §17, §18).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::outgoing::Outgoing;

/// Takes messages for the client, one a call, without a LF.
pub(crate) type Sink = Arc<dyn Fn(Outgoing) + Send + Sync>;

/// The span in which log messages are counted (LOG-3).
const SECOND: Duration = Duration::from_secs(1);

/// A request that was read and not answered yet.
pub(crate) struct Exchange {
    sink: Sink,
    /// Set once, by the answer or by a cancellation, whichever comes first (CAN-1, CAN-5).
    over: AtomicBool,
    token: CancellationToken,
    sent: Mutex<Sent>,
}

/// What was sent so far.
#[derive(Default)]
struct Sent {
    progress: Option<f64>,
    /// The beginning of the second that is counted, and how many log messages it has.
    logs: Option<(Instant, u32)>,
    dropped_logs: u64,
}

impl Exchange {
    pub(crate) fn new(sink: Sink) -> Self {
        Self {
            sink,
            over: AtomicBool::new(false),
            token: CancellationToken::new(),
            sent: Mutex::new(Sent::default()),
        }
    }

    pub(crate) fn token(&self) -> &CancellationToken {
        &self.token
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// Sends the answer, unless there was one or the request was cancelled.
    pub(crate) fn answer(&self, message: Outgoing) {
        // Whatever is being sent goes first (STDIO-8); nothing goes after (PROG-3).
        let _sent = self.sent();
        if !self.over.swap(true, Ordering::AcqRel) {
            (self.sink)(message);
        }
    }

    /// Nothing is sent any more, and the handler is told. Never waits.
    pub(crate) fn cancel(&self) {
        self.over.store(true, Ordering::Release);
        self.token.cancel();
    }

    /// Sends a progress message if the value is greater than the last (PROG-2).
    pub(crate) fn progress(&self, value: f64, message: impl FnOnce() -> String) {
        let mut sent = self.sent();
        let rises = sent.progress.is_none_or(|last| value > last);
        if value.is_finite() && rises && !self.is_over() {
            sent.progress = Some(value);
            (self.sink)(Outgoing::Before(message()));
        }
    }

    /// Sends a log message if there were not too many in this second (LOG-3).
    pub(crate) fn log(&self, rate: u32, message: impl FnOnce() -> String) {
        let mut sent = self.sent();
        if self.is_over() {
            return;
        }
        let now = Instant::now();
        let (since, count) = match sent.logs {
            Some((since, count)) if now.duration_since(since) < SECOND => (since, count),
            _ => (now, 0),
        };
        if count < rate {
            sent.logs = Some((since, count + 1));
            (self.sink)(Outgoing::Before(message()));
        } else {
            sent.dropped_logs += 1;
        }
    }

    /// How many log messages were too many.
    pub(crate) fn dropped_logs(&self) -> u64 {
        self.sent().dropped_logs
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        // A sink that panicked left nothing half done here.
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
