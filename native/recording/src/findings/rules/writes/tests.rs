use super::*;
use crate::findings::quiet::{at, quiet};
use crate::findings::statistics::SECOND;

fn with_write(second: i64, duration_us: u64) -> Recording {
    let mut recording = quiet();
    let mut writes = recording.rows.io.iter_mut().filter(|event| event.kind == "JournalWrite");
    writes.find(|write| write.time >= at(second)).unwrap().duration_us = duration_us;
    recording
}

/// Makes one of `every` writes slow.
fn with_every(every: usize, duration_us: u64) -> Recording {
    let mut recording = quiet();
    let writes = recording.rows.io.iter_mut().filter(|event| event.kind == "JournalWrite");
    writes.step_by(every).for_each(|write| write.duration_us = duration_us);
    recording
}

#[test]
fn a_slow_write_is_reported_with_what_ran_during_it() {
    let found = slow_journal_write(&with_write(300, 1_500_000));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.rule), (Severity::Critical, "slow-journal-write"));
    assert_eq!((finding.from, finding.to), (at(300), at(300) + 1_500_000));
    assert!(
        finding
            .title
            .starts_with("1 write of the journal of 'shop' took 100.0 ms or more, the longest 1.5 s")
    );
    assert_eq!(finding.evidence.len(), 1);
    let evidence = &finding.evidence[0];
    assert!(
        evidence.starts_with("14:18:20.000 UTC: 1.5 s for 16.0 KiB. At the same time ran: "),
        "{evidence}"
    );
    for name in [
        "DataSync of 'shop' (2.0 MiB in 40.0 ms)",
        "DataFlush of 'shop' (2.0 MiB in 20.0 ms)",
        "a batch of the index 'Orders/ByCompany' of 'shop' (30.0 ms)",
        "a possible cause",
    ] {
        assert!(evidence.contains(name), "{name}: {evidence}");
    }
    assert!(!evidence.contains("garbage"), "short pauses are left out: {evidence}");
}

#[test]
fn a_garbage_collection_near_a_slow_write_is_named() {
    let mut recording = with_write(303, 200_000);
    recording.manifest.clock_offset = SECOND;
    let collection = recording.rows.gc.iter_mut().find(|row| row.time >= at(300)).unwrap();
    (collection.time, collection.pause_us, collection.generation) = (at(302) + 300_000, 150_000, 2);
    let found = slow_journal_write(&recording);
    assert_eq!(found[0].severity, Severity::Warning);
    let name = "generation 2 with pauses of 150.0 ms, reported at 14:18:23.300 UTC";
    assert!(found[0].evidence[0].contains(name), "{:?}", found[0].evidence);
}

#[test]
fn a_write_without_anything_else_says_so() {
    let found = slow_journal_write(&with_write(303, 150_000));
    assert!(found[0].evidence[0].contains("has no flush, sync"), "{:?}", found[0].evidence);
}

#[test]
fn a_write_below_the_limit_is_not_slow() {
    assert_eq!(slow_journal_write(&with_write(300, 99_999)), []);
    assert_eq!(slow_journal_write(&with_write(300, 100_000)).len(), 1);
}

#[test]
fn many_slow_writes_raise_the_percentile() {
    let recording = with_every(10, 25_000);
    let found = journal_write_p99(&recording);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].severity, found[0].from), (Severity::Warning, at(0)));
    assert_eq!(
        found[0].title,
        "1 % of the journal writes of 'shop' take 25.0 ms or more, 5 % take 25.0 ms or more."
    );
    assert!(found[0].evidence[0].starts_with("6000 writes, median "));
}

#[test]
fn few_slow_writes_or_slightly_faster_ones_leave_the_percentile() {
    assert_eq!(journal_write_p99(&with_every(50, 25_000)), []);
    assert_eq!(journal_write_p99(&with_every(10, 19_999)), []);
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
