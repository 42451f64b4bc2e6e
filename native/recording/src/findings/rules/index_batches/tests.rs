use super::*;
use crate::findings::quiet::{INDEX, at, quiet};

fn with_batch(second: i64, change: impl FnOnce(&mut IndexBatch)) -> Recording {
    let mut recording = quiet();
    change(recording.rows.batches.iter_mut().find(|batch| batch.time >= at(second)).unwrap());
    recording
}

fn with_errors(second: i64, errors: u64) -> Recording {
    let mut recording = quiet();
    for sample in recording.rows.indexes.iter_mut().filter(|sample| sample.time >= at(second)) {
        sample.errors = errors;
    }
    recording
}

#[test]
fn rising_errors_are_reported() {
    let found = errors(&with_errors(300, 3));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(295), at(300)));
    assert_eq!(
        finding.title,
        "The index 'Orders/ByCompany' of 'shop' has errors: stored errors rose from 0 to 3."
    );
    assert_eq!(
        finding.evidence,
        ["The number rose 1 time, first between 14:18:15.000 UTC and 14:18:20.000 UTC."]
    );
}

#[test]
fn failed_documents_are_reported() {
    let found = errors(&with_batch(300, |batch| batch.failed = 2));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].from, found[0].to), (at(300), at(300) + 30_000));
    assert!(found[0].title.ends_with("has errors: 2 documents failed in 1 batch."), "{}", found[0].title);
    assert_eq!(found[0].evidence, ["Batch 300 of 14:18:20.000 UTC: 2 of 20 failed."]);
}

#[test]
fn old_errors_are_not_reported() {
    assert_eq!(errors(&with_errors(0, 3)), []);
    let mut cleared = with_errors(0, 3);
    cleared
        .rows
        .indexes
        .iter_mut()
        .filter(|sample| sample.time >= at(300))
        .for_each(|sample| sample.errors = 0);
    assert_eq!(errors(&cleared), []);
}

#[test]
fn a_slow_batch_is_reported_with_its_longest_step() {
    let found = slow_batch(&with_batch(300, |batch| {
        (batch.duration_us, batch.reduce_us, batch.input) = (45_000_000, 40_000_000, 9_000);
    }));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(300), at(345)));
    assert_eq!(finding.subject, INDEX);
    assert_eq!(
        finding.title,
        "1 batch of the index 'Orders/ByCompany' of 'shop' took 30.0 s or more, the longest 45.0 s."
    );
    let evidence = "Batch 300 of 14:18:20.000 UTC: 45.0 s for 9000 documents (8.8 KiB); the longest step is reducing with 40.0 s.";
    assert_eq!(finding.evidence, [evidence]);
}

#[test]
fn a_batch_below_the_limit_is_not_slow() {
    assert_eq!(slow_batch(&with_batch(300, |batch| batch.duration_us = 29_999_999)), []);
}

fn with_commits(commit_us: u64, duration_us: u64) -> Recording {
    let mut recording = quiet();
    for batch in &mut recording.rows.batches {
        (batch.commit_us, batch.duration_us) = (commit_us, duration_us);
    }
    recording
}

#[test]
fn batches_that_mostly_commit_are_noted() {
    let found = commit_share(&with_commits(60_000, 80_000));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Note, at(0), at(598) + 80_000));
    assert!(finding.title.contains("spends 75 % of the time"), "{}", finding.title);
    assert_eq!(finding.evidence[0], "300 batches took 24.0 s, of which 18.0 s were commits.");
    assert_eq!(finding.evidence[1], "Medians of a batch: 20 documents, commit 60.0 ms.");
}

#[test]
fn shorter_or_fewer_commits_are_not_noted() {
    assert_eq!(commit_share(&with_commits(60_000, 120_000)), [], "half");
    assert_eq!(commit_share(&with_commits(33_000, 40_000)), [], "9.9 s");
    let mut few = with_commits(600_000, 800_000);
    few.rows.batches.truncate(19);
    assert_eq!(commit_share(&few), []);
}
