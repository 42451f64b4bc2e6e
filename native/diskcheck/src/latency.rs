//! Latencies in buckets: a fixed amount of memory for any number of operations.
//!
//! Below 128 ns each value has its bucket; above, each power of two has 128 of them, so a percentile is at most 0.8 %
//! off. Minimum, maximum and mean are exact.

use std::time::Duration;

use serde::Serialize;

const BITS: u32 = 7;
const PER_POWER: usize = 1 << BITS;
const BUCKETS: usize = PER_POWER * (65 - BITS as usize);

/// Counts of latencies.
#[derive(Debug, Clone)]
pub(crate) struct Latencies {
    buckets: Vec<u64>,
    count: u64,
    sum: u128,
    least: u64,
    most: u64,
}

/// Percentiles in nanoseconds. One that the number of operations does not support is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct LatencySummary {
    /// The shortest.
    pub min_ns: u64,
    /// The mean.
    pub mean_ns: u64,
    /// The median.
    pub p50_ns: u64,
    /// Nine of ten operations take at most this long.
    pub p90_ns: u64,
    /// Of at least 100 operations.
    pub p99_ns: Option<u64>,
    /// Of at least 1000 operations.
    pub p999_ns: Option<u64>,
    /// The longest.
    pub max_ns: u64,
}

impl Default for Latencies {
    fn default() -> Self {
        Self { buckets: vec![0; BUCKETS], count: 0, sum: 0, least: u64::MAX, most: 0 }
    }
}

impl Latencies {
    pub(crate) fn add(&mut self, latency: Duration) {
        let value = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX);
        self.buckets[bucket_of(value)] += 1;
        self.count += 1;
        self.sum += u128::from(value);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (sum, more) in self.buckets.iter_mut().zip(&other.buckets) {
            *sum += more;
        }
        self.count += other.count;
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// `None` of no operations.
    pub(crate) fn summary(&self) -> Option<LatencySummary> {
        (self.count > 0).then(|| LatencySummary {
            min_ns: self.least,
            mean_ns: u64::try_from(self.sum / u128::from(self.count)).unwrap_or(u64::MAX),
            p50_ns: self.at(50, 100),
            p90_ns: self.at(90, 100),
            p99_ns: (self.count >= 100).then(|| self.at(99, 100)),
            p999_ns: (self.count >= 1000).then(|| self.at(999, 1000)),
            max_ns: self.most,
        })
    }

    /// The value that this share of all values does not exceed, by nearest rank.
    fn at(&self, part: u64, of: u64) -> u64 {
        let rank = (u128::from(self.count) * u128::from(part)).div_ceil(u128::from(of)).max(1);
        let mut seen = 0_u128;
        for (bucket, count) in self.buckets.iter().enumerate() {
            seen += u128::from(*count);
            if seen >= rank {
                return middle_of(bucket).clamp(self.least, self.most);
            }
        }
        self.most
    }
}

fn bucket_of(value: u64) -> usize {
    let shift = (63 - (value | 1).leading_zeros()).saturating_sub(BITS);
    match shift {
        0 if value < PER_POWER as u64 => value as usize,
        _ => PER_POWER * shift as usize + (value >> shift) as usize,
    }
}

fn middle_of(bucket: usize) -> u64 {
    if bucket < 2 * PER_POWER {
        return bucket as u64;
    }
    let shift = bucket / PER_POWER - 1;
    let first = ((bucket - PER_POWER * shift) as u64) << shift;
    first + (1_u64 << shift) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_values_within_one_percent() {
        for power in 0..64 {
            for value in [1_u64 << power, (1 << power) + (1 << power) / 3, u64::MAX >> power] {
                let bucket = bucket_of(value);
                assert!(bucket < BUCKETS, "{value}: {bucket}");
                let off = middle_of(bucket).abs_diff(value) as f64 / value as f64;
                assert!(off < 0.008, "{value} is shown as {}", middle_of(bucket));
            }
        }
        let mut last = 0;
        for value in 0..100_000 {
            let bucket = bucket_of(value);
            assert!(bucket == last || bucket == last + 1, "{value}: bucket {bucket} after {last}");
            last = bucket;
        }
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_values() {
        let (mut one, mut other) = (Latencies::default(), Latencies::default());
        for value in 1..=2000_u64 {
            let half = if value % 2 == 0 { &mut one } else { &mut other };
            half.add(Duration::from_micros(value));
        }
        one.merge(&other);
        let summary = one.summary().unwrap();
        let near = |found: u64, micros: u64| found.abs_diff(micros * 1000) <= micros * 8;
        assert_eq!(
            (one.count(), summary.min_ns, summary.max_ns, summary.mean_ns),
            (2000, 1000, 2_000_000, 1_000_500)
        );
        assert!(near(summary.p50_ns, 1000) && near(summary.p90_ns, 1800), "{summary:?}");
        assert!(near(summary.p99_ns.unwrap(), 1980) && near(summary.p999_ns.unwrap(), 1998), "{summary:?}");
    }

    #[test]
    fn few_operations_have_no_high_percentiles() {
        let mut few = Latencies::default();
        assert!(few.summary().is_none());
        for _ in 0..99 {
            few.add(Duration::from_millis(2));
        }
        let summary = few.summary().unwrap();
        assert_eq!((summary.p50_ns, summary.p99_ns, summary.p999_ns), (2_000_000, None, None));
    }
}
