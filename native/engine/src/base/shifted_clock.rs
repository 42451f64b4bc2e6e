//! The machine's clock with an offset, to see what happens when documents become due or a clock is set back.

use std::sync::Arc;

use parking_lot::Mutex;
use time::OffsetDateTime;

use crate::base::clock::{Alarm, Clock, SystemClock};

/// The largest offset in either direction: a hundred years.
pub const LARGEST_CLOCK_OFFSET: i64 = 36_525 * 24 * 60 * 60;

/// The machine's clock, moved by seconds. An offset holds immediately, also for threads that wait for a point in time.
#[derive(Debug, Default)]
pub struct ShiftedClock {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    seconds: i64,
    waiting: Vec<Arc<Alarm>>,
}

impl ShiftedClock {
    /// Seconds that are added to the machine's time.
    pub fn offset(&self) -> i64 {
        self.state.lock().seconds
    }

    /// Moves the clock, at most by [`LARGEST_CLOCK_OFFSET`], and wakes all waiters, so that they compute their wait again.
    pub fn set_offset(&self, seconds: i64) {
        let waiting = {
            let mut state = self.state.lock();
            state.seconds = seconds.clamp(-LARGEST_CLOCK_OFFSET, LARGEST_CLOCK_OFFSET);
            std::mem::take(&mut state.waiting)
        };
        waiting.iter().for_each(|alarm| alarm.ring());
    }
}

impl Clock for ShiftedClock {
    fn now(&self) -> OffsetDateTime {
        SystemClock.now() + time::Duration::seconds(self.offset())
    }

    fn wait(&self, alarm: &Arc<Alarm>, until: Option<OffsetDateTime>) {
        let seconds = {
            let mut state = self.state.lock();
            if !state.waiting.iter().any(|known| Arc::ptr_eq(known, alarm)) {
                state.waiting.push(alarm.clone());
            }
            state.seconds
        };
        SystemClock.wait(alarm, until.map(|until| until - time::Duration::seconds(seconds)));
        self.state.lock().waiting.retain(|known| !Arc::ptr_eq(known, alarm));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_waiter_wakes_when_the_clock_is_moved_past_its_moment() {
        let clock = Arc::new(ShiftedClock::default());
        let until = clock.now() + Duration::from_secs(3_600);
        let (woken, woke) = crossbeam_channel::bounded(1);
        let thread = std::thread::spawn({
            let clock = clock.clone();
            move || {
                let alarm = Arc::new(Alarm::default());
                while clock.now() < until {
                    clock.wait(&alarm, Some(until));
                }
                woken.send(()).unwrap();
            }
        });
        assert!(woke.recv_timeout(Duration::from_millis(50)).is_err());
        clock.set_offset(3_601);
        woke.recv_timeout(Duration::from_secs(10)).unwrap();
        thread.join().unwrap();
    }

    #[test]
    fn the_offset_has_a_limit() {
        let clock = ShiftedClock::default();
        clock.set_offset(i64::MIN);
        assert_eq!(clock.offset(), -LARGEST_CLOCK_OFFSET);
        clock.set_offset(-60);
        assert!(clock.now() < SystemClock.now());
    }
}
