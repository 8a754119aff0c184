//! The wish that serving ends (STDIO-10).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether the end was asked for, and whom that is told. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<State>);

#[derive(Default)]
struct State {
    asked: AtomicBool,
    told: Mutex<Option<Box<dyn Fn() + Send + Sync>>>,
}

impl Stop {
    pub(super) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Acquire)
    }

    /// Asks for the end.
    pub(super) fn ask(&self) {
        self.0.asked.store(true, Ordering::Release);
        self.call();
    }

    /// Whom to tell. It may be asked for already.
    pub(super) fn tell(&self, told: impl Fn() + Send + Sync + 'static) {
        *self.0.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(told));
        if self.is_asked() {
            self.call();
        }
    }

    fn call(&self) {
        let told = self.0.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = &*told {
            told();
        }
    }
}
