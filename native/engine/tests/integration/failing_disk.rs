//! A disk that fails: the request fails with a clear sentence, reads continue, writes come back, nothing
//! acknowledged is lost.

use std::sync::Arc;

use rookery_engine::{DocumentsCompression, Engine, EngineError, EngineOptions, Expected, Health};
use serde_json::json;

use crate::faulty_disk::{Fault, FaultyDisk};
use crate::fixture::{TestEngine, get, ids, options, put, quiet, test_engine_in, try_put, user};

fn faulty_engine() -> (TestEngine, Arc<FaultyDisk>) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let disk = Arc::new(FaultyDisk::default());
    let options = EngineOptions { disk: disk.clone(), ..options(folder.path(), quiet()) };
    (test_engine_in(folder, options), disk)
}

fn a_failed_journal_write_turns_the_database_read_only_until_it_works_again(fault: Fault, words: &str) {
    let (test, disk) = faulty_engine();
    let before = put(&test.shop, "users/1", &user("Ann"));
    disk.set(fault);
    for attempt in 0..3 {
        let large = json!({"Text": format!("{attempt}").repeat(9000), "@metadata": {"@collection": "Users"}});
        let error = try_put(&test.shop, "users/2", &large, Expected::Any).unwrap_err();
        let EngineError::ReadOnly { database, reason } = &error else { panic!("{error:?}") };
        assert_eq!(database, "shop");
        assert!(reason.contains(words) && reason.contains(".journal"), "{reason}");
        assert!(error.to_string().contains("Reads continue"), "{error}");
    }
    assert!(matches!(test.shop.health(), Health::ReadOnly { reason } if reason.contains(words)));
    assert!(matches!(test.shop.stats().unwrap().health, Health::ReadOnly { .. }));
    assert_eq!(get(&test.shop, "users/1")["Name"], "Ann");
    assert!(get(&test.shop, "users/2").is_null());
    assert_eq!(test.shop.stats().unwrap().last_etag, before.etag);

    disk.set(Fault::None);
    let after = put(&test.shop, "users/3", &user("Cleo"));
    assert_eq!(after.etag, before.etag + 1);
    assert_eq!(test.shop.health(), Health::ReadWrite);

    // The failed record may be in the file, whole or half: it is void, and the next one counts.
    let test = test.dropped_and_reopened();
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), ["users/3", "users/1"]);
    assert_eq!(test.shop.stats().unwrap().recovery.replayed_records, 2);
}

#[test]
fn a_full_disk() {
    a_failed_journal_write_turns_the_database_read_only_until_it_works_again(
        Fault::DiskFull,
        "no storage space",
    );
}

#[test]
fn a_write_that_fails_half_way() {
    a_failed_journal_write_turns_the_database_read_only_until_it_works_again(
        Fault::TornWrite,
        "input/output error",
    );
}

#[test]
fn a_write_that_reaches_the_disk_but_is_reported_as_failed() {
    a_failed_journal_write_turns_the_database_read_only_until_it_works_again(
        Fault::LateError,
        "input/output error",
    );
}

#[test]
fn a_sync_that_fails() {
    a_failed_journal_write_turns_the_database_read_only_until_it_works_again(
        Fault::SyncFails,
        "the sync failed",
    );
}

#[test]
fn a_failed_write_that_is_never_tried_again_leaves_the_acknowledged_ones() {
    for fault in [Fault::TornWrite, Fault::DiskFull, Fault::SyncFails] {
        let (test, disk) = faulty_engine();
        put(&test.shop, "users/1", &user("Ann"));
        disk.set(fault);
        let large = json!({"Text": "x".repeat(9000), "@metadata": {"@collection": "Users"}});
        try_put(&test.shop, "users/2", &large, Expected::Any).unwrap_err();
        let test = test.dropped_and_reopened();
        assert_eq!(get(&test.shop, "users/1")["Name"], "Ann", "{fault:?}");
        put(&test.shop, "users/3", &user("Cleo"));
    }
}

#[test]
fn a_failing_data_file_refuses_writes_keeps_reads_and_comes_back() {
    let (test, disk) = faulty_engine();
    put(&test.shop, "users/1", &user("Ann"));
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "users/2", &user("Ben"));
    disk.set(Fault::StoreFails);
    let error = test.shop.flush_and_sync().unwrap_err();
    assert!(error.to_string().contains("store.redb"), "{error}");
    assert!(error.to_string().contains("the disk answers with an error"), "{error}");
    assert!(matches!(test.shop.health(), Health::ReadOnly { .. }));
    let error = try_put(&test.shop, "users/3", &user("Cleo"), Expected::Any).unwrap_err();
    assert_eq!(error.code(), "read-only");

    disk.set(Fault::None);
    put(&test.shop, "users/3", &user("Cleo"));
    assert_eq!(test.shop.health(), Health::ReadWrite);
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), ["users/3", "users/2", "users/1"]);
    test.shop.flush_and_sync().unwrap();
    let test = test.dropped_and_reopened();
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), ["users/3", "users/2", "users/1"]);
}

#[test]
fn reads_go_on_while_the_data_file_cannot_be_written() {
    let (test, disk) = faulty_engine();
    for n in 0..50 {
        put(&test.shop, &format!("users/{n}"), &user("x"));
    }
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "users/50", &user("y"));
    disk.set(Fault::StoreFails);
    test.shop.flush_and_sync().unwrap_err();
    assert_eq!(test.shop.newest(0, 100).unwrap().len(), 51);
    assert_eq!(get(&test.shop, "users/7")["Name"], "x");
    disk.set(Fault::None);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(test.shop.newest(0, 100).unwrap().len(), 51);
}

#[test]
fn a_full_disk_at_creation_leaves_no_half_database() {
    let (test, disk) = faulty_engine();
    disk.set(Fault::DiskFull);
    let error = test.engine.create("other", json!({})).unwrap_err();
    assert!(error.to_string().contains("no storage space"), "{error}");
    disk.set(Fault::None);
    assert_eq!(test.engine.list().len(), 1);
    test.engine.create("other", json!({})).unwrap();
}

/// Everything that changes something is refused with the file and the reason, reads continue, and all of it
/// works again when the cause no longer exists.
fn every_kind_of_change_is_refused_until_the_cause_is_gone(fault: Fault, words: &str) {
    let (test, disk) = faulty_engine();
    put(&test.shop, "users/1", &user("Ann"));
    disk.set(fault);
    let settings = DocumentsCompression { compress_all_collections: true, ..Default::default() };
    let refused = [
        try_put(&test.shop, "users/2", &user("Ben"), Expected::Any).map(drop),
        test.shop.next_identity("users").map(drop),
        test.shop.set_documents_compression(settings.clone()),
        test.shop.flush_and_sync(),
        test.engine.create("other", json!({})).map(drop),
        test.engine.delete("shop", true).map(drop),
    ];
    for (number, answer) in refused.into_iter().enumerate() {
        let error = answer.expect_err(&format!("change {number} was accepted"));
        assert!(matches!(error.code(), "read-only" | "io"), "{number}: {error:?}");
        let text = error.to_string();
        assert!(
            text.contains(words) && text.contains("shop") | text.contains("databases"),
            "{number}: {text}"
        );
    }
    assert_eq!(test.engine.list().len(), 1);
    assert_eq!(get(&test.engine.database("shop").unwrap(), "users/1")["Name"], "Ann");

    disk.set(Fault::None);
    let shop = test.engine.database("shop").unwrap();
    put(&shop, "users/2", &user("Ben"));
    assert_eq!(shop.stats().unwrap().health, Health::ReadWrite);
    assert_eq!(shop.next_identity("users").unwrap(), 1);
    shop.set_documents_compression(settings).unwrap();
    shop.flush_and_sync().unwrap();
    test.engine.create("other", json!({})).unwrap();
    drop(shop);
    let test = test.dropped_and_reopened();
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), ["users/2", "users/1"]);
    assert!(test.engine.delete("shop", true).unwrap());
}

#[test]
fn a_disk_that_became_read_only() {
    every_kind_of_change_is_refused_until_the_cause_is_gone(Fault::ReadOnly, "read-only filesystem");
}

#[test]
fn a_device_that_answers_with_errors() {
    every_kind_of_change_is_refused_until_the_cause_is_gone(Fault::Broken, "input/output error");
}

#[test]
fn a_folder_that_cannot_be_written_is_not_opened_and_says_so() {
    let (test, disk) = faulty_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let TestEngine { engine, shop, folder } = test;
    drop((engine, shop));
    let options = EngineOptions { disk: disk.clone(), ..options(folder.path(), quiet()) };
    for (fault, words) in [(Fault::ReadOnly, "read-only filesystem"), (Fault::Broken, "input/output error")] {
        disk.set(fault);
        let error = Engine::open(options.clone()).map(drop).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(error.to_string().contains(&*folder.path().to_string_lossy()), "{error}");
    }
    // Open already, its databases are not: each says why, and opens when it can.
    disk.set(Fault::None);
    let engine = Engine::open(options).unwrap();
    disk.set(Fault::ReadOnly);
    let error = engine.database("shop").unwrap_err();
    assert!(error.to_string().contains("read-only filesystem"), "{error}");
    assert_eq!(engine.info("shop").unwrap().load_error, Some(error.to_string()));
    disk.set(Fault::None);
    assert_eq!(get(&engine.database("shop").unwrap(), "users/1")["Name"], "Ann");
    assert_eq!(engine.info("shop").unwrap().load_error, None);
}
