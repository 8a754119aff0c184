//! Which request runs when (STDIO-5…7).
//!
//! The thread that reads adds jobs, other threads take them. Jobs stand in stages: a stage begins
//! with a legacy request, which runs alone, or with none; the modern ones read after it follow.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::connection::{Job, Place};

/// What a waiting request takes beside its text, in bytes, roughly.
const OVERHEAD: usize = 512;

/// The jobs of one stream.
pub(super) struct Schedule {
    state: Mutex<State>,
    /// Told when a job may be there to take.
    work: Condvar,
    /// Told when there may be room for more, and when nothing is left.
    room: Condvar,
    /// How many requests run at once.
    slots: usize,
    /// How much may wait, in bytes: reading pauses beyond, so that memory is bounded.
    most_waiting: usize,
}

#[derive(Default)]
struct State {
    stages: VecDeque<Stage>,
    waiting: usize,
    waiting_barriers: usize,
    waiting_bytes: usize,
    running: usize,
    running_slots: usize,
    barrier_runs: bool,
    idle_workers: usize,
    workers: usize,
    closed: bool,
}

#[derive(Default)]
struct Stage {
    barrier: Option<Waiting>,
    free: VecDeque<Waiting>,
    slots: VecDeque<Waiting>,
}

struct Waiting {
    job: Job,
    bytes: usize,
}

/// What the thread that reads does with a request.
pub(super) enum Added {
    /// Run it at once: it waits for nothing.
    Run(Job),
    /// Nothing more.
    Queued,
    /// Start one more thread that takes jobs.
    NeedsWorker,
}

impl Schedule {
    pub(super) fn new(slots: usize, most_waiting: usize) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            slots,
            most_waiting,
        }
    }

    /// Adds a request whose message had so many bytes. Waits while too much waits.
    pub(super) fn add(&self, job: Job, bytes: usize) -> Added {
        let mut state = self.state();
        let place = job.place();
        let is_idle = state.running == 0 && state.waiting_bytes == 0;
        let runs_at_once = match place {
            Place::Free => state.waiting_barriers == 0 && !state.barrier_runs,
            Place::Barrier => is_idle && !job.needs_handler(),
            Place::Slot => false,
        };
        if runs_at_once {
            return Added::Run(job);
        }
        while state.waiting_bytes > self.most_waiting && !state.closed {
            state = self.wait(&self.room, state);
        }
        let bytes = bytes.saturating_add(OVERHEAD);
        state.waiting_bytes += bytes;
        state.waiting += 1;
        let waiting = Waiting { job, bytes };
        match place {
            Place::Barrier => {
                state.waiting_barriers += 1;
                state.stages.push_back(Stage {
                    barrier: Some(waiting),
                    ..Stage::default()
                });
            }
            Place::Free | Place::Slot => {
                if state.stages.is_empty() {
                    state.stages.push_back(Stage::default());
                }
                if let Some(stage) = state.stages.back_mut() {
                    match place {
                        Place::Free => stage.free.push_back(waiting),
                        _ => stage.slots.push_back(waiting),
                    }
                }
            }
        }
        // An idle thread that was told of an earlier request may not have taken it yet, so it does
        // not count for this one.
        if state.idle_workers < state.waiting && state.workers < self.slots {
            state.workers += 1;
            return Added::NeedsWorker;
        }
        self.work.notify_one();
        Added::Queued
    }

    /// The next request for a thread that takes them; `None` when there will be no more.
    pub(super) fn take(&self) -> Option<(Job, Place)> {
        let mut state = self.state();
        loop {
            if let Some((waiting, place)) = state.pick(self.slots) {
                state.waiting_bytes -= waiting.bytes;
                state.waiting -= 1;
                self.room.notify_all();
                // There may be more that can begin.
                if state.idle_workers > 0 && !state.stages.is_empty() {
                    self.work.notify_one();
                }
                return Some((waiting.job, place));
            }
            if state.closed && state.stages.is_empty() {
                state.workers -= 1;
                return None;
            }
            state.idle_workers += 1;
            state = self.wait(&self.work, state);
            state.idle_workers -= 1;
        }
    }

    /// A request that was taken is done.
    pub(super) fn done(&self, place: Place) {
        let mut state = self.state();
        state.running -= 1;
        match place {
            Place::Slot => state.running_slots -= 1,
            Place::Barrier => state.barrier_runs = false,
            Place::Free => {}
        }
        if state.idle_workers > 0 {
            self.work.notify_all();
        }
        self.room.notify_all();
    }

    /// A thread that should have been started was not.
    pub(super) fn lost_worker(&self) -> bool {
        let mut state = self.state();
        state.workers -= 1;
        state.workers == 0
    }

    /// Waits until everything that was added is done; at most until a limit.
    pub(super) fn wait_until_idle(&self, limit: Option<Duration>) {
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut state = self.state();
        while state.running > 0 || state.waiting_bytes > 0 {
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            state = match left {
                Some(Duration::ZERO) => return,
                Some(left) => {
                    let waited = self.room.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.wait(&self.room, state),
            };
        }
    }

    /// Drops what waits.
    pub(super) fn drop_waiting(&self) {
        let mut state = self.state();
        let stages = std::mem::take(&mut state.stages);
        state.waiting_bytes = 0;
        state.waiting = 0;
        state.waiting_barriers = 0;
        self.room.notify_all();
        drop(state);
        drop(stages);
    }

    /// Nothing more will be added: threads that find nothing to take end.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.work.notify_all();
        self.room.notify_all();
    }

    fn wait<'a>(&self, on: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        on.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under the lock can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The next job that may begin.
    fn pick(&mut self, slots: usize) -> Option<(Waiting, Place)> {
        if self.barrier_runs {
            return None;
        }
        loop {
            let is_last = self.stages.len() == 1;
            let stage = self.stages.front_mut()?;
            if stage.barrier.is_some() {
                if self.running > 0 {
                    return None;
                }
                self.waiting_barriers -= 1;
                self.running += 1;
                self.barrier_runs = true;
                let waiting = stage.barrier.take()?;
                return Some((waiting, Place::Barrier));
            }
            if let Some(waiting) = stage.free.pop_front() {
                self.running += 1;
                return Some((waiting, Place::Free));
            }
            if !stage.slots.is_empty() {
                if self.running_slots >= slots {
                    return None;
                }
                self.running += 1;
                self.running_slots += 1;
                return stage
                    .slots
                    .pop_front()
                    .map(|waiting| (waiting, Place::Slot));
            }
            self.stages.pop_front();
            if is_last {
                return None;
            }
        }
    }
}
