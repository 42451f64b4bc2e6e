//! Backups are states between two transactions, every damage of them is found, and a restore is all or nothing.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use rookery_engine::{
    BackupProgress, Command, CounterAction, CounterOperation, Engine, EngineError, Expected, RealDisk,
    StaticIndex, backup_info, verify_backup,
};
use serde_json::json;

use crate::fixture::{TestEngine, delete, eager, get, put, put_command, test_engine, test_engine_with, user};
use crate::query_fixture::{ids as query_ids, query_results};

pub fn go_on(_: &BackupProgress) -> bool {
    true
}

pub fn verified(path: &Path) -> Result<rookery_engine::BackupInfo, EngineError> {
    verify_backup(&RealDisk, path, &mut |_| true)
}

pub fn fill(test: &TestEngine) {
    let shop = &test.shop;
    let revisions = json!({ "Collections": { "Users": { "Disabled": false } } });
    shop.set_revisions_configuration(serde_json::from_value(revisions).unwrap()).unwrap();
    put(shop, "users/1", &user("Ann"));
    put(shop, "users/1", &user("Anna"));
    put(shop, "users/2", &user("Ben"));
    put(shop, "orders/1", &json!({ "Text": "x".repeat(300_000), "@metadata": { "@collection": "Orders" } }));
    put(shop, "users/gone", &user("Gone"));
    assert!(delete(shop, "users/gone"));
    let operations = vec![CounterOperation { name: "Likes".into(), action: CounterAction::Increment(5) }];
    shop.execute(vec![
        Command::AttachmentPut {
            id: "users/1".into(),
            name: "note.txt".into(),
            content_type: "text/plain".into(),
            content: "content".into(),
            expected: Expected::Any,
        },
        Command::Counters { id: "users/2".into(), operations },
    ])
    .unwrap();
    shop.seed_identity("invoices|", 7, true).unwrap();
    let index = json!({ "Name": "ByName", "Maps": ["map('Users', user => ({ Name: user.Name }))"] });
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap();
}

#[test]
fn a_restored_database_has_everything_under_its_new_name() {
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    let info = test.shop.back_up(&path, &mut go_on).unwrap();
    assert_eq!((info.database.as_str(), info.documents), ("shop", 3));
    assert_eq!(verified(&path).unwrap(), info);
    assert_eq!(backup_info(&RealDisk, &path).unwrap().last_etag, info.last_etag);
    // Later changes are not in it.
    put(&test.shop, "users/3", &user("Cleo"));
    assert_eq!(test.engine.restore("copy", &path, &mut go_on).unwrap(), info);

    let check = |engine: &Engine| {
        let copy = engine.database("copy").unwrap();
        for id in ["users/1", "users/2", "orders/1"] {
            assert_eq!(get(&copy, id), get(&test.shop, id), "{id}");
        }
        assert!(get(&copy, "users/3").is_null() && get(&copy, "users/gone").is_null());
        let attachment = copy.open_attachment("users/1", "note.txt").unwrap().unwrap();
        assert_eq!(&attachment.read_at(0).unwrap()[..], b"content");
        let counter = copy.counters("users/2", &["Likes"]).unwrap().remove(0).unwrap();
        assert_eq!((counter.value, copy.identities().unwrap()), (5, [("invoices|".to_owned(), 7)].into()));
        let revisions = copy.revisions("users/1", 0, 10).unwrap();
        assert!(revisions.total >= 2, "{revisions:?}");
        assert_eq!(query_ids(&query_results(&copy, "from index 'ByName' where Name = 'Ben'")), ["users/2"]);
        copy
    };
    let copy = check(&test.engine);
    // A journal of its own: both continue, also after a restart.
    put(&copy, "users/4", &user("Dan"));
    put(&test.shop, "users/5", &user("Eve"));
    drop(copy);
    let error = test.engine.restore("Copy", &path, &mut go_on).unwrap_err();
    assert!(matches!(error, EngineError::AlreadyExists(_)), "{error}");
    let test = test.closed_and_reopened();
    let copy = test.engine.database("copy").unwrap();
    assert_eq!(
        (get(&copy, "users/4")["Name"].clone(), get(&copy, "users/5").is_null()),
        (json!("Dan"), true)
    );
    assert_eq!(get(&test.shop, "users/5")["Name"], "Eve");
}

#[test]
fn a_backup_while_others_write_is_a_state_between_two_transactions() {
    const WRITERS: usize = 3;
    let test = test_engine_with(eager());
    let stop = AtomicBool::new(false);
    let acknowledged: [AtomicI64; WRITERS] = Default::default();
    std::thread::scope(|scope| {
        for (writer, acknowledged) in acknowledged.iter().enumerate() {
            let (shop, stop) = (&test.shop, &stop);
            scope.spawn(move || {
                for number in 1.. {
                    let body = json!({ "N": number, "@metadata": { "@collection": "Pairs" } });
                    let pair = ["a", "b"].map(|name| put_command(&format!("pairs/{name}-{writer}"), &body));
                    let more = put_command(&format!("rows/{writer}-{number}"), &body);
                    shop.execute(pair.into_iter().chain([more]).collect()).unwrap();
                    acknowledged.store(number, Ordering::SeqCst);
                    if stop.load(Ordering::SeqCst) {
                        return;
                    }
                }
            });
        }
        for round in 0..6 {
            let before: Vec<i64> = acknowledged.iter().map(|number| number.load(Ordering::SeqCst)).collect();
            let path = test.folder.path().join(format!("{round}.backup"));
            test.shop.back_up(&path, &mut go_on).unwrap();
            let after: Vec<i64> = acknowledged.iter().map(|number| number.load(Ordering::SeqCst)).collect();
            let name = format!("copy-{round}");
            test.engine.restore(&name, &path, &mut go_on).unwrap();
            let copy = test.engine.database(&name).unwrap();
            let mut rows = 0;
            for writer in 0..WRITERS {
                let number =
                    |name: &str| get(&copy, &format!("pairs/{name}-{writer}"))["N"].as_i64().unwrap_or(0);
                let found = number("a");
                assert_eq!(found, number("b"), "half of a transaction in round {round}");
                assert!(
                    found >= before[writer] && found <= after[writer] + 1,
                    "{before:?} {found} {after:?}"
                );
                assert!(get(&copy, &format!("rows/{writer}-{}", found + 1)).is_null());
                rows += u64::try_from(found).unwrap() + if found > 0 { 2 } else { 0 };
            }
            assert_eq!(copy.stats().unwrap().documents, rows, "the totals equal a count");
        }
        stop.store(true, Ordering::SeqCst);
    });
}

#[test]
fn every_changed_byte_every_cut_and_every_addition_is_found() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let path = test.folder.path().join("shop.backup");
    test.shop.back_up(&path, &mut go_on).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let damaged = test.folder.path().join("damaged.backup");
    let refused = |bytes: &[u8], what: String| {
        std::fs::write(&damaged, bytes).unwrap();
        let error = verified(&damaged).err().unwrap_or_else(|| panic!("{what} was not found"));
        let EngineError::Storage(_) = &error else { panic!("{what}: {error:?}") };
        assert!(error.to_string().contains("damaged.backup"), "{error}");
    };
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        refused(&bytes, format!("a changed byte {at}"));
    }
    for length in 0..whole.len() {
        refused(&whole[..length], format!("a cut at {length}"));
    }
    refused(&[&whole[..], b"x"].concat(), "an addition".to_owned());
    let error = test.engine.restore("copy", &damaged, &mut go_on).unwrap_err();
    assert!(error.to_string().contains("bytes follow its end"), "{error}");
    assert_eq!(test.engine.list().len(), 1);
}

#[test]
fn a_backup_or_restore_that_is_stopped_leaves_nothing() {
    let test = test_engine();
    let commands = (0..3000).map(|number| put_command(&format!("users/{number}"), &user("Ann"))).collect();
    test.shop.execute(commands).unwrap();
    let folder = test.folder.path().join("backups");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.join("shop.backup");
    let stopped = test.shop.back_up(&path, &mut |_| false).unwrap_err();
    assert!(matches!(stopped, EngineError::Cancelled), "{stopped}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    test.shop.back_up(&path, &mut go_on).unwrap();
    let again = test.shop.back_up(&path, &mut go_on).unwrap_err();
    assert!(again.to_string().contains("exists"), "{again}");
    let stopped = test.engine.restore("copy", &path, &mut |_| false).unwrap_err();
    assert!(matches!(stopped, EngineError::Cancelled), "{stopped}");
    let databases = test.shop.folder().parent().unwrap();
    assert_eq!(std::fs::read_dir(databases).unwrap().count(), 1, "only the folder of the database");
}

#[test]
fn two_backups_to_one_name_never_mix_and_a_left_over_file_is_used_again() {
    let test = test_engine();
    let commands = (0..3000).map(|number| put_command(&format!("users/{number}"), &user("Ann"))).collect();
    test.shop.execute(commands).unwrap();
    let path = test.folder.path().join("shop.backup");
    // As a killed process leaves it.
    std::fs::write(test.folder.path().join("shop.backup.partial"), vec![7; 9_000_000]).unwrap();
    let mut second = None;
    let first = test.shop.back_up(&path, &mut |_| {
        second.get_or_insert_with(|| test.shop.back_up(&path, &mut go_on));
        true
    });
    let second = second.unwrap().unwrap_err().to_string();
    assert!(second.contains("another backup is being written"), "{second}");
    assert_eq!(verified(&path).unwrap(), first.unwrap());
    assert!(!test.folder.path().join("shop.backup.partial").exists());
}

/// Somebody who can write to the folder of backups makes the engine write to another file of its user.
#[cfg(unix)]
#[test]
fn a_link_or_pipe_named_like_an_unfinished_backup_is_refused_and_what_it_points_to_stays() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    let partial = test.folder.path().join("shop.backup.partial");
    let other = test.folder.path().join("notes.txt");
    std::fs::write(&other, "important").unwrap();
    std::fs::set_permissions(&other, std::fs::Permissions::from_mode(0o644)).unwrap();
    symlink(&other, &partial).unwrap();
    let refused = test.shop.back_up(&path, &mut go_on).unwrap_err().to_string();
    assert!(refused.contains("it is a link") && refused.contains("shop.backup.partial"), "{refused}");
    assert_eq!(std::fs::read(&other).unwrap(), b"important");
    assert_eq!(other.metadata().unwrap().permissions().mode() & 0o777, 0o644);

    // A link to nothing does not make what it names.
    std::fs::remove_file(&partial).unwrap();
    symlink(test.folder.path().join("new.txt"), &partial).unwrap();
    test.shop.back_up(&path, &mut go_on).unwrap_err();
    assert!(!test.folder.path().join("new.txt").exists());

    std::fs::remove_file(&partial).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&partial).status().unwrap().success());
    let refused = test.shop.back_up(&path, &mut go_on).unwrap_err().to_string();
    assert!(refused.contains("not a regular file"), "{refused}");

    std::fs::remove_file(&partial).unwrap();
    test.shop.back_up(&path, &mut go_on).unwrap();
    verified(&path).unwrap();
}

#[test]
fn a_database_that_is_filled_appears_when_it_is_complete_and_not_at_all_after_a_failure() {
    let test = test_engine();
    let databases = test.shop.folder().parent().unwrap().to_owned();
    let folders = || std::fs::read_dir(&databases).unwrap().count();
    let failed = test.engine.create_filled("copy", |database| {
        put(database, "users/1", &user("Ann"));
        assert!(test.engine.info("copy").is_err() && folders() == 2);
        Err::<(), _>(EngineError::Cancelled)
    });
    assert!(matches!(failed, Err(EngineError::Cancelled)) && test.engine.list().len() == 1);
    assert_eq!(folders(), 1);
    let index = json!({ "Name": "ByName", "Maps": ["map('Users', user => ({ Name: user.Name }))"] });
    let made = test.engine.create_filled("copy", |database| {
        put(database, "users/1", &user("Ann"));
        database.put_index(serde_json::from_value::<StaticIndex>(index).unwrap())?;
        // A name that is taken meanwhile is not replaced.
        test.engine.create("taken", json!({}))?;
        let taken = test.engine.create_filled("Taken", |_| Ok::<_, EngineError>(()));
        assert!(matches!(taken, Err(EngineError::AlreadyExists(_))), "{taken:?}");
        Ok::<_, EngineError>(7)
    });
    assert_eq!((made.unwrap(), folders()), (7, 3));
    let test = test.closed_and_reopened();
    let copy = test.engine.database("copy").unwrap();
    assert_eq!(get(&copy, "users/1")["Name"], "Ann");
    assert_eq!(query_ids(&query_results(&copy, "from index 'ByName' where Name = 'Ann'")), ["users/1"]);
}
