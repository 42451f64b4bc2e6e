//! The clock a script runs against.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// When the present run must end. Shared with the engine's interrupt handler.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    ends: Cell<Option<Instant>>,
    exceeded: Cell<bool>,
}

/// What was before a run within a run.
pub(crate) struct Before(Option<Instant>);

impl Budget {
    /// A run begins.
    pub(crate) fn begin(&self, time: Duration) -> Before {
        self.exceeded.set(false);
        Before(self.ends.replace(Some(Instant::now() + time)))
    }

    /// It has ended.
    pub(crate) fn end(&self, before: Before) {
        self.ends.set(before.0);
    }

    /// Asked by the engine every few thousand steps: whether to stop.
    pub(crate) fn is_over(&self) -> bool {
        let over = self.ends.get().is_some_and(|ends| Instant::now() >= ends);
        if over {
            self.exceeded.set(true);
        }
        over
    }

    /// Whether the present or last run was stopped for its time.
    pub(crate) fn exceeded(&self) -> bool {
        self.exceeded.get()
    }
}
