use super::*;
use crate::findings::findings;
use crate::findings::quiet::{SECONDS, at, quiet};

fn event(second: i64, kind: &str, subject: &str, text: &str) -> Event {
    Event { time: at(second), kind: kind.to_owned(), subject: subject.to_owned(), text: text.to_owned() }
}

#[test]
fn a_lost_source_is_reported_until_it_is_back() {
    let mut recording = quiet();
    recording.rows.events = vec![
        event(100, "source-lost", "/threads-info/watch", "The connection was closed."),
        event(110, "source-back", "/threads-info/watch", ""),
        event(200, "source-lost", "/threads-info/watch", "The connection was closed."),
        event(230, "source-back", "/threads-info/watch", ""),
    ];
    let found = source_lost(&recording);
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(100), at(230)));
    assert_eq!(finding.subject, "/threads-info/watch");
    assert!(finding.title.contains("was lost 2 times"), "{}", finding.title);
    assert_eq!(finding.evidence[0], "14:15:00.000 UTC: The connection was closed.");
    assert_eq!(finding.evidence[2], "It was read again at 14:17:10.000 UTC.");
}

#[test]
fn a_source_that_never_returns_is_lost_until_the_end() {
    let mut recording = quiet();
    recording.rows.events =
        vec![event(100, "source-lost", "/a", "Refused."), event(110, "source-back", "/b", "")];
    let found = source_lost(&recording);
    assert_eq!((found[0].from, found[0].to), (at(100), at(SECONDS)));
    assert!(found[0].evidence[1].contains("not read again"));
}

#[test]
fn other_events_of_the_recorder_are_not_reported() {
    let mut recording = quiet();
    recording.rows.events = vec![event(100, "note", "", "A remark."), event(110, "source-back", "/a", "")];
    assert_eq!(findings(&recording), []);
}

#[test]
fn problems_in_the_ending_are_reported_once() {
    let mut recording = quiet();
    let report = |source: &str, problem: &str| SourceReport {
        source: source.to_owned(),
        database: "shop".to_owned(),
        problem: problem.to_owned(),
        ..SourceReport::default()
    };
    recording.ending.as_mut().unwrap().sources = vec![
        report("/a", "Refused with 403."),
        report("/b", "Closed."),
        report("/c", ""),
        report("", "Unknown."),
    ];
    recording.rows.events = vec![event(100, "source-lost", "/b", "Closed.")];
    let found = source_problem(&recording);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "2 sources of the server could not be read all the time.");
    assert_eq!(found[0].evidence, ["/a of 'shop': Refused with 403.", " of 'shop': Unknown."]);
    assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Note, at(0), at(SECONDS)));
}

#[test]
fn rows_that_were_left_out_are_reported() {
    let mut recording = quiet();
    recording.ending.as_mut().unwrap().left_out = 7;
    let found = rows_left_out(&recording);
    assert!(found[0].title.starts_with("7 rows were left out"));
    assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Note, at(0), at(SECONDS)));
    recording.rows.events = vec![event(50, "rows-left-out", "requests", "Too many requests.")];
    let found = rows_left_out(&recording);
    assert_eq!((found[0].from, found[0].to), (at(50), at(50)));
    assert_eq!(found[0].evidence, ["14:14:10.000 UTC: Too many requests."]);
}

#[test]
fn a_recording_without_an_ending_was_cut_off() {
    let mut recording = quiet();
    recording.ending = None;
    let found = cut_off(&recording);
    let last = at(SECONDS) - 100_000;
    assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Note, last, last));
    assert_eq!(found[0].evidence, ["It has no ending; its last row is of 14:23:19.900 UTC."]);
    assert_eq!(findings(&recording).len(), 1);
}

#[test]
fn damage_is_reported() {
    let mut recording = quiet();
    recording.damage = vec!["io/3: The columns cannot be read.".to_owned()];
    let found = damaged(&recording);
    assert!(found[0].title.starts_with("1 part of the file cannot be read"));
    assert_eq!((found[0].severity, &found[0].evidence), (Severity::Warning, &recording.damage));
    assert_eq!((found[0].from, found[0].to), (at(0), at(SECONDS)));
}

#[test]
fn clocks_that_differ_are_reported() {
    let with = |clock_offset| {
        let mut recording = quiet();
        recording.manifest.clock_offset = clock_offset;
        clock_differs(&recording)
    };
    let ahead = "The clock of the server was 5.0 s ahead of that of the recorder.";
    assert_eq!((with(5_000_000)[0].title.as_str(), with(5_000_000)[0].severity), (ahead, Severity::Note));
    assert!(with(-90_000_000)[0].title.contains("1 min 30 s behind"));
    assert_eq!(with(i64::MIN).len(), 1);
    assert_eq!(with(4_999_999), []);
}
