//! What ran during a write: flushes, syncs, batches of indexes and garbage collections.

use super::storages::{Storage, span_of};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, between, duration, end_of, size, time_of_day};
use crate::tables::{GarbageCollection, IndexBatch, IoEvent};

/// Names in one sentence.
const NAMED: usize = 4;
/// Rows that are examined for one sentence, the latest first: many rows can overlap a damaged one.
const EXAMINED: usize = 10_000;
/// Shorter pauses are left out, in µs.
const PAUSE: u64 = 10_000;
/// How long after the write a garbage collection may be reported, in µs.
const REPORTED: i64 = 2 * SECOND;

/// Rows with a duration, sorted by their start.
struct Timeline<'a, T> {
    rows: Vec<(i64, i64, &'a T)>,
    /// The latest end of this row and all before it.
    latest: Vec<i64>,
}

impl<'a, T> Timeline<'a, T> {
    fn new(rows: impl Iterator<Item = (i64, i64, &'a T)>) -> Self {
        let rows: Vec<_> = rows.collect();
        let latest = rows
            .iter()
            .scan(i64::MIN, |latest, row| {
                *latest = row.1.max(*latest);
                Some(*latest)
            })
            .collect();
        Self { rows, latest }
    }

    fn during(&self, from: i64, to: i64) -> impl Iterator<Item = (u64, &'a T)> {
        let first = self.latest.partition_point(|end| *end <= from);
        let last = self.rows.partition_point(|row| row.0 < to).max(first);
        let overlap = move |row: &(i64, i64, &'a T)| {
            (row.1 > from).then(|| (between(row.0.max(from), row.1.min(to)), row.2))
        };
        self.rows[first..last].iter().rev().take(EXAMINED).filter_map(overlap)
    }
}

/// The rows of a recording that can run during a write.
pub struct Concurrent<'a> {
    io: Timeline<'a, IoEvent>,
    batches: Timeline<'a, IndexBatch>,
    collections: &'a [GarbageCollection],
    clock_offset: i64,
}

impl<'a> Concurrent<'a> {
    /// Prepares the rows.
    pub fn new(recording: &'a Recording) -> Self {
        let rows = &recording.rows;
        let io = rows.io.iter().filter(|event| matches!(event.kind.as_str(), "DataFlush" | "DataSync"));
        Self {
            io: Timeline::new(io.map(|event| (event.time, span_of(event).1, event))),
            batches: Timeline::new(
                rows.batches.iter().map(|batch| (batch.time, end_of(batch.time, batch.duration_us), batch)),
            ),
            collections: &rows.gc,
            clock_offset: recording.manifest.clock_offset,
        }
    }

    /// One sentence. The longest overlaps first; a garbage collection has no start, so that the time of its report counts.
    pub fn sentence(&self, write: &IoEvent) -> String {
        let (from, to) = span_of(write);
        let mut names: Vec<(u64, String)> = Vec::new();
        names.extend(self.io.during(from, to).map(|(overlap, event)| (overlap, of_event(event))));
        names.extend(self.batches.during(from, to).map(|(overlap, batch)| (overlap, of_batch(batch))));
        names.sort_by(|a, b| b.cmp(a));
        let mut names: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        names.splice(0..0, self.collections_near(from, to));
        if names.is_empty() {
            return "The recording has no flush, sync, index batch or garbage collection at that time."
                .to_owned();
        }
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        if more > 0 {
            names.push(format!("{more} more"));
        }
        format!("At the same time ran: {}. Each is a possible cause, not a proven one.", names.join("; "))
    }

    fn collections_near(&self, from: i64, to: i64) -> Vec<String> {
        let seen = |row: &GarbageCollection| row.time.saturating_add(self.clock_offset);
        let first = self.collections.partition_point(|row| seen(row) < from);
        self.collections[first..]
            .iter()
            .take_while(|row| seen(row) <= to.saturating_add(REPORTED))
            .filter(|row| row.pause_us >= PAUSE)
            .take(NAMED)
            .map(|row| {
                let (generation, pause) = (row.generation, duration(row.pause_us));
                let time = time_of_day(seen(row));
                format!("a garbage collection of generation {generation} with pauses of {pause}, reported at {time}")
            })
            .collect()
    }
}

fn of_event(event: &IoEvent) -> String {
    let (kind, storage) = (&event.kind, Storage::of(event));
    format!("{kind} of {storage} ({} in {})", size(event.bytes), duration(event.duration_us))
}

fn of_batch(batch: &IndexBatch) -> String {
    format!(
        "a batch of the index '{}' of '{}' ({})",
        batch.index,
        batch.database,
        duration(batch.duration_us)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_before_many_short_ones_is_found() {
        let values = [1, 2, 3, 4];
        let spans = [(0, 100), (10, 11), (20, 21), (50, 60)];
        let timeline = Timeline::new(spans.iter().zip(&values).map(|(span, value)| (span.0, span.1, value)));
        assert_eq!(timeline.during(55, 70).collect::<Vec<_>>(), [(5, &4), (15, &1)]);
        assert_eq!(timeline.during(60, 61).collect::<Vec<_>>(), [(1, &1)]);
        assert_eq!(timeline.during(100, 200).count(), 0);
        assert_eq!(timeline.during(-5, -1).count(), 0);
    }
}
