//! Slow writes of a journal.

use super::concurrent::Concurrent;
use super::storages::{events_of, latest_end, longest};
use crate::container::Recording;
use crate::findings::statistics::{counted, duration, median, percentile, size, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IoEvent;

pub const RULES: &[Rule] = &[
    Rule {
        id: "slow-journal-write",
        about: "A journal write takes at least 100 ms and 10 times the median of at least 20 writes of its storage.",
        check: slow_journal_write,
    },
    Rule {
        id: "journal-write-p99",
        about: "Of at least 200 journal writes of a storage, the 99th percentile is at least 20 ms and the 95th at least 10 ms.",
        check: journal_write_p99,
    },
];

/// A slow write, in µs.
const SLOW: u64 = 100_000;
/// Writes that a median needs.
const WRITES: usize = 20;
/// Writes that a 99th percentile needs.
const WRITES_P99: usize = 200;
/// Percentiles in µs.
const P99: u64 = 20_000;
const P95: u64 = 10_000;
/// Rows in the evidence.
const EXAMPLES: usize = 3;

const DISK: &str = "Look at what the disk did at that time; `rookeryd disk-check` measures it.";

fn slow_journal_write(recording: &Recording) -> Vec<Finding> {
    let mut concurrent = None;
    let mut found = Vec::new();
    for (storage, writes) in events_of(&recording.rows.io, "JournalWrite") {
        if writes.len() < WRITES {
            continue;
        }
        let usual = median(writes.iter().map(|write| write.duration_us));
        let limit = usual.saturating_mul(10).max(SLOW);
        let slow: Vec<&IoEvent> = writes.into_iter().filter(|write| write.duration_us >= limit).collect();
        let examples = longest(&slow, EXAMPLES);
        let Some(slowest) = examples.first() else { continue };
        let concurrent = concurrent.get_or_insert_with(|| Concurrent::new(recording));
        found.push(Finding {
            rule: "slow-journal-write",
            severity: if slowest.duration_us >= 1_000_000 { Severity::Critical } else { Severity::Warning },
            confidence: Confidence::Certain,
            subject: storage.subject(),
            title: format!(
                "{} of the journal of {storage} took {} or more, the longest {}; the median is {}.",
                counted(slow.len(), "write", "writes"),
                duration(limit),
                duration(slowest.duration_us),
                duration(usual)
            ),
            evidence: examples
                .iter()
                .map(|write| format!("{}. {}", of_write(write), concurrent.sentence(write)))
                .collect(),
            advice: DISK.to_owned(),
            from: slow[0].time,
            to: latest_end(slow.iter().copied()),
        });
    }
    found
}

fn of_write(write: &IoEvent) -> String {
    format!("{}: {} for {}", time_of_day(write.time), duration(write.duration_us), size(write.bytes))
}

fn journal_write_p99(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (storage, writes) in events_of(&recording.rows.io, "JournalWrite") {
        let at = |percent| percentile(writes.iter().map(|write| write.duration_us), percent);
        if writes.len() < WRITES_P99 || at(99) < P99 || at(95) < P95 {
            continue;
        }
        found.push(Finding {
            rule: "journal-write-p99",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: storage.subject(),
            title: format!(
                "1 % of the journal writes of {storage} take {} or more, 5 % take {} or more.",
                duration(at(99)),
                duration(at(95))
            ),
            evidence: vec![format!(
                "{}, median {}, median size {}.",
                counted(writes.len(), "write", "writes"),
                duration(at(50)),
                size(median(writes.iter().map(|write| write.bytes)))
            )],
            advice: format!("A commit waits for its journal write. {DISK}"),
            from: writes[0].time,
            to: latest_end(writes.iter().copied()),
        });
    }
    found
}

#[cfg(test)]
mod tests;
