//! Making, listing, deleting and locking.

use rookery_engine::{Engine, EngineError, EngineOptions, StorageError};
use serde_json::{Value, json};

use crate::fixture::{get, options, put, quiet, test_engine, user};

#[test]
fn a_second_engine_on_the_folder_gets_the_owner() {
    let test = test_engine();
    let second = Engine::open(options(test.folder.path(), quiet()));
    let Err(EngineError::Storage(StorageError::Locked { holder, path })) = second else {
        panic!("the folder is locked")
    };
    assert!(holder.contains(&format!("pid {}", std::process::id())), "{holder}");
    assert!(path.ends_with("rookery.lock"));
    test.engine.close().unwrap();
    Engine::open(options(test.folder.path(), quiet())).unwrap();
}

#[test]
fn names_are_unique_whatever_the_case_and_bad_ones_are_refused() {
    let test = test_engine();
    assert_eq!(test.engine.create("SHOP", Value::Null).unwrap_err().code(), "already-exists");
    assert_eq!(test.engine.create("a/b", Value::Null).unwrap_err().code(), "bad-name");
    assert_eq!(test.engine.create("ok", json!([])).unwrap_err().code(), "bad-configuration");
    assert_eq!(test.engine.database("nothing").unwrap_err().code(), "unknown-database");
    assert_eq!(test.engine.database("Shop").unwrap().name(), "shop");
}

#[test]
fn names_that_windows_reserves_are_databases_like_others() {
    let names = ["con", "AUX", "nul", "prn.backup", "com1", "LPT9"];
    let test = test_engine();
    for name in names {
        test.engine.create(name, Value::Null).unwrap();
        put(&test.engine.database(name).unwrap(), "users/1", &user(name));
    }
    let test = test.closed_and_reopened();
    for name in names {
        let database = test.engine.database(name).unwrap();
        assert_eq!((database.name(), get(&database, "users/1")["Name"].clone()), (name, json!(name)));
        drop(database);
        test.engine.delete(name, true).unwrap();
        assert_eq!(test.engine.database(name).unwrap_err().code(), "unknown-database");
    }
}

#[test]
fn listing_opens_nothing_and_has_the_counts_of_closed_databases() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    put(&test.shop, "users/2", &user("Ben"));
    test.engine.create("Ünused", json!({"Disabled": true})).unwrap();
    assert_eq!(test.engine.database("Ünused").unwrap_err().code(), "disabled");
    test.engine.close().unwrap();
    let engine = Engine::open(options(test.folder.path(), quiet())).unwrap();
    let list = engine.list();
    let short: Vec<_> =
        list.iter().map(|info| (info.name.as_str(), info.loaded, info.documents, info.disabled)).collect();
    assert_eq!(short, [("shop", false, 2, false), ("Ünused", false, 0, true)]);
    assert!(list[0].size_on_disk > 0 && list[0].id == test.shop.id());
    engine.database("shop").unwrap();
    assert!(engine.info("shop").unwrap().loaded);
}

#[test]
fn a_hard_delete_removes_the_files_and_a_soft_one_keeps_them() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let folder = test.shop.folder().to_owned();
    let databases = folder.parent().unwrap().to_owned();
    assert!(test.engine.delete("Shop", true).unwrap());
    assert!(!folder.exists());
    assert_eq!(std::fs::read_dir(&databases).unwrap().count(), 0);
    assert_eq!(test.shop.get("users/1").unwrap_err().code(), "closed");
    assert!(!test.engine.delete("shop", true).unwrap());

    test.engine.create("shop", Value::Null).unwrap();
    let shop = test.engine.database("shop").unwrap();
    assert_ne!(shop.id(), test.shop.id());
    put(&shop, "users/1", &user("Ben"));
    assert!(test.engine.delete("shop", false).unwrap());
    assert!(test.engine.list().is_empty());
    let kept: Vec<_> = std::fs::read_dir(&databases).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].join("database.json").exists());
}

#[test]
fn a_closed_engine_answers_closed_and_closing_twice_is_fine() {
    let test = test_engine();
    test.engine.close().unwrap();
    test.engine.close().unwrap();
    assert_eq!(test.shop.get("x").unwrap_err().code(), "closed");
    assert_eq!(test.shop.execute(vec![crate::fixture::delete_command("x")]).unwrap_err().code(), "closed");
    assert_eq!(test.engine.create("y", Value::Null).unwrap_err().code(), "closed");
}

#[test]
fn the_servers_identity_and_numbers_last() {
    let test = test_engine();
    let (id, index) = (test.engine.server_id(), test.engine.next_raft_index());
    let test = test.closed_and_reopened();
    assert_eq!(test.engine.server_id(), id);
    assert!(test.engine.next_raft_index() > index);
}

#[test]
fn a_damaged_database_file_spoils_only_its_own_database() {
    let test = test_engine();
    test.engine.create("other", Value::Null).unwrap();
    put(&test.engine.database("other").unwrap(), "x", &user("Ann"));
    let broken = test.shop.folder().join("database.json");
    test.engine.close().unwrap();
    std::fs::write(&broken, "{not json").unwrap();
    let engine = Engine::open(EngineOptions::new(test.folder.path())).unwrap();
    let error = engine.database("shop").unwrap_err();
    assert!(error.to_string().contains("database.json"), "{error}");
    let list = engine.list();
    assert!(list.iter().any(|info| info.name == "shop" && info.load_error.is_some()));
    assert_eq!(get(&engine.database("other").unwrap(), "x")["Name"], "Ann");
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "{not json");
}

#[test]
fn replacing_a_record_requires_its_current_etag() {
    let test = test_engine();
    let (_, etag) = test.engine.record("shop").unwrap();
    let next = test.engine.update_record("shop", json!({"Disabled": false, "X": 1}), Some(etag)).unwrap();
    assert!(next > etag);
    let error = test.engine.update_record("shop", json!({}), Some(etag)).unwrap_err();
    assert_eq!(error.code(), "concurrency");
    assert_eq!(
        test.engine.record("shop").unwrap(),
        (json!({"Disabled": false, "X": 1, "DatabaseName": "shop"}), next)
    );
}

#[test]
fn threads_are_named_for_their_job() {
    let test = test_engine();
    if cfg!(target_os = "linux") {
        let named = |job: &str| {
            let tasks = std::fs::read_dir("/proc/self/task").unwrap();
            let names = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
            names.map(|name| name.trim().to_owned()).any(|name| name == job)
        };
        for job in ["rk-writer:shop", "rk-flush:shop", "rk-sweep:shop"] {
            // A thread names itself as its first act; this waits for that act, however long it takes.
            while !named(job) {
                std::thread::yield_now();
            }
        }
    }
    test.engine.close().unwrap();
}
