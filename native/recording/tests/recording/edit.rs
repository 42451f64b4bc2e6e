//! Cutting, masking and annotating.

use std::io::{Cursor, Read};

use proptest::prelude::*;
use rookery_recording::edit::{annotate, cut, mask, set_note};
use rookery_recording::tables::Request;
use rookery_recording::{Limits, Recording, SourceReport, read, write_recording};

use crate::sample::{SECOND, at, event, sample};

fn written(recording: &Recording) -> Vec<u8> {
    write_recording(recording, Cursor::new(Vec::new())).expect("a file").into_inner()
}

fn reread(recording: &Recording) -> Recording {
    read(Cursor::new(written(recording)), Limits::default()).expect("a recording")
}

/// The bytes of all entries.
fn unpacked(file: Vec<u8>) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut bytes = Vec::new();
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).expect("an entry");
        bytes.extend_from_slice(entry.name().expect("a name").as_bytes());
        entry.read_to_end(&mut bytes).expect("its bytes");
    }
    bytes
}

#[test]
fn a_recording_is_written_whole() {
    let mut recording = sample();
    for number in 0..250_000 {
        recording.rows.io.push(event(at(60) + number, "JournalWrite", 1));
    }
    let read = reread(&recording);
    assert_eq!(read, recording);
    recording.ending = None;
    assert_eq!(reread(&recording).ending, None);
    recording.damage.push("The file ends here.".to_owned());
    let read = reread(&recording);
    assert!(read.damage.is_empty());
    assert_eq!(read.rows.events[0].text, "The file ends here.");
}

#[test]
fn a_cut_keeps_what_touches_the_range() {
    let mut recording = sample();
    // One reaches into the range, one ends before it; a request is known by its end.
    recording.rows.io = vec![event(at(5), "DataSync", 6 * SECOND as u64), event(at(5), "DataSync", 1)];
    let request = |time: i64, seconds: u64| Request {
        time,
        duration_us: seconds * SECOND as u64,
        ..recording.rows.requests[0].clone()
    };
    recording.rows.requests = vec![request(at(9), 9), request(at(25), 10), request(at(25), 1)];
    cut(&mut recording, at(10), at(20)).expect("a cut");
    assert_eq!(recording.rows.io.len(), 1);
    assert_eq!(recording.rows.requests.len(), 1);
    assert_eq!(recording.rows.cpu.len(), 11);
    assert_eq!(recording.span(), (at(10), at(20)));
    let note = recording.rows.events.iter().find(|event| event.kind == "note").expect("a note");
    assert_eq!(
        note.text,
        "Cut from a recording of 2026-05-01 10:00:00.000 UTC to 2026-05-01 10:01:00.000 UTC."
    );
    assert_eq!(reread(&recording).rows, recording.rows);
}

#[test]
fn a_cut_without_an_ending_ends_where_it_was_cut() {
    let mut recording = Recording { ending: None, ..sample() };
    cut(&mut recording, at(0), at(20)).expect("a cut");
    assert_eq!(recording.span(), (at(0), at(20)));
    let mut recording = Recording { ending: None, ..sample() };
    cut(&mut recording, at(20), i64::MAX).expect("a cut");
    assert_eq!(recording.ending, None);
}

#[test]
fn a_range_outside_is_refused() {
    let mut recording = sample();
    for (from, to) in [(at(61), at(70)), (at(-9), at(-1)), (at(20), at(10))] {
        assert!(cut(&mut recording, from, to).is_err());
    }
    assert_eq!(recording, sample());
}

#[test]
fn notes_are_in_order() {
    let mut recording = sample();
    annotate(&mut recording, at(5), "The disk was replaced.");
    annotate(&mut recording, at(30), "It was slow again.");
    set_note(&mut recording, "for the vendor");
    let times: Vec<i64> = recording.rows.events.iter().map(|event| event.time).collect();
    assert_eq!(times, [at(5), at(10), at(30)]);
    assert_eq!(reread(&recording).manifest.note, "for the vendor");
}

#[test]
fn masking_keeps_the_form_and_the_numbers() {
    let mut recording = sample();
    mask(&mut recording);
    let rows = &recording.rows;
    assert!(recording.manifest.masked);
    assert_eq!(recording.manifest.server_version, "7.1.5");
    assert_eq!(recording.manifest.recorder, "rookeryd 0.1.0");
    assert_eq!(recording.manifest.databases, ["database-1"]);
    assert_eq!(
        recording.manifest.settings,
        serde_json::json!({ "Storage.MaxConcurrentFlushes": 4, "DataDir": "…" })
    );
    let event = rows.io.iter().find(|event| event.environment == "Index").expect("an event");
    assert_eq!((event.database.as_str(), event.folder.as_str()), ("database-1", "index-1"));
    assert_eq!((event.kind.as_str(), event.file.as_str()), ("JournalWrite", "0000000000000000012.journal"));
    assert_eq!(rows.queries[0].text, "from index 'index-1' where field1 = '?' and field2 > 0");
    assert_eq!(
        (rows.requests[0].path.as_str(), rows.requests[0].text.as_str()),
        ("/databases/database-1/docs", "document-1")
    );
    assert_eq!(rows.threads[0].name, "Indexing of index-1 of database-1");
    assert_eq!(rows.stacks[0].names, "Transaction merger\nIndexing of index-1");
    assert_eq!(rows.stacks[0].frames, "fsync\nWriteToJournal\nMain");
    assert_eq!(rows.logs[0].message, "Failed to index document document-6 of … at …");
    assert_eq!(rows.logs[0].logger, "Raven.Server.Documents.Indexes");
    assert_eq!(rows.notifications[0].title, "Low disk space on …");
    assert_eq!(rows.notifications[0].message, "Database 'database-1' has … GB left");
    let source = &recording.ending.as_ref().expect("an ending").sources[0];
    assert_eq!(source.source, "/databases/database-1/debug/io-metrics/live");
    assert_eq!(source.problem, "The connection to … was closed for …");
    assert_eq!(rows.io[0].duration_us, sample().rows.io[0].duration_us);
    let once = recording.clone();
    assert_eq!(reread(&once).rows, once.rows);
}

/// A text that no list of words has, in lower case so that changes of case are found as well.
const SECRET: &str = "zqxjkvsecret";

fn surroundings() -> impl Strategy<Value = String> {
    let secret =
        prop_oneof![Just(SECRET.to_owned()), Just(SECRET.to_uppercase()), Just(format!("{SECRET}s/1-A"))];
    let form = prop::sample::select(vec![
        "@",
        "'@'",
        "\"@\"",
        "from @",
        "from @ where @ = '@' and x > 12",
        "from index '@' select @.@",
        "`@`",
        "from X where y = \"a\\\"@\"",
        "declare function @(x) { return x.@ + `@` } from @ // @",
        "/databases/@/docs/@",
        "/databases/x?id=@",
        "http://@:8080/@",
        "Raven.Server.@.@",
        "@.journal",
        "Failed: @, and @@example.org",
        "7.1.5-@",
        "rookeryd @",
        "1,2,@",
        "from 'it\\'s @",
        "a\n@\nb",
        "C:\\@\\x",
        "from X /* @ */ where /* @",
        "\u{1b}@",
        "Storage.@x1",
        "from X where y in ('@', '@') include @",
        "@-@",
        "é@é",
        "from é where é@ = 'é",
        "'@",
        "12@ 0x@",
    ]);
    (form, secret).prop_map(|(form, secret): (&str, String)| form.replace('@', &secret))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_of_a_secret_stays(texts in prop::collection::vec(surroundings(), 1..20)) {
        let mut recording = sample();
        recording.rows.io.truncate(5);
        recording.rows.requests.truncate(5);
        let mut next = texts.iter().cycle();
        let mut other = || next.next().expect("a text").clone();
        recording.rows.texts(&mut |table, column, text| {
            if (table, column) != ("stacks", "frames") {
                *text = other();
            }
        });
        let manifest = &mut recording.manifest;
        for text in [&mut manifest.recorder, &mut manifest.server, &mut manifest.server_version, &mut manifest.note] {
            *text = other();
        }
        manifest.databases = vec![other(), other()];
        manifest.settings =
            serde_json::json!({ other(): { other(): [other(), 1] }, "Storage.TempPath": other(), "x": other() });
        let ending = recording.ending.as_mut().expect("an ending");
        ending.reason = other();
        ending.sources =
            vec![SourceReport { source: other(), database: other(), rows: 1, problem: other() }; 2];
        recording.damage = vec![other(), other()];
        mask(&mut recording);
        let text = String::from_utf8_lossy(&unpacked(written(&recording))).to_lowercase();
        prop_assert!(!text.contains(SECRET));
        let json = serde_json::to_string(&recording).expect("JSON").to_lowercase();
        prop_assert!(!json.contains(SECRET), "{}", json);
    }
}
