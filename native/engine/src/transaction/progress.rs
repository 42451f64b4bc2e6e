//! The progress of the journal and publisher threads, read by the writer.

use std::sync::atomic::AtomicU64;

use parking_lot::{Condvar, Mutex};

#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The last published group.
    pub published: AtomicU64,
    /// How many journal writes have failed, counted when everything before is published. Groups decided on
    /// top of a failed group are void.
    pub failures: AtomicU64,
    /// How many groups the publisher thread has published.
    pub published_beside: AtomicU64,
    /// The last group the journal thread has taken.
    taken: Mutex<u64>,
    took: Condvar,
}

impl Progress {
    /// Records that the journal thread has taken group `number`.
    pub fn take(&self, number: u64) {
        let mut taken = self.taken.lock();
        *taken = number.max(*taken);
        drop(taken);
        // Costs nothing without waiters.
        self.took.notify_one();
    }

    /// Waits until the journal thread has taken group `number`. Requests that arrive until then form one
    /// group.
    pub fn wait_until_taken(&self, number: u64) {
        let mut taken = self.taken.lock();
        while *taken < number {
            self.took.wait(&mut taken);
        }
    }
}
