//! The token, its wake-ups and its guard.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

/// A signal that the result of some work is no longer needed. Clones share the signal. It is raised once and
/// never taken back.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<State>);

#[derive(Default)]
struct State {
    cancelled: AtomicBool,
    wakes: Mutex<Wakes>,
    /// Notified when the token is cancelled, for [`CancelToken::sleep`].
    raised: Condvar,
    #[expect(dead_code, reason = "kept for its drop, which ends a child's registration with its parent")]
    parent: Option<OnCancel>,
}

type Wake = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct Wakes {
    last: u64,
    registered: Vec<(u64, Wake)>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("State").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is cancelled together with this one, and can be cancelled without it.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new_cyclic(|child: &Weak<State>| {
            let child = child.clone();
            let wake = move || {
                if let Some(state) = child.upgrade() {
                    Self(state).cancel();
                }
            };
            State { parent: Some(self.register(Arc::new(wake))), ..State::default() }
        }))
        .cancelled_with(self)
    }

    /// Closes the gap between a child's registration and its first use.
    fn cancelled_with(self, parent: &Self) -> Self {
        if parent.is_cancelled() {
            self.cancel();
        }
        self
    }

    /// Cancels: every poll from now on sees it, and every registered wake-up runs on this thread. A second
    /// call does nothing.
    pub fn cancel(&self) {
        if self.0.cancelled.swap(true, Ordering::AcqRel) {
            return;
        }
        // Wake-ups take locks of their own, so they run outside this one.
        let registered = {
            let mut wakes = self.0.wakes.lock();
            self.0.raised.notify_all();
            std::mem::take(&mut wakes.registered)
        };
        registered.iter().for_each(|(_, wake)| wake());
    }

    /// Whether the token is cancelled. One relaxed load: cheap enough for every iteration of a loop.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Runs `wake` when the token is cancelled, or immediately if it is already. The registration ends when the
    /// returned value is dropped.
    pub fn on_cancel(&self, wake: impl Fn() + Send + Sync + 'static) -> OnCancel {
        let wake: Wake = Arc::new(wake);
        let registration = self.register(wake.clone());
        // Cancelled before or while it was registered: `cancel` may have missed it. Twice does no harm.
        if self.is_cancelled() {
            wake();
        }
        registration
    }

    fn register(&self, wake: Wake) -> OnCancel {
        let mut wakes = self.0.wakes.lock();
        wakes.last += 1;
        let number = wakes.last;
        wakes.registered.push((number, wake));
        OnCancel { token: Self(self.0.clone()), number }
    }

    /// Sleeps until the time is over or the token is cancelled. Returns whether it was cancelled.
    pub fn sleep(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        let mut wakes = self.0.wakes.lock();
        while !self.0.cancelled.load(Ordering::Acquire) {
            if self.0.raised.wait_until(&mut wakes, end).timed_out() {
                break;
            }
        }
        self.is_cancelled()
    }

    /// A guard that cancels the token when it is dropped.
    pub fn cancel_on_drop(&self) -> CancelOnDrop {
        CancelOnDrop(Some(self.clone()))
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Tokens are equal when they share the signal.
impl PartialEq for CancelToken {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

impl Eq for CancelToken {}

/// A registered wake-up.
#[must_use = "the wake-up is removed when this is dropped"]
pub struct OnCancel {
    token: CancelToken,
    number: u64,
}

impl Drop for OnCancel {
    fn drop(&mut self) {
        let mut wakes = self.token.0.wakes.lock();
        let found = wakes.registered.iter().position(|(number, _)| *number == self.number);
        // Dropped after the lock is released: the wake-up may own a token that is registered here itself.
        let removed = found.map(|place| wakes.registered.swap_remove(place));
        drop(wakes);
        drop(removed);
    }
}

impl std::fmt::Debug for OnCancel {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("OnCancel").field("number", &self.number).finish_non_exhaustive()
    }
}

/// Cancels its token when dropped: held by a caller that may go away before the work is done.
#[derive(Debug)]
#[must_use = "the token is cancelled when this is dropped"]
pub struct CancelOnDrop(Option<CancelToken>);

impl CancelOnDrop {
    /// The work is done: dropping the guard does nothing.
    pub fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if let Some(token) = &self.0 {
            token.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn cancelling_is_seen_by_clones_and_wakes_once() {
        let token = CancelToken::new();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let _kept = token.on_cancel(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let count = woken.clone();
        drop(token.on_cancel(move || {
            count.fetch_add(100, Ordering::SeqCst);
        }));
        let clone = token.clone();
        assert!(!clone.is_cancelled());
        token.cancel();
        token.cancel();
        assert!(clone.is_cancelled());
        assert_eq!(woken.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_wake_up_registered_after_cancelling_runs_at_once() {
        let token = CancelToken::new();
        token.cancel();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let _kept = token.on_cancel(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!(woken.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_child_ends_with_its_parent_and_not_the_other_way_round() {
        let parent = CancelToken::new();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(first.is_cancelled() && !second.is_cancelled() && !parent.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled());
        assert!(parent.child().is_cancelled());
    }

    #[test]
    fn a_dropped_child_is_not_kept_by_its_parent() {
        let parent = CancelToken::new();
        drop(parent.child());
        assert!(parent.0.wakes.lock().registered.is_empty());
    }

    #[test]
    fn sleeping_ends_when_cancelled() {
        let token = CancelToken::new();
        let sleeper = {
            let token = token.clone();
            std::thread::spawn(move || {
                let start = Instant::now();
                (token.sleep(Duration::from_secs(60)), start.elapsed())
            })
        };
        std::thread::sleep(Duration::from_millis(20));
        token.cancel();
        let (cancelled, slept) = sleeper.join().unwrap();
        assert!(cancelled && slept < Duration::from_secs(10), "{slept:?}");
        assert!(!CancelToken::new().sleep(Duration::from_millis(1)));
    }

    #[test]
    fn a_guard_cancels_unless_disarmed() {
        let token = CancelToken::new();
        token.cancel_on_drop().disarm();
        assert!(!token.is_cancelled());
        drop(token.cancel_on_drop());
        assert!(token.is_cancelled());
    }
}
