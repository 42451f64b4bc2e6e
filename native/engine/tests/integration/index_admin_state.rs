//! Indexes that are stopped, disabled, locked and preferred: what that does, and what of it is there again
//! after opening.

use std::time::Duration;

use rookery_engine::{Database, EngineError, IndexPriority, IndexStats, IndexingOf, LockMode, RunningStatus};
use serde_json::json;

use crate::fixture::{put, test_engine};
use crate::query_fixture::{answered, index_names, query_results};

fn make(shop: &Database, name: &str, map: &str) -> Result<(), EngineError> {
    shop.put_index(serde_json::from_value(json!({ "Name": name, "Maps": [map] })).unwrap())
}

fn person(shop: &Database, id: &str) {
    put(shop, id, &json!({ "Name": id, "@metadata": { "@collection": "People" } }));
}

fn caught_up(shop: &Database, text: &str) -> u64 {
    query_results(shop, text).total
}

fn still_stale(shop: &Database, text: &str) -> u64 {
    let answer = answered(Duration::from_millis(30), shop, text);
    assert!(answer.is_stale, "{text}");
    answer.total
}

fn stats(shop: &Database, name: &str) -> IndexStats {
    shop.index_stats().unwrap().into_iter().find(|stats| stats.definition.name() == name).unwrap()
}

const NAMES: &str = "map('People', p => ({ Name: p.Name }))";
const LENGTHS: &str = "map('People', p => ({ Length: p.Name.length }))";

#[test]
fn a_stopped_index_takes_in_nothing_until_it_is_started_or_the_database_opened_again() {
    let mut test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    make(&test.shop, "B", LENGTHS).unwrap();
    person(&test.shop, "people/1");
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 1);
    test.shop.stop_indexing(IndexingOf::Named("a")).unwrap();
    person(&test.shop, "people/2");
    assert_eq!(still_stale(&test.shop, "from index 'A'"), 1);
    assert_eq!(caught_up(&test.shop, "from index 'B'"), 2);
    let running = |name: &str| stats(&test.shop, name).running;
    assert_eq!((running("A"), running("B")), (RunningStatus::Paused, RunningStatus::Running));
    assert!(!test.shop.is_indexing_stopped());
    test.shop.start_indexing(IndexingOf::Named("A")).unwrap();
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 2);
    test.shop.stop_indexing(IndexingOf::All).unwrap();
    make(&test.shop, "C", NAMES).unwrap();
    assert_eq!(still_stale(&test.shop, "from index 'C'"), 0);
    assert!(test.shop.is_indexing_stopped());
    test = test.dropped_and_reopened();
    assert_eq!(caught_up(&test.shop, "from index 'C'"), 2);
    assert!(matches!(
        test.shop.stop_indexing(IndexingOf::Named("nobody")),
        Err(EngineError::UnknownIndex { .. })
    ));
}

#[test]
fn stopping_maps_leaves_what_reduces_and_all_the_rest_alone() {
    let test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    test.shop.stop_indexing(IndexingOf::MapReduces).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Running);
    test.shop.stop_indexing(IndexingOf::Maps).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Paused);
    test.shop.start_indexing(IndexingOf::All).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Running);
}

#[test]
fn no_document_is_indexed_while_stopped_under_concurrent_writes() {
    let test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    for round in 0..40 {
        person(&test.shop, &format!("people/{round}-before"));
        test.shop.stop_indexing(IndexingOf::All).unwrap();
        let before = stats(&test.shop, "A").last_document_etag;
        person(&test.shop, &format!("people/{round}-after"));
        assert_eq!(stats(&test.shop, "A").last_document_etag, before, "round {round}");
        test.shop.start_indexing(IndexingOf::All).unwrap();
    }
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 80);
}

#[test]
fn a_disabled_index_answers_what_it_has_and_stays_disabled_after_opening() {
    let mut test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    person(&test.shop, "people/1");
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 1);
    assert_eq!(caught_up(&test.shop, "from People where Name = 'people/1'"), 1);
    let auto = "Auto/People/ByName";
    test.shop.set_index_disabled("A", true, false).unwrap();
    test.shop.set_index_disabled(auto, true, true).unwrap();
    person(&test.shop, "people/2");
    test = test.dropped_and_reopened();
    assert_eq!(still_stale(&test.shop, "from index 'A'"), 1);
    assert_eq!(still_stale(&test.shop, "from People where Name = 'people/2'"), 0);
    assert_eq!(stats(&test.shop, auto).running, RunningStatus::Disabled);
    // Starting is about stopped ones.
    test.shop.start_indexing(IndexingOf::All).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Disabled);
    test.shop.set_index_disabled("A", false, false).unwrap();
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 2);
    test.shop.reset_index(auto).unwrap();
    assert_eq!(caught_up(&test.shop, "from People where Name = 'people/2'"), 1);
    test = test.dropped_and_reopened();
    assert_eq!(stats(&test.shop, auto).running, RunningStatus::Running);
}

#[test]
fn enabling_starts_what_was_stopped_but_only_what_was_disabled() {
    let test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    test.shop.stop_indexing(IndexingOf::Named("A")).unwrap();
    test.shop.set_index_disabled("A", false, false).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Paused);
    test.shop.set_index_disabled("A", true, false).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Disabled);
    test.shop.set_index_disabled("A", false, false).unwrap();
    assert_eq!(stats(&test.shop, "A").running, RunningStatus::Running);
}

#[test]
fn locks_and_priorities_are_kept_and_touch_no_files() {
    let mut test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    make(&test.shop, "B", NAMES).unwrap();
    person(&test.shop, "people/1");
    assert_eq!(caught_up(&test.shop, "from index 'A'"), 1);
    test.shop.set_index_lock(&["a"], LockMode::LockedIgnore).unwrap();
    test.shop.set_index_lock(&["B"], LockMode::LockedError).unwrap();
    test.shop.set_index_priority(&["A", "B"], IndexPriority::Low).unwrap();
    let indexed_at = stats(&test.shop, "A").last_indexing;
    test = test.dropped_and_reopened();
    // Not indexed again.
    assert_eq!((caught_up(&test.shop, "from index 'A'"), stats(&test.shop, "A").map_attempts), (1, 1));
    assert_eq!(stats(&test.shop, "A").last_indexing, indexed_at);
    let standing = stats(&test.shop, "A").definition.admin_state();
    assert_eq!((standing.lock_mode, standing.priority), (LockMode::LockedIgnore, IndexPriority::Low));
    make(&test.shop, "A", LENGTHS).unwrap();
    assert!(test.shop.delete_index("A").unwrap());
    assert_eq!(stats(&test.shop, "A").definition.admin_state(), standing);
    assert_eq!(answered(Duration::ZERO, &test.shop, "from index 'A' where Name = 'people/1'").total, 1);
    for refused in [make(&test.shop, "B", NAMES), test.shop.delete_index("B").map(|_| ())] {
        assert!(matches!(refused, Err(EngineError::LockedIndex { .. })), "{refused:?}");
    }
    test.shop.set_index_lock(&["A", "B"], LockMode::Unlock).unwrap();
    // The same definition sets the administrative state again.
    make(&test.shop, "A", NAMES).unwrap();
    assert_eq!(stats(&test.shop, "A").definition.admin_state().priority, IndexPriority::Normal);
    assert!(test.shop.delete_index("B").unwrap());
    // One name that is wrong, and nothing is changed.
    assert!(test.shop.set_index_priority(&["A", "B"], IndexPriority::High).is_err());
    assert_eq!(stats(&test.shop, "A").definition.admin_state().priority, IndexPriority::Normal);
    assert_eq!(caught_up(&test.shop, "from People where Name = 'people/1'"), 1);
    let auto = "Auto/People/ByName";
    assert!(matches!(
        test.shop.set_index_lock(&["A", auto], LockMode::LockedError),
        Err(EngineError::AutomaticIndex { .. })
    ));
    test.shop.set_index_priority(&[auto], IndexPriority::High).unwrap();
    let indexed_at = stats(&test.shop, auto).last_indexing;
    test = test.dropped_and_reopened();
    assert_eq!(stats(&test.shop, auto).definition.admin_state().priority, IndexPriority::High);
    assert_eq!(stats(&test.shop, auto).map_attempts, 1);
    assert_eq!(stats(&test.shop, auto).last_indexing, indexed_at);
}

#[test]
fn saving_the_record_neither_removes_nor_adds_indexes() {
    let test = test_engine();
    make(&test.shop, "A", NAMES).unwrap();
    person(&test.shop, "people/1");
    assert_eq!(caught_up(&test.shop, "from People where Name = 'people/1'"), 1);
    let (mut record, etag) = test.engine.record("shop").unwrap();
    assert!(record["Indexes"]["A"].is_object() && record["AutoIndexes"].is_object(), "{record}");
    record["Indexes"] = json!({ "B": { "Name": "B", "Maps": [NAMES] } });
    record.as_object_mut().unwrap().remove("AutoIndexes");
    record["Studio"] = json!({ "Color": "red" });
    test.engine.update_record("shop", record, Some(etag)).unwrap();
    let test = test.dropped_and_reopened();
    assert_eq!(index_names(&test.shop), ["A", "Auto/People/ByName"]);
    assert_eq!(test.engine.record("shop").unwrap().0["Studio"]["Color"], "red");
}
