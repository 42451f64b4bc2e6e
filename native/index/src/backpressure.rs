//! Limits the batches in flight to the thread that writes segments, which may be slower than the caller.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Batches in flight at most.
const MOST: usize = 64;

/// The longest wait for a thread that has stopped; sending the batch then returns its error.
const LONGEST: Duration = Duration::from_secs(1);

/// Counts the batches in flight.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    taken: Mutex<usize>,
    freed: Condvar,
}

/// The permit of one batch, released with the last of its entries.
#[derive(Debug)]
pub(crate) struct Permit(Arc<InFlight>);

impl InFlight {
    /// Waits until there is space.
    pub(crate) fn take(self: &Arc<Self>) -> Arc<Permit> {
        let mut taken = self.taken.lock();
        self.freed.wait_while_for(&mut taken, |taken| *taken >= MOST, LONGEST);
        *taken += 1;
        Arc::new(Permit(self.clone()))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.0.taken.lock();
        *taken -= 1;
        // Wakes the waiting thread only for several batches, not for each one.
        if *taken == MOST / 2 {
            self.0.freed.notify_one();
        }
    }
}
