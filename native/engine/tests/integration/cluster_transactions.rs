//! Cluster-wide transactions: documents and compare-exchange values together, atomic guards, change vectors.

use bytes::Bytes;
use rookery_engine::{
    ClusterCommand, ClusterCommandResult, ClusterTransaction, ClusterTransactionResult, ClusterViolation,
    Database, DocumentFlags, EngineError, Expected, RevisionsConfiguration,
};
use serde_json::{Value, json};

use crate::backups::go_on;
use crate::fixture::{bytes, delete, get, put, test_engine, try_put, user};

fn put_document(id: &str, body: &Value, vector: Option<&str>) -> ClusterCommand {
    ClusterCommand::Put { id: id.into(), body: bytes(body), change_vector: vector.map(str::to_owned) }
}

fn delete_document(id: &str, vector: Option<&str>) -> ClusterCommand {
    ClusterCommand::Delete { id: id.into(), change_vector: vector.map(str::to_owned) }
}

fn put_value(key: &str, value: i64, index: i64) -> ClusterCommand {
    let value = Bytes::from(json!({ "Object": value }).to_string());
    ClusterCommand::CompareExchangePut { key: key.into(), value, index }
}

fn delete_value(key: &str, index: i64) -> ClusterCommand {
    ClusterCommand::CompareExchangeDelete { key: key.into(), index }
}

fn run(database: &Database, commands: Vec<ClusterCommand>) -> Result<ClusterTransactionResult, EngineError> {
    database.cluster_transaction(ClusterTransaction { commands, guards: true, request_id: None })
}

fn violations(database: &Database, commands: Vec<ClusterCommand>) -> Vec<ClusterViolation> {
    match run(database, commands) {
        Err(EngineError::ClusterConcurrency { violations }) => violations,
        other => panic!("{other:?}"),
    }
}

fn vector_of(database: &Database, id: &str) -> String {
    database.get(id).unwrap().unwrap().change_vector
}

fn index_of(database: &Database, key: &str) -> Option<i64> {
    database.compare_exchange(&[key]).unwrap()[0].as_ref().map(|value| value.index)
}

#[test]
fn documents_and_values_are_changed_together() {
    let test = test_engine();
    let ids = test.shop.cluster_ids();
    let commands = vec![
        put_value("Emails/ada", 1, 0),
        put_document("users/1", &user("Ada"), None),
        delete_document("users/404", None),
        delete_value("none", 0),
    ];
    let result = run(&test.shop, commands).unwrap();
    let index = result.index;
    let vector = |number: i64| format!("RAFT:{number}-{},TRXN:{index}-{}", ids.topology, ids.transactions);
    assert_eq!(
        result.results,
        [
            ClusterCommandResult::Put { id: "users/1".into(), change_vector: vector(1) },
            ClusterCommandResult::Delete { id: "users/404".into(), change_vector: vector(2) },
            ClusterCommandResult::CompareExchangePut { key: "Emails/ada".into() },
            ClusterCommandResult::CompareExchangeDelete { key: "none".into() },
        ]
    );
    let check = |database: &Database| {
        let saved = database.get("users/1").unwrap().unwrap();
        assert_eq!(saved.change_vector, vector(1));
        assert!(saved.flags.contains(DocumentFlags::FROM_CLUSTER_TRANSACTION));
        assert_eq!(get(database, "users/1")["@metadata"]["@flags"], "FromClusterTransaction");
        for key in ["emails/ada", "rvn-atomic/users/1"] {
            assert_eq!(index_of(database, key), Some(index), "{key}");
        }
    };
    check(&test.shop);
    let test = test.dropped_and_reopened();
    check(&test.shop);
    test.shop.flush_and_sync().unwrap();
    check(&test.shop);
    check(&test.closed_and_reopened().shop);
}

#[test]
fn one_violation_refuses_everything_and_all_are_listed() {
    let test = test_engine();
    let first =
        run(&test.shop, vec![put_document("users/1", &user("Ada"), None), put_value("a", 1, 0)]).unwrap();
    let before = test.shop.stats().unwrap();
    let found = violations(
        &test.shop,
        vec![
            put_document("users/2", &user("Bob"), None),
            put_document("Users/1", &user("Eve"), None),
            delete_document("users/1", Some("")),
            put_value("A", 2, 3),
            put_value("new", 2, 5),
            delete_value("new", 5),
            put_value("other", 2, 0),
        ],
    );
    let short: Vec<_> =
        found.iter().map(|one| (one.key.as_str(), one.operation, one.expected, one.actual)).collect();
    assert_eq!(
        short,
        [
            ("A", "putting", 3, first.index),
            ("new", "putting", 5, -1),
            ("new", "deleting", 5, -1),
            ("rvn-atomic/Users/1", "putting", 0, first.index),
            ("rvn-atomic/users/1", "deleting", 0, first.index),
        ]
    );
    assert_eq!(found[3].guarded.as_deref(), Some("Users/1"));
    assert_eq!(get(&test.shop, "users/2"), Value::Null);
    assert_eq!(get(&test.shop, "users/1")["Name"], "Ada");
    assert_eq!(index_of(&test.shop, "other"), None);
    let after = test.shop.stats().unwrap();
    assert_eq!((after.last_etag, after.compare_exchange), (before.last_etag, before.compare_exchange));
    let test = test.dropped_and_reopened();
    assert_eq!(get(&test.shop, "users/2"), Value::Null);
    assert_eq!(index_of(&test.shop, "other"), None);
}

#[test]
fn a_guard_follows_its_document_through_versions() {
    let test = test_engine();
    run(&test.shop, vec![put_document("users/1", &user("Ada"), None)]).unwrap();
    let first = vector_of(&test.shop, "users/1");
    let second = run(&test.shop, vec![put_document("users/1", &user("Bob"), Some(&first))]).unwrap();
    assert_eq!(index_of(&test.shop, "rvn-atomic/users/1"), Some(second.index));
    let stale = violations(&test.shop, vec![put_document("users/1", &user("Eve"), Some(&first))]);
    assert_eq!(stale.len(), 1);
    assert_eq!(violations(&test.shop, vec![delete_document("users/1", Some(&first))]).len(), 1);

    // A save of this node keeps the parts, so that the version it makes matches the guard.
    put(&test.shop, "users/1", &user("Local"));
    let local = vector_of(&test.shop, "users/1");
    assert!(local.starts_with("A:") && local.contains(", RAFT:") && local.contains(", TRXN:"), "{local}");
    assert_eq!(get(&test.shop, "users/1")["@metadata"].get("@flags"), None);
    let stale = try_put(&test.shop, "users/1", &user("Eve"), Expected::ChangeVector(first));
    assert!(matches!(stale, Err(EngineError::Concurrency { .. })));
    try_put(&test.shop, "users/1", &user("Local 2"), Expected::ChangeVector(local)).unwrap();
    let third = vector_of(&test.shop, "users/1");
    run(&test.shop, vec![put_document("users/1", &user("Carl"), Some(&third))]).unwrap();

    // A deletion of this node leaves the guard behind.
    assert!(delete(&test.shop, "users/1"));
    let guard = index_of(&test.shop, "rvn-atomic/users/1").unwrap();
    assert_eq!(violations(&test.shop, vec![put_document("users/1", &user("Dan"), None)]).len(), 1);
    let known = test.shop.cluster_ids().transaction(guard);
    run(&test.shop, vec![put_document("users/1", &user("Dan"), Some(&known))]).unwrap();
    run(&test.shop, vec![delete_document("users/1", None)]).unwrap();
    assert_eq!(index_of(&test.shop, "rvn-atomic/users/1"), None);
    assert_eq!(get(&test.shop, "users/1"), Value::Null);
    let saved = put(&test.shop, "users/1", &user("New"));
    assert!(!saved.change_vector.contains("TRXN"), "{}", saved.change_vector);
}

#[test]
fn without_guards_there_are_none() {
    let test = test_engine();
    let commands = vec![put_document("users/1", &user("Ada"), None)];
    let transaction = ClusterTransaction { commands, guards: false, request_id: None };
    for _ in 0..2 {
        test.shop.cluster_transaction(transaction.clone()).unwrap();
    }
    assert_eq!(index_of(&test.shop, "rvn-atomic/users/1"), None);
    let vector = vector_of(&test.shop, "users/1");
    assert!(vector.starts_with("RAFT:2-") && !vector.contains("TRXN"), "{vector}");
}

#[test]
fn identities_are_completed_and_other_incomplete_ids_refused() {
    let test = test_engine();
    let result = run(&test.shop, vec![put_document("invoices|", &json!({ "N": 1 }), None)]).unwrap();
    assert!(matches!(&result.results[0], ClusterCommandResult::Put { id, .. } if id == "invoices/1"));
    assert_eq!(index_of(&test.shop, "rvn-atomic/invoices/1"), Some(result.index));
    for id in ["", " ", "users/"] {
        let refused = run(&test.shop, vec![put_document(id, &user("Ada"), None)]);
        assert!(matches!(refused, Err(EngineError::BadClusterTransaction { .. })), "{id:?}: {refused:?}");
    }
    for list in ["@counters", "@attachments", "@timeseries"] {
        let body = json!({ "@metadata": { (list): ["x"] } });
        let refused = run(&test.shop, vec![put_document("k/1", &body, None)]);
        assert!(matches!(refused, Err(EngineError::ClusterExtensions { .. })), "{list}: {refused:?}");
    }
}

#[test]
fn a_repeated_transaction_is_done_once() {
    let test = test_engine();
    let transaction = |name| ClusterTransaction {
        commands: vec![put_document("users/1", &user(name), None), put_value("a", 1, 0)],
        guards: true,
        request_id: Some("77e1".into()),
    };
    let first = test.shop.cluster_transaction(transaction("Ada")).unwrap();
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.cluster_transaction(transaction("Eve")).unwrap(), first);
    assert_eq!(get(&test.shop, "users/1")["Name"], "Ada");
}

#[test]
fn revisions_of_cluster_versions_are_found_by_their_change_vector() {
    let test = test_engine();
    let settings: RevisionsConfiguration = serde_json::from_value(json!({ "Default": {} })).unwrap();
    test.shop.set_revisions_configuration(settings).unwrap();
    run(&test.shop, vec![put_document("users/1", &user("Ada"), None)]).unwrap();
    let first = vector_of(&test.shop, "users/1");
    put(&test.shop, "users/1", &user("Bob"));
    let second = vector_of(&test.shop, "users/1");
    let found = test.shop.revisions_at(&[&first, &second]).unwrap();
    let names: Vec<Value> = found
        .into_iter()
        .map(|one| serde_json::from_slice::<Value>(&one.unwrap().body).unwrap()["Name"].clone())
        .collect();
    assert_eq!(names, ["Ada", "Bob"]);
}

#[test]
fn guards_match_their_documents_in_a_restored_database() {
    let test = test_engine();
    run(&test.shop, vec![put_document("users/1", &user("Ada"), None)]).unwrap();
    let backup = test.folder.path().join("backup");
    test.shop.back_up(&backup, &mut go_on).unwrap();
    test.engine.restore("copy", &backup, &mut go_on).unwrap();
    let copy = test.engine.database("copy").unwrap();
    let vector = vector_of(&copy, "users/1");
    run(&copy, vec![put_document("users/1", &user("Bob"), Some(&vector))]).unwrap();
    assert_eq!(get(&copy, "users/1")["Name"], "Bob");
}
