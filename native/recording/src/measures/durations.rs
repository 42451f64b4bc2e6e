//! Number and percentiles of durations.

/// Durations in µs; all 0 where there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Durations {
    pub count: u64,
    pub p50: u64,
    pub p95: u64,
    pub p99: u64,
    pub max: u64,
}

impl Durations {
    /// Percentiles by nearest rank.
    pub fn of(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let rank = |percent| nearest_rank(&values, percent);
        Self { count: values.len() as u64, p50: rank(50), p95: rank(95), p99: rank(99), max: rank(100) }
    }
}

/// The value below which `percent` of the ascending values are, by nearest rank. 0 for no values.
pub fn nearest_rank(ascending: &[u64], percent: usize) -> u64 {
    nearest_place(ascending.len(), percent).map_or(0, |place| ascending[place])
}

/// The place of that value among so many ascending ones. `None` for no values.
pub fn nearest_place(count: usize, percent: usize) -> Option<usize> {
    let rank = (count * percent).div_ceil(100).max(1);
    (rank <= count).then(|| rank - 1)
}

/// The value below which half of the weight is.
pub fn weighted_median(mut values: Vec<(u64, u64)>) -> u64 {
    values.sort_unstable();
    let total: u128 = values.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let mut sum = 0;
    for (value, weight) in values {
        sum += u128::from(weight);
        if sum * 2 >= total {
            return value;
        }
    }
    0
}

/// The least, the mean and the greatest of samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub min: f64,
    pub mean: f64,
    pub max: f64,
}

impl Range {
    /// `None` without samples. Values that are not finite are left out.
    pub fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (mut count, mut sum) = (0.0, 0.0);
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            count += 1.0;
            sum += value;
            min = min.min(value);
            max = max.max(value);
        }
        (count > 0.0).then(|| Self { min, mean: sum / count, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occur() {
        assert_eq!(Durations::of(vec![]), Durations::default());
        let hundred = Durations::of((1..=100).rev().collect());
        assert_eq!((hundred.p50, hundred.p95, hundred.p99, hundred.max), (50, 95, 99, 100));
        assert_eq!(Durations::of(vec![7]).p99, 7);
    }

    #[test]
    fn the_median_counts_weights() {
        assert_eq!(weighted_median(vec![(1, 10), (100, 1), (50, 2)]), 1);
        assert_eq!(weighted_median(vec![(9, u64::MAX), (1, u64::MAX)]), 1);
        assert_eq!(weighted_median(vec![]), 0);
    }

    #[test]
    fn ranges_leave_out_what_is_not_a_number() {
        let range = Range::of([2.0, f64::NAN, 4.0].into_iter());
        assert_eq!(range, Some(Range { min: 2.0, mean: 3.0, max: 4.0 }));
        assert_eq!(Range::of(std::iter::empty()), None);
    }
}
