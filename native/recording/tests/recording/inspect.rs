//! What `inspect` prints.

use rookery_recording::Recording;
use rookery_recording::findings::{Confidence, Finding, Severity};
use rookery_recording::inspect::to_text;
use rookery_recording::tables::Traffic;

use crate::sample::{at, sample};

fn finding() -> Finding {
    Finding {
        rule: "slow-journal-write",
        severity: Severity::Critical,
        confidence: Confidence::Likely,
        subject: "shop".to_owned(),
        title: "1 write of the journal took 1.5 s.".to_owned(),
        evidence: vec!["A sync ran at the same time.".to_owned()],
        advice: "Look at the disk.".to_owned(),
        from: at(3),
        to: at(5),
    }
}

#[test]
fn a_recording_is_described_with_its_measures() {
    let text = to_text(&sample(), &[]);
    for line in [
        "  Server            http://db.example.org:8080",
        "  Version           7.1.5",
        "  From              2026-05-01 10:00:00.000 UTC",
        "  To                2026-05-01 10:01:00.000 UTC",
        "  Length            1 min 0 s",
        "  Clocks            The server's clock is 2.5 ms ahead of the recorder's.",
        "  Ended             The time is over.",
        "  Left out          7 rows, because a bound was reached",
        "  Note              before the upgrade",
        "  /databases/shop/debug/io-metrics/live of shop: 120 rows",
        "    - The connection to db.example.org was closed for 3 s.",
        "  io             122",
        "Database shop",
        "  Journal writes    60 (1.0/s); p50 1.3 ms, p99 1.6 ms, longest 1.6 ms",
        "  Index journals    1 (0.0/s); p50 700 µs, p99 700 µs, longest 700 µs",
        "  Requests          60 (1.0/s); p50 3.9 ms, p95 6.6 ms, p99 6.9 ms, longest 6.9 ms; 1 failed, 0",
        "  CPU of server     10.0 % to 15.9 %, mean 12.9 %",
        "  Working set       1.0 GiB to 1.1 GiB, mean 1.0 GiB",
        "  Collections       1; pauses 0.10 % of the time, longest 60.0 ms",
        "  No rule found anything.",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

#[test]
fn requests_that_only_totals_know_are_estimated() {
    let mut recording = sample();
    recording.rows.requests.truncate(1);
    let text = to_text(&recording, &[]);
    assert!(text.contains("60 (1.0/s); p50 1.0 ms"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("(medians of the percentiles of each second)"), "{text}");
}

#[test]
fn a_finding_has_its_time_evidence_and_advice() {
    let text = to_text(&sample(), &[finding()]);
    let start = text.find("CRITICAL (likely): 1 write of the journal took 1.5 s.").expect("the finding");
    let lines: Vec<&str> = text[start..].lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "  Subject           shop",
            "  Time              2026-05-01 10:00:03.000 UTC to 2026-05-01 10:00:05.000 UTC",
            "    - A sync ran at the same time.",
            "  Advice            Look at the disk.",
            "  Rule              slow-journal-write",
        ]
    );
}

#[test]
fn a_recording_that_was_cut_off_says_so() {
    let recording = Recording { ending: None, damage: vec!["The file ends here.".to_owned()], ..sample() };
    let text = to_text(&recording, &[]);
    assert!(text.contains("  Ended             The recording was cut off: it has no ending.\n"), "{text}");
    assert!(text.contains("  Damage            The file ends here.\n"), "{text}");
}

#[test]
fn texts_of_the_file_cannot_steer_the_terminal() {
    let mut recording = sample();
    let evil = "\u{1b}]0;x\u{7}\u{202e}\u{9b}1A\r\n".to_owned();
    recording.rows.texts(&mut |_, _, text| text.clone_from(&evil));
    recording.manifest.server.clone_from(&evil);
    recording.manifest.databases = vec![evil.clone(); 1_000];
    recording.manifest.note.clone_from(&evil);
    recording.damage = vec![evil.clone(); 1_000];
    let ending = recording.ending.as_mut().expect("an ending");
    ending.reason.clone_from(&evil);
    ending.sources = vec![ending.sources[0].clone(); 1_000];
    ending.sources[0].problem.clone_from(&evil);
    let text = to_text(&recording, &[Finding { title: evil.clone(), subject: evil.clone(), ..finding() }]);
    assert!(
        !text.chars().any(|found| found.is_control() && found != '\n' || found == '\u{202e}'),
        "{text:?}"
    );
    assert!(text.lines().count() < 400);
}

#[test]
fn numbers_at_their_limits_are_printed() {
    let mut recording = sample();
    recording.manifest.started = i64::MIN;
    recording.manifest.clock_offset = i64::MIN;
    recording.ending.as_mut().expect("an ending").ended = i64::MAX;
    for event in &mut recording.rows.io {
        (event.time, event.duration_us) = (i64::MAX, u64::MAX);
    }
    let most = Traffic { requests: u64::MAX, failed: u64::MAX, ..Traffic::default() };
    recording.rows.traffic = vec![Traffic { refused: u64::MAX, ..most.clone() }, most];
    assert!(to_text(&recording, &[]).contains("µs since 1970"));
}
