//! Wakes the threads of indexes and the tasks of subscriptions after a change. Costs nothing without listeners.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use parking_lot::{Condvar, Mutex};

/// A counter that increases with every change.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    listeners: AtomicUsize,
    count: Mutex<u64>,
    changed: Condvar,
    /// Tasks to wake at the next change; changed only while `count` is locked.
    tasks: Mutex<Vec<Waker>>,
}

impl Signal {
    /// Signals a change.
    pub(crate) fn give(&self) {
        if self.listeners.load(Ordering::Acquire) > 0 {
            self.call();
        }
    }

    /// Wakes all waiters, whether there is a change or not.
    pub(crate) fn call(&self) {
        let tasks = {
            let mut count = self.count.lock();
            *count += 1;
            std::mem::take(&mut *self.tasks.lock())
        };
        self.changed.notify_all();
        tasks.into_iter().for_each(Waker::wake);
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

impl Signal {
    /// Ready with the count when it differs from `seen`; else the task is woken when it does.
    pub(crate) fn poll_changed(&self, seen: u64, context: &Context<'_>) -> Poll<u64> {
        let count = self.count.lock();
        if *count != seen {
            return Poll::Ready(*count);
        }
        let mut tasks = self.tasks.lock();
        if !tasks.iter().any(|task| task.will_wake(context.waker())) {
            tasks.push(context.waker().clone());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_task_is_woken_once_by_a_change() {
        use std::sync::Arc;
        struct Count(AtomicUsize);
        impl std::task::Wake for Count {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        let woken = Arc::new(Count(AtomicUsize::new(0)));
        let waker = Waker::from(woken.clone());
        let context = Context::from_waker(&waker);
        let signal = Signal::default();
        signal.listen();
        assert!(
            signal.poll_changed(0, &context).is_pending() && signal.poll_changed(0, &context).is_pending()
        );
        signal.give();
        signal.give();
        assert_eq!(woken.0.load(Ordering::Relaxed), 1);
        assert_eq!(signal.poll_changed(0, &context), Poll::Ready(2));
    }

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
