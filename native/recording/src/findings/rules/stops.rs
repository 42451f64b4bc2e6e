//! Writes of a journal that stop.

use super::storages::{Storage, events_of, span_of};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, between, counted, duration, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IoEvent;

pub const RULES: &[Rule] = &[Rule {
    id: "writes-stopped",
    about: "A journal write is in progress for at least 5 s during which no journal write of its storage ends.",
    check: writes_stopped,
}];

/// How long no write ends, in µs.
const STOPPED: i64 = 5 * SECOND;
/// Stops in the evidence.
const EXAMPLES: usize = 3;

fn writes_stopped(recording: &Recording) -> Vec<Finding> {
    let storages = events_of(&recording.rows.io, "JournalWrite");
    storages.iter().filter_map(|(storage, writes)| stopped(storage, writes)).collect()
}

fn stopped(storage: &Storage<'_>, writes: &[&IoEvent]) -> Option<Finding> {
    let stops = stops(writes);
    let (first, last) = (stops.first()?, stops.last()?);
    let mut longest = stops.clone();
    longest.sort_by_key(|(from, to)| std::cmp::Reverse(between(*from, *to)));
    let length = between(longest[0].0, longest[0].1);
    Some(Finding {
        rule: "writes-stopped",
        severity: if storage.has_documents() { Severity::Critical } else { Severity::Warning },
        confidence: Confidence::Certain,
        subject: storage.subject(),
        title: format!(
            "Writes of the journal of {storage} stopped {}, the longest time for {}.",
            counted(stops.len(), "time", "times"),
            duration(length)
        ),
        evidence: longest
            .iter()
            .take(EXAMPLES)
            .map(|(from, to)| {
                format!(
                    "From {} to {} ({}) a write was in progress and none ended.",
                    time_of_day(*from),
                    time_of_day(*to),
                    duration(between(*from, *to))
                )
            })
            .collect(),
        advice: "Look at the disk, its driver and the virtual machine at that time: snapshots, a full or throttled volume."
            .to_owned(),
        from: first.0,
        to: last.1,
    })
}

/// Spans between neighbouring ends of writes in which a write was in progress.
fn stops(writes: &[&IoEvent]) -> Vec<(i64, i64)> {
    let mut spans: Vec<(i64, i64)> = writes.iter().map(|write| span_of(write)).collect();
    spans.sort_unstable_by_key(|span| span.1);
    let mut earliest = i64::MAX;
    let mut stops = Vec::new();
    for index in (0..spans.len()).rev() {
        let (start, end) = spans[index];
        earliest = earliest.min(start);
        let from = if index == 0 { earliest } else { earliest.max(spans[index - 1].1) };
        if end.saturating_sub(from) >= STOPPED {
            stops.push((from, end));
        }
    }
    stops.reverse();
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with_write(second: i64, duration_us: u64) -> Recording {
        let mut recording = quiet();
        let mut writes = recording.rows.io.iter_mut().filter(|event| event.kind == "JournalWrite");
        writes.find(|write| write.time >= at(second)).unwrap().duration_us = duration_us;
        recording
    }

    #[test]
    fn a_write_that_blocks_all_others_stops_them() {
        let mut recording = with_write(300, 6_000_000);
        recording.rows.io.retain(|event| event.time <= at(300) || event.time >= at(306));
        let found = writes_stopped(&recording);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Critical, at(300), at(306)));
        assert_eq!(
            found[0].title,
            "Writes of the journal of 'shop' stopped 1 time, the longest time for 6.0 s."
        );
        assert!(found[0].evidence[0].starts_with("From 14:18:20.000 UTC to 14:18:26.000 UTC (6.0 s)"));
    }

    #[test]
    fn a_stop_of_an_index_is_a_warning_about_it() {
        let mut recording = quiet();
        recording.rows.io.push(IoEvent {
            time: at(300),
            duration_us: 5_000_000,
            environment: "Index".into(),
            folder: "Orders_ByCompany".into(),
            database: "shop".into(),
            kind: "JournalWrite".into(),
            ..IoEvent::default()
        });
        recording.rows.sort();
        let found = writes_stopped(&recording);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].severity, found[0].subject.as_str()), (Severity::Warning, "Orders_ByCompany"));
        assert_eq!((found[0].from, found[0].to), (at(300), at(305)));
    }

    #[test]
    fn writes_that_end_meanwhile_have_not_stopped() {
        assert_eq!(writes_stopped(&with_write(300, 6_000_000)), []);
        let mut short = with_write(300, 4_999_999);
        short.rows.io.retain(|event| event.time <= at(300) || event.time >= at(305));
        assert_eq!(writes_stopped(&short), []);
    }

    #[test]
    fn a_time_without_load_is_not_a_stop() {
        let mut recording = quiet();
        recording.rows.io.retain(|event| event.time <= at(300) || event.time >= at(340));
        assert_eq!(writes_stopped(&recording), []);
    }

    #[test]
    fn damaged_times_are_no_panic() {
        let mut recording = quiet();
        for (row, time) in recording.rows.io.iter_mut().zip([i64::MIN, i64::MAX].into_iter().cycle()) {
            (row.time, row.duration_us) = (time, u64::MAX);
        }
        recording.rows.sort();
        for rule in RULES {
            (rule.check)(&recording);
        }
    }
}
