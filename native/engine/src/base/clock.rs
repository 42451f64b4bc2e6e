//! The engine's only source of wall-clock time, injected so that tests can move it.

use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use time::OffsetDateTime;

/// Returns the time, and lets a background thread wait for a point in time.
pub trait Clock: Send + Sync + 'static {
    /// The present moment, UTC.
    fn now(&self) -> OffsetDateTime;

    /// Blocks until the clock reaches `until` or the alarm is rung, whichever is first; `None` waits for the
    /// alarm only. May return early, so that the caller computes the wait again after the clock was set back.
    fn wait(&self, alarm: &Arc<Alarm>, until: Option<OffsetDateTime>);
}

/// Wakes a waiting thread. A ring is remembered until the next wait consumes it.
#[derive(Debug, Default)]
pub struct Alarm {
    rung: Mutex<bool>,
    bell: Condvar,
}

impl Alarm {
    /// Wakes the waiting thread, or makes its next wait return immediately.
    pub fn ring(&self) {
        *self.rung.lock() = true;
        self.bell.notify_all();
    }
}

/// Longer waits are split, so that a changed clock is noticed.
const LONGEST_WAIT: std::time::Duration = std::time::Duration::from_secs(60);

/// The machine's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc()
    }

    fn wait(&self, alarm: &Arc<Alarm>, until: Option<OffsetDateTime>) {
        let mut rung = alarm.rung.lock();
        if !*rung {
            match until {
                None => alarm.bell.wait(&mut rung),
                Some(until) => {
                    let left = until - self.now();
                    if left.is_positive() {
                        alarm.bell.wait_for(&mut rung, left.unsigned_abs().min(LONGEST_WAIT));
                    }
                }
            }
        }
        *rung = false;
    }
}

/// A clock that is moved by its caller. For tests.
#[derive(Debug)]
pub struct ManualClock {
    state: Mutex<ManualState>,
}

#[derive(Debug)]
struct ManualState {
    now: OffsetDateTime,
    waiting: Vec<Arc<Alarm>>,
}

impl ManualClock {
    /// A clock at `now`.
    pub fn starting_at(now: OffsetDateTime) -> Arc<Self> {
        Arc::new(Self { state: Mutex::new(ManualState { now, waiting: Vec::new() }) })
    }

    /// Moves the clock forward and wakes all waiters.
    pub fn advance(&self, by: std::time::Duration) {
        self.change(|now| *now += by);
    }

    /// Sets the clock, forwards or back, and wakes all waiters.
    pub fn set(&self, to: OffsetDateTime) {
        self.change(|now| *now = to);
    }

    fn change(&self, change: impl FnOnce(&mut OffsetDateTime)) {
        let waiting = {
            let mut state = self.state.lock();
            change(&mut state.now);
            std::mem::take(&mut state.waiting)
        };
        for alarm in waiting {
            // Taking the lock first means a waiter is either before its check or inside its wait.
            drop(alarm.rung.lock());
            alarm.bell.notify_all();
        }
    }
}

impl Clock for ManualClock {
    fn now(&self) -> OffsetDateTime {
        self.state.lock().now
    }

    fn wait(&self, alarm: &Arc<Alarm>, until: Option<OffsetDateTime>) {
        let mut rung = alarm.rung.lock();
        let began = self.now();
        loop {
            {
                // Registered and compared under one lock: an advance comes before or after both.
                let mut state = self.state.lock();
                if *rung || until.is_some_and(|until| state.now >= until || state.now < began) {
                    break;
                }
                if !state.waiting.iter().any(|known| Arc::ptr_eq(known, alarm)) {
                    state.waiting.push(alarm.clone());
                }
            }
            alarm.bell.wait(&mut rung);
        }
        *rung = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_waiter_on_a_manual_clock_wakes_when_its_moment_comes_and_not_before() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let clock = ManualClock::starting_at(start);
        let alarm = Arc::new(Alarm::default());
        let (woken, woke) = crossbeam_channel::bounded(1);
        let thread = std::thread::spawn({
            let (clock, alarm) = (clock.clone(), alarm.clone());
            move || {
                clock.wait(&alarm, Some(start + Duration::from_secs(10)));
                woken.send(clock.now()).unwrap();
            }
        });
        clock.advance(Duration::from_secs(9));
        clock.advance(Duration::from_secs(1));
        assert_eq!(woke.recv().unwrap(), start + Duration::from_secs(10));
        thread.join().unwrap();
    }

    #[test]
    fn a_ring_before_the_wait_is_not_lost() {
        let clock = ManualClock::starting_at(OffsetDateTime::UNIX_EPOCH);
        let alarm = Arc::new(Alarm::default());
        alarm.ring();
        clock.wait(&alarm, None);
        SystemClock.wait(
            &{
                alarm.ring();
                alarm
            },
            None,
        );
    }
}
