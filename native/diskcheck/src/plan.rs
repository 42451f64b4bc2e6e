//! Which steps run, for how long and on files of which size. Everything is bounded before anything is written.

use std::time::Duration;

use crate::error::DiskCheckError;
use crate::pattern::{Access, Method, Pattern};
use crate::units::bytes;

const MIB: u64 = 1 << 20;
/// Buffered writes stay in so small a part of a file that the sync after them is short.
const MOST_BUFFERED: u64 = 64 * MIB;
/// The engine's own segments are not larger either.
const MOST_SEGMENT: u64 = 64 * MIB;
/// Files that a journal has at the same time: the current one, the next one and two spare ones.
const SEGMENTS: u64 = 4;

/// Bounds of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// About how long it runs.
    pub duration: Duration,
    /// The most disk space it takes.
    pub bytes: u64,
    /// The most threads that write at the same time.
    pub threads: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { duration: Duration::from_secs(30), bytes: 256 * MIB, threads: 16 }
    }
}

impl Limits {
    /// The shortest check.
    pub const LEAST_DURATION: Duration = Duration::from_secs(1);
    /// The longest check.
    pub const MOST_DURATION: Duration = Duration::from_secs(3600);
    /// The least disk space.
    pub const LEAST_BYTES: u64 = 32 * MIB;
    /// The most disk space.
    pub const MOST_BYTES: u64 = 64 << 30;
    /// The most threads.
    pub const MOST_THREADS: u32 = 64;

    /// Refuses what is out of bounds.
    pub(crate) fn verify(&self) -> Result<(), DiskCheckError> {
        let (least, most) = (Self::LEAST_DURATION.as_secs(), Self::MOST_DURATION.as_secs());
        if !(Self::LEAST_DURATION..=Self::MOST_DURATION).contains(&self.duration) {
            return refuse(format!("A disk check takes {least} to {most} seconds."));
        }
        if !(Self::LEAST_BYTES..=Self::MOST_BYTES).contains(&self.bytes) {
            let (least, most) = (Self::LEAST_BYTES, Self::MOST_BYTES);
            return refuse(format!(
                "The size of a disk check is {least} ({}) to {most} ({}) bytes.",
                bytes(least),
                bytes(most)
            ));
        }
        if !(1..=Self::MOST_THREADS).contains(&self.threads) {
            return refuse(format!("A disk check has 1 to {} threads.", Self::MOST_THREADS));
        }
        Ok(())
    }
}

fn refuse(sentence: String) -> Result<(), DiskCheckError> {
    Err(DiskCheckError::Limits(sentence))
}

/// Everything that is to be done.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    /// Bytes of the file for direct writes and reads.
    pub direct_bytes: u64,
    /// Bytes of the file that is written through the page cache.
    pub cached_bytes: u64,
    /// Bytes of one segment of the journal.
    pub segment_bytes: u64,
    /// The longest preparation of the files.
    pub fill: Duration,
    pub steps: Vec<Step>,
}

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Step {
    pub pattern: Pattern,
    pub duration: Duration,
    /// Whether its rate over time is kept.
    pub is_long: bool,
}

/// Method, access, KiB, threads, weight. The long steps have the largest weights.
const STEPS: [(Method, Access, u32, u32, u32); 30] = {
    use Access::{Random, Sequential};
    use Method::{Buffered, Durable, Journal, Read, WriteSync};
    [
        (Journal, Sequential, 4, 1, 10),
        (Journal, Sequential, 12, 1, 4),
        (Journal, Sequential, 256, 1, 4),
        (Durable, Sequential, 4, 1, 4),
        (Durable, Sequential, 12, 1, 4),
        (Durable, Sequential, 64, 1, 2),
        (Durable, Sequential, 256, 1, 2),
        (Durable, Sequential, 4, 4, 2),
        (Durable, Sequential, 4, 16, 2),
        (Durable, Random, 4, 1, 4),
        (Durable, Random, 4, 4, 2),
        (Durable, Random, 4, 16, 4),
        (Durable, Random, 64, 1, 2),
        (Durable, Random, 64, 4, 2),
        (WriteSync, Sequential, 4, 1, 4),
        (WriteSync, Sequential, 12, 1, 2),
        (WriteSync, Sequential, 256, 1, 2),
        (WriteSync, Random, 4, 1, 2),
        (WriteSync, Random, 4, 4, 2),
        (WriteSync, Random, 4, 16, 2),
        (Buffered, Sequential, 4, 1, 1),
        (Buffered, Sequential, 12, 1, 1),
        (Buffered, Sequential, 1024, 1, 1),
        (Buffered, Random, 4, 1, 1),
        (Buffered, Random, 4, 4, 1),
        (Read, Sequential, 1024, 1, 2),
        (Read, Random, 4, 1, 3),
        (Read, Random, 4, 4, 2),
        (Read, Random, 4, 16, 2),
        (Durable, Sequential, 1024, 1, 26),
    ]
};
/// A step of this weight is long enough that its rate over time says something.
const LONG: u32 = 10;

impl Plan {
    /// Steps with more threads than allowed are left out; the most threads that are allowed take the place of 16.
    pub(crate) fn of(limits: &Limits) -> Self {
        let mut kept: Vec<(Pattern, u32)> = Vec::new();
        for (method, access, kib, threads, weight) in STEPS {
            let threads = if threads == 16 { limits.threads } else { threads };
            let pattern = Pattern { method, access, block_size: kib << 10, threads };
            if threads <= limits.threads && kept.iter().all(|(known, _)| *known != pattern) {
                kept.push((pattern, weight));
            }
        }
        let weights: u32 = kept.iter().map(|(_, weight)| weight).sum();
        let fill = limits.duration / 8;
        let unit = (limits.duration - fill) / weights;
        let steps = kept
            .into_iter()
            .map(|(pattern, weight)| Step { pattern, duration: unit * weight, is_long: weight >= LONG })
            .collect();
        let whole = |bytes: u64| bytes / MIB * MIB;
        Self {
            direct_bytes: whole(limits.bytes * 3 / 8),
            cached_bytes: whole(limits.bytes / 8).min(MOST_BUFFERED),
            segment_bytes: whole(limits.bytes / 2 / SEGMENTS).min(MOST_SEGMENT),
            fill,
            steps,
        }
    }

    /// Bytes of all files together.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        self.direct_bytes + self.cached_bytes + SEGMENTS * self.segment_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_stays_within_its_limits() {
        for (seconds, bytes, threads) in [
            (1, Limits::LEAST_BYTES, 1),
            (30, 256 * MIB, 16),
            (3600, Limits::MOST_BYTES, 64),
            (7, 100_000_000, 3),
        ] {
            let limits = Limits { duration: Duration::from_secs(seconds), bytes, threads };
            limits.verify().unwrap();
            let plan = Plan::of(&limits);
            let time = plan.fill + plan.steps.iter().map(|step| step.duration).sum::<Duration>();
            assert!(time <= limits.duration && time > limits.duration * 9 / 10, "{time:?} of {seconds} s");
            assert!(plan.bytes() <= bytes && plan.segment_bytes >= 2 * MIB, "{plan:?}");
            assert!(
                plan.steps.iter().all(|step| step.pattern.threads <= threads && !step.duration.is_zero())
            );
            assert!(plan.steps.iter().any(|step| step.pattern.threads == threads));
            let patterns: std::collections::HashSet<Pattern> =
                plan.steps.iter().map(|step| step.pattern).collect();
            assert_eq!(patterns.len(), plan.steps.len(), "a pattern is measured twice");
            assert_eq!(plan.steps.iter().filter(|step| step.is_long).count(), 2);
        }
    }

    #[test]
    fn limits_out_of_bounds_are_refused_with_the_bounds() {
        let good = Limits::default();
        for (limits, named) in [
            (Limits { duration: Duration::from_millis(999), ..good }, "1 to 3600 seconds"),
            (Limits { duration: Duration::from_secs(3601), ..good }, "1 to 3600 seconds"),
            (Limits { bytes: Limits::LEAST_BYTES - 1, ..good }, "33554432"),
            (Limits { bytes: u64::MAX, ..good }, "68719476736"),
            (Limits { threads: 0, ..good }, "1 to 64 threads"),
            (Limits { threads: 65, ..good }, "1 to 64 threads"),
        ] {
            let error = limits.verify().unwrap_err();
            assert!(error.to_string().contains(named) && error.code() == "limits", "{error}");
        }
    }
}
