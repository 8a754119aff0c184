//! What waits to be sent to the client of one request.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::bridge::Bridge;
use crate::outgoing::Outgoing;

/// How many messages may wait before a handler that sends more has to wait too.
const ROOM: usize = 64;

/// The HTTP side of a peer.
pub(crate) struct HttpPeer {
    pub(crate) outbox: Arc<Outbox>,
    /// There when older clients are asked for input.
    pub(crate) bridge: Option<Arc<Bridge>>,
}

/// A queue from the handler of a request to its response.
pub(crate) struct Outbox {
    state: Mutex<State>,
    /// Tells the response that there may be something to send.
    wake: Arc<Notify>,
    /// Tells the handler that there may be room.
    room: Notify,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Outgoing>,
    /// The handler is done: nothing comes any more.
    is_done: bool,
    /// The client is gone: nothing is kept any more.
    is_gone: bool,
}

/// What the response finds.
pub(super) enum Next {
    Message(Outgoing),
    Nothing,
    Done,
}

impl Outbox {
    pub(super) fn new(wake: Arc<Notify>) -> Self {
        Self {
            state: Mutex::default(),
            wake,
            room: Notify::new(),
        }
    }

    /// Never waits.
    pub(super) fn push(&self, message: Outgoing) {
        let mut state = self.state();
        if !state.is_gone {
            state.queue.push_back(message);
            drop(state);
            self.wake.notify_one();
        }
    }

    pub(super) fn take(&self) -> Next {
        let mut state = self.state();
        match state.queue.pop_front() {
            Some(message) => {
                drop(state);
                self.room.notify_waiters();
                Next::Message(message)
            }
            None if state.is_done => Next::Done,
            None => Next::Nothing,
        }
    }

    /// Waits until less is queued, or nobody is there to take it.
    pub(crate) async fn room(&self) {
        loop {
            let told = self.room.notified();
            let mut told = std::pin::pin!(told);
            // Before looking, so that nothing is missed between.
            told.as_mut().enable();
            {
                let state = self.state();
                if state.is_gone || state.queue.len() < ROOM {
                    return;
                }
            }
            told.await;
        }
    }

    /// Waits until the client is gone.
    pub(crate) async fn gone(&self) {
        loop {
            let told = self.room.notified();
            let mut told = std::pin::pin!(told);
            told.as_mut().enable();
            if self.state().is_gone {
                return;
            }
            told.await;
        }
    }

    /// The handler is done.
    pub(super) fn finish(&self) {
        self.state().is_done = true;
        self.wake.notify_one();
    }

    /// The client is gone.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.is_gone = true;
        state.queue.clear();
        drop(state);
        self.room.notify_waiters();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under the lock can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
