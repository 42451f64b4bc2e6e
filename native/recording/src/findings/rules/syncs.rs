//! Flushes and syncs of data files.

use std::cmp::Reverse;

use super::storages::{Storage, events_of, joined, latest_end, longest, overlaps, span_of};
use crate::container::Recording;
use crate::findings::statistics::{counted, duration, median, size, time_of_day};
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
    slow(recording, "DataSync", "slow-sync", "sync")
}

fn slow_flush(recording: &Recording) -> Vec<Finding> {
    slow(recording, "DataFlush", "slow-flush", "flush")
}

fn slow(recording: &Recording, kind: &str, rule: &'static str, noun: &str) -> Vec<Finding> {
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
                counted(all, noun),
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
    let (during, others): (Vec<&IoEvent>, Vec<&IoEvent>) =
        writes.iter().partition(|write| overlaps(syncs, span_of(write)));
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
        counted(during.len(), "write"),
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
        advice: "The journal and the data files seem to share a disk: a journal on a disk of its own, or a faster disk, would help."
            .to_owned(),
        from: during[0].time,
        to: latest_end(during.iter().copied()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with_event(kind: &str, duration_us: u64) -> Recording {
        let mut recording = quiet();
        let mut events = recording.rows.io.iter_mut().filter(|event| event.kind == kind);
        events.find(|event| event.time >= at(300)).unwrap().duration_us = duration_us;
        recording
    }

    #[test]
    fn a_slow_sync_is_reported_with_its_pace() {
        let found = slow_sync(&with_event("DataSync", 4_000_000));
        assert_eq!(found.len(), 1);
        let start = at(300) + 80_000;
        assert_eq!((found[0].from, found[0].to), (start, start + 4_000_000));
        assert_eq!((found[0].severity, found[0].rule), (Severity::Warning, "slow-sync"));
        assert_eq!(found[0].title, "1 of 40 syncs of 'shop' took 2.0 s or more, the longest 4.0 s.");
        let evidence = "14:18:20.080 UTC: 4.0 s for 2.0 MiB of Raven.voron (512.0 KiB per second).";
        assert_eq!(found[0].evidence, [evidence]);
    }

    #[test]
    fn a_slow_flush_is_reported() {
        let found = slow_flush(&with_event("DataFlush", 2_000_000));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, found[0].from), ("slow-flush", at(300) + 50_000));
        assert_eq!(found[0].title, "1 of 40 flushes of 'shop' took 2.0 s or more, the longest 2.0 s.");
    }

    #[test]
    fn a_sync_or_flush_below_the_limit_is_not_slow() {
        assert_eq!(slow_sync(&with_event("DataSync", 1_999_999)), []);
        assert_eq!(slow_flush(&with_event("DataFlush", 1_999_999)), []);
    }

    /// Syncs of 300 ms, and so long writes during them: three or four for each of the 40 syncs.
    fn with_writes_during_syncs(duration_us: u64) -> Recording {
        let mut recording = quiet();
        for event in &mut recording.rows.io {
            let since = (event.time - at(0)) % (15 * 1_000_000);
            match event.kind.as_str() {
                "DataSync" => event.duration_us = 300_000,
                "JournalWrite" if (80_000..380_000).contains(&since) => event.duration_us = duration_us,
                _ => {}
            }
        }
        recording
    }

    #[test]
    fn writes_that_wait_for_syncs_are_reported() {
        let found = writes_slower_during_sync(&with_writes_during_syncs(40_000));
        assert_eq!(found.len(), 1);
        let finding = &found[0];
        assert_eq!((finding.severity, finding.confidence), (Severity::Warning, Confidence::Likely));
        assert_eq!((finding.from, finding.to), (at(0) + 100_000, at(585) + 340_000));
        assert!(
            finding.title.contains(
                "'shop' that overlap a sync of a data file have a median of 40.0 ms, the others 2.0 ms"
            ),
            "{}",
            finding.title
        );
        let evidence =
            "120 writes overlap a sync, 5880 do not; the median of the syncs of all storages is 300.0 ms.";
        assert_eq!(finding.evidence[0], evidence);
    }

    #[test]
    fn writes_that_are_hardly_slower_during_syncs_are_not_reported() {
        assert_eq!(writes_slower_during_sync(&with_writes_during_syncs(4_999)), []);
        let mut few = with_writes_during_syncs(40_000);
        few.rows.io.retain(|event| event.kind != "DataSync" || event.time < at(90));
        few.rows.io.retain(|event| event.duration_us != 40_000 || event.time < at(90));
        assert_eq!(writes_slower_during_sync(&few), [], "18 writes");
    }

    #[test]
    fn writes_longer_than_the_syncs_are_a_possible_cause_only() {
        let mut recording = with_writes_during_syncs(90_000);
        for sync in recording.rows.io.iter_mut().filter(|event| event.kind == "DataSync") {
            sync.duration_us = 80_000;
        }
        let found = writes_slower_during_sync(&recording);
        assert_eq!(found[0].confidence, Confidence::Possible);
        assert!(found[0].evidence[1].starts_with("The syncs are shorter"));
    }
}
