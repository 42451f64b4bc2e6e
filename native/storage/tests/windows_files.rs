//! What is different about files on Windows: sharing, locks, long paths, case. Run by `npm run test:windows`.

#![cfg(windows)]
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs::OpenOptions;
use std::os::windows::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rookery_storage::{
    Disk as _, EnvironmentType, FolderLock, IoMetrics, Purpose, RealDisk, StorageError, replace_file,
};

const NOW: &str = "1970-01-01T00:00:00.0000000Z";

/// Opens a file as a scanner does, without sharing it, and closes it after a while.
fn scanned(path: &Path) -> std::thread::JoinHandle<()> {
    let file = OpenOptions::new().read(true).share_mode(0).open(path).unwrap();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        drop(file);
    })
}

#[test]
fn a_file_that_a_scanner_has_open_is_replaced_renamed_and_removed_a_moment_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("database.json");
    let recorder = Arc::new(IoMetrics::default()).environment(folder.path(), EnvironmentType::Documents);
    replace_file(&path, b"one", &RealDisk, &recorder).unwrap();

    let scanner = scanned(&path);
    replace_file(&path, b"two", &RealDisk, &recorder).unwrap();
    scanner.join().unwrap();
    assert_eq!(RealDisk.read(&path).unwrap(), b"two");

    let other = folder.path().join("other.json");
    let scanner = scanned(&path);
    RealDisk.rename(&path, &other).unwrap();
    scanner.join().unwrap();

    let scanner = scanned(&other);
    RealDisk.remove_file(&other).unwrap();
    scanner.join().unwrap();
    assert!(!other.exists());
}

#[test]
fn a_folder_with_a_file_that_a_scanner_has_open_is_removed_a_moment_later() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("shop");
    RealDisk.create_folder(&inner).unwrap();
    let path = inner.join("store.redb");
    drop(RealDisk.open(&path, Purpose::Data).unwrap());
    let scanner = scanned(&path);
    RealDisk.remove_folder(&inner).unwrap();
    scanner.join().unwrap();
    assert!(!inner.exists());
}

#[test]
fn the_lock_names_its_holder_although_it_is_held() {
    let folder = tempfile::tempdir().unwrap();
    let held = FolderLock::take(&RealDisk, folder.path(), NOW).unwrap();
    let error = FolderLock::take(&RealDisk, folder.path(), NOW).unwrap_err();
    let StorageError::Locked { holder, .. } = &error else { panic!("{error}") };
    assert!(holder.contains(&format!("pid {}, ", std::process::id())), "{holder}");
    drop(held);
    FolderLock::take(&RealDisk, folder.path(), NOW).unwrap();
}

#[test]
fn paths_longer_than_260_characters_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut long: PathBuf = folder.path().to_owned();
    for _ in 0..4 {
        long.push("n".repeat(100));
    }
    RealDisk.create_folders(&long).unwrap();
    let path = long.join("a.journal");
    let file = RealDisk.open(&path, Purpose::NewJournal).unwrap();
    file.write_all_at(0, &[7; 4096]).unwrap();
    file.sync().unwrap();
    drop(file);
    RealDisk.rename(&path, &long.join("b.journal")).unwrap();
    assert_eq!(RealDisk.read(&long.join("b.journal")).unwrap(), [7; 4096]);
    assert_eq!(RealDisk.list(&long).unwrap().len(), 1);
    RealDisk.remove_folder(&folder.path().join("n".repeat(100))).unwrap();
}

#[test]
fn names_that_differ_in_case_are_one_file() {
    let folder = tempfile::tempdir().unwrap();
    drop(RealDisk.open(&folder.path().join("shop"), Purpose::Data).unwrap());
    assert!(RealDisk.open(&folder.path().join("SHOP"), Purpose::NewJournal).is_err(), "it is there");
    assert_eq!(RealDisk.list(folder.path()).unwrap().len(), 1);
}
