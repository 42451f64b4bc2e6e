//! What cannot be stored is refused by name, and nothing is lost over it.

use rookery_engine::{Command, EngineError, Expected};
use serde_json::json;

use crate::fixture::{delete, get, put, test_engine, try_put, user};

fn refused(id: &str, body: &str) -> EngineError {
    let test = test_engine();
    let command = Command::Put { id: id.into(), body: body.to_owned().into(), expected: Expected::Any };
    let error = test.shop.execute(vec![command]).unwrap_err();
    assert_eq!(test.shop.stats().unwrap().documents, 0);
    error
}

#[test]
fn json_that_is_not_json_is_refused_with_the_place() {
    let error = refused("users/1", "{\"a\":1,}");
    assert_eq!(error.code(), "bad-document");
    assert!(error.to_string().contains("users/1") && error.to_string().contains("column"), "{error}");
}

#[test]
fn an_unparsable_archive_date_is_named_with_the_accepted_form() {
    let text = refused("m", r#"{"@metadata":{"@archive-at":"next week"}}"#).to_string();
    assert!(text.contains("next week") && text.contains("2030-01-31T18:30:00.0000000Z"), "{text}");
}

#[test]
fn a_past_archive_date_is_accepted_and_kept() {
    let test = test_engine();
    put(&test.shop, "m", &json!({"@metadata": {"@archive-at": "2001-01-01T00:00:00Z"}}));
    assert_eq!(get(&test.shop, "m")["@metadata"]["@archive-at"], "2001-01-01T00:00:00Z");
}

#[test]
fn ids_of_every_script_with_spaces_and_slashes_round_trip() {
    let test = test_engine();
    let odd = ["a b", "a/b/c", "€ 5/ü", "日本/1", "😀", " sp ", "a%2Fb", "q\"uote\\", "tab\there", "ΟΔΟΣ/1"];
    for id in odd {
        put(&test.shop, id, &json!({"Of": id}));
    }
    let test = test.dropped_and_reopened();
    test.shop.flush_and_sync().unwrap();
    for id in odd {
        assert_eq!(get(&test.shop, id)["Of"], id);
        assert_eq!(get(&test.shop, id)["@metadata"]["@id"], id);
    }
    assert_eq!(get(&test.shop, "οδοσ/1")["Of"], "ΟΔΟΣ/1");
    for id in odd {
        assert!(delete(&test.shop, id), "{id}");
    }
}

#[test]
fn an_id_that_is_too_long_is_refused_and_the_longest_is_fine() {
    let test = test_engine();
    let longest = "ä".repeat(256);
    put(&test.shop, &longest, &user("Ann"));
    assert_eq!(get(&test.shop, &longest)["Name"], "Ann");
    let error = try_put(&test.shop, &"x".repeat(513), &user("Ben"), Expected::Any).unwrap_err();
    assert_eq!(error.code(), "bad-id");
    let error =
        try_put(&test.shop, &format!("{}/", "x".repeat(500)), &user("Ben"), Expected::Any).unwrap_err();
    assert!(error.to_string().contains("522 bytes"), "{error}");
    let error = test.shop.execute(vec![crate::fixture::delete_command("")]).unwrap_err();
    assert_eq!(error.code(), "bad-id");
}

#[test]
fn a_document_cannot_change_its_collection_by_being_saved() {
    let test = test_engine();
    put(&test.shop, "x", &user("Ann"));
    let error = try_put(&test.shop, "x", &json!({"@metadata": {"@collection": "Orders"}}), Expected::Any)
        .unwrap_err();
    assert_eq!(error.code(), "collection-mismatch");
    assert!(error.to_string().contains("Users") && error.to_string().contains("Orders"), "{error}");
    delete(&test.shop, "x");
    put(&test.shop, "x", &json!({"@metadata": {"@collection": "Orders"}}));
}

#[test]
fn collections_are_one_whatever_the_case_and_keep_their_first_name() {
    let test = test_engine();
    put(&test.shop, "1", &user("Ann"));
    let saved = put(&test.shop, "2", &json!({"@metadata": {"@collection": "USERS"}}));
    assert_eq!(saved.collection, "Users");
    assert_eq!(get(&test.shop, "2")["@metadata"]["@collection"], "USERS");
    let collections = test.shop.collections().unwrap();
    assert_eq!((collections.len(), collections[0].name.as_str(), collections[0].documents), (1, "Users", 2));
    assert_eq!(test.shop.collection_newest("uSERs", 0, 10).unwrap().len(), 2);
}
