//! Memory that is swapped, and memory that waits to be written to disk.

use super::context::EXAMPLES;
use crate::container::Recording;
use crate::findings::statistics::{counted, duration, percent, size, within};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{IoEvent, MemorySample};

const SWAP_BYTES: u64 = 256 << 20;
const SWAP_GROWTH_BYTES: u64 = 64 << 20;
const DIRTY_BYTES: u64 = 1 << 30;
const DIRTY_PERCENT: u64 = 10;

pub const RULES: &[Rule] = &[
    Rule {
        id: "swap-used",
        about: "At the end at least 256 MiB of swap are in use, at least 64 MiB more than at the start.",
        check: swap_used,
    },
    Rule {
        id: "dirty-memory",
        about: "At least 1 GiB and 10 % of the machine's memory wait to be written to disk.",
        check: dirty_memory,
    },
];

fn swap_used(recording: &Recording) -> Vec<Finding> {
    let samples = &recording.rows.memory;
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return Vec::new() };
    let grown = last.swap_bytes.saturating_sub(first.swap_bytes);
    if last.swap_bytes < SWAP_BYTES || grown < SWAP_GROWTH_BYTES {
        return Vec::new();
    }
    vec![Finding {
        rule: "swap-used",
        severity: Severity::Warning,
        confidence: Confidence::Likely,
        subject: String::new(),
        title: format!("Swap in use grew from {} to {}.", size(first.swap_bytes), size(last.swap_bytes)),
        evidence: vec![format!(
            "At the end {} of {} memory were available; the server's working set was {}.",
            size(last.available_bytes),
            size(last.physical_bytes),
            size(last.working_set_bytes)
        )],
        advice: "Find the process whose memory is swapped: the server becomes slow when it is its own."
            .to_owned(),
        from: first.time,
        to: last.time,
    }]
}

fn dirty_memory(recording: &Recording) -> Vec<Finding> {
    let dirty: Vec<&MemorySample> = recording
        .rows
        .memory
        .iter()
        .filter(|row| row.physical_bytes > 0 && row.dirty_bytes >= DIRTY_BYTES)
        .filter(|row| {
            u128::from(row.dirty_bytes) * 100 >= u128::from(row.physical_bytes) * u128::from(DIRTY_PERCENT)
        })
        .collect();
    let (Some(first), Some(last)) = (dirty.first(), dirty.last()) else { return Vec::new() };
    let Some(worst) = dirty.iter().max_by_key(|row| row.dirty_bytes) else { return Vec::new() };
    let mut syncs: Vec<&IoEvent> = within(&recording.rows.io, first.time, last.time)
        .iter()
        .filter(|event| event.kind == "DataSync")
        .collect();
    syncs.sort_by_key(|event| std::cmp::Reverse(event.duration_us));
    let mut evidence = vec![format!(
        "{} of {} show it.",
        dirty.len(),
        counted(recording.rows.memory.len(), "sample", "samples")
    )];
    evidence.extend(syncs.iter().take(EXAMPLES).map(|event| {
        format!("Meanwhile a {} of '{}' took {}.", event.kind, event.database, duration(event.duration_us))
    }));
    vec![Finding {
        rule: "dirty-memory",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: String::new(),
        title: format!(
            "Up to {} of {} memory ({:.0} %) waited to be written to disk.",
            size(worst.dirty_bytes),
            size(worst.physical_bytes),
            percent(worst.dirty_bytes, worst.physical_bytes)
        ),
        evidence,
        advice: "A sync of so much can take long: look at the syncs that follow, and at other processes that write.".to_owned(),
        from: first.time,
        to: last.time,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with(seconds: std::ops::Range<i64>, change: impl Fn(&mut MemorySample)) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.memory.iter_mut();
        rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time)).for_each(change);
        recording
    }

    #[test]
    fn swap_is_reported_when_it_grows() {
        let found = swap_used(&with(300..600, |row| row.swap_bytes = 256 << 20));
        assert_eq!(found[0].title, "Swap in use grew from 0 B to 256.0 MiB.");
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(0), at(595)));
        assert_eq!(swap_used(&with(300..600, |row| row.swap_bytes = (256 << 20) - 1)), []);
        assert_eq!(swap_used(&with(0..600, |row| row.swap_bytes = 1 << 30)), []);
    }

    #[test]
    fn dirty_memory_is_reported() {
        let dirty = |bytes: u64| move |row: &mut MemorySample| row.dirty_bytes = bytes;
        let tenth = (16 << 30) / 10 + 1;
        let found = dirty_memory(&with(100..115, dirty(tenth)));
        assert_eq!(found[0].title, "Up to 1.6 GiB of 16.0 GiB memory (10 %) waited to be written to disk.");
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Warning, at(100), at(110)));
        assert!(
            found[0].evidence[1].starts_with("Meanwhile a DataSync of 'shop'"),
            "{:?}",
            found[0].evidence
        );
        assert_eq!(dirty_memory(&with(100..110, dirty(tenth - 1))), []);
        let small = with(100..110, |row| (row.physical_bytes, row.dirty_bytes) = (1 << 31, (1 << 30) - 1));
        assert_eq!(dirty_memory(&small), []);
    }
}
