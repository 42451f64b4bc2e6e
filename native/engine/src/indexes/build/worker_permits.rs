//! Permits for threads that help an index with its initial build. Their number is limited for the whole
//! process, so that a database with twenty new indexes does not use all cores twenty times.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most threads for one index, including its own.
pub(crate) const MOST_THREADS: i64 = 4;

/// Helpers running now.
static BUSY: AtomicUsize = AtomicUsize::new(0);

/// Permits for this many helpers, until it is dropped.
#[derive(Debug)]
pub(crate) struct WorkerPermits(pub usize);

impl WorkerPermits {
    /// As many as are free; may be none.
    pub(crate) fn take() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let helpers = usize::try_from(MOST_THREADS).map_or(1, |most| cores.min(most)) - 1;
        let mut taken = 0;
        // The closure always returns a number, so this does not fail.
        let _ = BUSY.fetch_update(Ordering::AcqRel, Ordering::Acquire, |busy| {
            taken = helpers.saturating_sub(busy);
            Some(busy + taken)
        });
        Self(taken)
    }
}

impl Drop for WorkerPermits {
    fn drop(&mut self) {
        BUSY.fetch_sub(self.0, Ordering::AcqRel);
    }
}
