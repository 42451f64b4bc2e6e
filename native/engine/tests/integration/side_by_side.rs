//! Indexes that are replaced side by side: the old one answers until the new one is up to date; what becomes
//! of both when something else is wanted meanwhile, or the database is opened again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rookery_engine::{
    ChangeReceiver, Database, EngineError, IndexChange, IndexPriority, IndexStats, IndexingOf, LockMode,
    QueryOptions,
};
use serde_json::json;

use crate::fixture::{TestEngine, put, test_engine};
use crate::query_fixture::{answered, make, query_results};

const NAMES: &str = "map('People', p => ({ Name: p.Name }))";
const BOTH: &str = "map('People', p => ({ Name: p.Name, Age: p.Age }))";
const AGES: &str = "map('People', p => ({ Age: p.Age }))";

fn index(shop: &Database, map: &str) {
    make(shop, json!({ "Name": "A", "Maps": [map] }));
}

/// A shop with ten people, an index of their names that has them all, and indexing stopped.
fn stopped() -> TestEngine {
    let test = test_engine();
    for number in 0..10 {
        person(&test.shop, number);
    }
    index(&test.shop, NAMES);
    assert_eq!(query_results(&test.shop, "from index 'A'").total, 10);
    test.shop.stop_indexing(IndexingOf::All).unwrap();
    test
}

fn person(shop: &Database, number: u32) {
    let person = json!({ "Name": "Ann", "Age": number, "@metadata": { "@collection": "People" } });
    put(shop, &format!("people/{number}"), &person);
}

/// Attempts and time of the first index, which stay when nothing is indexed again.
fn indexed(shop: &Database) -> (u64, Option<String>) {
    let stats = all(shop).remove(0);
    (stats.map_attempts, stats.last_indexing)
}

fn all(shop: &Database) -> Vec<IndexStats> {
    shop.index_stats().unwrap()
}

fn names(shop: &Database) -> Vec<String> {
    all(shop).iter().map(|stats| stats.definition.name().to_owned()).collect()
}

fn until_replaced(shop: &Database) {
    let until = Instant::now() + Duration::from_secs(20);
    while names(shop) != ["A"] {
        assert!(Instant::now() < until, "{:?}", all(shop));
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn reported(changes: &ChangeReceiver<IndexChange>) -> Vec<String> {
    let one = |change: IndexChange| format!("{:?} {}", change.kind, change.name);
    changes.try_iter().map(one).filter(|text| !text.starts_with("Batch")).collect()
}

const AGED: &str = "from index 'A' where Age = 7";

#[test]
fn the_old_one_answers_until_the_new_one_is_up_to_date() {
    let test = stopped();
    let changes = test.shop.subscribe_index_changes();
    index(&test.shop, BOTH);
    assert_eq!(names(&test.shop), ["A", "ReplacementOf/A"]);
    person(&test.shop, 10);
    let old = answered(Duration::from_millis(20), &test.shop, "from index 'A' where Name = 'ann'");
    assert_eq!((old.total, old.is_stale, old.index_name.as_str()), (10, true, "A"));
    let new = answered(Duration::ZERO, &test.shop, "from index 'ReplacementOf/A'");
    assert_eq!((new.total, new.is_stale, new.index_name.as_str()), (0, true, "ReplacementOf/A"));
    // The old one does not have this field.
    assert!(test.shop.query(&rookery_engine::QueryRequest::new(AGED), &QueryOptions::default()).is_err());
    let before = all(&test.shop);
    test.shop.start_indexing(IndexingOf::All).unwrap();
    until_replaced(&test.shop);
    assert_eq!(
        (query_results(&test.shop, AGED).total, query_results(&test.shop, "from index 'A'").total),
        (1, 11)
    );
    let after = &all(&test.shop)[0];
    assert_eq!(after.definition.created_at(), before[1].definition.created_at());
    let wanted = ["IndexAdded ReplacementOf/A", "SideBySideReplace A"].map(str::to_owned).to_vec();
    assert_eq!(reported(&changes), wanted);
    // Nothing of the old one is left, and nothing is reindexed after opening. A later change of an index
    // waits until the old one's files are deleted.
    test.shop.set_index_priority(&["A"], IndexPriority::Low).unwrap();
    let folders = std::fs::read_dir(test.shop.folder().join("indexes")).unwrap().count();
    assert_eq!(folders, 1);
    let before = indexed(&test.shop);
    let test = test.dropped_and_reopened();
    assert_eq!((query_results(&test.shop, AGED).total, indexed(&test.shop)), (1, before));
}

#[test]
fn queries_during_a_replacement_always_find_an_index() {
    let test = stopped();
    test.shop.start_indexing(IndexingOf::All).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for longest in [Duration::ZERO, Duration::from_secs(5)] {
            let (shop, done) = (&test.shop, &done);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    let answer = answered(longest, shop, "from index 'A' where Name = 'Ann'");
                    // A script may be cut off where the process is stopped for a while; never are all.
                    assert!(answer.total > 1, "{:?}", all(shop));
                    assert_eq!(answer.total, answer.results.len() as u64);
                }
            });
        }
        for _ in 0..8 {
            index(&test.shop, BOTH);
            until_replaced(&test.shop);
            index(&test.shop, NAMES);
            until_replaced(&test.shop);
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn another_definition_meanwhile_replaces_the_replacement_and_the_old_one_again_takes_it_away() {
    let test = stopped();
    let changes = test.shop.subscribe_index_changes();
    index(&test.shop, BOTH);
    index(&test.shop, BOTH);
    index(&test.shop, AGES);
    index(&test.shop, NAMES);
    assert_eq!(names(&test.shop), ["A"]);
    let wanted = ["IndexAdded", "IndexRemoved", "IndexAdded", "IndexRemoved"];
    assert_eq!(reported(&changes), wanted.map(|kind| format!("{kind} ReplacementOf/A")));
    // Not reindexed.
    test.shop.start_indexing(IndexingOf::All).unwrap();
    assert_eq!(
        (query_results(&test.shop, "from index 'A'").total, all(&test.shop)[0].map_attempts),
        (10, 10)
    );
    let maps: Vec<String> =
        test.shop.index_history("a").iter().map(|past| past.definition.maps[0].clone()).collect();
    assert_eq!(maps, [NAMES, AGES, BOTH, NAMES]);
}

#[test]
fn the_database_may_be_opened_again_midway() {
    for back in [false, true] {
        let test = stopped();
        index(&test.shop, BOTH);
        let test = test.dropped_and_reopened();
        if back {
            index(&test.shop, NAMES);
        }
        until_replaced(&test.shop);
        assert_eq!(query_results(&test.shop, "from index 'A'").total, 10);
        let aged = test.shop.query(&rookery_engine::QueryRequest::new(AGED), &QueryOptions::default());
        assert_eq!(aged.is_ok(), !back, "{aged:?}");
        let test = test.dropped_and_reopened();
        assert_eq!((names(&test.shop), all(&test.shop)[0].entries), (vec!["A".to_owned()], 10));
    }
}

#[test]
fn the_new_one_stands_as_its_definition_says_and_locks_and_priorities_are_of_both() {
    let test = stopped();
    test.shop.set_index_disabled("A", true, false).unwrap();
    make(&test.shop, json!({ "Name": "A", "Maps": [BOTH], "Priority": "High" }));
    let priorities = || -> Vec<IndexPriority> {
        all(&test.shop).iter().map(|stats| stats.definition.admin_state().priority).collect()
    };
    assert_eq!(priorities(), [IndexPriority::Normal, IndexPriority::High]);
    test.shop.set_index_priority(&["a"], IndexPriority::Low).unwrap();
    assert_eq!(priorities(), [IndexPriority::Low, IndexPriority::Low]);
    test.shop.set_index_lock(&["A"], LockMode::LockedError).unwrap();
    let other = serde_json::from_value(json!({ "Name": "A", "Maps": [AGES] })).unwrap();
    assert!(matches!(test.shop.put_index(other), Err(EngineError::LockedIndex { .. })));
    test.shop.set_index_lock(&["A"], LockMode::Unlock).unwrap();
    test.shop.start_indexing(IndexingOf::All).unwrap();
    until_replaced(&test.shop);
    let standing = all(&test.shop)[0].definition.admin_state();
    assert_eq!((standing.disabled, standing.priority), (false, IndexPriority::Low));
    assert_eq!(query_results(&test.shop, AGED).total, 1);
}

#[test]
fn deleting_takes_the_replacement_along_and_the_replacement_can_be_deleted_alone() {
    let test = stopped();
    index(&test.shop, BOTH);
    assert!(test.shop.delete_index("replacementof/a").unwrap());
    assert_eq!(names(&test.shop), ["A"]);
    let latest = test.shop.index_history("A");
    assert_eq!((latest.len(), latest[0].definition.maps[0].as_str()), (3, NAMES));
    assert!(!test.shop.delete_index("ReplacementOf/A").unwrap());
    index(&test.shop, BOTH);
    assert!(test.shop.delete_index("A").unwrap());
    assert!(names(&test.shop).is_empty());
    assert!(test.shop.index_history("A").is_empty());
    let test = test.dropped_and_reopened();
    assert!(names(&test.shop).is_empty());
    let folders = std::fs::read_dir(test.shop.folder().join("indexes")).unwrap().count();
    assert_eq!(folders, 0);
    let beside = serde_json::from_value(json!({ "Name": "ReplacementOf/B", "Maps": [NAMES] })).unwrap();
    assert!(matches!(test.shop.put_index(beside), Err(EngineError::BadIndex { .. })));
}

#[test]
fn an_index_is_replaced_immediately_or_reset_side_by_side_on_request() {
    let test = stopped();
    assert!(matches!(test.shop.replace_index("A"), Err(EngineError::NoReplacement { .. })));
    assert!(matches!(test.shop.replace_index("Nobody"), Err(EngineError::UnknownIndex { .. })));
    index(&test.shop, BOTH);
    test.shop.replace_index("a").unwrap();
    let stats = all(&test.shop);
    assert_eq!((stats.len(), stats[0].entries, stats[0].is_stale), (1, 0, true));
    test.shop.start_indexing(IndexingOf::All).unwrap();
    assert_eq!(query_results(&test.shop, AGED).total, 1);
    let before = all(&test.shop)[0].definition.created_at().to_owned();
    for _ in 0..2 {
        assert!(test.shop.reset_index_beside("a").unwrap());
        until_replaced(&test.shop);
    }
    assert_ne!(all(&test.shop)[0].definition.created_at(), before);
    assert!(test.shop.reset_index("A").unwrap());
    assert_eq!(query_results(&test.shop, AGED).total, 1);
    // The same definition is the same index, however often it was built.
    index(&test.shop, BOTH);
    assert_eq!(names(&test.shop), ["A"]);
    let before = indexed(&test.shop);
    let test = test.dropped_and_reopened();
    assert_eq!((query_results(&test.shop, AGED).total, indexed(&test.shop)), (1, before));
    assert!(!test.shop.reset_index_beside("Nobody").unwrap());
}

#[test]
fn ten_definitions_are_kept_when_the_record_is_saved() {
    let test = stopped();
    for number in 0..12 {
        index(&test.shop, &format!("map('People', p => ({{ Age: p.Age + {number} }}))"));
    }
    let (record, etag) = test.engine.record("shop").unwrap();
    test.engine.update_record("shop", json!({ "Studio": record["Studio"] }), Some(etag)).unwrap();
    let test = test.dropped_and_reopened();
    let past = test.shop.index_history("A");
    assert_eq!(past.len(), 10);
    assert!(past[0].definition.maps[0].contains("+ 11") && past[9].definition.maps[0].contains("+ 2"));
    assert!(past.windows(2).all(|pair| pair[0].created_at >= pair[1].created_at));
    until_replaced(&test.shop);
}
