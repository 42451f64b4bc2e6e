//! The load of the whole machine between two readings.

/// Time of all processors together, in any unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct MachineTicks {
    pub(super) idle: u64,
    pub(super) total: u64,
}

impl MachineTicks {
    pub(super) fn busy_percent_until(self, later: Self) -> f64 {
        let total = later.total.saturating_sub(self.total);
        let idle = later.idle.saturating_sub(self.idle).min(total);
        if total == 0 { 0.0 } else { (total - idle) as f64 * 100.0 / total as f64 }
    }
}
