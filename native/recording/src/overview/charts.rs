//! The charts of a recording: every series that has rows, in equal buckets of one range.

use serde::Serialize;

use super::buckets::Buckets;
use super::series::{Series, Shape, Unit, gap};
use super::{Span, extent};
use crate::container::Recording;
use crate::findings::statistics::SECOND;
use crate::table::Table;
use crate::tables::{IoEvent, Rows, Traffic};

/// The most values of a series.
pub const MOST_BUCKETS: usize = 2_000;

/// The series of a range.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Charts {
    /// The range.
    pub range: Span,
    /// Number of values of each series: equal parts of the range.
    pub buckets: usize,
    /// The series of tables that have rows, anywhere in the recording.
    pub series: Vec<Series>,
}

/// The charts of a range; of everything without one. Times outside of the recording are left out.
pub fn charts(recording: &Recording, range: Option<Span>) -> Charts {
    let all = extent(recording);
    let wanted = range.unwrap_or(all);
    let from = wanted.from.clamp(all.from, all.to);
    let span = Span { from, to: wanted.to.clamp(from, all.to) };
    let buckets = Buckets { span, count: bucket_count(span) };
    Charts { range: span, buckets: buckets.count, series: all_series(&recording.rows, &buckets) }
}

/// No bucket is shorter than a microsecond.
fn bucket_count(span: Span) -> usize {
    usize::try_from(span.to - span.from).map_or(MOST_BUCKETS, |length| length.clamp(1, MOST_BUCKETS))
}

fn all_series(rows: &Rows, buckets: &Buckets) -> Vec<Series> {
    let width = buckets.width();
    let mut found = Vec::new();
    let line = |id, unit, gap_us, values| Series { id, shape: Shape::Line, unit, gap_us, values };
    if !rows.cpu.is_empty() {
        let gap = gap(times(&rows.cpu), width);
        let machine = rows.cpu.iter().map(|row| (row.time, row.machine_percent));
        found.push(line("cpu.machine", Unit::Percent, gap, buckets.largest(machine)));
        let process = rows.cpu.iter().map(|row| (row.time, row.process_percent));
        found.push(line("cpu.process", Unit::Percent, gap, buckets.largest(process)));
    }
    if !rows.memory.is_empty() {
        let gap = gap(times(&rows.memory), width);
        let used = rows.memory.iter().map(|row| (row.time, row.working_set_bytes as f64));
        found.push(line("memory.workingSet", Unit::Bytes, gap, buckets.largest(used)));
        let available = rows.memory.iter().map(|row| (row.time, row.available_bytes as f64));
        found.push(line("memory.available", Unit::Bytes, gap, buckets.smallest(available)));
    }
    if !rows.traffic.is_empty() {
        let per_second = |value: fn(&Traffic) -> u64| {
            let points = rows.traffic.iter().flat_map(|row| {
                let seconds = 0..row.represents() as i64;
                seconds.map(move |second| (row.time.saturating_add(second * SECOND), value(row) as f64))
            });
            buckets.rate(points)
        };
        let (values, step) = per_second(|row| row.requests);
        found.push(line("requests.rate", Unit::PerSecond, rate_gap(step, width), values));
        let (values, step) = per_second(|row| row.failed.saturating_add(row.refused));
        found.push(line("requests.failed", Unit::PerSecond, rate_gap(step, width), values));
        let gap = gap(times(&rows.traffic), width);
        let p95 = rows.traffic.iter().map(|row| (row.time, row.p95_us as f64));
        found.push(line("requests.p95", Unit::Microseconds, gap, buckets.largest(p95)));
        let p99 = rows.traffic.iter().map(|row| (row.time, row.p99_us as f64));
        found.push(line("requests.p99", Unit::Microseconds, gap, buckets.largest(p99)));
    }
    io(rows, buckets, &mut found);
    if !rows.gc.is_empty() {
        let pauses = rows.gc.iter().map(|row| (row.time, row.pause_us as f64));
        found.push(bars("gc.pause", buckets.largest(pauses)));
    }
    if !rows.databases.is_empty() {
        let queue = rows.databases.iter().map(|row| (row.time, row.queue as f64));
        let gap = gap(times(&rows.databases), width);
        found.push(line("merger.queue", Unit::Count, gap, buckets.largest(queue)));
    }
    if !rows.indexes.is_empty() {
        let lag = rows.indexes.iter().map(|row| (row.time, row.lag as f64));
        let gap = gap(times(&rows.indexes), width);
        found.push(line("indexes.lag", Unit::Count, gap, buckets.largest(lag)));
    }
    found
}

fn io(rows: &Rows, buckets: &Buckets, found: &mut Vec<Series>) {
    let of = |kind: &'static str| rows.io.iter().filter(move |event| event.kind == kind);
    let durations = |event: &IoEvent| (event.time, event.duration_us as f64);
    if of("JournalWrite").next().is_some() {
        let (values, step) = buckets.rate(of("JournalWrite").map(|event| (event.time, 1.0)));
        let gap_us = rate_gap(step, buckets.width());
        found.push(Series { id: "journal.rate", shape: Shape::Line, unit: Unit::PerSecond, gap_us, values });
        found.push(bars("journal.longest", buckets.largest(of("JournalWrite").map(durations))));
    }
    for (kind, id) in [("DataFlush", "data.flush"), ("DataSync", "data.sync")] {
        if of(kind).next().is_some() {
            found.push(bars(id, buckets.largest(of(kind).map(durations))));
        }
    }
}

fn bars(id: &'static str, values: Vec<Option<f64>>) -> Series {
    Series { id, shape: Shape::Bar, unit: Unit::Microseconds, gap_us: 0, values }
}

fn times<T: Table>(rows: &[T]) -> impl Iterator<Item = i64> {
    rows.iter().map(Table::time)
}

/// Every step has a value, so one missing step is a gap.
fn rate_gap(step: i64, width: i64) -> i64 {
    step.saturating_add(width.saturating_mul(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{SECONDS, at, quiet};

    fn of<'a>(charts: &'a Charts, id: &str) -> &'a Series {
        charts.series.iter().find(|series| series.id == id).unwrap()
    }

    #[test]
    fn every_table_with_rows_has_its_series() {
        let charts = charts(&quiet(), None);
        let ids: Vec<&str> = charts.series.iter().map(|series| series.id).collect();
        let expected = [
            "cpu.machine",
            "cpu.process",
            "memory.workingSet",
            "memory.available",
            "requests.rate",
            "requests.failed",
            "requests.p95",
            "requests.p99",
            "journal.rate",
            "journal.longest",
            "data.flush",
            "data.sync",
            "gc.pause",
            "merger.queue",
            "indexes.lag",
        ];
        assert_eq!(ids, expected);
        assert_eq!(charts.buckets, MOST_BUCKETS);
        assert!(charts.series.iter().all(|series| series.values.len() == MOST_BUCKETS));
        let rates: Vec<f64> = of(&charts, "journal.rate").values.iter().copied().flatten().collect();
        assert_eq!(rates.len(), 600);
        assert!(rates.iter().all(|rate| *rate == 10.0), "{rates:?}");
    }

    #[test]
    fn tables_without_rows_are_left_out() {
        assert_eq!(charts(&Recording::default(), None).series, []);
        let mut recording = quiet();
        recording.rows.gc.clear();
        recording.rows.io.retain(|event| event.kind == "DataSync");
        let charts = charts(&recording, None);
        assert!(!charts.series.iter().any(|series| series.id == "gc.pause" || series.id == "journal.rate"));
        assert!(charts.series.iter().any(|series| series.id == "data.sync"));
    }

    #[test]
    fn a_sampled_second_represents_the_time_to_the_next_sample() {
        let rates = |recording: &Recording| {
            let charts = charts(recording, None);
            let series = charts.series.into_iter().find(|series| series.id == "requests.rate").unwrap();
            series.values.into_iter().flatten().collect::<Vec<_>>()
        };
        let mut recording = quiet();
        let every_second = rates(&recording);
        recording.rows.traffic.retain(|row| (row.time - at(0)) / SECOND % 20 == 0);
        recording.rows.traffic.iter_mut().for_each(|row| row.seconds = 20);
        assert_eq!(rates(&recording), every_second);
        assert!(every_second.iter().all(|rate| *rate == 10.0), "{every_second:?}");
    }

    #[test]
    fn a_part_has_its_own_buckets_and_keeps_the_peak() {
        let mut recording = quiet();
        let write =
            recording.rows.io.iter_mut().find(|event| event.kind == "JournalWrite" && event.time >= at(300));
        write.unwrap().duration_us = 9_000_000;
        let part = charts(&recording, Some(Span { from: at(299), to: at(301) }));
        assert_eq!(part.range, Span { from: at(299), to: at(301) });
        assert_eq!(of(&part, "journal.longest").values[1_000], Some(9_000_000.0));
        let all = charts(&recording, None);
        assert_eq!(of(&all, "journal.longest").values[1_000], Some(9_000_000.0));
    }

    #[test]
    fn a_range_outside_of_the_recording_is_cut() {
        let all = charts(&quiet(), Some(Span { from: 0, to: i64::MAX }));
        assert_eq!(all.range, Span { from: at(0), to: at(SECONDS) });
        assert_eq!(
            charts(&quiet(), Some(Span { from: at(9), to: at(3) })).range,
            Span { from: at(9), to: at(9) }
        );
    }
}
