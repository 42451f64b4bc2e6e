//! Finds the moment from which a rate is lower for good: the end of a cache or of burst credits.

use serde::Serialize;

/// Samples needed on each side of a drop.
const LEAST: usize = 4;
/// A rate below this share of the earlier one is a drop, if the samples vary less than that.
const SHARE: f64 = 0.75;

/// One interval of a series.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Sample {
    /// Its length.
    pub seconds: f64,
    /// Bytes written in it.
    pub bytes: u64,
}

/// A rate that fell and remained lower.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Drop {
    /// Seconds from the beginning of the series.
    pub after_seconds: f64,
    /// Bytes written until then.
    pub after_bytes: u64,
    /// The median rate until then, bytes per second.
    pub before: f64,
    /// The median rate from then on, bytes per second.
    pub after: f64,
}

/// The median of the samples' rates; 0 of none.
fn median_rate(samples: &[Sample]) -> f64 {
    let mut rates: Vec<f64> = samples.iter().map(rate).collect();
    rates.sort_by(f64::total_cmp);
    rates.get(rates.len() / 2).copied().unwrap_or(0.0)
}

/// All bytes of the samples by all their time; 0 of none.
pub(crate) fn mean_rate(samples: &[Sample]) -> f64 {
    let seconds: f64 = samples.iter().map(|sample| sample.seconds).sum();
    let bytes: u64 = samples.iter().map(|sample| sample.bytes).sum();
    if seconds > 0.0 { bytes as f64 / seconds } else { 0.0 }
}

/// The rates that a tenth of the samples is below and above.
pub(crate) fn range(samples: &[Sample]) -> Option<(f64, f64)> {
    let mut rates: Vec<f64> = samples.iter().map(rate).collect();
    rates.sort_by(f64::total_cmp);
    let tenth = rates.len() / 10;
    Some((*rates.get(tenth)?, *rates.get(rates.len().checked_sub(1 + tenth)?)?))
}

fn rate(sample: &Sample) -> f64 {
    if sample.seconds > 0.0 { sample.bytes as f64 / sample.seconds } else { 0.0 }
}

/// The split with the smallest squared deviation from the two means, if the second part is clearly slower: nearly all
/// of its samples are below nearly all of the first.
pub(crate) fn find_drop(samples: &[Sample]) -> Option<Drop> {
    if samples.len() < 2 * LEAST {
        return None;
    }
    let rates: Vec<f64> = samples.iter().map(rate).collect();
    let split = (LEAST..=rates.len() - LEAST).min_by(|one, other| {
        let error = |at: usize| deviation(&rates[..at]) + deviation(&rates[at..]);
        error(*one).total_cmp(&error(*other))
    })?;
    let (first, second) = samples.split_at(split);
    let (before, after) = (median_rate(first), median_rate(second));
    let middle = f64::midpoint(before, after);
    let misplaced = rates[..split].iter().filter(|rate| **rate < middle).count()
        + rates[split..].iter().filter(|rate| **rate > middle).count();
    (after < SHARE * before && misplaced * 8 <= rates.len()).then(|| Drop {
        after_seconds: first.iter().map(|sample| sample.seconds).sum(),
        after_bytes: first.iter().map(|sample| sample.bytes).sum(),
        before,
        after,
    })
}

fn deviation(rates: &[f64]) -> f64 {
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    rates.iter().map(|rate| (rate - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(megabytes: &[u64]) -> Vec<Sample> {
        megabytes.iter().map(|bytes| Sample { seconds: 0.5, bytes: bytes * 500_000 }).collect()
    }

    #[test]
    fn the_end_of_a_burst_is_found_where_it_is() {
        let rates = [251, 248, 250, 249, 252, 250, 125, 124, 126, 125, 125, 124, 126];
        let drop = find_drop(&samples(&rates)).unwrap();
        assert_eq!((drop.after_seconds, drop.after_bytes), (3.0, 750_000_000));
        assert_eq!((drop.before, drop.after), (250e6, 125e6));
    }

    #[test]
    fn noise_and_single_pauses_and_a_rise_are_no_drop() {
        for rates in [
            vec![250, 248, 20, 249, 252, 250, 247, 15, 248, 251, 250, 249],
            vec![100, 300, 90, 310, 95, 290, 105, 300, 80, 305, 99, 301],
            vec![125, 125, 124, 126, 125, 250, 250, 251, 249, 250],
            vec![250, 240, 230, 225, 222, 220, 215, 214, 213, 212],
            vec![250, 125],
            vec![],
        ] {
            assert_eq!(find_drop(&samples(&rates)), None, "{rates:?}");
        }
    }
}
