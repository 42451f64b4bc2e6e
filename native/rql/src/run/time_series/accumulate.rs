//! Aggregates of the values of a frame, each position of the values on its own.

use crate::ast::SeriesFunctionKind;
use crate::plan::SeriesColumn;

/// The values of one frame or group.
#[derive(Debug, Clone, Default)]
pub(super) struct Accumulator {
    positions: Vec<Values>,
    /// All values are kept: a percentile needs them.
    keeps: bool,
}

#[derive(Debug, Clone, Default)]
struct Values {
    count: u64,
    sum: f64,
    least: f64,
    greatest: f64,
    first: f64,
    last: f64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
    kept: Vec<f64>,
}

impl Accumulator {
    pub(super) fn new(columns: &[SeriesColumn]) -> Self {
        let keeps = columns.iter().any(|column| column.kind == SeriesFunctionKind::Percentile);
        Self { positions: Vec::new(), keeps }
    }

    /// Returns how many values are kept for it.
    pub(super) fn add(&mut self, values: &[f64]) -> usize {
        if self.positions.len() < values.len() {
            self.positions.resize(values.len(), Values::default());
        }
        for (known, value) in self.positions.iter_mut().zip(values) {
            known.add(*value);
            if self.keeps {
                known.kept.push(*value);
            }
        }
        if self.keeps { values.len() } else { 0 }
    }

    /// Adds a rollup: for each value its first, last, least, greatest, sum and count.
    pub(super) fn add_rollup(&mut self, numbers: &[f64]) {
        let (rollups, _) = numbers.as_chunks::<6>();
        if self.positions.len() < rollups.len() {
            self.positions.resize(rollups.len(), Values::default());
        }
        for (known, rollup) in self.positions.iter_mut().zip(rollups) {
            known.add_rollup(*rollup);
        }
    }

    /// Numbers of values.
    pub(super) fn counts(&self) -> Vec<f64> {
        self.positions.iter().map(|values| values.count as f64).collect()
    }

    /// A column of a row; `length` is that of the frame in milliseconds.
    pub(super) fn column(&mut self, column: &SeriesColumn, length: i64) -> Vec<f64> {
        self.positions.iter_mut().map(|values| values.value(column, length)).collect()
    }
}

impl Values {
    fn add(&mut self, value: f64) {
        if self.count == 0 {
            (self.least, self.greatest, self.first) = (value, value, value);
        }
        self.count += 1;
        self.sum += value;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
        self.last = value;
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.squares += distance * (value - self.mean);
    }

    fn add_rollup(&mut self, [first, last, least, greatest, sum, count]: [f64; 6]) {
        if self.count == 0 {
            (self.least, self.greatest, self.first) = (least, greatest, first);
        }
        // A count that was written is whole and not negative.
        self.count += count as u64;
        self.sum += sum;
        self.least = self.least.min(least);
        self.greatest = self.greatest.max(greatest);
        self.last = last;
    }

    fn value(&mut self, column: &SeriesColumn, length: i64) -> f64 {
        match column.kind {
            SeriesFunctionKind::First => self.first,
            SeriesFunctionKind::Last => self.last,
            SeriesFunctionKind::Min => self.least,
            SeriesFunctionKind::Max => self.greatest,
            SeriesFunctionKind::Sum => self.sum,
            SeriesFunctionKind::Count => self.count as f64,
            SeriesFunctionKind::Average => self.sum / self.count as f64,
            SeriesFunctionKind::Slope => (self.last - self.first) / length as f64,
            SeriesFunctionKind::StandardDeviation => {
                if self.count < 2 {
                    f64::NAN
                } else {
                    (self.squares / (self.count - 1) as f64).sqrt()
                }
            }
            SeriesFunctionKind::Percentile => percentile(&mut self.kept, column.percent),
        }
    }
}

/// Rank `p / 100 × (n + 1)` of the sorted values, on the line between neighbours.
fn percentile(values: &mut [f64], percent: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return f64::NAN };
    let rank = percent / 100.0 * (values.len() + 1) as f64;
    if rank <= 1.0 {
        return *first;
    }
    if rank >= values.len() as f64 {
        return *last;
    }
    let below = rank.floor();
    // Between 1 and the number of values.
    let index = below as usize;
    match (values.get(index - 1), values.get(index)) {
        (Some(low), Some(high)) => low + (rank - below) * (high - low),
        _ => *last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_on_the_line_between_neighbours() {
        let at = |percent: f64, values: &[f64]| percentile(&mut values.to_vec(), percent);
        assert_eq!(at(50.0, &[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(at(50.0, &[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(at(99.5, &[1.0, 2.0]), 2.0);
        assert_eq!(at(1.0, &[1.0, 2.0]), 1.0);
        assert_eq!(at(100.0, &[7.0]), 7.0);
    }
}
