//! The conditions for a flush, and its state.

use crate::store::totals::Totals;
use parking_lot::Condvar;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Instant;
/// The conditions for a flush, and its state.
#[derive(Debug, Default)]
pub(crate) struct FlushState {
    pub(crate) signal: Mutex<FlushSignal>,
    pub(crate) wake: Condvar,
    /// Held during a flush: the totals that belong to the frozen table.
    pub(crate) work: Mutex<Option<FrozenTotals>>,
    /// Notified when a flush ended, with or without success.
    pub(crate) ended: Condvar,
}

#[derive(Debug, Default)]
pub(crate) struct FlushSignal {
    /// When the oldest unflushed change was published.
    pub(crate) dirty_since: Option<Instant>,
    pub(crate) now: bool,
    pub(crate) stop: bool,
    pub(crate) failures: usize,
    pub(crate) flushes: u64,
}

#[derive(Debug)]
pub(crate) struct FrozenTotals {
    pub(crate) totals: Arc<Totals>,
    pub(crate) last_etag: i64,
}

impl FlushState {
    /// Notifies the flush thread of published changes.
    pub(crate) fn published(&self, full: bool) {
        let mut signal = self.signal.lock();
        let first = signal.dirty_since.is_none();
        signal.dirty_since.get_or_insert_with(Instant::now);
        signal.now |= full;
        if first || full {
            self.wake.notify_all();
        }
    }

    pub(crate) fn stop(&self) {
        self.signal.lock().stop = true;
        self.wake.notify_all();
        self.ended.notify_all();
    }

    /// Waits until a flush has ended since `seen` (see [`FlushState::flushes`]) or the thread is stopped.
    pub(crate) fn wait_for_end(&self, seen: u64) {
        let mut signal = self.signal.lock();
        while signal.flushes == seen && !signal.stop {
            self.ended.wait(&mut signal);
        }
    }

    /// How many flushes have ended.
    pub(crate) fn flushes(&self) -> u64 {
        self.signal.lock().flushes
    }
}
