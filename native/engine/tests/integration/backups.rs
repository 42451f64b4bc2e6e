//! Backups are states between two transactions, every damage of them is found, and a restore is all or nothing.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use rookery_engine::{
    BackupProgress, Command, CounterAction, CounterOperation, Disk as _, DiskFile, DiskLayer, Engine,
    EngineError, EngineOptions, Expected, FileLayer, Purpose, RealDisk, StaticIndex, backup_info,
    verify_backup,
};
use serde_json::json;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::fixture::{
    TestEngine, delete, eager, get, options, put, put_command, quiet, test_engine, test_engine_in,
    test_engine_with, user,
};
use crate::query_fixture::{ids as query_ids, query_results};

fn go_on(_: &BackupProgress) -> bool {
    true
}

fn verified(path: &Path) -> Result<rookery_engine::BackupInfo, EngineError> {
    verify_backup(&RealDisk, path, &mut |_| true)
}

fn fill(test: &TestEngine) {
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
    // A journal of its own: both go on, also after a restart.
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

/// A disk that stops working at the n-th call, as a computer that loses power: later calls fail, too.
#[derive(Debug, Default)]
struct DyingDisk {
    calls: AtomicU64,
    last: AtomicU64,
}

impl DyingDisk {
    fn call(&self) -> io::Result<()> {
        let last = self.last.load(Ordering::SeqCst);
        match last > 0 && self.calls.fetch_add(1, Ordering::SeqCst) >= last {
            true => Err(io::Error::other("the disk is gone")),
            false => Ok(()),
        }
    }

    /// From now on `calls` more calls work; 0 is any number of them.
    fn dies_after(&self, calls: u64) {
        self.calls.store(0, Ordering::SeqCst);
        self.last.store(calls, Ordering::SeqCst);
    }
}

#[derive(Debug)]
struct SharedDisk(Arc<DyingDisk>);

impl DiskLayer for SharedDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        self.0.call()?;
        Ok(Box::new(DyingFile { file: RealDisk.open(path, purpose)?, disk: self.0.clone() }))
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.create_folder(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.remove_file(path)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.remove_folder(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.sync_folder(folder)
    }
}

#[derive(Debug)]
struct DyingFile {
    file: Box<dyn DiskFile>,
    disk: Arc<DyingDisk>,
}

impl FileLayer for DyingFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.file
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.call()?;
        self.file.write_all_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.call()?;
        self.file.sync()
    }
}

#[test]
fn a_disk_that_dies_at_any_call_leaves_a_whole_backup_or_none_and_a_whole_database_or_none() {
    let kept = tempfile::tempdir().unwrap();
    let good: PathBuf = kept.path().join("good.backup");
    let (mut backups, mut restored, mut failures) = (0, 0, 0);
    for calls in 1..200 {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let disk = Arc::new(DyingDisk::default());
        let dying =
            EngineOptions { disk: Arc::new(SharedDisk(disk.clone())), ..options(folder.path(), quiet()) };
        let test = test_engine_in(folder.clone(), dying);
        put(&test.shop, "users/1", &user("Ann"));
        test.shop.flush_and_sync().unwrap();
        let path = folder.path().join("shop.backup");
        disk.dies_after(calls);
        let backed_up = test.shop.back_up(&path, &mut go_on);
        // A failure after the rename leaves a whole file.
        assert!(backed_up.is_err() || path.exists(), "{calls}");
        assert!(!path.exists() || verified(&path).is_ok(), "{calls}");
        if backed_up.is_ok() && backups == 0 {
            std::fs::copy(&path, &good).unwrap();
        }
        backups += i32::from(backed_up.is_ok());
        let mut restore = Err(EngineError::Cancelled);
        if good.exists() {
            disk.dies_after(calls);
            restore = test.engine.restore("copy", &good, &mut go_on);
            restored += i32::from(restore.is_ok());
            failures += i32::from(restore.is_err());
        }
        let TestEngine { engine, shop, folder } = test;
        drop((shop, engine));
        // As after a restart of the computer.
        let engine = Engine::open(options(folder.path(), quiet())).unwrap();
        let found = engine.list().iter().any(|info| info.name == "copy");
        assert!(found || restore.is_err(), "{calls}");
        if found {
            assert_eq!(get(&engine.database("copy").unwrap(), "users/1")["Name"], "Ann", "{calls}");
        }
        let entries = std::fs::read_dir(folder.path().join("databases")).unwrap().count();
        assert_eq!(entries, 1 + usize::from(found), "{calls}: unfinished folders are removed");
        if restored > 2 {
            break;
        }
    }
    assert!(backups > 0 && restored > 2 && failures > 5, "{backups} {restored} {failures}");
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
fn a_manifest_that_lies_is_found() {
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    test.shop.back_up(&path, &mut go_on).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&whole).into_owned();
    let last_etag = text.split_once("\"lastEtag\":").unwrap().1.split_once(',').unwrap().0.to_owned();
    let other_etag = format!("{}{}", if last_etag.starts_with('9') { 8 } else { 9 }, &last_etag[1..]);
    let lying = test.folder.path().join("lying.backup");
    for (from, to, found) in [
        ("\"documents\":3", "\"documents\":3", None),
        ("\"documents\":3", "\"documents\":2", Some("number of documents")),
        (
            &*format!("\"lastEtag\":{last_etag}"),
            &*format!("\"lastEtag\":{other_etag}"),
            Some("another moment"),
        ),
    ] {
        let at = whole.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        std::fs::write(&lying, sealed_again(bytes)).unwrap();
        let error = verified(&lying).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.map_or(error.is_empty(), |found| error.contains(found)), "{to}: {error}");
        let copy = test.engine.restore(&format!("copy-{}", found.is_some()), &lying, &mut go_on);
        assert_eq!(copy.is_ok(), found.is_none(), "{to}: {copy:?}");
    }
}

/// The bytes of a backup with the checksums that belong to them.
fn sealed_again(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = |bytes: &[u8], at: usize| {
        usize::try_from(u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())).unwrap()
    };
    let seal = |bytes: &mut [u8], at: usize, before: u64| {
        let sealed = xxh3_64_with_seed(&bytes[at..at + 24], before);
        bytes[at + 24..at + 32].copy_from_slice(&sealed.to_le_bytes());
        sealed
    };
    let mut at = 32 + length(&bytes, 8);
    let manifest = xxh3_64_with_seed(&bytes[32..at], 1);
    bytes[16..24].copy_from_slice(&manifest.to_le_bytes());
    let mut before = seal(&mut bytes, 0, 0);
    while at < bytes.len() {
        before = seal(&mut bytes, at, before);
        at += 32 + length(&bytes, at + 8);
    }
    bytes
}

/// A backup with other numbers in its manifest and in its rows.
fn with_position(whole: &[u8], record: u64, etag: u64) -> Vec<u8> {
    let change = |table: u8, rows: &mut Vec<u8>| {
        for (name, number) in [("applied-record", record), ("last-etag", etag)] {
            if table == 8 {
                let value = position(rows, name.as_bytes()).unwrap() + name.len();
                rows[value..value + 8].copy_from_slice(&number.to_le_bytes());
            }
        }
    };
    changed(whole, Some((record, etag)), &change)
}

fn position(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|found| found == part)
}

/// A backup with changed rows, and other numbers in its manifest if given.
fn changed(whole: &[u8], numbers: Option<(u64, u64)>, change: &dyn Fn(u8, &mut Vec<u8>)) -> Vec<u8> {
    let length =
        |at: usize| usize::try_from(u32::from_le_bytes(whole[at..at + 4].try_into().unwrap())).unwrap();
    let end = 32 + length(8);
    let mut manifest: serde_json::Value = serde_json::from_slice(&whole[32..end]).unwrap();
    if let Some((record, etag)) = numbers {
        (manifest["appliedRecord"], manifest["lastEtag"]) = (record.into(), etag.into());
    }
    let text = manifest.to_string();
    let mut bytes = whole[..32].to_vec();
    bytes[8..12].copy_from_slice(&u32::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.as_bytes());
    let mut at = end;
    while at < whole.len() {
        let next = at + 32 + length(at + 8);
        let (head, mut payload) = (whole[at..at + 32].to_vec(), whole[at + 32..next].to_vec());
        if head[0] != 0 {
            let mut rows = zstd::bulk::decompress(&payload, length(at + 12)).unwrap();
            change(head[0], &mut rows);
            payload = zstd::bulk::compress(&rows, 1).unwrap();
        }
        bytes.extend(head);
        let head = bytes.len() - 32;
        bytes[head + 8..head + 12].copy_from_slice(&u32::try_from(payload.len()).unwrap().to_le_bytes());
        bytes[head + 16..head + 24].copy_from_slice(&xxh3_64_with_seed(&payload, 1).to_le_bytes());
        bytes.extend(payload);
        at = next;
    }
    sealed_again(bytes)
}

#[test]
fn a_backup_with_bodies_that_no_client_can_write_is_refused() {
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    test.shop.back_up(&path, &mut go_on).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let hostile = test.folder.path().join("hostile.backup");
    let (open, close) = ("[".repeat(150_001), "]".repeat(150_001));
    for (name, from, to, found) in [
        ("same", "\"Ben\"", "\"Bob\"".to_owned(), None),
        ("deep", &*format!("\"{}\"", "x".repeat(300_000)), open + &close, Some("nested")),
        ("broken", "\"Ben\"", "\"Be\"x".to_owned(), Some("no JSON object")),
        // Of a revision.
        ("revision", "\"Ann\"", "Ann()".to_owned(), Some("no JSON object")),
    ] {
        let change = |_: u8, rows: &mut Vec<u8>| {
            if let Some(at) = position(rows, from.as_bytes()) {
                rows[at..at + to.len()].copy_from_slice(to.as_bytes());
            }
        };
        std::fs::write(&hostile, changed(&whole, None, &change)).unwrap();
        let restored = test.engine.restore(name, &hostile, &mut go_on);
        let error = restored.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.map_or(error.is_empty(), |found| error.contains(found)), "{name}: {error}");
        assert_eq!(test.engine.database(name).is_ok(), found.is_none(), "{name}");
    }
}

#[test]
fn a_backup_with_the_greatest_numbers_is_refused_or_its_database_refuses_writes() {
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    test.shop.back_up(&path, &mut go_on).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let hostile = test.folder.path().join("hostile.backup");
    std::fs::write(&hostile, with_position(&whole, 5_000, 5_000)).unwrap();
    assert_eq!(test.engine.restore("far", &hostile, &mut go_on).unwrap().last_etag, 5_000);
    let far = test.engine.database("far").unwrap();
    put(&far, "users/9", &user("Zoe"));
    assert!(far.stats().unwrap().last_etag > 5_000);
    let greatest = u64::try_from(i64::MAX).unwrap();
    for (name, record, etag) in [
        ("record", u64::MAX, 5_000),
        ("near-record", u64::MAX - 1, 5_000),
        ("etag", 5_000, greatest),
        ("near-etag", 5_000, greatest - 1),
    ] {
        std::fs::write(&hostile, with_position(&whole, record, etag)).unwrap();
        let error = test.engine.restore(name, &hostile, &mut go_on).unwrap_err();
        assert!(error.to_string().contains("greater than any"), "{name}: {error}");
        assert!(test.engine.database(name).is_err());
    }
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
