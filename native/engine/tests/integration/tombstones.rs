//! Tombstones are cleaned away when nobody needs them, and not before.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_engine::{EngineOptions, ManualClock, RevisionDeletion, Tuning, parse_date};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, get, options, put, quiet, table_rows, test_engine, test_engine_in};

fn of(collection: &str) -> Value {
    json!({ "@metadata": { "@collection": collection } })
}

fn tombstones(test: &TestEngine) -> u64 {
    let counted: u64 = test.shop.collections().unwrap().iter().map(|one| one.tombstones).sum();
    assert_eq!(counted, test.shop.stats().unwrap().tombstones);
    counted
}

fn rows(test: &TestEngine) -> u64 {
    table_rows(&test.shop, "tombstones")
}

/// Six documents of two collections, deleted.
fn with_tombstones() -> TestEngine {
    let test = test_engine();
    for n in 0..6 {
        let id = format!("d/{n}");
        put(&test.shop, &id, &of(if n < 3 { "As" } else { "Bs" }));
        delete(&test.shop, &id);
    }
    assert_eq!(tombstones(&test), 6);
    test
}

#[test]
fn what_nobody_needs_goes_for_good() {
    let test = with_tombstones();
    let last = test.shop.stats().unwrap().last_etag;
    assert_eq!(test.shop.clean_tombstones().unwrap(), 6);
    assert_eq!((tombstones(&test), test.shop.stats().unwrap().last_etag), (0, last));
    assert_eq!(test.shop.clean_tombstones().unwrap(), 0, "not once more");
    // Written in the journal only, then in the data file.
    let test = test.dropped_and_reopened();
    assert_eq!(tombstones(&test), 0);
    test.shop.flush_and_sync().unwrap();
    assert_eq!((tombstones(&test), rows(&test)), (0, 0));
    let test = test.closed_and_reopened();
    assert_eq!(tombstones(&test), 0);
    assert!(put(&test.shop, "d/1", &of("As")).etag > last);
    assert!(delete(&test.shop, "d/1") && !delete(&test.shop, "d/2"));
    assert_eq!(tombstones(&test), 1);
}

#[test]
fn a_document_that_comes_back_before_the_flush_is_counted_once() {
    let test = with_tombstones();
    assert_eq!(test.shop.clean_tombstones().unwrap(), 6);
    // The data file still has them; these two are new all the same.
    put(&test.shop, "d/0", &of("As"));
    put(&test.shop, "d/4", &of("As"));
    delete(&test.shop, "d/4");
    assert_eq!(tombstones(&test), 1);
    let test = test.dropped_and_reopened();
    assert_eq!(tombstones(&test), 1);
    test.shop.flush_and_sync().unwrap();
    assert_eq!((tombstones(&test), rows(&test)), (1, 1));
    assert!(!get(&test.shop, "d/0").is_null() && get(&test.shop, "d/4").is_null());
    assert_eq!(test.shop.stats().unwrap().documents, 1);
}

#[test]
fn nothing_goes_before_all_have_passed_it() {
    let test = with_tombstones();
    let everything = test.shop.hold_tombstones("Subscription/1", None);
    let index = test.shop.hold_tombstones("Index/Bs", Some("Bs"));
    assert_eq!(test.shop.clean_tombstones().unwrap(), 0);
    // Etags of tombstones: 2, 4, 6 of As, then 8, 10, 12 of Bs.
    everything.release_up_to(10);
    index.release_up_to(8);
    let states = test.shop.tombstone_states().unwrap();
    let states: Vec<_> =
        states.iter().map(|one| (&*one.collection, one.component.as_deref(), one.etag)).collect();
    assert_eq!(states, [("as", Some("Subscription/1"), 10), ("bs", Some("Index/Bs"), 8)]);
    assert_eq!(test.shop.clean_tombstones().unwrap(), 4);
    index.release_up_to(i64::MAX);
    assert_eq!(test.shop.clean_tombstones().unwrap(), 1);
    drop(everything);
    assert_eq!(test.shop.clean_tombstones().unwrap(), 1);
    assert_eq!(tombstones(&test), 0);
}

#[test]
fn one_that_leads_to_revisions_stays() {
    let test = test_engine();
    let keep = serde_json::from_value(json!({ "Default": {} })).unwrap();
    test.shop.set_revisions_configuration(keep).unwrap();
    put(&test.shop, "a", &of("As"));
    delete(&test.shop, "a");
    assert_eq!(test.shop.clean_tombstones().unwrap(), 0);
    assert_eq!(test.shop.revision_bin(0, 9).unwrap().len(), 1);
    let all = RevisionDeletion { ids: vec!["a".into()], ..Default::default() };
    test.shop.delete_revisions(&all).unwrap();
    assert_eq!(test.shop.clean_tombstones().unwrap(), 1);
}

#[test]
fn they_are_cleaned_at_intervals() {
    let clock = ManualClock::starting_at(parse_date("2030-01-01T00:00:00Z").unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let tuning = Tuning { tombstone_cleanup: Some(Duration::from_secs(300)), ..quiet() };
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), tuning) };
    let test = test_engine_in(folder, options);
    put(&test.shop, "a", &of("As"));
    delete(&test.shop, "a");
    test.shop.flush_and_sync().unwrap();
    assert_eq!(tombstones(&test), 1);
    let patience = Instant::now() + Duration::from_secs(20);
    while tombstones(&test) > 0 {
        assert!(Instant::now() < patience, "{:?}", test.shop.stats().unwrap().tombstone_failure);
        clock.advance(Duration::from_secs(301));
        std::thread::sleep(Duration::from_millis(2));
    }
}
