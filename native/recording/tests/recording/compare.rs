//! Comparing two recordings.

use rookery_recording::Recording;
use rookery_recording::compare::{Metric, Unit, compare, to_text};

use crate::sample::{at, event, sample};

fn metric<'a>(metrics: &'a [Metric], database: &str, name: &str) -> &'a Metric {
    let found = metrics.iter().find(|metric| metric.database == database && metric.name == name);
    found.unwrap_or_else(|| panic!("{database} {name}"))
}

/// The sample with journal writes twice as slow, one of them very slow, and no requests.
fn slower() -> Recording {
    let mut recording = sample();
    for event in &mut recording.rows.io {
        event.duration_us *= 2;
    }
    recording.rows.io.push(event(at(59), "JournalWrite", 2_000_000));
    (recording.rows.requests, recording.rows.traffic) = (Vec::new(), Vec::new());
    recording
}

#[test]
fn equal_recordings_have_equal_metrics() {
    let comparison = compare(&sample(), &sample());
    assert!(comparison.metrics.len() > 15);
    assert!(comparison.metrics.iter().all(|metric| metric.a == metric.b && metric.a.is_some()));
    assert!(comparison.only_in_a.is_empty() && comparison.only_in_b.is_empty());
}

#[test]
fn metrics_are_compared_per_database() {
    let comparison = compare(&sample(), &slower());
    let p50 = metric(&comparison.metrics, "shop", "Journal writes, p50");
    assert_eq!((p50.a, p50.b, p50.unit), (Some(1_290.0), Some(2_600.0), Unit::Microseconds));
    let sync = metric(&comparison.metrics, "shop", "Syncs, longest");
    assert_eq!(sync.ratio, Some(2.0));
    let requests = metric(&comparison.metrics, "shop", "Requests");
    assert_eq!((requests.a, requests.b, requests.ratio), (Some(1.0), None, None));
    let failed = metric(&comparison.metrics, "shop", "Failed requests");
    assert_eq!(failed.a.map(f64::round), Some(2.0));
    assert_eq!(metric(&comparison.metrics, "", "CPU of server, mean").ratio, Some(1.0));
    assert_eq!(comparison.only_in_b, ["slow-journal-write"]);
    assert!(comparison.only_in_a.is_empty());
}

#[test]
fn a_comparison_is_a_table_and_json() {
    let mut other = slower();
    other.manifest.server = "http://other\u{1b}[2J".to_owned();
    let comparison = compare(&sample(), &other);
    let text = to_text(&comparison);
    assert!(text.contains("\nDatabase shop"), "{text}");
    assert!(
        text.contains("  Journal writes, longest             1.6 ms         2.0 s   1257.86\n"),
        "{text}"
    );
    assert!(text.contains("Found in B only: slow-journal-write"), "{text}");
    assert!(!text.contains('\u{1b}'));
    let json = serde_json::to_value(&comparison).expect("JSON");
    assert_eq!(json["onlyInB"][0], "slow-journal-write");
    assert_eq!(json["metrics"][0]["unit"], "percent");
}
