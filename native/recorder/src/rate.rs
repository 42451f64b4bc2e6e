//! Messages per second of one source.

use crate::options::TOO_BUSY;

const SECOND: i64 = 1_000_000;

/// Counts messages.
pub struct Rate {
    /// Most messages of a second.
    pub most: u32,
    second: i64,
    messages: u32,
    /// Seconds in succession that had too many.
    busy: u32,
}

impl Rate {
    pub fn new(most: u32) -> Self {
        Self { most, second: 0, messages: 0, busy: 0 }
    }

    /// Counts a message at a time in µs. Whether there were too many for long.
    pub fn is_too_high(&mut self, time: i64) -> bool {
        let second = time.div_euclid(SECOND);
        if second != self.second {
            let follows = second == self.second.saturating_add(1);
            self.busy = if follows && self.messages > self.most { self.busy + 1 } else { 0 };
            (self.second, self.messages) = (second, 0);
        }
        self.messages = self.messages.saturating_add(1);
        self.busy >= TOO_BUSY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second in which it becomes too high.
    fn stops(per_second: impl Fn(i64) -> u32) -> Option<i64> {
        let mut rate = Rate::new(10);
        (0..20).find(|second| {
            (0..per_second(*second)).any(|number| rate.is_too_high(second * SECOND + i64::from(number)))
        })
    }

    #[test]
    fn only_many_messages_in_many_seconds_are_too_many() {
        assert_eq!(stops(|_| 10), None);
        assert_eq!(stops(|_| 11), Some(5));
        assert_eq!(stops(|second| if second % 5 == 4 { 10 } else { 100 }), None);
        assert_eq!(stops(|second| if second == 3 { 0 } else { 100 }), Some(9));
    }
}
