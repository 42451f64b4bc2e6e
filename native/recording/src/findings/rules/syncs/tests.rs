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
