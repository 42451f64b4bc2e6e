//! Batches and errors of indexes.

use std::collections::BTreeMap;

use crate::container::Recording;
use crate::findings::statistics::{by_key, counted, duration, end_of, median, size, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{IndexBatch, IndexSample};

pub const RULES: &[Rule] = &[
    Rule {
        id: "index-errors",
        about: "The number of stored errors of an index rises, or documents fail in a batch.",
        check: errors,
    },
    Rule { id: "slow-index-batch", about: "A batch of an index takes at least 30 s.", check: slow_batch },
    Rule {
        id: "index-commit-share",
        about: "Of at least 20 batches of an index, commits take more than half of the time and at least 10 s.",
        check: commit_share,
    },
];

/// A slow batch, in µs.
const SLOW: u64 = 30_000_000;
/// Batches that a share needs, and the time of their commits in µs.
const BATCHES: usize = 20;
const COMMITS: u128 = 10_000_000;
/// Rows in the evidence.
const EXAMPLES: usize = 3;

type Key<'a> = (&'a str, &'a str);

fn batches(recording: &Recording) -> BTreeMap<Key<'_>, Vec<&IndexBatch>> {
    by_key(&recording.rows.batches, |batch| (batch.database.as_str(), batch.index.as_str()))
}

fn latest_end(batches: &[&IndexBatch]) -> i64 {
    batches.iter().map(|batch| end_of(batch.time, batch.duration_us)).max().unwrap_or_default()
}

#[derive(Default)]
struct Failures<'a> {
    /// Neighbouring samples between which the number of errors rises.
    rises: Vec<(&'a IndexSample, &'a IndexSample)>,
    /// Batches in which documents fail.
    batches: Vec<&'a IndexBatch>,
}

fn errors(recording: &Recording) -> Vec<Finding> {
    let rows = &recording.rows;
    let mut failures: BTreeMap<Key<'_>, Failures<'_>> = BTreeMap::new();
    let samples = by_key(&rows.indexes, |row| (row.database.as_str(), row.index.as_str()));
    for (key, samples) in &samples {
        for pair in samples.windows(2).filter(|pair| pair[1].errors > pair[0].errors) {
            failures.entry(*key).or_default().rises.push((pair[0], pair[1]));
        }
    }
    for batch in rows.batches.iter().filter(|batch| batch.failed > 0) {
        failures.entry((&batch.database, &batch.index)).or_default().batches.push(batch);
    }
    failures.into_iter().map(|(key, failures)| of_failures(key, &failures)).collect()
}

fn of_failures((database, index): Key<'_>, failures: &Failures<'_>) -> Finding {
    let mut parts = Vec::new();
    let mut evidence = Vec::new();
    if let (Some(first), Some(last)) = (failures.rises.first(), failures.rises.last()) {
        parts.push(format!("stored errors rose from {} to {}", first.0.errors, last.1.errors));
        evidence.push(format!(
            "The number rose {}, first between {} and {}.",
            counted(failures.rises.len(), "time", "times"),
            time_of_day(first.0.time),
            time_of_day(first.1.time)
        ));
    }
    if !failures.batches.is_empty() {
        let failed = failures.batches.iter().fold(0_u64, |sum, batch| sum.saturating_add(batch.failed));
        let documents = counted(usize::try_from(failed).unwrap_or(usize::MAX), "document", "documents");
        parts.push(format!("{documents} failed in {}", batches_of(failures.batches.len())));
        evidence.extend(failures.batches.iter().take(EXAMPLES).map(|batch| {
            let (number, time) = (batch.batch, time_of_day(batch.time));
            format!("Batch {number} of {time}: {} of {} failed.", batch.failed, batch.input)
        }));
    }
    let from =
        failures.rises.iter().map(|rise| rise.0.time).chain(failures.batches.iter().map(|row| row.time));
    let to = failures.rises.iter().map(|rise| rise.1.time).chain([latest_end(&failures.batches)]);
    Finding {
        rule: "index-errors",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: index.to_owned(),
        title: format!("The index '{index}' of '{database}' has errors: {}.", parts.join(", ")),
        evidence,
        advice: "Read the errors of the index: documents that fail are missing in its results.".to_owned(),
        from: from.min().unwrap_or_default(),
        to: to.max().unwrap_or_default(),
    }
}

fn batches_of(number: usize) -> String {
    counted(number, "batch", "batches")
}

/// The steps of a batch with their time, the longest first.
fn steps(batch: &IndexBatch) -> [(&'static str, u64); 4] {
    let mut steps = [
        ("mapping", batch.map_us),
        ("reducing", batch.reduce_us),
        ("committing", batch.commit_us),
        ("merging segments", batch.merge_us),
    ];
    steps.sort_by_key(|step| std::cmp::Reverse(step.1));
    steps
}

fn slow_batch(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for ((database, index), batches) in batches(recording) {
        let mut slow: Vec<&IndexBatch> =
            batches.iter().copied().filter(|batch| batch.duration_us >= SLOW).collect();
        let Some(first) = slow.first() else { continue };
        let (from, to, number) = (first.time, latest_end(&slow), slow.len());
        slow.sort_by_key(|batch| std::cmp::Reverse(batch.duration_us));
        found.push(Finding {
            rule: "slow-index-batch",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: index.to_owned(),
            title: format!(
                "{} of the index '{index}' of '{database}' took {} or more, the longest {}.",
                batches_of(number),
                duration(SLOW),
                duration(slow[0].duration_us)
            ),
            evidence: slow.iter().take(EXAMPLES).map(|batch| of_batch(batch)).collect(),
            advice: "Look at the longest step: mapping and reducing need the processor, committing and merging the disk."
                .to_owned(),
            from,
            to,
        });
    }
    found
}

fn of_batch(batch: &IndexBatch) -> String {
    let head = format!(
        "Batch {} of {}: {} for {} documents ({})",
        batch.batch,
        time_of_day(batch.time),
        duration(batch.duration_us),
        batch.input,
        size(batch.document_bytes)
    );
    match steps(batch)[0] {
        (_, 0) => format!("{head}; the time of its steps is unknown."),
        (step, time) => format!("{head}; the longest step is {step} with {}.", duration(time)),
    }
}

fn commit_share(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for ((database, index), batches) in batches(recording) {
        let sum = |time: fn(&IndexBatch) -> u64| -> u128 {
            batches.iter().map(|batch| u128::from(time(batch))).sum()
        };
        let (commits, all) = (sum(|batch| batch.commit_us), sum(|batch| batch.duration_us));
        if batches.len() < BATCHES || commits < COMMITS || commits * 2 <= all {
            continue;
        }
        let time = |sum: u128| duration(u64::try_from(sum).unwrap_or(u64::MAX));
        found.push(Finding {
            rule: "index-commit-share",
            severity: Severity::Note,
            confidence: Confidence::Certain,
            subject: index.to_owned(),
            title: format!(
                "The index '{index}' of '{database}' spends {:.0} % of the time of its batches with commits.",
                commits as f64 * 100.0 / all.max(1) as f64
            ),
            evidence: vec![
                format!(
                    "{} took {}, of which {} were commits.",
                    batches_of(batches.len()),
                    time(all),
                    time(commits)
                ),
                format!(
                    "Medians of a batch: {} documents, commit {}.",
                    median(batches.iter().map(|batch| batch.input)),
                    duration(median(batches.iter().map(|batch| batch.commit_us)))
                ),
            ],
            advice:
                "With few documents in each batch, larger batches help; else look at the disk of the index."
                    .to_owned(),
            from: batches[0].time,
            to: latest_end(&batches),
        });
    }
    found
}

#[cfg(test)]
mod tests;
