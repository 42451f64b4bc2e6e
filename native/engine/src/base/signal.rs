//! Wakes the threads of indexes after a change. Costs nothing without listeners.

use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::{Condvar, Mutex};

/// A counter that increases with every change.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    listeners: AtomicUsize,
    count: Mutex<u64>,
    changed: Condvar,
}

impl Signal {
    /// Signals a change.
    pub(crate) fn give(&self) {
        if self.listeners.load(Ordering::Acquire) > 0 {
            *self.count.lock() += 1;
            self.changed.notify_all();
        }
    }

    /// Wakes all waiters, whether there is a change or not.
    pub(crate) fn call(&self) {
        *self.count.lock() += 1;
        self.changed.notify_all();
    }

    pub(crate) fn listen(&self) {
        self.listeners.fetch_add(1, Ordering::AcqRel);
    }

    pub(crate) fn leave(&self) {
        self.listeners.fetch_sub(1, Ordering::AcqRel);
    }

    /// The count so far.
    pub(crate) fn count(&self) -> u64 {
        *self.count.lock()
    }

    /// Waits until the count differs from `seen`.
    pub(crate) fn wait(&self, seen: u64) {
        let mut count = self.count.lock();
        while *count == seen {
            self.changed.wait(&mut count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_counted_while_nobody_listens() {
        let signal = Signal::default();
        signal.give();
        assert_eq!(signal.count(), 0);
        signal.listen();
        signal.give();
        assert_eq!(signal.count(), 1);
        signal.leave();
        signal.give();
        assert_eq!(signal.count(), 1);
    }
}
