//! Counters of documents: values, errors, and durability across a crash.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rookery_engine::{
    Command, CommandResult, Counter, CounterAction, CounterOperation, Database, EngineError,
};
use serde_json::json;

use crate::attachments::{delete_attachment, put_attachment};
use crate::fixture::{delete, delete_command, get, put, put_command, test_engine, user};

fn operation(name: &str, action: CounterAction) -> CounterOperation {
    CounterOperation { name: name.into(), action }
}

fn add(name: &str, delta: i64) -> CounterOperation {
    operation(name, CounterAction::Increment(delta))
}

fn counters(id: &str, operations: impl Into<Vec<CounterOperation>>) -> Command {
    Command::Counters { id: id.into(), operations: operations.into() }
}

type Told = (Vec<Option<(String, i64)>>, Option<String>);

fn reported(result: &CommandResult) -> Told {
    let CommandResult::Counters { counters, document_change_vector, .. } = result else {
        panic!("counters answer with counters, not {result:?}")
    };
    let plain = |counter: &Counter| (counter.name.clone(), counter.value);
    (counters.iter().map(|counter| counter.as_ref().map(plain)).collect(), document_change_vector.clone())
}

fn execute(database: &Database, id: &str, operations: impl Into<Vec<CounterOperation>>) -> Told {
    reported(&database.execute(vec![counters(id, operations)]).unwrap()[0])
}

fn some(name: &str, value: i64) -> Option<(String, i64)> {
    Some((name.to_owned(), value))
}

fn values(database: &Database, id: &str) -> Vec<(String, i64)> {
    database.all_counters(id).unwrap().into_iter().map(|counter| (counter.name, counter.value)).collect()
}

#[test]
fn counters_add_up_and_show_in_the_document() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let operations = [
        add("Likes", 5),
        add("likes", 3),
        operation("LIKES", CounterAction::Get),
        operation("none", CounterAction::Get),
        add("b", -7),
        operation("none", CounterAction::Delete),
    ];
    let (answers, vector) = execute(&test.shop, "USERS/1", operations);
    assert_eq!(answers, [some("Likes", 5), some("likes", 8), some("LIKES", 8), None, some("b", -7)]);
    let metadata = get(&test.shop, "users/1")["@metadata"].clone();
    assert_eq!(metadata["@counters"], json!(["b", "Likes"]));
    assert_eq!(metadata["@flags"], "HasCounters");
    assert_eq!(vector.as_deref(), metadata["@change-vector"].as_str());
    assert_eq!(values(&test.shop, "users/1"), [("Likes".to_owned(), 8), ("b".to_owned(), -7)]);
    let requested = test.shop.counters("users/1", &["B", "none"]).unwrap();
    assert_eq!(requested[0].as_ref().map(|counter| (counter.name.as_str(), counter.value)), Some(("B", -7)));
    assert_eq!(requested[1], None);
    assert_eq!(test.shop.stats().unwrap().documents_with_counters, 1);

    // A changed value does not change the document.
    let (answers, vector) = execute(&test.shop, "users/1", [add("likes", 2)]);
    assert_eq!((answers, vector), (vec![some("likes", 10)], None));
    assert_eq!(get(&test.shop, "users/1")["@metadata"], metadata);
}

#[test]
fn saving_keeps_them_and_deleting_takes_them_along() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    execute(&test.shop, "a", [add("x", 1), add("y", 2)]);
    test.shop.execute(vec![put_attachment("a", "file", "hello")]).unwrap();
    assert_eq!(get(&test.shop, "a")["@metadata"]["@flags"], "HasAttachments, HasCounters");
    put(&test.shop, "a", &json!({"n": 1, "@metadata": {"@counters": ["made up"], "@flags": ""}}));
    let metadata = get(&test.shop, "a")["@metadata"].clone();
    assert_eq!(metadata["@counters"], json!(["x", "y"]));
    assert_eq!(metadata["@flags"], "HasAttachments, HasCounters");
    assert_eq!(metadata["@attachments"][0]["Name"], "file");
    test.shop.execute(vec![delete_attachment("a", "file")]).unwrap();
    execute(&test.shop, "a", [operation("X", CounterAction::Delete)]);
    let metadata = get(&test.shop, "a")["@metadata"].clone();
    assert_eq!((&metadata["@counters"], &metadata["@flags"]), (&json!(["y"]), &json!("HasCounters")));
    execute(&test.shop, "a", [operation("y", CounterAction::Delete), operation("y", CounterAction::Delete)]);
    assert!(get(&test.shop, "a")["@metadata"].get("@counters").is_none());
    assert_eq!(test.shop.stats().unwrap().documents_with_counters, 0);

    execute(&test.shop, "a", [add("z", 1)]);
    delete(&test.shop, "a");
    assert!(values(&test.shop, "a").is_empty());
    assert_eq!(test.shop.stats().unwrap().documents_with_counters, 0);
    let results = test
        .shop
        .execute(vec![
            put_command("a", &json!({})),
            counters("a", [add("q", 1)]),
            delete_command("a"),
            put_command("a", &json!({"fresh": true})),
        ])
        .unwrap();
    assert!(values(&test.shop, "a").is_empty());
    let CommandResult::Put { change_vector, .. } = &results[3] else { panic!("the last is a put") };
    assert_eq!(get(&test.shop, "a")["@metadata"]["@change-vector"], change_vector.as_str());
}

#[test]
fn what_cannot_be_leaves_nothing_of_its_batch() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    execute(&test.shop, "a", [add("big", i64::MAX), add("small", i64::MIN)]);
    let before = (test.shop.stats().unwrap().last_etag, values(&test.shop, "a"));
    for (id, operations, code) in [
        ("a", vec![add("new", 1), add("big", 1)], "counter-overflow"),
        ("a", vec![add("new", 1), add("small", -1)], "counter-overflow"),
        ("nope", vec![add("x", 1)], "missing-document"),
        ("nope", vec![operation("x", CounterAction::Delete)], "missing-document"),
        ("a", vec![add("", 1)], "bad-counter"),
        ("a", vec![add(&"n".repeat(513), 1)], "bad-counter"),
    ] {
        let batch = vec![counters("a", [add("first", 1)]), counters(id, operations)];
        let error = test.shop.execute(batch).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert_eq!((test.shop.stats().unwrap().last_etag, values(&test.shop, "a")), before);
    }
    assert!(matches!(
        test.shop.execute(vec![counters("a", [add("big", 1)])]),
        Err(EngineError::CounterOverflow { value: i64::MAX, delta: 1, .. })
    ));
    let (answers, _) = execute(&test.shop, "nope", [operation("x", CounterAction::Get)]);
    assert_eq!(answers, [None]);
}

#[test]
fn acknowledged_counts_are_there_after_a_crash() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    execute(&test.shop, "a", [add("x", 1)]);
    test.shop.flush_and_sync().unwrap();
    execute(&test.shop, "a", [add("x", 10), add("y", 5)]);
    let last = test.shop.stats().unwrap().last_etag;
    let test = test.dropped_and_reopened();
    assert_eq!(values(&test.shop, "a"), [("x".to_owned(), 11), ("y".to_owned(), 5)]);
    assert_eq!(test.shop.stats().unwrap().last_etag, last);
    execute(&test.shop, "a", [add("x", 100)]);
    let test = test.closed_and_reopened();
    assert_eq!(values(&test.shop, "a"), [("x".to_owned(), 111), ("y".to_owned(), 5)]);
    assert!(put(&test.shop, "b", &json!({})).etag > last, "etags are not given out twice");
}

#[test]
fn many_threads_lose_no_count() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    execute(&test.shop, "a", [add("x", 1)]);
                }
            });
        }
    });
    assert_eq!(values(&test.shop, "a"), [("x".to_owned(), 400)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn counters_do_what_a_map_does(
        steps in proptest::collection::vec((0..3u8, 0..3u8, 0..4u8, -5..6i64), 1..60)
    ) {
        let test = test_engine();
        let mut model: BTreeMap<u8, BTreeMap<String, i64>> = BTreeMap::new();
        for (document, name, kind, delta) in steps {
            let (id, name) = (format!("d/{document}"), format!("n{name}"));
            match kind {
                0 if delta > 3 => {
                    test.shop.execute(vec![delete_command(&id)]).unwrap();
                    model.remove(&document);
                }
                0 => {
                    put(&test.shop, &id, &json!({"delta": delta}));
                    model.entry(document).or_default();
                }
                _ => {
                    let action =
                        if kind == 1 { CounterAction::Delete } else { CounterAction::Increment(delta) };
                    let answer = test.shop.execute(vec![counters(&id, [operation(&name, action)])]);
                    let Some(known) = model.get_mut(&document) else {
                        prop_assert!(answer.is_err());
                        continue;
                    };
                    prop_assert!(answer.is_ok());
                    if kind == 1 {
                        known.remove(&name);
                    } else {
                        *known.entry(name).or_default() += delta;
                    }
                }
            }
            for (document, known) in &model {
                let id = format!("d/{document}");
                prop_assert_eq!(&values(&test.shop, &id).into_iter().collect::<BTreeMap<_, _>>(), known);
                let listed = get(&test.shop, &id)["@metadata"]["@counters"].clone();
                let names: Vec<_> = known.keys().collect();
                prop_assert_eq!(listed, if names.is_empty() { json!(null) } else { json!(names) });
            }
            let with = model.values().filter(|known| !known.is_empty()).count() as u64;
            prop_assert_eq!(test.shop.stats().unwrap().documents_with_counters, with);
            let names = model.values().flat_map(|known| known.keys());
            let bytes = names.map(|name| 16 + name.len() as u64).sum::<u64>();
            let collections = test.shop.collections().unwrap();
            let found = collections.iter().map(|of| (of.documents_with_counters, of.counters_size));
            prop_assert_eq!(found.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)), (with, bytes));
        }
    }
}
