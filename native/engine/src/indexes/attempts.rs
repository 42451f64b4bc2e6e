//! How many documents and groups an index has processed, how many of them failed, and when there are so many
//! failures that the index is put into the state `Error`.
//!
//! Observed on RavenDB 7.1.5: an index that is up to date gets into that state when more than 15 % of its map
//! and reduce attempts failed; one of up to 5 attempts only when all of them failed. It then neither indexes nor
//! answers queries until it is enabled or reset.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// The allowed rate of failures, in percent.
const ALLOWED_PERCENT: u64 = 15;

/// Up to this number of attempts, some that succeed are enough.
const FEW: u64 = 5;

/// While it is stale, an index is judged only after more attempts than this.
const FEW_WHILE_STALE: u64 = 100;

/// The counters of one index, since its files were created.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    pub maps: AtomicU64,
    pub map_errors: AtomicU64,
    pub reductions: AtomicU64,
    pub reduce_errors: AtomicU64,
}

/// Their values at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct AttemptCounts {
    pub maps: u64,
    pub map_errors: u64,
    pub reductions: u64,
    pub reduce_errors: u64,
}

impl Attempts {
    pub(crate) fn new(counts: AttemptCounts) -> Self {
        Self {
            maps: counts.maps.into(),
            map_errors: counts.map_errors.into(),
            reductions: counts.reductions.into(),
            reduce_errors: counts.reduce_errors.into(),
        }
    }

    pub(crate) fn counts(&self) -> AttemptCounts {
        AttemptCounts {
            maps: self.maps.load(Ordering::Relaxed),
            map_errors: self.map_errors.load(Ordering::Relaxed),
            reductions: self.reductions.load(Ordering::Relaxed),
            reduce_errors: self.reduce_errors.load(Ordering::Relaxed),
        }
    }
}

impl AttemptCounts {
    /// Whether too many of them failed.
    pub(crate) fn exceed(&self, is_stale: bool) -> bool {
        let attempts = self.maps.saturating_add(self.reductions);
        let errors = self.map_errors.saturating_add(self.reduce_errors);
        if is_stale && attempts <= FEW_WHILE_STALE {
            return false;
        }
        match attempts {
            0..=FEW => errors > 0 && errors >= attempts,
            _ => errors.saturating_mul(100) > attempts.saturating_mul(ALLOWED_PERCENT),
        }
    }

    /// The failures in words.
    pub(crate) fn sentence(&self) -> String {
        let Self { maps, map_errors, reductions, reduce_errors } = self;
        let of_maps = format!("{map_errors} of {maps} map attempts");
        let failed = match reductions {
            0 => of_maps,
            _ => format!("{of_maps} and {reduce_errors} of {reductions} reduce attempts"),
        };
        format!("{failed} failed, more than the allowed {ALLOWED_PERCENT} %")
    }
}

#[cfg(test)]
mod tests {
    use super::AttemptCounts;

    #[test]
    fn judges_rates_as_the_server_does() {
        let exceeds = |maps, map_errors, reductions, reduce_errors, is_stale| {
            AttemptCounts { maps, map_errors, reductions, reduce_errors }.exceed(is_stale)
        };
        assert!(!exceeds(0, 0, 0, 0, false));
        assert!(!exceeds(20, 3, 0, 0, false), "15 % are allowed");
        assert!(exceeds(20, 4, 0, 0, false));
        // Observed: 1 of 20 maps and 9 of 19 reductions are 25.64 %.
        assert!(exceeds(20, 1, 19, 9, false));
        assert!(exceeds(1, 1, 0, 0, false), "all of few");
        assert!(exceeds(5, 5, 0, 0, false));
        assert!(!exceeds(5, 4, 0, 0, false), "not all of few");
        assert!(exceeds(6, 1, 0, 0, false), "16.7 % of 6");
        assert!(!exceeds(2, 0, 2, 2, false), "maps and reductions count together");
        assert!(exceeds(3, 0, 3, 1, false));
        assert!(!exceeds(100, 100, 0, 0, true), "few attempts of a stale index");
        assert!(exceeds(101, 101, 0, 0, true));
    }
}
