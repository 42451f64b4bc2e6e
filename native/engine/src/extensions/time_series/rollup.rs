//! Rollups: the entries of a frame as one entry. It has six numbers for each of theirs: the first, the last, the least, the
//! greatest, the sum and the count.

use rookery_rql::values::Period;
use rookery_timeseries::Points;

use super::TimeSeriesEntry;

/// The numbers of a rollup for each number of the entries.
pub(crate) const NUMBERS: usize = 6;
/// Entries with more numbers have no rollups: one would have more than 32.
pub(crate) const MOST_VALUES: usize = 5;

/// An entry has more numbers than rollups can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyValues(pub usize);

/// Whether entries of this series are rollups.
pub fn is_rollup(name: &str) -> bool {
    name.contains('@')
}

/// The six numbers of one number.
#[derive(Debug, Clone, Copy)]
struct Summary {
    first: f64,
    last: f64,
    least: f64,
    greatest: f64,
    sum: f64,
    count: f64,
}

impl Summary {
    const fn of(value: f64) -> Self {
        Self { first: value, last: value, least: value, greatest: value, sum: value, count: 1.0 }
    }

    fn read(numbers: &[f64]) -> Option<Self> {
        let [first, last, least, greatest, sum, count] = *numbers.first_chunk::<NUMBERS>()?;
        Some(Self { first, last, least, greatest, sum, count })
    }

    fn add(&mut self, later: Self) {
        self.last = later.last;
        self.least = self.least.min(later.least);
        self.greatest = self.greatest.max(later.greatest);
        self.sum += later.sum;
        self.count += later.count;
    }

    const fn numbers(self) -> [f64; NUMBERS] {
        [self.first, self.last, self.least, self.greatest, self.sum, self.count]
    }
}

/// Collects entries, in the order of their times, as rollups of frames.
#[derive(Debug)]
pub(crate) struct Rollups {
    every: Period,
    /// The start of the frame that is not over yet. Its entries are not rolled up.
    until: i64,
    open: Option<Frame>,
    points: Points,
}

#[derive(Debug)]
struct Frame {
    start: i64,
    /// Excluded.
    end: i64,
    values: Vec<Summary>,
}

impl Rollups {
    pub(crate) fn new(every: Period, now: i64) -> Self {
        Self { every, until: every.frame_start(now), open: None, points: Points::default() }
    }

    /// The first time whose frame is not over.
    pub(crate) const fn until(&self) -> i64 {
        self.until
    }

    /// Adds an entry, which may be a rollup itself. Returns false when its frame is not over: all later ones are not either.
    pub(crate) fn add(
        &mut self,
        entry: &TimeSeriesEntry<'_>,
        is_rollup: bool,
    ) -> Result<bool, TooManyValues> {
        if entry.timestamp >= self.until {
            return Ok(false);
        }
        let count = if is_rollup { entry.values.len() / NUMBERS } else { entry.values.len() };
        if count > MOST_VALUES {
            return Err(TooManyValues(count));
        }
        if self.open.as_ref().is_none_or(|frame| entry.timestamp >= frame.end) {
            self.close();
            let start = self.every.frame_start(entry.timestamp);
            self.open = Some(Frame { start, end: self.every.after(start), values: Vec::new() });
        }
        let Some(frame) = &mut self.open else { return Ok(true) };
        for position in 0..count {
            let added = match is_rollup {
                true => Summary::read(&entry.values[position * NUMBERS..]),
                false => Some(Summary::of(entry.values[position])),
            };
            match (frame.values.get_mut(position), added) {
                (Some(known), Some(added)) => known.add(added),
                (None, Some(added)) => frame.values.push(added),
                (_, None) => {}
            }
        }
        Ok(true)
    }

    fn close(&mut self) {
        if let Some(frame) = self.open.take().filter(|frame| !frame.values.is_empty()) {
            let numbers: Vec<f64> = frame.values.iter().flat_map(|values| values.numbers()).collect();
            self.points.push(frame.start, &numbers, None);
        }
    }

    /// The rollups, by time.
    pub(crate) fn finish(mut self) -> Points {
        self.close();
        self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    fn rolled(every: Period, now: i64, entries: &[(i64, &[f64])], is_rollup: bool) -> Vec<(i64, Vec<f64>)> {
        let mut rollups = Rollups::new(every, now);
        for (timestamp, values) in entries {
            let entry = TimeSeriesEntry { timestamp: *timestamp, values, tag: Some("t") };
            rollups.add(&entry, is_rollup).unwrap();
        }
        rollups.finish().iter().map(|entry| (entry.timestamp, entry.values.to_vec())).collect()
    }

    #[test]
    fn the_entries_of_a_frame_become_six_numbers_each() {
        let every = Period::Milliseconds(MINUTE);
        let entries: [(i64, &[f64]); 4] =
            [(1, &[3.0]), (2, &[1.0, 5.0]), (MINUTE, &[7.0]), (3 * MINUTE, &[9.0])];
        let expected = vec![
            (0, vec![3.0, 1.0, 1.0, 3.0, 4.0, 2.0, 5.0, 5.0, 5.0, 5.0, 5.0, 1.0]),
            (MINUTE, vec![7.0, 7.0, 7.0, 7.0, 7.0, 1.0]),
        ];
        assert_eq!(rolled(every, 3 * MINUTE + 1, &entries, false), expected);
    }

    #[test]
    fn rollups_of_rollups_are_those_of_the_entries() {
        let entries: Vec<(i64, Vec<f64>)> = (0..500)
            .map(|number| (number * 7_000, vec![(number * 37 % 101) as f64, -(number as f64)]))
            .collect();
        let entries: Vec<(i64, &[f64])> = entries.iter().map(|(time, values)| (*time, &values[..])).collect();
        let now = 500 * 7_000;
        let minutes = rolled(Period::Milliseconds(MINUTE), now, &entries, false);
        let minutes: Vec<(i64, &[f64])> = minutes.iter().map(|(time, values)| (*time, &values[..])).collect();
        let hours = Period::Milliseconds(10 * MINUTE);
        assert_eq!(rolled(hours, now, &minutes, true), rolled(hours, now, &entries, false));
    }

    #[test]
    fn entries_with_many_numbers_have_none() {
        let mut rollups = Rollups::new(Period::Months(1), i64::MAX / 4);
        let entry = TimeSeriesEntry { timestamp: 0, values: &[1.0; 6], tag: None };
        assert_eq!(rollups.add(&entry, false), Err(TooManyValues(6)));
    }
}
