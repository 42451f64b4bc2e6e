//! The time limit of a script.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;

use crate::error::ScriptError;
use crate::threads::watch::WatchedThread;

/// A run is not interrupted before this many checks, because the machine may have been busy: a script that
/// runs for a second is checked thousands of times, one that waited for a processor a few times.
const MIN_CHECKS: u32 = 64;

/// A run is interrupted after this multiple of its time limit in any case.
const MAX_OVERRUN: u32 = 10;

/// When the current run must end. Shared with the engine's interrupt handler.
pub(crate) struct Budget {
    run: Cell<Option<Run>>,
    exceeded: Cell<bool>,
    /// The state that the watching thread reads.
    thread: Arc<WatchedThread>,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    ends: Instant,
    ends_at_last: Instant,
    requested: u32,
}

/// The state of the outer run in a nested run.
pub(crate) struct Before(Option<Run>);

impl Budget {
    /// The one of the calling thread.
    pub(crate) fn of_this_thread() -> Self {
        Self { run: Cell::default(), exceeded: Cell::default(), thread: WatchedThread::own() }
    }

    /// Whether a script may be started.
    pub(crate) fn check(&self) -> Result<(), ScriptError> {
        self.thread.check()
    }

    /// Starts a run.
    pub(crate) fn begin(&self, time: Duration) -> Before {
        self.exceeded.set(false);
        let now = Instant::now();
        let before = self.run.replace(Some(Run {
            ends: now + time,
            ends_at_last: now + time * MAX_OVERRUN,
            requested: 0,
        }));
        if before.is_none() {
            self.thread.begin(time);
        }
        Before(before)
    }

    /// Ends a run.
    pub(crate) fn end(&self, before: Before) {
        if before.0.is_none() {
            self.thread.end();
        }
        self.run.set(before.0);
    }

    /// Called by the engine every few thousand steps: whether to interrupt.
    pub(crate) fn is_over(&self) -> bool {
        let Some(mut run) = self.run.get() else { return false };
        run.requested = run.requested.saturating_add(1);
        self.run.set(Some(run));
        let now = Instant::now();
        let over = CancelToken::is_current_cancelled()
            || now >= run.ends && (run.requested >= MIN_CHECKS || now >= run.ends_at_last);
        if over {
            self.exceeded.set(true);
        }
        over
    }

    /// Whether the current or last run was interrupted for its time.
    pub(crate) fn exceeded(&self) -> bool {
        self.exceeded.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_hardly_ran_is_not_cut_off() {
        let budget = Budget::of_this_thread();
        assert!(!budget.is_over());
        let before = budget.begin(Duration::from_nanos(1));
        std::thread::sleep(Duration::from_millis(1));
        assert!(budget.is_over(), "its patience is over");
        budget.end(before);
        let before = budget.begin(Duration::from_secs(60));
        if let Some(run) = budget.run.get() {
            budget.run.set(Some(Run { ends: Instant::now(), ..run }));
        }
        let checks = (1..).find(|_| budget.is_over());
        assert_eq!(checks, Some(MIN_CHECKS));
        assert!(budget.exceeded());
        budget.end(before);
        assert!(!budget.is_over());
    }
}
