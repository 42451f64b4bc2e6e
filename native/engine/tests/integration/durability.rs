//! What was acknowledged is there after the engine went away without saying goodbye.

use rookery_engine::{CommandResult, Health, PrefixQuery};
use serde_json::json;

use crate::fixture::{delete, eager, get, ids, put, put_command, quiet, test_engine, test_engine_with, user};

#[test]
fn acknowledged_changes_are_replayed_when_nothing_was_flushed() {
    let test = test_engine();
    let saved = put(&test.shop, "users/1", &user("Ann"));
    put(&test.shop, "users/2", &user("Ben"));
    put(&test.shop, "users/1", &user("Anna"));
    delete(&test.shop, "users/2");
    assert_eq!(test.shop.stats().unwrap().unflushed_documents, 2);

    let test = test.dropped_and_reopened();
    let recovery = test.shop.stats().unwrap().recovery;
    assert_eq!((recovery.replayed_records, recovery.replayed_changes, recovery.torn_tail), (4, 4, None));
    assert_eq!(get(&test.shop, "users/1")["Name"], "Anna");
    assert!(get(&test.shop, "users/2").is_null());
    let stats = test.shop.stats().unwrap();
    assert_eq!((stats.documents, stats.tombstones, stats.last_etag), (1, 1, 4));
    let next = put(&test.shop, "users/3", &user("Cleo"));
    assert_eq!(next.etag, 5);
    assert_eq!(next.change_vector.split('-').nth(1), saved.change_vector.split('-').nth(1));
}

#[test]
fn a_closed_engine_has_nothing_to_replay() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let test = test.closed_and_reopened();
    assert_eq!(test.shop.stats().unwrap().recovery.replayed_records, 0);
    assert_eq!(get(&test.shop, "users/1")["Name"], "Ann");
}

#[test]
fn only_changes_after_the_flush_are_replayed() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    test.shop.flush_and_sync().unwrap();
    assert_eq!(test.shop.stats().unwrap().unflushed_documents, 0);
    put(&test.shop, "users/2", &user("Ben"));

    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.stats().unwrap().recovery.replayed_records, 1);
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), ["users/2", "users/1"]);
}

#[test]
fn replaying_twice_changes_nothing() {
    let test = test_engine();
    for number in 0..20 {
        put(&test.shop, &format!("users/{}", number % 7), &user(&format!("v{number}")));
    }
    delete(&test.shop, "users/3");
    let before: Vec<_> = test.shop.newest(0, 100).unwrap();
    let collections = test.shop.collections().unwrap();
    let test = test.dropped_and_reopened().dropped_and_reopened().dropped_and_reopened();
    assert_eq!(test.shop.newest(0, 100).unwrap(), before);
    assert_eq!(test.shop.collections().unwrap(), collections);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(test.shop.newest(0, 100).unwrap(), before);
    assert_eq!(test.shop.collections().unwrap(), collections);
}

#[test]
fn segments_are_used_again_and_the_journal_does_not_grow() {
    let test = test_engine();
    let large = json!({"Text": "x".repeat(20_000), "@metadata": {"@collection": "Texts"}});
    for round in 0..30 {
        for number in 0..20 {
            put(&test.shop, &format!("texts/{number}"), &large);
        }
        test.shop.flush_and_sync().unwrap();
        let journals = test.shop.storage_report().unwrap().journals;
        assert!(journals.len() <= 4, "round {round}: {journals:?}");
    }
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.stats().unwrap().documents, 20);
}

#[test]
fn a_record_larger_than_a_segment_is_written_and_replayed() {
    let test = test_engine();
    let text: String = (0..200_000).map(|number| format!("{number:x}")).collect();
    put(&test.shop, "texts/1", &json!({"Text": text}));
    put(&test.shop, "texts/2", &json!({"Text": "small"}));
    let test = test.dropped_and_reopened();
    assert_eq!(get(&test.shop, "texts/1")["Text"], text);
    assert_eq!(get(&test.shop, "texts/2")["Text"], "small");
}

#[test]
fn recovery_of_much_data_flushes_as_it_goes() {
    let test = test_engine();
    for batch in 0..20 {
        let commands = (0..50).map(|n| put_command(&format!("users/{batch}-{n}"), &user(&"x".repeat(200))));
        test.shop.execute(commands.collect()).unwrap();
    }
    let test = test.dropped_and_reopened_with(rookery_engine::Tuning { flush_bytes: 64 << 10, ..quiet() });
    let stats = test.shop.stats().unwrap();
    assert_eq!((stats.documents, stats.recovery.replayed_changes), (1000, 1000));
    assert!(stats.unflushed_documents < 1000, "{stats:?}");
    assert_eq!(test.shop.from_etag(0, 0, 5000).unwrap().len(), 1000);
    assert_eq!(stats.health, Health::ReadWrite);
}

#[test]
fn identities_and_numbers_go_on_after_a_crash() {
    let test = test_engine();
    assert_eq!(put(&test.shop, "users|", &user("Ann")).id, "users/1");
    assert_eq!(put(&test.shop, "Users|", &user("Ben")).id, "Users/2");
    let test = test.dropped_and_reopened();
    assert_eq!(put(&test.shop, "users|", &user("Cleo")).id, "users/3");
    test.shop.flush_and_sync().unwrap();
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.next_identity("users").unwrap(), 4);
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.next_identity("users|").unwrap(), 5);
    assert_eq!(test.shop.stats().unwrap().identities, 1);
}

#[test]
fn constant_flushing_loses_and_doubles_nothing() {
    let test = test_engine_with(eager());
    for number in 0..300 {
        put(&test.shop, &format!("users/{}", number % 100), &user(&format!("v{number}")));
        if number % 10 == 0 {
            let result =
                test.shop.execute(vec![crate::fixture::delete_command(&format!("users/{}", number % 100))]);
            assert!(matches!(result.unwrap()[0], CommandResult::Delete { deleted: true, .. }));
        }
        let seen = test.shop.newest(0, 1000).unwrap();
        let stats = test.shop.stats().unwrap();
        assert_eq!(seen.len() as u64, stats.documents, "after {number}");
        assert!(seen.windows(2).all(|pair| pair[0].etag > pair[1].etag));
        let by_id = test.shop.by_prefix(&PrefixQuery { take: 1000, ..PrefixQuery::default() }).unwrap();
        assert_eq!(by_id.len(), seen.len());
    }
    let before = test.shop.newest(0, 1000).unwrap();
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.newest(0, 1000).unwrap(), before);
}
