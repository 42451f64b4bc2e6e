//! A batch happens as a whole or not at all.

use rookery_engine::{Command, CommandResult, EngineError, Expected};
use serde_json::json;

use crate::fixture::{bytes, delete_command, get, put, put_command, saved, test_engine, user};

#[test]
fn results_are_in_command_order_and_commands_see_earlier_ones() {
    let test = test_engine();
    let results = test
        .shop
        .execute(vec![
            put_command("users/1", &user("Ann")),
            Command::Put { id: "USERS/1".into(), body: bytes(&user("Anna")), expected: Expected::Any },
            delete_command("users/1"),
            delete_command("users/1"),
            put_command("users/1", &user("Again")),
        ])
        .unwrap();
    assert_eq!(saved(&results[0]).etag, 1);
    assert_eq!(saved(&results[1]).id, "USERS/1");
    assert!(matches!(&results[2], CommandResult::Delete { deleted: true, change_vector: Some(_), .. }));
    assert!(matches!(&results[3], CommandResult::Delete { deleted: false, change_vector: None, .. }));
    assert_eq!(saved(&results[4]).etag, 4);
    let stats = test.shop.stats().unwrap();
    assert_eq!((stats.documents, stats.tombstones), (1, 0));
    assert_eq!(get(&test.shop, "users/1")["Name"], "Again");
}

#[test]
fn one_conflict_undoes_the_whole_batch_and_takes_no_etag() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let before = test.shop.collections().unwrap();
    let error = test
        .shop
        .execute(vec![
            put_command("users/2", &user("Ben")),
            put_command("orders|", &json!({})),
            delete_command("users/1"),
            Command::Put {
                id: "users/3".into(),
                body: bytes(&user("C")),
                expected: Expected::ChangeVector("A:9-x".into()),
            },
        ])
        .unwrap_err();
    let EngineError::Concurrency { id, expected, actual, .. } = &error else { panic!("{error}") };
    assert_eq!((id.as_str(), expected.as_str(), actual), ("users/3", "A:9-x", &None));
    assert!(get(&test.shop, "users/2").is_null());
    assert_eq!(get(&test.shop, "users/1")["Name"], "Ann");
    assert_eq!(test.shop.collections().unwrap(), before);
    assert_eq!(test.shop.next_identity("orders|").unwrap(), 1);
    assert_eq!(put(&test.shop, "users/2", &user("Ben")).etag, 2);
}

#[test]
fn a_bad_document_refuses_the_batch_before_anything_is_written() {
    let test = test_engine();
    let bad = Command::Put { id: "users/2".into(), body: "[1]".into(), expected: Expected::Any };
    let error = test.shop.execute(vec![put_command("users/1", &user("Ann")), bad]).unwrap_err();
    assert!(matches!(&error, EngineError::BadDocument { id, .. } if id == "users/2"), "{error}");
    assert_eq!(test.shop.stats().unwrap().last_etag, 0);
}

#[test]
fn made_up_ids_follow_the_wire() {
    let test = test_engine();
    let numbered = put(&test.shop, "users/", &user("Ann"));
    assert_eq!(numbered.id, "users/0000000000000000001-A");
    assert_eq!(put(&test.shop, "users/", &user("Ben")).id, "users/0000000000000000002-A");
    assert_eq!(put(&test.shop, "users|", &user("Cleo")).id, "users/1");
    assert_eq!(put(&test.shop, "", &user("Dan")).id.len(), 36);
}

#[test]
fn an_empty_batch_is_fine() {
    assert_eq!(test_engine().shop.execute(Vec::new()).unwrap(), []);
}
