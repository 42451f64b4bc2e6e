//! A revision has snapshots of counters and time series, as a real server writes them.

use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, DocumentsCompression, DumpView, Points,
    RevisionDeletion, TimeSeriesUpdate,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, eager, get, put, put_command, test_engine, test_engine_with, wire};
use crate::item_fixture::{NEW_YEAR, append, change_counter, increment, remove};

const DAY: i64 = 86_400_000;

fn keeping(test: &TestEngine) {
    let configuration = serde_json::from_value(json!({ "Default": {} })).unwrap();
    test.shop.set_revisions_configuration(configuration).unwrap();
}

/// The metadata of the revisions, newest first, without id, date and change vector.
fn revisions(shop: &Database, id: &str) -> Vec<Value> {
    let found = shop.revisions(id, 0, u64::MAX).unwrap().revisions;
    found
        .iter()
        .map(|revision| {
            let mut metadata = wire(revision)["@metadata"].clone();
            for name in ["@id", "@last-modified", "@change-vector"] {
                metadata.as_object_mut().unwrap().remove(name);
            }
            metadata
        })
        .collect()
}

fn vector_of(shop: &Database, id: &str, place: usize) -> String {
    shop.revisions(id, 0, u64::MAX).unwrap().revisions[place].change_vector.clone()
}

/// Whether the document has another version then.
fn revert(shop: &Database, id: &str, vector: &str) -> bool {
    let etag = || shop.get(id).unwrap().map(|document| document.etag);
    let before = etag();
    shop.revert_documents(&[(id.to_owned(), vector.to_owned())]).unwrap();
    etag() != before
}

fn values(shop: &Database, id: &str) -> Vec<(String, i64)> {
    shop.all_counters(id).unwrap().into_iter().map(|counter| (counter.name, counter.value)).collect()
}

/// Observed: a revision for each command that adds or removes a name, however many are in a batch.
#[test]
fn each_command_of_a_batch_that_changes_the_names_creates_a_revision() {
    let test = test_engine();
    keeping(&test);
    let shop = &test.shop;
    put(shop, "u/1", &json!({}));
    let change = |names: &[&str], action: CounterAction| {
        let operations = names.iter().map(|name| CounterOperation { name: (*name).into(), action });
        Command::Counters { id: "u/1".into(), operations: operations.collect() }
    };
    let add = |names: &[&str]| change(names, CounterAction::Increment(1));
    let series = |name: &str, time| {
        let mut appends = Points::default();
        appends.push(time, &[1.0], None);
        let update = TimeSeriesUpdate { name: name.into(), appends, ..TimeSeriesUpdate::default() };
        Command::TimeSeries { id: "u/1".into(), update: Box::new(update) }
    };
    shop.execute(vec![
        add(&["a"]),
        add(&["a"]),
        add(&["b"]),
        add(&["c", "d"]),
        series("HR", NEW_YEAR),
        series("hr", NEW_YEAR + DAY),
        put_command("u/1", &json!({ "N": 1 })),
        change(&["b"], CounterAction::Delete),
    ])
    .unwrap();
    let found: Vec<Value> = revisions(shop, "u/1")
        .iter()
        .map(|metadata| {
            let counters = metadata["@counters-snapshot"].as_object().map_or(0, |counters| counters.len());
            json!([counters, metadata["@timeseries-snapshot"].is_object()])
        })
        .collect();
    let expected = json!([[3, true], [4, true], [4, true], [4, false], [2, false], [1, false], [0, false]]);
    assert_eq!(json!(found), expected);
    let metadata = get(shop, "u/1")["@metadata"].clone();
    assert_eq!(metadata["@counters"], json!(["a", "c", "d"]));
}

#[test]
fn a_change_of_the_names_creates_a_revision_with_the_values_of_that_moment() {
    let test = test_engine_with(eager());
    keeping(&test);
    let shop = &test.shop;
    put(shop, "u/1", &json!({}));
    increment(shop, "u/1", "Likes", 5);
    increment(shop, "u/1", "likes", 5);
    increment(shop, "u/1", "dislikes", 1);
    append(shop, "u/1", "HR", &[(NEW_YEAR, &[1.0], None), (NEW_YEAR + DAY, &[1.0, 2.0], Some("w"))]);
    append(shop, "u/1", "HR", &[(NEW_YEAR + 2 * DAY, &[1.0], None)]);
    put(shop, "u/1", &json!({ "N": 2 }));
    // The same again: no revision, although a value changed.
    increment(shop, "u/1", "likes", 5);
    put(shop, "u/1", &json!({ "N": 2 }));
    let series = |count: u64, end: &str| {
        json!({ "HR": {
            "Count": count,
            "Start": "2024-01-01T00:00:00.0000000Z",
            "End": format!("{end}T00:00:00.0000000Z"),
        } })
    };
    let flags = "HasRevisions, Revision, HasCounters";
    let both = "HasRevisions, Revision, HasCounters, HasTimeSeries";
    let counters = json!({ "dislikes": 1, "Likes": 10 });
    assert_eq!(
        revisions(shop, "u/1"),
        [
            json!({ "@counters-snapshot": counters, "@timeseries-snapshot": series(3, "2024-01-03"), "@flags": both }),
            json!({ "@counters-snapshot": counters, "@timeseries-snapshot": series(2, "2024-01-02"), "@flags": both }),
            json!({ "@counters-snapshot": counters, "@flags": flags }),
            json!({ "@counters-snapshot": { "Likes": 5 }, "@flags": flags }),
            json!({ "@flags": "HasRevisions, Revision" }),
        ]
    );
    // The document lists names, as before.
    let listed = get(shop, "u/1")["@metadata"].clone();
    assert_eq!(listed["@counters"], json!(["dislikes", "Likes"]));
    assert_eq!(listed["@timeseries"], json!(["HR"]));
    assert_eq!(listed["@counters-snapshot"], Value::Null);
    let expected = revisions(shop, "u/1");
    let test = test.dropped_and_reopened();
    assert_eq!(revisions(&test.shop, "u/1"), expected);

    remove(&test.shop, "u/1", "HR", None, None);
    change_counter(&test.shop, "u/1", "likes", CounterAction::Delete);
    change_counter(&test.shop, "u/1", "dislikes", CounterAction::Delete);
    let all = revisions(&test.shop, "u/1");
    assert_eq!(all[0], json!({ "@flags": "HasRevisions, Revision" }));
    assert_eq!(all[1], json!({ "@counters-snapshot": { "dislikes": 1 }, "@flags": flags }));
    delete(&test.shop, "u/1");
    assert_eq!(revisions(&test.shop, "u/1")[0], json!({ "@flags": "HasRevisions, DeleteRevision" }));
}

#[test]
fn a_version_from_before_has_a_snapshot_of_what_it_listed() {
    let test = test_engine();
    for id in ["a", "b"] {
        put(&test.shop, id, &json!({}));
    }
    increment(&test.shop, "a", "L", 7);
    keeping(&test);
    increment(&test.shop, "a", "M", 1);
    increment(&test.shop, "b", "M", 1);
    let old = "HasRevisions, FromOldDocumentRevision, Revision";
    let new = "HasRevisions, Revision, HasCounters";
    assert_eq!(
        revisions(&test.shop, "a"),
        [
            json!({ "@counters-snapshot": { "L": 7, "M": 1 }, "@flags": new }),
            json!({ "@counters-snapshot": { "L": 7 }, "@flags": format!("{old}, HasCounters") }),
        ]
    );
    assert_eq!(
        revisions(&test.shop, "b"),
        [json!({ "@counters-snapshot": { "M": 1 }, "@flags": new }), json!({ "@flags": old })]
    );
}

#[test]
fn a_revision_on_request_has_snapshots_and_a_compressed_one_too() {
    let test = test_engine();
    let compression = DocumentsCompression { compress_revisions: true, ..DocumentsCompression::default() };
    test.shop.set_documents_compression(compression).unwrap();
    put(&test.shop, "a", &json!({ "Text": "x".repeat(500) }));
    increment(&test.shop, "a", "L", 3);
    test.shop.execute(vec![Command::ForceRevision { id: "a".into(), before_save: false }]).unwrap();
    increment(&test.shop, "a", "L", 3);
    let expected = json!({
        "@counters-snapshot": { "L": 3 },
        "@flags": "HasRevisions, Revision, HasCounters, ForceCreated",
    });
    assert_eq!(revisions(&test.shop, "a"), [expected]);
    assert!(test.shop.stats().unwrap().revisions > 0);
    let all = RevisionDeletion { ids: vec!["a".into()], force_created: true, ..RevisionDeletion::default() };
    test.shop.delete_revisions(&all).unwrap();
    assert_eq!(revisions(&test.shop, "a"), Vec::<Value>::new());
}

#[test]
fn reverting_sets_the_counters_of_the_revision_and_leaves_time_series() {
    let test = test_engine_with(eager());
    keeping(&test);
    let shop = &test.shop;
    put(shop, "u/1", &json!({}));
    let plain = vector_of(shop, "u/1", 0);
    increment(shop, "u/1", "L", 5);
    let five = vector_of(shop, "u/1", 0);
    increment(shop, "u/1", "L", 10);
    increment(shop, "u/1", "M", 1);
    append(shop, "u/1", "HR", &[(NEW_YEAR, &[1.0], None)]);
    assert!(revert(shop, "U/1", &five));
    assert_eq!(values(shop, "u/1"), [("L".to_owned(), 5)]);
    let document = get(shop, "u/1")["@metadata"].clone();
    assert_eq!(document["@counters"], json!(["L"]));
    assert_eq!(document["@timeseries"], json!(["HR"]));
    assert_eq!(document["@counters-snapshot"], Value::Null);
    assert_eq!(document["@flags"], "HasRevisions, HasCounters, Reverted, HasTimeSeries");
    let newest = revisions(shop, "u/1")[0].clone();
    assert_eq!(newest["@counters-snapshot"], json!({ "L": 5 }));

    // Only a value differs.
    let again = vector_of(shop, "u/1", 0);
    increment(shop, "u/1", "l", 3);
    assert!(revert(shop, "u/1", &again));
    assert_eq!(values(shop, "u/1"), [("L".to_owned(), 5)]);
    assert!(!revert(shop, "u/1", &again), "nothing differs");

    assert!(revert(shop, "u/1", &plain));
    assert_eq!((values(shop, "u/1"), shop.stats().unwrap().documents_with_counters), (Vec::new(), 0));
    delete(shop, "u/1");
    assert!(revert(shop, "u/1", &five));
    let test = test.dropped_and_reopened();
    assert_eq!(values(&test.shop, "u/1"), [("L".to_owned(), 5)]);
    assert_eq!(test.shop.stats().unwrap().documents_with_counters, 1);
    assert_eq!(get(&test.shop, "u/1")["@metadata"]["@timeseries"], Value::Null);
}

#[test]
fn a_dump_view_has_the_snapshots() {
    let test = test_engine();
    keeping(&test);
    put(&test.shop, "a", &json!({}));
    increment(&test.shop, "a", "L", 7);
    let view: DumpView = test.shop.dump_view().unwrap();
    let mut found = Vec::new();
    view.revisions(&mut |revision| {
        found.push(wire(&revision)["@metadata"]["@counters-snapshot"].clone());
        true
    })
    .unwrap();
    assert_eq!(found, [Value::Null, json!({ "L": 7 })]);
}
