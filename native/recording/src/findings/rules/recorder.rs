//! What the recording itself lacks: the other findings are missing there.

use std::collections::{BTreeMap, BTreeSet};

use crate::container::Recording;
use crate::findings::statistics::{SECOND, counted, duration, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::manifest::{Manifest, SourceReport};
use crate::tables::Event;

pub const RULES: &[Rule] = &[
    Rule { id: "source-lost", about: "The recorder lost a source for a while.", check: source_lost },
    Rule {
        id: "source-problem",
        about: "The ending of the recording has a problem of a source without an event of it.",
        check: source_problem,
    },
    Rule {
        id: "rows-left-out",
        about: "Rows were left out because a bound was reached.",
        check: rows_left_out,
    },
    Rule { id: "recording-cut-off", about: "The recording has no ending.", check: cut_off },
    Rule { id: "recording-damaged", about: "Parts of the file cannot be read.", check: damaged },
    Rule {
        id: "clock-differs",
        about: "The clocks of server and recorder differ by at least 5 s.",
        check: clock_differs,
    },
];

/// A difference of clocks, in µs.
const CLOCK: u64 = 5 * SECOND as u64;
/// Lost sources that are compared with each report: a recorder has far fewer.
const SUBJECTS: usize = 1_000;
/// Sentences in the evidence.
const EXAMPLES: usize = 5;

fn finding(recording: &Recording, rule: &'static str, severity: Severity, title: String) -> Finding {
    let (from, to) = recording.span();
    Finding {
        rule,
        severity,
        confidence: Confidence::Certain,
        subject: String::new(),
        title,
        evidence: Vec::new(),
        advice: String::new(),
        from,
        to,
    }
}

fn events_of<'a>(recording: &'a Recording, kind: &'a str) -> impl Iterator<Item = &'a Event> {
    recording.rows.events.iter().filter(move |event| event.kind == kind)
}

fn sentences(events: &[&Event]) -> Vec<String> {
    let sentence = |event: &&Event| format!("{}: {}", time_of_day(event.time), event.text);
    events.iter().take(EXAMPLES).map(sentence).collect()
}

fn source_lost(recording: &Recording) -> Vec<Finding> {
    let mut back: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for event in events_of(recording, "source-back") {
        back.entry(&event.subject).or_default().push(event.time);
    }
    let mut lost: BTreeMap<&str, Vec<&Event>> = BTreeMap::new();
    for event in events_of(recording, "source-lost") {
        lost.entry(&event.subject).or_default().push(event);
    }
    let of_source = |(source, events): (&str, Vec<&Event>)| {
        let (first, last) = (events[0].time, events[events.len() - 1].time);
        let returned =
            back.get(source).and_then(|times| times.get(times.partition_point(|time| *time < last)));
        let end = returned.copied().unwrap_or(recording.span().1).max(last);
        let mut evidence = sentences(&events);
        evidence.push(returned.map_or_else(
            || "After the last time it was not read again.".to_owned(),
            |time| format!("It was read again at {}.", time_of_day(*time)),
        ));
        let title = format!(
            "The source '{source}' was lost {}: its rows are missing there.",
            counted(events.len(), "time", "times")
        );
        Finding {
            subject: source.to_owned(),
            evidence,
            advice: "Findings that need these rows can be missing for that time.".to_owned(),
            from: first,
            to: end,
            ..finding(recording, "source-lost", Severity::Warning, title)
        }
    };
    lost.into_iter().map(of_source).collect()
}

fn source_problem(recording: &Recording) -> Vec<Finding> {
    let Some(ending) = &recording.ending else { return Vec::new() };
    let subjects: BTreeSet<&str> =
        events_of(recording, "source-lost").map(|event| event.subject.as_str()).collect();
    let reported = |source: &SourceReport| {
        let mut subjects = subjects.iter().take(SUBJECTS);
        !source.source.is_empty() && subjects.any(|subject| subject.contains(source.source.as_str()))
    };
    let problems: Vec<&SourceReport> =
        ending.sources.iter().filter(|source| !source.problem.is_empty() && !reported(source)).collect();
    if problems.is_empty() {
        return Vec::new();
    }
    let sentence = |source: &&SourceReport| match source.database.as_str() {
        "" => format!("{}: {}", source.source, source.problem),
        database => format!("{} of '{database}': {}", source.source, source.problem),
    };
    let title = format!(
        "{} of the server could not be read all the time.",
        counted(problems.len(), "source", "sources")
    );
    vec![Finding {
        evidence: problems.iter().take(EXAMPLES).map(sentence).collect(),
        advice: "Findings that need these rows can be missing.".to_owned(),
        ..finding(recording, "source-problem", Severity::Note, title)
    }]
}

fn rows_left_out(recording: &Recording) -> Vec<Finding> {
    let events: Vec<&Event> = events_of(recording, "rows-left-out").collect();
    let number = recording.ending.as_ref().map_or(0, |ending| ending.left_out);
    if events.is_empty() && number == 0 {
        return Vec::new();
    }
    let title = match number {
        0 => "Rows were left out: counts and sums of the other findings are lower bounds.".to_owned(),
        1 => "1 row was left out: counts and sums of the other findings are lower bounds.".to_owned(),
        _ => format!("{number} rows were left out: counts and sums of the other findings are lower bounds."),
    };
    let mut found = Finding {
        evidence: sentences(&events),
        advice: "Record fewer databases or a shorter time.".to_owned(),
        ..finding(recording, "rows-left-out", Severity::Note, title)
    };
    if let (Some(first), Some(last)) = (events.first(), events.last()) {
        (found.from, found.to) = (first.time, last.time);
    }
    vec![found]
}

fn cut_off(recording: &Recording) -> Vec<Finding> {
    let empty = recording.manifest == Manifest::default() && recording.rows.last_time().is_none();
    if recording.ending.is_some() || empty {
        return Vec::new();
    }
    let title = "The recording was cut off: what happened after its last rows is unknown, and the last rows may be missing.";
    let to = recording.span().1;
    vec![Finding {
        evidence: vec![format!("It has no ending; its last row is of {}.", time_of_day(to))],
        advice: "The recorder or its machine may have stopped at that time: look for the reason there."
            .to_owned(),
        from: to,
        ..finding(recording, "recording-cut-off", Severity::Note, title.to_owned())
    }]
}

fn damaged(recording: &Recording) -> Vec<Finding> {
    if recording.damage.is_empty() {
        return Vec::new();
    }
    let title = format!(
        "{} of the file cannot be read: findings that need the missing rows can be missing or have too low counts.",
        counted(recording.damage.len(), "part", "parts")
    );
    vec![Finding {
        evidence: recording.damage.iter().take(EXAMPLES).cloned().collect(),
        advice: "Copy the file again from where it was recorded.".to_owned(),
        ..finding(recording, "recording-damaged", Severity::Warning, title)
    }]
}

fn clock_differs(recording: &Recording) -> Vec<Finding> {
    let offset = recording.manifest.clock_offset;
    if offset.unsigned_abs() < CLOCK {
        return Vec::new();
    }
    let direction = if offset > 0 { "ahead of" } else { "behind" };
    let title = format!(
        "The clock of the server was {} {direction} that of the recorder.",
        duration(offset.unsigned_abs())
    );
    vec![Finding {
        evidence: vec![
            "Measured at the start of the recording.".to_owned(),
            "Rows of the server and rows of the recorder have these different times.".to_owned(),
        ],
        advice: "Synchronise the clocks of both machines.".to_owned(),
        ..finding(recording, "clock-differs", Severity::Note, title)
    }]
}

#[cfg(test)]
mod tests;
