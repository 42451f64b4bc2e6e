//! Administrative changes of revisions: deleting, reverting, enforcing a new configuration.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{
    Clock, Command, DocumentsCompression, EngineOptions, ManualClock, RevisionDeletion, RevisionScope,
    parse_date,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, get, options, put, put_command, quiet, test_engine_in, wire};

fn test_engine_at(text: &str) -> (TestEngine, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(parse_date(text).unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    (test_engine_in(folder, options), clock)
}

fn configure(test: &TestEngine, configuration: Value) {
    test.shop.set_revisions_configuration(serde_json::from_value(configuration).unwrap()).unwrap();
}

fn keeping_all() -> (TestEngine, Arc<ManualClock>) {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    configure(&test, json!({ "Default": {} }));
    (test, clock)
}

fn user(number: u64) -> Value {
    json!({ "N": number, "@metadata": { "@collection": "Users" } })
}

fn numbers(test: &TestEngine, id: &str) -> Vec<Value> {
    let page = test.shop.revisions(id, 0, u64::MAX).unwrap();
    page.revisions.iter().map(|revision| wire(revision)["N"].clone()).collect()
}

fn deletion(ids: &[&str]) -> RevisionDeletion {
    RevisionDeletion { ids: ids.iter().map(|id| (*id).to_owned()).collect(), ..Default::default() }
}

fn scope() -> RevisionScope {
    RevisionScope::default()
}

#[test]
fn revisions_are_deleted_by_document_date_and_change_vector() {
    let (test, clock) = keeping_all();
    let mut vectors = Vec::new();
    for number in 0..5 {
        vectors.push(put(&test.shop, "users/1", &user(number)).change_vector);
        clock.advance(Duration::from_secs(10));
    }
    put(&test.shop, "users/2", &user(9));
    let by_date = RevisionDeletion {
        from: parse_date("2030-01-01T00:00:10Z"),
        to: parse_date("2030-01-01T00:00:20Z"),
        ..deletion(&["USERS/1", "nobody"])
    };
    assert_eq!(test.shop.delete_revisions(&by_date).unwrap(), 2);
    assert_eq!(numbers(&test, "users/1"), [4, 3, 0]);
    let by_vector = RevisionDeletion {
        change_vectors: vec![vectors[3].clone(), vectors[1].clone(), "A:1-x".into()],
        ..deletion(&["users/1"])
    };
    assert_eq!(test.shop.delete_revisions(&by_vector).unwrap(), 1);
    assert_eq!(numbers(&test, "users/1"), [4, 0]);
    let other = RevisionDeletion { change_vectors: vec![vectors[4].clone()], ..deletion(&["users/2"]) };
    assert_eq!(test.shop.delete_revisions(&other).unwrap(), 0);
    assert_eq!(test.shop.delete_revisions(&deletion(&["users/1"])).unwrap(), 2);
    assert_eq!((numbers(&test, "users/1").len(), &get(&test.shop, "users/1")["N"]), (0, &json!(4)));
    assert_eq!(test.shop.stats().unwrap().revisions, 1);
    assert!(test.shop.revisions_at(&[&vectors[4]]).unwrap()[0].is_none());
}

#[test]
fn forced_revisions_and_the_bin_are_deleted_on_request() {
    let (test, _clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "users/1", &user(1));
    test.shop.execute(vec![Command::ForceRevision { id: "users/1".into(), before_save: false }]).unwrap();
    assert_eq!(test.shop.delete_revisions(&deletion(&["users/1"])).unwrap(), 0);
    delete(&test.shop, "users/1");
    assert_eq!(test.shop.revision_bin(0, 9).unwrap().len(), 1);
    let all = RevisionDeletion { force_created: true, ..deletion(&["users/1"]) };
    assert_eq!(test.shop.delete_revisions(&all).unwrap(), 2);
    assert!(test.shop.revision_bin(0, 9).unwrap().is_empty());
    // A document of that id no longer has a past.
    put(&test.shop, "users/1", &user(2));
    assert!(get(&test.shop, "users/1")["@metadata"].get("@flags").is_none());
}

#[test]
fn documents_go_back_to_revisions_all_or_none() {
    let (test, _clock) = keeping_all();
    let first = put(
        &test.shop,
        "users/1",
        &json!({
            "N": 1, "@metadata": { "@collection": "Users", "@expires": "2029-01-01T00:00:00Z" },
        }),
    );
    put(&test.shop, "users/1", &user(2));
    let other = put(&test.shop, "users/2", &user(7));
    delete(&test.shop, "users/2");
    let pair = |id: &str, vector: &str| (id.to_owned(), vector.to_owned());
    for bad in [pair("users/2", "A:77-x"), pair("users/2", &first.change_vector)] {
        let both = [pair("users/1", &first.change_vector), bad];
        let error = test.shop.revert_documents(&both).unwrap_err();
        assert!(error.to_string().contains("users/2"), "{error}");
        assert_eq!(get(&test.shop, "users/1")["N"], 2);
    }
    test.shop
        .revert_documents(&[pair("Users/1", &first.change_vector), pair("users/2", &other.change_vector)])
        .unwrap();
    let metadata = |id: &str| get(&test.shop, id)["@metadata"].clone();
    assert_eq!(get(&test.shop, "users/1")["N"], 1);
    assert_eq!(metadata("users/1")["@flags"], "HasRevisions, Reverted");
    assert_ne!(metadata("users/1")["@change-vector"], first.change_vector);
    assert_eq!(get(&test.shop, "users/2")["N"], 7);
    assert!(test.shop.revision_bin(0, 9).unwrap().is_empty());
    let newest = wire(&test.shop.revisions("users/1", 0, 1).unwrap().revisions[0]);
    assert_eq!(newest["@metadata"]["@flags"], "HasRevisions, Revision, Reverted");
    // The moment the old version named is due again.
    test.shop.set_expiration(Default::default()).unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 1);
    assert_eq!(get(&test.shop, "users/1"), Value::Null);
}

#[test]
fn everything_goes_back_to_a_moment() {
    let (test, clock) = keeping_all();
    put(&test.shop, "changed", &user(1));
    put(&test.shop, "deleted", &user(1));
    put(&test.shop, "kept", &user(1));
    put(&test.shop, "gone", &user(1));
    delete(&test.shop, "gone");
    put(&test.shop, "elsewhere", &json!({ "N": 1, "@metadata": { "@collection": "Other" } }));
    let then = clock.now();
    clock.advance(Duration::from_secs(1));
    put(&test.shop, "changed", &user(2));
    delete(&test.shop, "deleted");
    put(&test.shop, "made", &user(2));
    put(&test.shop, "gone", &user(2));
    put(&test.shop, "elsewhere", &json!({ "N": 2, "@metadata": { "@collection": "Other" } }));
    test.shop.flush_and_sync().unwrap();
    let users = RevisionScope { collections: Some(vec!["users".into()]), ..scope() };
    let report = test.shop.revert_all(then, &users, &mut |_| true).unwrap();
    assert_eq!((report.documents, report.changed, report.cancelled), (5, 4, false));
    let now = |id: &str| get(&test.shop, id)["N"].clone();
    assert_eq!((now("changed"), now("deleted"), now("kept")), (json!(1), json!(1), json!(1)));
    assert_eq!((now("made"), now("gone"), now("elsewhere")), (Value::Null, Value::Null, json!(2)));
    assert_eq!(test.shop.revert_all(then, &users, &mut |_| true).unwrap().changed, 0);
    assert!(test.shop.revert_all(then, &scope(), &mut |_| false).unwrap().cancelled);
    assert_eq!(now("elsewhere"), 2);
}

#[test]
fn a_document_whose_past_is_not_known_that_far_is_left_alone() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    configure(&test, json!({ "Default": { "MinimumRevisionsToKeep": 2 } }));
    put(&test.shop, "users/1", &user(0));
    let then = clock.now();
    clock.advance(Duration::from_secs(1));
    for number in 1..4 {
        put(&test.shop, "users/1", &user(number));
    }
    let report = test.shop.revert_all(then, &scope(), &mut |_| true).unwrap();
    assert_eq!((report.changed, report.warnings[0].0.as_str()), (0, "users/1"));
    assert_eq!(get(&test.shop, "users/1")["N"], 3);
}

#[test]
fn a_new_configuration_is_applied_to_what_there_is() {
    let (test, clock) = keeping_all();
    // More documents than are looked at in one go.
    for start in 0..3 {
        let batch = (0..300).map(|number| put_command(&format!("users/{number}"), &user(start))).collect();
        test.shop.execute(batch).unwrap();
        clock.advance(Duration::from_secs(1));
    }
    put(&test.shop, "others/1", &json!({ "N": 1, "@metadata": { "@collection": "Others" } }));
    delete(&test.shop, "users/7");
    assert_eq!(test.shop.enforce_revisions(&scope(), &mut |_| true).unwrap().changed, 0);
    configure(
        &test,
        json!({ "Collections": { "Users": { "MinimumRevisionsToKeep": 1, "PurgeOnDelete": true } } }),
    );
    let users = RevisionScope { collections: Some(vec!["Users".into()]), ..scope() };
    let report = test.shop.enforce_revisions(&users, &mut |_| true).unwrap();
    assert_eq!((report.documents, report.revisions, report.changed), (300, 901, 299 * 2 + 4));
    assert_eq!(numbers(&test, "users/0"), [2]);
    assert!(numbers(&test, "users/7").is_empty());
    assert_eq!(numbers(&test, "others/1"), [1]);
    // Without a configuration only forced revisions are kept, and a document without revisions has no flag.
    let before = get(&test.shop, "others/1")["@metadata"]["@change-vector"].clone();
    assert_eq!(test.shop.enforce_revisions(&scope(), &mut |_| true).unwrap().changed, 1);
    let metadata = get(&test.shop, "others/1")["@metadata"].clone();
    assert!(metadata.get("@flags").is_none() && metadata["@change-vector"] != before);
    configure(&test, json!({}));
    test.shop.execute(vec![Command::ForceRevision { id: "others/1".into(), before_save: false }]).unwrap();
    let others = RevisionScope { collections: Some(vec!["Others".into()]), ..scope() };
    assert_eq!(test.shop.enforce_revisions(&others, &mut |_| true).unwrap().changed, 0);
    let all = RevisionScope { force_created: true, ..others };
    assert_eq!(test.shop.enforce_revisions(&all, &mut |_| true).unwrap().changed, 1);
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.stats().unwrap().revisions, 299);
}

#[test]
fn revisions_can_be_compressed_when_their_documents_are_not() {
    let (test, _clock) = keeping_all();
    let long = json!({ "Text": "words ".repeat(200), "@metadata": { "@collection": "Users" } });
    let of = |id: &str| test.shop.revisions(id, 0, 1).unwrap().revisions[0].clone();
    put(&test.shop, "users/1", &long);
    assert!(!of("users/1").compressed);
    let settings = DocumentsCompression { compress_revisions: true, ..Default::default() };
    test.shop.set_documents_compression(settings).unwrap();
    put(&test.shop, "users/2", &long);
    assert!(!test.shop.get("users/2").unwrap().unwrap().compressed);
    let revision = of("users/2");
    assert!(revision.compressed && revision.stored_size * 4 < revision.body.len());
    assert_eq!(wire(&revision)["Text"], long["Text"]);
    let test = test.dropped_and_reopened();
    let revision = &test.shop.revisions("users/2", 0, 1).unwrap().revisions[0];
    assert_eq!(wire(revision)["Text"], long["Text"]);
}
