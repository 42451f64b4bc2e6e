//! Compare-exchange values: who may change them, how they are kept, and when they end.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rookery_engine::{
    CompareExchangeFault, CompareExchangeResult, Database, EngineError, EngineOptions, Imported, ManualClock,
    parse_date,
};
use serde_json::{Value, json};

use crate::backups::{go_on, verified};
use crate::fixture::{TestEngine, eager, options, put, quiet, test_engine, test_engine_in, user};

fn object(value: &Value) -> Bytes {
    Bytes::from(json!({ "Object": value }).to_string())
}

fn set(database: &Database, key: &str, value: &Value, index: i64) -> CompareExchangeResult {
    database.put_compare_exchange(key, object(value), index, None).unwrap()
}

/// Keys, values and indexes as they are listed.
fn listed(database: &Database) -> Vec<(String, Value, i64)> {
    let all = database.compare_exchange_page("", 0, u64::MAX).unwrap();
    all.into_iter()
        .map(|one| {
            (one.key, serde_json::from_slice::<Value>(&one.value).unwrap()["Object"].clone(), one.index)
        })
        .collect()
}

fn keys(database: &Database, prefix: &str, start: u64, take: u64) -> Vec<String> {
    database.compare_exchange_page(prefix, start, take).unwrap().into_iter().map(|one| one.key).collect()
}

#[test]
fn only_who_knows_the_index_changes_a_value() {
    let test = test_engine();
    let first = set(&test.shop, "Emails/Ada", &json!("users/1"), 0);
    assert!(first.successful && first.index > 0);
    assert_eq!(first.value, Some(object(&json!("users/1"))));
    let refused = set(&test.shop, "emails/ada", &json!("users/2"), 0);
    assert_eq!(refused, CompareExchangeResult { successful: false, ..first.clone() });
    let missing = set(&test.shop, "none", &json!(1), 7);
    assert_eq!(missing, CompareExchangeResult { index: 0, value: None, successful: false });
    let second = set(&test.shop, "EMAILS/ADA", &json!("users/2"), first.index);
    assert!(second.successful && second.index > first.index);

    let found = test.shop.compare_exchange(&["Emails/ADA", "none"]).unwrap();
    let ada = found[0].as_ref().unwrap();
    assert_eq!((ada.key.as_str(), ada.index), ("Emails/ADA", second.index));
    assert_eq!(found[1], None);
    assert_eq!(test.shop.stats().unwrap().compare_exchange, 1);

    let stale = test.shop.delete_compare_exchange("emails/ada", first.index, None).unwrap();
    assert_eq!((stale.successful, stale.index), (false, second.index));
    let gone = test.shop.delete_compare_exchange("emails/ada", second.index, None).unwrap();
    assert!(gone.successful && gone.index > second.index);
    assert_eq!(gone.value, Some(object(&json!("users/2"))));
    let again = test.shop.delete_compare_exchange("emails/ada", 0, None).unwrap();
    assert_eq!(again, CompareExchangeResult { index: 0, value: None, successful: false });
    assert_eq!(test.shop.stats().unwrap().compare_exchange, 0);
}

#[test]
fn of_many_at_once_one_wins() {
    let test = test_engine();
    let winners: usize = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8)
            .map(|number| {
                let shop = &test.shop;
                scope.spawn(move || usize::from(set(shop, "lock", &json!(number), 0).successful))
            })
            .collect();
        tries.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!((winners, listed(&test.shop).len()), (1, 1));
}

#[test]
fn what_cannot_be_a_value_is_refused_by_its_fault() {
    let test = test_engine();
    let fault = |key: &str, value: &'static str, index| {
        let value = Bytes::from_static(value.as_bytes());
        match test.shop.put_compare_exchange(key, value, index, None) {
            Err(EngineError::BadCompareExchange { fault, .. }) => fault,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fault("", "{}", 0), CompareExchangeFault::NoKey);
    assert_eq!(fault(&"k".repeat(513), "{}", 0), CompareExchangeFault::LongKey);
    assert_eq!(fault("k", "{}", -1), CompareExchangeFault::NegativeIndex);
    assert_eq!(fault("k", "[1]", 0), CompareExchangeFault::NoObject);
    let expiry = r#"{"Object":1,"@metadata":{"@expires":"soon"}}"#;
    assert_eq!(fault("k", expiry, 0), CompareExchangeFault::Expiry);
    assert!(set(&test.shop, &"k".repeat(512), &json!(1), 0).successful);
}

#[test]
fn pages_are_in_the_order_of_the_keys_and_by_prefix() {
    let test = test_engine();
    for key in ["b/2", "A/1", "b/1", "c", "B/3"] {
        set(&test.shop, key, &json!(key), 0);
    }
    test.shop.flush_and_sync().unwrap();
    set(&test.shop, "b/0", &json!(0), 0);
    assert_eq!(keys(&test.shop, "", 0, u64::MAX), ["a/1", "b/0", "b/1", "b/2", "b/3", "c"]);
    assert_eq!(keys(&test.shop, "B/", 1, 2), ["b/1", "b/2"]);
    assert!(keys(&test.shop, "x", 0, 9).is_empty());
}

#[test]
fn values_survive_a_crash_a_flush_and_a_restart() {
    let test = test_engine();
    let first = set(&test.shop, "a", &json!(1), 0).index;
    set(&test.shop, "b", &json!(2), 0);
    test.shop.flush_and_sync().unwrap();
    set(&test.shop, "a", &json!(3), first);
    let index = set(&test.shop, "c", &json!(4), 0).index;
    test.shop.delete_compare_exchange("c", index, None).unwrap();
    let before = listed(&test.shop);
    assert_eq!(before.len(), 2);
    let test = test.dropped_and_reopened();
    assert_eq!(listed(&test.shop), before);
    let test = test.closed_and_reopened();
    assert_eq!(listed(&test.shop), before);
    assert_eq!(test.shop.stats().unwrap().compare_exchange, 2);
    let next = set(&test.shop, "d", &json!(5), 0).index;
    assert!(next > index, "{next} is not after {index}");
    let test = test.dropped_and_reopened_with(eager());
    assert_eq!(listed(&test.shop).len(), 3);
}

#[test]
fn a_repeated_request_gets_the_first_result_also_after_a_crash() {
    let test = test_engine();
    let first = test.shop.put_compare_exchange("a", object(&json!(1)), 0, Some("one")).unwrap();
    let test = test.dropped_and_reopened();
    let repeated = test.shop.put_compare_exchange("a", object(&json!(2)), 0, Some("one")).unwrap();
    assert_eq!(repeated, first);
    let other = test.shop.put_compare_exchange("a", object(&json!(2)), 0, Some("two")).unwrap();
    assert!(!other.successful);
    // An operation that was not done is tried again.
    let removed = test.shop.delete_compare_exchange("a", first.index, Some("three")).unwrap();
    assert_eq!(test.shop.delete_compare_exchange("a", first.index, Some("three")).unwrap(), removed);
    assert!(test.shop.put_compare_exchange("a", object(&json!(2)), 0, Some("two")).unwrap().successful);
}

#[test]
fn many_requests_are_remembered_and_the_oldest_forgotten() {
    let test = test_engine();
    let mut index = 0;
    for number in 0..1_010 {
        let id = format!("request {number}");
        index = test.shop.put_compare_exchange("n", object(&json!(number)), index, Some(&id)).unwrap().index;
    }
    let repeat = |id: &str| test.shop.put_compare_exchange("n", object(&json!(0)), 0, Some(id)).unwrap();
    assert!(repeat("request 1009").successful && repeat("request 20").successful);
    assert!(!repeat("request 5").successful);
}

fn expiring(moment: &str) -> Bytes {
    Bytes::from(json!({ "Object": 1, "@metadata": { "@expires": moment } }).to_string())
}

#[test]
fn due_values_end_without_any_setting() {
    let clock = ManualClock::starting_at(parse_date("2030-01-01T00:00:00Z").unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    let test = test_engine_in(folder, options);
    let soon = test.shop.put_compare_exchange("soon", expiring("2030-01-01T00:00:30Z"), 0, None).unwrap();
    test.shop.put_compare_exchange("later", expiring("2030-01-02T00:00:00Z"), 0, None).unwrap();
    test.shop.flush_and_sync().unwrap();
    test.shop.put_compare_exchange("kept", expiring("2030-01-01T00:00:30Z"), 0, None).unwrap();
    let kept = test.shop.compare_exchange(&["kept"]).unwrap()[0].as_ref().unwrap().index;
    set(&test.shop, "kept", &json!(2), kept);
    assert_eq!(test.shop.expire_compare_exchange_now().unwrap(), 0);
    assert!(soon.successful);
    clock.advance(Duration::from_secs(60));
    // The sweep runs without a call.
    let mut left = keys(&test.shop, "", 0, 9);
    for _ in 0..600 {
        if left.len() == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        left = keys(&test.shop, "", 0, 9);
    }
    assert_eq!(left, ["kept", "later"]);
    let stats = test.shop.stats().unwrap();
    assert_eq!((stats.compare_exchange, stats.compare_exchange_failure), (2, None));
    clock.advance(Duration::from_secs(3 * 86_400));
    let _ = test.shop.expire_compare_exchange_now().unwrap();
    assert_eq!(keys(&test.shop, "", 0, 9), ["kept"]);
}

#[test]
fn a_backup_has_them_and_a_dump_view_shows_them() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    set(&test.shop, "a", &json!(1), 0);
    set(&test.shop, "b", &json!({ "x": [1] }), 0);
    let backup = test.folder.path().join("backup");
    test.shop.back_up(&backup, &mut go_on).unwrap();
    verified(&backup).unwrap();
    test.engine.restore("copy", &backup, &mut go_on).unwrap();
    let copy = test.engine.database("copy").unwrap();
    assert_eq!(listed(&copy), listed(&test.shop));
    // Indexes continue after those of the backup, whatever the server counts.
    let last = listed(&copy)[1].2;
    assert!(set(&copy, "c", &json!(3), 0).index > last);

    let mut seen = Vec::new();
    let view = test.shop.dump_view().unwrap();
    set(&test.shop, "z", &json!(9), 0);
    view.compare_exchange(&mut |value| {
        seen.push(value);
        true
    })
    .unwrap();
    assert_eq!(seen.len(), 2);
    let imported = seen.into_iter().map(|one| Imported::CompareExchange { key: one.key, value: one.value });
    test.engine.create("target", Value::Null).unwrap();
    let target = test.engine.database("target").unwrap();
    set(&target, "A", &json!("replaced"), 0);
    assert_eq!(target.import(imported.collect()).unwrap(), [true, true]);
    let values: Vec<Value> = listed(&target).into_iter().map(|(_, value, _)| value).collect();
    assert_eq!(values, [json!(1), json!({ "x": [1] })]);
    assert_eq!(target.stats().unwrap().compare_exchange, 2);
}

fn crash(test: TestEngine) -> TestEngine {
    test.dropped_and_reopened()
}

#[test]
fn what_was_refused_leaves_no_trace() {
    let test = test_engine();
    set(&test.shop, "a", &json!(1), 0);
    let before = (listed(&test.shop), test.shop.stats().unwrap().last_etag);
    assert!(!set(&test.shop, "a", &json!(2), 99).successful);
    assert!(test.shop.put_compare_exchange("a", Bytes::from_static(b"5"), 0, None).is_err());
    let test = crash(test);
    assert_eq!((listed(&test.shop), test.shop.stats().unwrap().last_etag), before);
}
