//! Flushes and syncs of data files.

use std::cmp::Reverse;

use super::storages::{Storage, events_of, joined, latest_end, longest, overlaps, span_of};
use crate::container::Recording;
use crate::findings::statistics::{Ascending, counted, duration, median, size, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IoEvent;

pub const RULES: &[Rule] = &[
    Rule { id: "slow-sync", about: "A sync of a data file takes at least 2 s.", check: slow_sync },
    Rule { id: "slow-flush", about: "A flush to a data file takes at least 2 s.", check: slow_flush },
    Rule {
        id: "writes-slower-during-sync",
        about: "The median of at least 20 journal writes that overlap a sync of any storage is at least 5 ms and 3 times the median of at least 20 others.",
        check: writes_slower_during_sync,
    },
];

/// A slow sync or flush, in µs.
const SLOW: u64 = 2_000_000;
/// Writes that a median needs.
const WRITES: usize = 20;
/// A median during syncs, in µs.
const DURING: u64 = 5_000;
/// The median during syncs, in medians of the others.
const TIMES: u64 = 3;
/// Rows in the evidence.
const EXAMPLES: usize = 3;

fn slow_sync(recording: &Recording) -> Vec<Finding> {
    slow(recording, "DataSync", "slow-sync", ("sync", "syncs"))
}

fn slow_flush(recording: &Recording) -> Vec<Finding> {
    slow(recording, "DataFlush", "slow-flush", ("flush", "flushes"))
}

fn slow(recording: &Recording, kind: &str, rule: &'static str, nouns: (&str, &str)) -> Vec<Finding> {
    let mut found = Vec::new();
    for (storage, mut events) in events_of(&recording.rows.io, kind) {
        let all = events.len();
        events.retain(|event| event.duration_us >= SLOW);
        let examples = longest(&events, EXAMPLES);
        let Some(slowest) = examples.first() else { continue };
        found.push(Finding {
            rule,
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: storage.subject(),
            title: format!(
                "{} of {} of {storage} took {} or more, the longest {}.",
                events.len(),
                counted(all, nouns.0, nouns.1),
                duration(SLOW),
                duration(slowest.duration_us)
            ),
            evidence: examples.into_iter().map(of_event).collect(),
            advice: "Compare the bytes per second with what `rookeryd disk-check` measures on this disk."
                .to_owned(),
            from: events[0].time,
            to: latest_end(events.iter().copied()),
        });
    }
    found
}

fn of_event(event: &IoEvent) -> String {
    let seconds = event.duration_us.max(1) as f64 / 1e6;
    format!(
        "{}: {} for {} of {} ({} per second).",
        time_of_day(event.time),
        duration(event.duration_us),
        size(event.bytes),
        event.file,
        size((event.bytes as f64 / seconds) as u64)
    )
}

fn writes_slower_during_sync(recording: &Recording) -> Vec<Finding> {
    let io = &recording.rows.io;
    let syncs: Vec<&IoEvent> = io.iter().filter(|event| event.kind == "DataSync").collect();
    let spans = joined(syncs.iter().map(|sync| span_of(sync)));
    let sync = median(syncs.iter().map(|sync| sync.duration_us));
    let storages = events_of(io, "JournalWrite");
    storages.iter().filter_map(|(storage, writes)| slower(storage, writes, &spans, sync)).collect()
}

fn slower(storage: &Storage<'_>, writes: &[&IoEvent], syncs: &[(i64, i64)], sync: u64) -> Option<Finding> {
    let mut ended = Ascending::new(syncs);
    let (during, others): (Vec<&IoEvent>, Vec<&IoEvent>) =
        writes.iter().partition(|write| overlaps(&mut ended, span_of(write)));
    if during.len() < WRITES || others.len() < WRITES {
        return None;
    }
    let middle = |writes: &[&IoEvent]| median(writes.iter().map(|write| write.duration_us));
    let (slow, usual) = (middle(&during), middle(&others));
    if slow < DURING || slow < usual.saturating_mul(TIMES) {
        return None;
    }
    // A long write overlaps a short sync more often than a short write does, whatever made it long.
    let biased = sync < slow;
    let mut evidence = vec![format!(
        "{} overlap a sync, {} do not; the median of the syncs of all storages is {}.",
        counted(during.len(), "write", "writes"),
        others.len(),
        duration(sync)
    )];
    if biased {
        evidence.push(
            "The syncs are shorter than these writes: long writes then overlap a sync more often anyway."
                .to_owned(),
        );
    }
    let slowest = during.iter().max_by_key(|write| (write.duration_us, Reverse(write.time)))?;
    evidence.push(format!(
        "The longest of them began at {} and took {}.",
        time_of_day(slowest.time),
        duration(slowest.duration_us)
    ));
    Some(Finding {
        rule: "writes-slower-during-sync",
        severity: Severity::Warning,
        confidence: if biased { Confidence::Possible } else { Confidence::Likely },
        subject: storage.subject(),
        title: format!(
            "Journal writes of {storage} that overlap a sync of a data file have a median of {}, the others {}.",
            duration(slow),
            duration(usual)
        ),
        evidence,
        advice: "If the journal and the data files share a disk, a faster one or a disk of its own for the journal can help."
            .to_owned(),
        from: during[0].time,
        to: latest_end(during.iter().copied()),
    })
}

#[cfg(test)]
mod tests;
