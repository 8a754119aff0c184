//! Which request runs when (STDIO-5…7), and which thread does what.
//!
//! All threads are alike. One of them reads and adds jobs; the others run jobs or wait. When
//! nothing more has come yet, the one that reads runs its job itself: a client that waits for one
//! answer is not kept waiting until another thread has woken up. One of those that wait looks
//! after it meanwhile, and reads on in its place as soon as the job turns out to take its time.
//!
//! Jobs stand in stages: a stage begins with a legacy request, which runs alone, or with none; the
//! modern ones read after it follow.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::connection::{Job, Place};

/// What a waiting request takes beside its text, in bytes, roughly.
const OVERHEAD: usize = 512;

/// How long the thread that reads may be away before another one reads on.
const PATIENCE: Duration = Duration::from_millis(1);

/// The jobs of one stream.
pub(super) struct Schedule {
    state: Mutex<State>,
    /// Told when a job may be there to take.
    work: Condvar,
    /// Told when there may be room for more, and when nothing is left.
    room: Condvar,
    /// Told when there is nothing more to read.
    ended: Condvar,
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
    reading: Reading,
    /// How often the thread that reads has run a job itself.
    turns: u64,
    /// Whether a thread that waits looks after the one that reads.
    is_watched: bool,
    /// Threads that wait for something to do, and all of them.
    idle_workers: usize,
    workers: usize,
    /// Threads that wait for room, or for the end of what runs.
    room_waiters: usize,
    /// When nothing is waited for any more: somebody has asked for the end.
    stopped: Option<Instant>,
    closed: bool,
}

/// Whether somebody reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reading {
    /// Nobody does: the next thread that has nothing else to do should.
    #[default]
    Free,
    Taken,
    /// The one who does runs a job, in this turn.
    Away(u64),
    /// There is nothing more to read.
    Over,
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
    /// Run it: it waits for nothing. Then read on.
    Run(Job),
    /// Read on.
    Queued,
    /// Start one more thread, and read on.
    NeedsWorker,
    /// Run this request, as one that was taken; then ask whether to read on.
    Begin {
        job: Job,
        place: Place,
        turn: u64,
        /// Nobody is there to look after the reading: start one more thread first.
        needs_worker: bool,
    },
}

/// What a thread does next.
pub(super) enum Next {
    /// Run a request.
    Run(Job, Place),
    /// Read, until a request is to be run or there is nothing more.
    Read,
    /// End.
    Nothing,
}

impl Schedule {
    pub(super) fn new(slots: usize, most_waiting: usize) -> Self {
        Self {
            state: Mutex::default(),
            work: Condvar::new(),
            room: Condvar::new(),
            ended: Condvar::new(),
            slots,
            most_waiting,
        }
    }

    /// Adds a request whose message had so many bytes. Waits while too much waits. `more_came` says
    /// that the next message is there already.
    pub(super) fn add(&self, job: Job, bytes: usize, more_came: bool) -> Added {
        let mut state = self.state();
        if state.stopped.is_some() {
            return Added::Queued;
        }
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
            state = self.wait_for_room(state);
        }
        if state.stopped.is_some() {
            return Added::Queued;
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
        if !more_came && let Some((waiting, place)) = self.pick(&mut state) {
            state.turns += 1;
            let turn = state.turns;
            state.reading = Reading::Away(turn);
            let needs_worker = self.needs_worker(&mut state);
            if !needs_worker && state.wants_reader() {
                self.work.notify_one();
            }
            return Added::Begin {
                job: waiting.job,
                place,
                turn,
                needs_worker,
            };
        }
        if self.needs_worker(&mut state) {
            return Added::NeedsWorker;
        }
        if state.idle_workers > 0 {
            self.work.notify_one();
        }
        Added::Queued
    }

    /// Whether there are too few threads for all that is to be done; one more counts from then on.
    fn needs_worker(&self, state: &mut State) -> bool {
        // An idle thread that was told of something earlier may not have taken it yet, so it does
        // not count for this one. Beside those that run handlers there is one that reads.
        let to_do = state.waiting + usize::from(state.nobody_reads());
        let needs = state.idle_workers < to_do && state.workers <= self.slots;
        state.workers += usize::from(needs);
        needs
    }

    /// The thread that calls this is one of those that run requests from now on.
    pub(super) fn join(&self) {
        self.state().workers += 1;
    }

    /// What a thread does that has nothing to do.
    pub(super) fn next(&self) -> Next {
        let mut state = self.state();
        loop {
            if let Some((waiting, place)) = self.pick(&mut state) {
                // There may be more that can begin, or nobody reads.
                let is_more = state.waiting > 0 || state.wants_reader();
                if state.idle_workers > 0 && is_more {
                    self.work.notify_one();
                }
                return Next::Run(waiting.job, place);
            }
            if state.reading == Reading::Free {
                state.reading = Reading::Taken;
                return Next::Read;
            }
            if state.closed && state.waiting == 0 {
                state.workers -= 1;
                return Next::Nothing;
            }
            state.idle_workers += 1;
            state = match state.reading {
                Reading::Away(_) if !state.is_watched => self.watch(state),
                _ => self.wait(&self.work, state),
            };
            state.idle_workers -= 1;
        }
    }

    /// Waits, and looks after the thread that reads until it stays, or has been away for too long:
    /// then its place is free.
    fn watch<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.is_watched = true;
        let (mut turn, mut since) = (state.turns, Instant::now());
        loop {
            let waited = self.work.wait_timeout(state, PATIENCE);
            let timed_out;
            (state, timed_out) = waited.unwrap_or_else(PoisonError::into_inner);
            if state.turns != turn {
                // The next call will come soon. To be told of it would cost more than to look.
                (turn, since) = (state.turns, Instant::now());
            } else if state.reading != Reading::Away(turn) {
                break;
            } else if since.elapsed() >= PATIENCE {
                state.reading = Reading::Free;
                break;
            }
            if !timed_out.timed_out() {
                // There is something to do.
                break;
            }
        }
        state.is_watched = false;
        state
    }

    /// Whether the thread that ran a job in this turn reads on: nobody else does by now, and
    /// nothing waits.
    pub(super) fn reads_on(&self, turn: u64) -> bool {
        let mut state = self.state();
        let is_away = state.reading == Reading::Away(turn);
        let reads_on = is_away && state.waiting == 0;
        if reads_on {
            state.reading = Reading::Taken;
        } else if is_away {
            state.reading = Reading::Free;
        }
        reads_on
    }

    /// There is nothing more to read.
    pub(super) fn read_all(&self) {
        let mut state = self.state();
        state.reading = Reading::Over;
        self.ended.notify_all();
    }

    /// Waits until there is nothing more to read, or the end that was asked for has come: the
    /// thread that reads may be held up by a client that does not.
    pub(super) fn wait_until_read(&self) {
        let mut state = self.state();
        while state.reading != Reading::Over {
            state = match state.left(None) {
                Some(Duration::ZERO) => return,
                left => self.wait_for(&self.ended, state, left),
            };
        }
    }

    /// The end is asked for (STDIO-10): what waits is dropped, and what runs gets a grace.
    pub(super) fn stop(&self, grace: Duration) {
        let now = Instant::now();
        self.state().stopped = Some(now.checked_add(grace).unwrap_or(now));
        self.drop_waiting();
        self.ended.notify_all();
    }

    /// The next request that may begin, taken.
    fn pick(&self, state: &mut State) -> Option<(Waiting, Place)> {
        let (waiting, place) = state.pick(self.slots)?;
        state.waiting_bytes -= waiting.bytes;
        state.waiting -= 1;
        self.tell_room(state);
        Some((waiting, place))
    }

    /// A notification is a call of the system, whether or not somebody waits for it.
    fn tell_room(&self, state: &State) {
        if state.room_waiters > 0 {
            self.room.notify_all();
        }
    }

    fn wait_for_room<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        state.room_waiters += 1;
        state = self.wait(&self.room, state);
        state.room_waiters -= 1;
        state
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
        // The thread that ran it looks for the next one itself, unless it panicked.
        if state.idle_workers > 0 && state.waiting > 0 {
            self.work.notify_all();
        }
        self.tell_room(&state);
    }

    /// A thread that should have been started was not.
    pub(super) fn lost_worker(&self) {
        self.state().workers -= 1;
    }

    /// The thread that reads has something else to do first.
    pub(super) fn stop_reading(&self) {
        self.state().reading = Reading::Free;
    }

    /// Waits until everything that was added is done; at most until a limit, and the end that was
    /// asked for.
    pub(super) fn wait_until_idle(&self, limit: Option<Duration>) {
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut state = self.state();
        while state.running > 0 || state.waiting_bytes > 0 {
            let left = state.left(end);
            if left == Some(Duration::ZERO) {
                return;
            }
            state.room_waiters += 1;
            state = self.wait_for(&self.room, state, left);
            state.room_waiters -= 1;
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

    /// Waits, at most so long.
    fn wait_for<'a>(
        &self,
        on: &Condvar,
        state: MutexGuard<'a, State>,
        left: Option<Duration>,
    ) -> MutexGuard<'a, State> {
        let Some(left) = left else {
            return self.wait(on, state);
        };
        let waited = on.wait_timeout(state, left);
        waited.unwrap_or_else(PoisonError::into_inner).0
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
    /// How long there is to wait until a limit or the end that was asked for; `None` for ever.
    fn left(&self, limit: Option<Instant>) -> Option<Duration> {
        let end = limit.into_iter().chain(self.stopped).min()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    fn nobody_reads(&self) -> bool {
        matches!(self.reading, Reading::Free | Reading::Away(_))
    }

    /// Whether a thread that waits should be told that nobody reads.
    fn wants_reader(&self) -> bool {
        self.nobody_reads() && !(self.is_watched && self.reading != Reading::Free)
    }

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
