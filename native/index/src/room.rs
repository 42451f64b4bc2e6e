//! How much may be on its way to the thread that writes segments: it may be slower than the one that makes entries.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Hand-overs that may be on their way.
const MOST: usize = 64;

/// Nobody waits longer for a thread that does not go on: handing over then says why.
const LONGEST: Duration = Duration::from_secs(1);

/// Counts what is on its way.
#[derive(Debug, Default)]
pub(crate) struct Room {
    taken: Mutex<usize>,
    freed: Condvar,
}

/// One hand-over on its way; over when the last of its entries is gone.
#[derive(Debug)]
pub(crate) struct Place(Arc<Room>);

impl Room {
    /// Waits until there is room.
    pub(crate) fn take(self: &Arc<Self>) -> Arc<Place> {
        let mut taken = self.taken.lock();
        self.freed.wait_while_for(&mut taken, |taken| *taken >= MOST, LONGEST);
        *taken += 1;
        Arc::new(Place(self.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.0.taken.lock();
        *taken -= 1;
        // Not at once: whoever waits is better woken for a good many hand-overs than for one.
        if *taken == MOST / 2 {
            self.0.freed.notify_one();
        }
    }
}
