use super::*;
use crate::findings::quiet::{SECONDS as ALL, at, quiet};

/// A recording with so many writes in each of so many seconds, from second 100.
fn with_writes(seconds: i64, each: i64, bytes: u64, duration_us: u64) -> Recording {
    let mut recording = quiet();
    let rows = &mut recording.rows.io;
    let write = rows.iter().find(|event| event.kind == "JournalWrite").unwrap().clone();
    let range = at(100)..at(100 + seconds);
    rows.retain(|event| event.kind != "JournalWrite" || !range.contains(&event.time));
    for number in 0..seconds * each {
        let time = at(100) + number * SECOND / each;
        rows.push(IoEvent { time, bytes, duration_us, ..write.clone() });
    }
    recording.rows.sort();
    recording
}

#[test]
fn many_small_commits_are_reported_with_the_arithmetic() {
    let found = small_writes(&with_writes(40, 125, 8_192, 2_000));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from), (Severity::Note, at(100)));
    assert_eq!(finding.to, at(140) - 8_000 + 2_000);
    assert_eq!(
        finding.title,
        "The journal of 'shop' has 125 writes per second over 40 s, with a median of 8.0 KiB."
    );
    assert!(finding.evidence[0].starts_with("125 writes per second × 2.0 ms (median) = 25 % of each second"));
    assert!(finding.evidence[2].contains("about 13 writes per second"));
}

#[test]
fn fewer_or_larger_or_shorter_commits_are_not_reported() {
    assert_eq!(small_writes(&with_writes(40, 99, 8_192, 2_000)), []);
    assert_eq!(small_writes(&with_writes(29, 125, 8_192, 2_000)), []);
    assert_eq!(small_writes(&with_writes(40, 125, 16_385, 2_000)), []);
    assert_eq!(small_writes(&with_writes(40, 100, 16_384, 2_000)).len(), 1);
}

#[test]
fn a_pause_divides_the_seconds_with_many_commits() {
    let mut recording = with_writes(50, 125, 8_192, 2_000);
    recording.rows.io.retain(|event| !(at(125)..at(126)).contains(&event.time));
    assert_eq!(small_writes(&recording), []);
}

#[test]
fn a_busy_journal_is_reported() {
    let found = journal_busy(&with_writes(30, 100, 65_536, 9_000));
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!(finding.severity, Severity::Warning);
    assert!((at(98)..=at(100)).contains(&finding.from), "{}", finding.from - at(0));
    assert!((at(130)..at(133)).contains(&finding.to));
    assert!(finding.title.starts_with("The journal of 'shop' was busy for 8"), "{}", finding.title);
    assert!(finding.evidence[0].contains("writes of 9.0 ms each (median)"), "{:?}", finding.evidence);
}

#[test]
fn a_journal_below_the_limit_or_for_a_short_time_is_not_busy() {
    assert_eq!(journal_busy(&with_writes(30, 100, 65_536, 7_900)), []);
    assert_eq!(journal_busy(&with_writes(7, 100, 65_536, 9_900)), []);
}

#[test]
fn a_single_long_write_is_not_a_busy_journal() {
    let mut recording = quiet();
    recording.rows.io.retain(|event| event.time <= at(300) || event.time >= at(312));
    let write =
        recording.rows.io.iter_mut().rfind(|event| event.kind == "JournalWrite" && event.time <= at(300));
    write.unwrap().duration_us = 11_900_000;
    assert_eq!(journal_busy(&recording), []);
}

fn slower_from(second: i64, duration_us: u64) -> Recording {
    let mut recording = quiet();
    for write in recording.rows.io.iter_mut().filter(|event| event.kind == "JournalWrite") {
        if write.time >= at(second) {
            write.duration_us = duration_us;
        }
    }
    recording
}

#[test]
fn a_rising_latency_is_reported() {
    let found = write_latency_rose(&slower_from(450, 9_000));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Certain));
    assert!((at(399)..at(401)).contains(&found[0].from), "{}", found[0].from - at(0));
    assert_eq!(found[0].to, at(ALL) - 100_000 + 9_000);
    assert!(found[0].title.ends_with("the median rose from 2.0 ms to 9.0 ms."), "{}", found[0].title);
    assert!(
        found[0].evidence[1].starts_with("Last third: 2000 writes, median size 16.0 KiB"),
        "{:?}",
        found[0].evidence
    );
}

#[test]
fn a_latency_that_hardly_rises_is_not_reported() {
    assert_eq!(write_latency_rose(&slower_from(450, 4_999)), []);
    let mut few = slower_from(450, 9_000);
    few.rows.io.retain(|event| event.time < at(400) || event.time >= at(581));
    assert_eq!(write_latency_rose(&few), [], "190 writes");
}

#[test]
fn damaged_times_do_not_panic() {
    let mut recording = quiet();
    for (row, time) in recording.rows.io.iter_mut().zip([i64::MIN, 0, i64::MAX].into_iter().cycle()) {
        (row.time, row.duration_us, row.bytes) = (time, u64::MAX, u64::MAX);
    }
    recording.rows.sort();
    for rule in RULES {
        (rule.check)(&recording);
    }
}
