//! What other programs read.

use rookery_recording::export::{csv, io_metrics, speedscope};
use rookery_recording::tables::{Rows, Stack};
use rookery_recording::{Recording, RecordingError};
use serde_json::Value;

use crate::sample::{at, event, sample};

fn io_text(recording: &Recording, database: &str) -> (u64, String) {
    let mut out = Vec::new();
    let events = io_metrics(recording, database, &mut out).expect("written");
    (events, String::from_utf8(out).expect("UTF-8"))
}

fn csv_text(recording: &Recording, table: &str) -> String {
    let mut out = Vec::new();
    csv(recording, table, &mut out).expect("written");
    String::from_utf8(out).expect("UTF-8")
}

/// A test of the I/O screen opens the same file (`recorded-metrics.test.ts`).
#[test]
fn io_metrics_are_what_the_screen_opens() {
    let mut recording = sample();
    recording
        .rows
        .io
        .retain(|event| event.time <= at(2) || event.kind == "DataSync" || event.environment == "Index");
    recording.rows.io.push(event(i64::MAX, "JournalWrite", 1));
    let (events, text) = io_text(&recording, "shop");
    assert_eq!(events, 8 - 1);
    assert_eq!(text, include_str!("../data/io-metrics.expected").trim_end());
}

#[test]
fn io_metrics_have_one_environment_per_folder() {
    let value: Value = serde_json::from_str(&io_text(&sample(), "shop").1).expect("JSON");
    let environments = value["Environments"].as_array().expect("environments");
    let kinds: Vec<_> = environments.iter().map(|found| [&found["Type"], &found["Path"]]).collect();
    assert_eq!(
        kinds,
        [["Documents", "Databases/shop"], ["Index", "Databases/shop/Indexes/Orders_ByCompany"]]
    );
    let files = environments[0]["Files"].as_array().expect("files");
    assert_eq!(files[0]["File"], "0000000000000000012.journal");
    let recent = files[0]["Recent"].as_array().expect("events");
    assert_eq!(recent.len(), 120);
    assert_eq!(recent[1]["Type"], "Compression");
    assert_eq!(recent[1]["Start"], "2026-05-01T10:00:00.0005000Z");
    assert_eq!(recent[1]["Duration"], 0.09);
    let empty = r#"{"Environments":[],"Performances":[]}"#;
    assert_eq!(io_text(&sample(), "other"), (0, empty.to_owned()));
}

#[test]
fn stacks_are_profiles_of_their_captures() {
    let mut recording = sample();
    let frames = "fsync\nMain".to_owned();
    recording.rows.stacks.push(Stack { capture: 2, threads: "7".to_owned(), frames, ..Stack::default() });
    let value = speedscope(&recording);
    let profiles = value["profiles"].as_array().expect("profiles");
    assert_eq!(profiles.len(), 2);
    assert_eq!(profiles[0]["weights"], serde_json::json!([2]));
    assert_eq!(profiles[0]["endValue"], 2);
    let names = value["shared"]["frames"].as_array().expect("frames");
    assert_eq!(names.len(), 3);
    let outermost = profiles[1]["samples"][0][0].as_u64().expect("a frame");
    assert_eq!(names[outermost as usize]["name"], "Main");
}

#[test]
fn tables_are_written_with_their_times() {
    let text = csv_text(&sample(), "io");
    let mut lines = text.split("\r\n");
    assert_eq!(
        lines.next(),
        Some("time,duration_us,database,environment,folder,kind,file,bytes,compressed_bytes,file_bytes")
    );
    assert_eq!(
        lines.next(),
        Some(
            "2026-05-01T10:00:00.000000Z,1000,shop,Documents,shop,JournalWrite,0000000000000000012.journal,16384,0,\
             67108864"
        )
    );
    assert_eq!(text.matches("\r\n").count(), 123);
}

#[test]
fn every_table_can_be_written() {
    for table in Rows::NAMES {
        assert!(csv_text(&sample(), table).lines().count() > 1, "{table}");
        assert_eq!(csv_text(&Recording::default(), table).lines().count(), 1, "{table}");
    }
    let refused = csv(&sample(), "other", Vec::new());
    assert!(matches!(refused, Err(RecordingError::Refused(_))));
}

#[test]
fn texts_are_quoted_and_never_formulas() {
    let mut recording = sample();
    let mut line = recording.rows.logs[0].clone();
    line.message = "=1+\"x\",\n2".to_owned();
    line.component = "-1".to_owned();
    line.resource = "\tx".to_owned();
    line.logger = "@a".to_owned();
    line.level = "a-b".to_owned();
    recording.rows.logs = vec![line];
    let text = csv_text(&recording, "logs");
    assert!(text.ends_with("a-b,'\tx,'-1,'@a,\"'=1+\"\"x\"\",\n2\"\r\n"), "{text}");
}
