//! Small statistics over rows.

use std::collections::{BTreeMap, HashMap};

use crate::measures::nearest_place;
use crate::table::Table;

/// Microseconds of a second.
pub const SECOND: i64 = 1_000_000;

/// The value below which `percent` of the values are (nearest rank). 0 for no values.
pub fn percentile(values: impl IntoIterator<Item = u64>, percent: usize) -> u64 {
    let mut values: Vec<u64> = values.into_iter().collect();
    let Some(place) = nearest_place(values.len(), percent) else { return 0 };
    *values.select_nth_unstable(place).1
}

/// The median.
pub fn median(values: impl IntoIterator<Item = u64>) -> u64 {
    percentile(values, 50)
}

/// The share of a part in percent.
pub fn percent(part: u64, whole: u64) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// Rows by a key, in the order of the key.
pub fn by_key<'a, T, K: Ord>(
    rows: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&'a T) -> K,
) -> BTreeMap<K, Vec<&'a T>> {
    let mut groups: BTreeMap<K, Vec<&T>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(row)).or_default().push(row);
    }
    groups
}

/// The longest runs of neighbouring rows that match: each as a slice of at least `least` rows.
pub fn runs<T>(rows: &[T], least: usize, matches: impl Fn(&T) -> bool) -> Vec<&[T]> {
    rows.chunk_by(|a, b| matches(a) == matches(b))
        .filter(|run| run.len() >= least && matches(&run[0]))
        .collect()
}

/// A duration for people: `340 µs`, `12.4 ms`, `3.2 s`, `4 min 10 s`.
pub fn duration(microseconds: u64) -> String {
    match microseconds {
        0..1_000 => format!("{microseconds} µs"),
        1_000..1_000_000 => format!("{:.1} ms", microseconds as f64 / 1e3),
        1_000_000..60_000_000 => format!("{:.1} s", microseconds as f64 / 1e6),
        _ => format!("{} min {} s", microseconds / 60_000_000, microseconds / 1_000_000 % 60),
    }
}

/// A size for people: `512 B`, `4.0 KiB`, `1.5 GiB`.
pub fn size(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1024.0 && unit < 4 {
        value /= 1024.0;
        unit += 1;
    }
    match unit {
        0 => format!("{bytes} B"),
        _ => format!("{value:.1} {}", ["KiB", "MiB", "GiB", "TiB"][unit - 1]),
    }
}

/// The end of what began at `time`.
pub fn end_of(time: i64, duration_us: u64) -> i64 {
    time.saturating_add(i64::try_from(duration_us).unwrap_or(i64::MAX))
}

/// The start of what ended at `time`.
pub fn start_of(time: i64, duration_us: u64) -> i64 {
    time.saturating_sub(i64::try_from(duration_us).unwrap_or(i64::MAX))
}

/// The time from one moment to a later one; 0 if it is not later.
pub fn between(from: i64, to: i64) -> u64 {
    u64::try_from(to.saturating_sub(from)).unwrap_or(0)
}

/// The time of day: `14:13:20.500 UTC`.
pub fn time_of_day(time: i64) -> String {
    let ms = time.rem_euclid(86_400 * SECOND) / 1_000;
    format!("{:02}:{:02}:{:02}.{:03} UTC", ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60, ms % 1_000)
}

/// `1 request`, `3 requests`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A text on one line, cut after so many characters.
pub fn shortened(text: &str, characters: usize) -> String {
    let mut all = text.trim().chars().map(|char| if char.is_control() { ' ' } else { char });
    let mut short: String = all.by_ref().take(characters).collect();
    if all.next().is_some() {
        short.push('…');
    }
    short
}

/// Places in sorted rows for conditions that hold for more and more of them. Each row is read one time.
pub struct Ascending<'a, T> {
    rows: &'a [T],
    place: usize,
}

impl<'a, T> Ascending<'a, T> {
    /// Begins with the first row.
    pub fn new(rows: &'a [T]) -> Self {
        Self { rows, place: 0 }
    }

    /// The first row for which the condition does not hold, as [`slice::partition_point`].
    pub fn place(&mut self, holds: impl Fn(&T) -> bool) -> usize {
        while self.rows.get(self.place).is_some_and(&holds) {
            self.place += 1;
        }
        self.place
    }

    /// That row.
    pub fn first(&mut self, holds: impl Fn(&T) -> bool) -> Option<&'a T> {
        let place = self.place(holds);
        self.rows.get(place)
    }
}

/// The part of rows sorted by time that is from `from` to `to`, both included.
pub fn within<T: Table>(rows: &[T], from: i64, to: i64) -> &[T] {
    let rows = &rows[rows.partition_point(|row| row.time() < from)..];
    &rows[..rows.partition_point(|row| row.time() <= to)]
}

/// Runs of neighbouring rows that match and are at most `gap` µs apart, each with at least `span` µs between its first
/// and its last row.
pub fn lasting_runs<'a, 'r, T: Table>(
    rows: &'a [&'r T],
    gap: i64,
    span: i64,
    matches: impl Fn(&T) -> bool,
) -> Vec<&'a [&'r T]> {
    rows.chunk_by(|a, b| matches(a) == matches(b) && b.time().saturating_sub(a.time()) <= gap)
        .filter(|run| matches(run[0]) && run[run.len() - 1].time().saturating_sub(run[0].time()) >= span)
        .collect()
}

/// The window of at most `length` µs with the greatest sum of `weight`: its rows and the sum.
pub fn heaviest_window<'a, 'r, T: Table>(
    rows: &'a [&'r T],
    length: i64,
    weight: impl Fn(&T) -> u64,
) -> (&'a [&'r T], u64) {
    let (mut best, mut best_sum, mut first, mut sum) = (0..0, 0, 0, 0_u64);
    for (last, row) in rows.iter().enumerate() {
        sum = sum.saturating_add(weight(row));
        while row.time().saturating_sub(rows[first].time()) > length {
            sum = sum.saturating_sub(weight(rows[first]));
            first += 1;
        }
        if sum > best_sum {
            (best, best_sum) = (first..last + 1, sum);
        }
    }
    (&rows[best], best_sum)
}

/// The most frequent keys with their counts: the most frequent first, then in the order of the key.
pub fn most_frequent<K: Ord + std::hash::Hash>(
    keys: impl Iterator<Item = K>,
    most: usize,
) -> Vec<(K, usize)> {
    let mut counts: HashMap<K, usize> = HashMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    let mut counts: Vec<(K, usize)> = counts.into_iter().collect();
    counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(most);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occur() {
        assert_eq!(percentile([], 99), 0);
        assert_eq!(percentile([7], 50), 7);
        assert_eq!(percentile(1..=100, 99), 99);
        assert_eq!(median([3, 1, 2]), 2);
    }

    #[test]
    fn ascending_places_are_partition_points() {
        let rows = [1, 3, 3, 8];
        let mut places = Ascending::new(&rows);
        for limit in [0, 2, 3, 3, 4, 9, 10] {
            assert_eq!(places.place(|row| *row < limit), rows.partition_point(|row| *row < limit));
        }
    }

    #[test]
    fn runs_are_neighbours_that_match() {
        let rows = [1, 5, 6, 2, 7, 8, 9];
        assert_eq!(runs(&rows, 3, |row| *row >= 5), [&[7, 8, 9][..]]);
        assert_eq!(runs(&rows, 2, |row| *row >= 5).len(), 2);
    }

    #[test]
    fn figures_are_read_by_people() {
        assert_eq!(duration(12_400), "12.4 ms");
        assert_eq!(duration(250_000_000), "4 min 10 s");
        assert_eq!(size(4096), "4.0 KiB");
        assert_eq!(size(3), "3 B");
    }

    #[test]
    fn moments_have_no_overflow() {
        assert_eq!(time_of_day(1_790_000_000 * SECOND + 500_000), "14:13:20.500 UTC");
        assert_eq!(time_of_day(-1), "23:59:59.999 UTC");
        assert_eq!(end_of(5, u64::MAX), i64::MAX);
        assert_eq!(between(i64::MIN, i64::MAX), i64::MAX as u64);
        assert_eq!(between(9, 3), 0);
        assert_eq!(counted(1, "batch", "batches"), "1 batch");
    }

    #[test]
    fn texts_are_cut_between_characters_and_have_one_line() {
        assert_eq!(shortened(" é\nab ", 4), "é ab");
        assert_eq!(shortened("ééé", 2), "éé…");
    }

    #[test]
    fn windows_and_runs_go_by_time() {
        let line = |time| crate::tables::LogLine { time, ..Default::default() };
        let rows = [line(i64::MIN), line(10), line(12), line(14), line(30), line(i64::MAX)];
        assert_eq!(within(&rows, 12, 30).len(), 3);
        let all: Vec<_> = rows.iter().collect();
        let (window, sum) = heaviest_window(&all, 4, |_| 1);
        assert_eq!((window[0].time, window.len(), sum), (10, 3, 3));
        assert_eq!(lasting_runs(&all, 2, 4, |_| true), [&all[1..4]]);
        assert_eq!(lasting_runs(&all, 2, 5, |_| true).len(), 0);
    }
}
