//! Space on disk and compression.

use super::storages::{events_of, latest_end};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, between, by_key, counted, duration, size, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{DatabaseSample, IoEvent};

pub const RULES: &[Rule] = &[
    Rule {
        id: "temporary-space",
        about: "The temporary buffers of a database take at least 1 GiB and as much as the database.",
        check: temporary_space,
    },
    Rule {
        id: "disk-growth",
        about: "A database grows by at least 20 % and 1 GiB during the recording.",
        check: disk_growth,
    },
    Rule {
        id: "poor-compression",
        about: "Compression of at least 100 MiB of a storage leaves 90 % or more of the bytes.",
        check: poor_compression,
    },
];

/// Temporary buffers, and growth, in bytes.
const LARGE: u64 = 1 << 30;
/// Growth in percent.
const GROWTH: u128 = 20;
/// Bytes before compression.
const COMPRESSED: u128 = 100 << 20;
/// What compression leaves, in percent.
const LEFT: u128 = 90;

fn temporary_space(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, samples) in by_key(&recording.rows.databases, |sample| sample.database.as_str()) {
        let large: Vec<&DatabaseSample> = samples
            .iter()
            .copied()
            .filter(|sample| sample.temporary_bytes >= LARGE.max(sample.disk_bytes))
            .collect();
        let Some(worst) = large.iter().copied().max_by_key(|sample| sample.temporary_bytes) else { continue };
        found.push(Finding {
            rule: "temporary-space",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "The temporary buffers of '{database}' take {}, the database {}.",
                size(worst.temporary_bytes),
                size(worst.disk_bytes)
            ),
            evidence: vec![
                format!("The largest size is of {}.", time_of_day(worst.time)),
                format!("They are as large as the database in {} of {}.", large.len(), counted(samples.len(), "sample", "samples")),
            ],
            advice: "Look for long transactions, long-running queries, and large batches of indexes; check the free space of that disk."
                .to_owned(),
            from: large[0].time,
            to: large[large.len() - 1].time,
        });
    }
    found
}

fn disk_growth(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, samples) in by_key(&recording.rows.databases, |sample| sample.database.as_str()) {
        let (first, last) = (samples[0], samples[samples.len() - 1]);
        let grown = last.disk_bytes.saturating_sub(first.disk_bytes);
        let time = between(first.time, last.time);
        let enough = u128::from(grown) * 100 >= u128::from(first.disk_bytes) * GROWTH;
        if first.disk_bytes == 0 || grown < LARGE || !enough || time == 0 {
            continue;
        }
        let documents = last.documents.saturating_sub(first.documents);
        found.push(Finding {
            rule: "disk-growth",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "'{database}' grew from {} to {} in {}.",
                size(first.disk_bytes),
                size(last.disk_bytes),
                duration(time)
            ),
            evidence: vec![
                format!(
                    "That is {} more ({:.0} %), {} per hour at that pace.",
                    size(grown),
                    grown as f64 * 100.0 / first.disk_bytes as f64,
                    size((grown as f64 * 3_600.0 * SECOND as f64 / time as f64) as u64)
                ),
                format!("It had {documents} more documents at the end than at the start."),
            ],
            advice: "Check the free space of the disk; files grow in steps, so that a short recording can overstate the pace."
                .to_owned(),
            from: first.time,
            to: last.time,
        });
    }
    found
}

fn poor_compression(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (storage, mut events) in events_of(&recording.rows.io, "Compression") {
        events.retain(|event| event.compressed_bytes > 0);
        let sum = |bytes: fn(&IoEvent) -> u64| -> u128 {
            events.iter().map(|event| u128::from(bytes(event))).sum()
        };
        let (before, after) = (sum(|event| event.bytes), sum(|event| event.compressed_bytes));
        if before < COMPRESSED || after * 100 < before * LEFT {
            continue;
        }
        let total = |bytes: u128| size(u64::try_from(bytes).unwrap_or(u64::MAX));
        let time = events.iter().fold(0_u64, |sum, event| sum.saturating_add(event.duration_us));
        found.push(Finding {
            rule: "poor-compression",
            severity: Severity::Note,
            confidence: Confidence::Certain,
            subject: storage.subject(),
            title: format!(
                "Compression of {} of {storage} leaves {} ({:.0} %).",
                total(before),
                total(after),
                after as f64 * 100.0 / before as f64
            ),
            evidence: vec![format!("{} took {} together.", counted(events.len(), "compression", "compressions"), duration(time))],
            advice: "Data that is compressed or encrypted already, such as images in attachments, gains nothing from it."
                .to_owned(),
            from: events[0].time,
            to: latest_end(events.iter().copied()),
        });
    }
    found
}

#[cfg(test)]
mod tests;
