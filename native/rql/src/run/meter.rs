//! How long an operator took and how many entries passed it. Read once per batch, never per document.

use std::time::{Duration, Instant};

/// The meter of one operator.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Meter {
    pub(crate) entries_in: u64,
    pub(crate) entries_out: u64,
    /// Children included.
    pub(crate) total: Duration,
}

impl Meter {
    /// Adds one batch.
    pub(crate) fn add(&mut self, entries_in: usize, entries_out: usize, since: Instant) {
        self.entries_in += entries_in as u64;
        self.entries_out += entries_out as u64;
        self.total += since.elapsed();
    }
}

/// Milliseconds with a fraction.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
