//! Garbage collections.

use super::context::{processor, slowest_second};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, counted, duration, heaviest_window, size, start_of};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::GarbageCollection;

const LONG_PAUSE_US: u64 = 200_000;
const CRITICAL_PAUSE_US: u64 = 1_000_000;
const WINDOW: i64 = 60 * SECOND;
const SHARE_US: u64 = 6_000_000;
const FULL: u64 = 3;

pub const RULES: &[Rule] = &[
    Rule {
        id: "long-gc-pause",
        about: "A garbage collection paused the server for at least 200 ms; critical from 1 s.",
        check: long_pause,
    },
    Rule {
        id: "gc-share",
        about: "The pauses of garbage collections take at least 10 % of 60 s.",
        check: share,
    },
    Rule {
        id: "full-collections",
        about: "There are at least 3 full blocking garbage collections within 60 s.",
        check: full_collections,
    },
];

fn began(collection: &GarbageCollection) -> i64 {
    start_of(collection.time, collection.pause_us)
}

fn about(collection: &GarbageCollection) -> String {
    format!(
        "The longest: number {}, {}, generation {}, {} afterwards, {}.",
        collection.index,
        collection.kind,
        collection.generation,
        size(collection.heap_bytes),
        if collection.compacted { "compacted" } else { "not compacted" }
    )
}

fn long_pause(recording: &Recording) -> Vec<Finding> {
    let long: Vec<&GarbageCollection> =
        recording.rows.gc.iter().filter(|row| row.pause_us >= LONG_PAUSE_US).collect();
    let Some(longest) = long.iter().max_by_key(|row| row.pause_us) else { return Vec::new() };
    let mut evidence = vec![about(longest)];
    evidence.extend(slowest_second(recording, began(longest), longest.time));
    evidence.extend(processor(recording, began(longest), longest.time));
    vec![Finding {
        rule: "long-gc-pause",
        severity: if longest.pause_us >= CRITICAL_PAUSE_US { Severity::Critical } else { Severity::Warning },
        confidence: Confidence::Certain,
        subject: String::new(),
        title: format!(
            "{} paused the server for 200 ms or more, the longest for {}.",
            counted(long.len(), "garbage collection", "garbage collections"),
            duration(longest.pause_us)
        ),
        evidence,
        advice:
            "Look at what allocates much managed memory at this time: large documents, answers and queries."
                .to_owned(),
        from: long.iter().map(|row| began(row)).min().unwrap_or_default(),
        to: long[long.len() - 1].time,
    }]
}

fn share(recording: &Recording) -> Vec<Finding> {
    let all: Vec<&GarbageCollection> = recording.rows.gc.iter().collect();
    let (window, pauses) = heaviest_window(&all, WINDOW, |row| row.pause_us);
    let Some(longest) = window.iter().max_by_key(|row| row.pause_us) else { return Vec::new() };
    if pauses < SHARE_US {
        return Vec::new();
    }
    vec![Finding {
        rule: "gc-share",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: String::new(),
        title: format!(
            "{} paused the server for {} within 60 s.",
            counted(window.len(), "garbage collection", "garbage collections"),
            duration(pauses)
        ),
        evidence: vec![
            about(longest),
            format!("The longest pause of these was {}.", duration(longest.pause_us)),
        ],
        advice: "Compare the size of the heap with the memory that the server may use.".to_owned(),
        from: window.iter().map(|row| began(row)).min().unwrap_or_default(),
        to: window[window.len() - 1].time,
    }]
}

fn full_collections(recording: &Recording) -> Vec<Finding> {
    let full: Vec<&GarbageCollection> =
        recording.rows.gc.iter().filter(|row| row.kind == "FullBlocking").collect();
    let (window, count) = heaviest_window(&full, WINDOW, |_| 1);
    let Some(longest) = window.iter().max_by_key(|row| row.pause_us) else { return Vec::new() };
    if count < FULL {
        return Vec::new();
    }
    vec![Finding {
        rule: "full-collections",
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: String::new(),
        title: format!("There were {count} full blocking garbage collections within 60 s."),
        evidence: vec![
            about(longest),
            format!("In the whole recording there were {}.", full.len()),
            format!("The longest pause of these was {}.", duration(longest.pause_us)),
        ],
        advice: "Low memory, a limit of memory and large objects lead to such collections: compare with the memory."
            .to_owned(),
        from: window.iter().map(|row| began(row)).min().unwrap_or_default(),
        to: window[window.len() - 1].time,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    /// Adds collections at some seconds.
    fn with(seconds: &[i64], kind: &str, pause_us: u64) -> Recording {
        let mut recording = quiet();
        for second in seconds {
            recording.rows.gc.push(GarbageCollection {
                time: at(*second),
                kind: kind.to_owned(),
                index: 5_000,
                generation: 2,
                pause_us,
                heap_bytes: 1 << 30,
                ..GarbageCollection::default()
            });
        }
        recording.rows.sort();
        recording
    }

    #[test]
    fn a_long_pause_is_reported() {
        let found = long_pause(&with(&[101], "Background", 200_000));
        assert_eq!(
            found[0].title,
            "1 garbage collection paused the server for 200 ms or more, the longest for 200.0 ms."
        );
        assert_eq!(found[0].severity, Severity::Warning);
        assert_eq!((found[0].from, found[0].to), (at(101) - 200_000, at(101)));
        assert!(found[0].evidence[0].contains("generation 2, 1.0 GiB afterwards"), "{:?}", found[0].evidence);
        assert_eq!(long_pause(&with(&[101], "Background", 1_000_000))[0].severity, Severity::Critical);
        assert_eq!(long_pause(&with(&[101], "Background", 199_999)), []);
    }

    #[test]
    fn many_pauses_within_a_minute_are_reported() {
        // Four of the healthy server with 4 ms are in the same window, from second 100 to second 160.
        let seconds: Vec<i64> = (0..12).map(|number| 101 + number * 4).collect();
        let found = share(&with(&seconds, "Ephemeral", 499_000));
        assert_eq!(found[0].title, "16 garbage collections paused the server for 6.0 s within 60 s.");
        assert_eq!((found[0].rule, found[0].severity, found[0].to), ("gc-share", Severity::Warning, at(160)));
        assert_eq!(share(&with(&seconds, "Ephemeral", 498_600)), []);
        let seconds: Vec<i64> = (0..12).map(|number| 101 + number * 8).collect();
        assert_eq!(share(&with(&seconds, "Ephemeral", 600_000)), []);
    }

    #[test]
    fn full_collections_within_a_minute_are_reported() {
        let found = full_collections(&with(&[101, 131, 161], "FullBlocking", 50_000));
        assert_eq!(found[0].title, "There were 3 full blocking garbage collections within 60 s.");
        assert_eq!(
            (found[0].severity, found[0].from, found[0].to),
            (Severity::Warning, at(101) - 50_000, at(161))
        );
        assert_eq!(full_collections(&with(&[101, 131, 162], "FullBlocking", 50_000)), []);
        assert_eq!(full_collections(&with(&[101, 131, 161], "Background", 50_000)), []);
    }
}
