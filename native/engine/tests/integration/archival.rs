//! Documents move to the archive when their time has come, by a clock that only the test moves.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{ChangeKind, Clock, DataArchival, EngineOptions, ManualClock, date_to_text, parse_date};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, get, options, put, quiet, test_engine_in};

fn test_engine_at(text: &str) -> (TestEngine, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(parse_date(text).unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    (test_engine_in(folder, options), clock)
}

fn due(at: &str) -> Value {
    json!({"Text": "words ".repeat(100), "@metadata": {"@collection": "Notes", "@archive-at": at}})
}

fn every(seconds: i64) -> DataArchival {
    DataArchival { archive_frequency_in_sec: Some(seconds), ..DataArchival::default() }
}

#[test]
fn the_sweep_archives_what_is_due_and_leaves_the_rest() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "past", &due("2001-01-01T00:00:00Z"));
    let soon = put(&test.shop, "soon", &due("2030-01-01T00:00:30Z"));
    put(&test.shop, "later", &due("2030-01-01T01:00:00Z"));
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "soon too", &due("2030-01-01T00:00:59.9999999Z"));
    put(&test.shop, "never", &json!({}));
    let changes = test.shop.subscribe_changes();
    test.shop.set_data_archival(every(60)).unwrap();
    clock.advance(Duration::from_secs(60));

    let mut archived: Vec<String> = (0..3).map(|_| changes.recv().unwrap()).map(|change| change.id).collect();
    archived.sort();
    assert_eq!(archived, ["past", "soon", "soon too"]);
    let document = test.shop.get("soon").unwrap().unwrap();
    assert!(document.compressed, "archived documents are stored compressed");
    let wire = get(&test.shop, "soon");
    assert_eq!(wire["@metadata"]["@archived"], true);
    assert_eq!(wire["@metadata"]["@flags"], "Archived");
    assert!(wire["@metadata"].get("@archive-at").is_none());
    assert_ne!(wire["@metadata"]["@change-vector"], soon.change_vector);
    assert_eq!(wire["@metadata"]["@last-modified"], date_to_text(clock.now()));
    assert_eq!(wire["Text"], "words ".repeat(100));
    assert_eq!(get(&test.shop, "later")["@metadata"]["@archive-at"], "2030-01-01T01:00:00Z");
    assert!(get(&test.shop, "never")["@metadata"].get("@flags").is_none());
}

#[test]
fn a_sweep_takes_no_more_than_it_may_and_the_next_one_goes_on() {
    let (test, _clock) = test_engine_at("2030-01-01T00:00:00Z");
    for number in 0..10 {
        put(&test.shop, &format!("notes/{number}"), &due(&format!("2029-01-01T00:00:{:02}Z", 59 - number)));
    }
    test.shop.flush_and_sync().unwrap();
    test.shop.set_data_archival(DataArchival { max_items_to_process: Some(4), ..every(1_000_000) }).unwrap();
    assert_eq!(test.shop.archive_now().unwrap(), 4);
    // Those longest due first.
    for (id, archived) in [("notes/9", true), ("notes/6", true), ("notes/5", false)] {
        assert_eq!(get(&test.shop, id)["@metadata"]["@archived"] == true, archived, "{id}");
    }
    assert_eq!(test.shop.archive_now().unwrap(), 4);
    assert_eq!(test.shop.archive_now().unwrap(), 2);
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    let test = test.closed_and_reopened();
    assert_eq!(test.shop.archive_now().unwrap(), 0);
}

#[test]
fn nothing_is_archived_while_it_is_switched_off_and_turning_it_on_wakes_the_sweep() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "past", &due("2001-01-01T00:00:00Z"));
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    test.shop.set_data_archival(DataArchival { disabled: true, ..every(1) }).unwrap();
    clock.advance(Duration::from_secs(3600));
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    assert!(get(&test.shop, "past")["@metadata"].get("@archived").is_none());

    let changes = test.shop.subscribe_changes();
    test.shop.set_data_archival(every(60)).unwrap();
    clock.advance(Duration::from_secs(60));
    let change = changes.recv().unwrap();
    assert_eq!((change.kind, change.id.as_str()), (ChangeKind::Put, "past"));
}

#[test]
fn a_document_changed_in_between_keeps_its_new_date() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "x", &due("2030-01-01T00:00:10Z"));
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "x", &due("2040-01-01T00:00:00Z"));
    test.shop.set_data_archival(every(1_000_000)).unwrap();
    clock.advance(Duration::from_secs(3600));
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    assert_eq!(get(&test.shop, "x")["@metadata"]["@archive-at"], "2040-01-01T00:00:00Z");
}

#[test]
fn an_archived_document_stays_archived_when_it_is_saved_again() {
    let (test, _clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "x", &due("2001-01-01T00:00:00Z"));
    test.shop.set_data_archival(every(1_000_000)).unwrap();
    assert_eq!(test.shop.archive_now().unwrap(), 1);
    put(&test.shop, "x", &json!({"New": 1, "@metadata": {"@collection": "Notes"}}));
    let wire = get(&test.shop, "x");
    assert_eq!((&wire["New"], &wire["@metadata"]["@archived"]), (&json!(1), &json!(true)));
    assert_eq!(wire["@metadata"]["@flags"], "Archived");
    // A client cannot claim it for a document that is not.
    put(&test.shop, "y", &json!({"@metadata": {"@archived": true, "@flags": "Archived"}}));
    assert!(get(&test.shop, "y")["@metadata"].get("@archived").is_none());
}
