//! Files and folders are the owner's alone: new ones whatever the umask is, older ones when the data folder
//! is opened.

use std::fs::{Permissions, metadata, read_dir, set_permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rookery_engine::{Engine, EngineOptions};
use serde_json::json;

use super::fixture::{eager, options, put_command};
use super::query_fixture::query_results;

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(below(&path)),
            false => found.push(path),
        }
    }
    found
}

fn open_to_others(folder: &Path) -> Vec<String> {
    let paths = below(folder).into_iter();
    let modes = paths.map(|path| (metadata(&path).unwrap().permissions().mode() & 0o777, path));
    modes.filter(|(mode, _)| mode & 0o077 != 0).map(|(mode, path)| format!("{mode:o} {path:?}")).collect()
}

/// A database with documents, journals, a data file and an index each; the journals of the second elsewhere.
fn fill(options: EngineOptions, fast: &Path) {
    let engine = Engine::open(options).unwrap();
    engine.create("shop", json!({})).unwrap();
    engine.create("fast", json!({"Settings": {"Storage.JournalsPath": fast}})).unwrap();
    for name in ["shop", "fast"] {
        let database = engine.database(name).unwrap();
        let document = json!({"Name": "a", "@metadata": {"@collection": "Users"}});
        database.execute(vec![put_command("users/1", &document)]).unwrap();
        assert_eq!(query_results(&database, "from Users where Name = 'a'").total, 1);
    }
    engine.close().unwrap();
}

#[test]
fn what_is_made_is_the_owners_alone_and_what_was_open_is_tightened_once() {
    let parent = tempfile::tempdir().unwrap();
    let (data, fast) = (parent.path().join("data"), parent.path().join("fast"));
    let opened = || EngineOptions { journals_roots: vec![fast.clone()], ..options(&data, eager()) };
    fill(opened(), &fast);
    let found = below(&data);
    assert!(found.iter().any(|path| path.ends_with("store.redb")), "{found:?}");
    assert!(found.iter().any(|path| path.to_string_lossy().contains("/indexes/")), "{found:?}");
    assert_eq!(open_to_others(&data), Vec::<String>::new());
    assert_eq!(open_to_others(&fast), Vec::<String>::new());

    let all: Vec<PathBuf> = below(&data).into_iter().chain(below(&fast)).collect();
    for path in &all {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    let engine = Engine::open(opened()).unwrap();
    // All but the lock file, which was tightened when it was opened.
    assert_eq!(engine.tightened().changed, found.len() as u64 - 1);
    assert_eq!(engine.tightened().kept, None);
    engine.database("fast").unwrap();
    assert_eq!(open_to_others(&data), Vec::<String>::new());
    let journals = read_dir(&fast).unwrap().next().unwrap().unwrap().path();
    assert_eq!(open_to_others(&journals), Vec::<String>::new());
    engine.close().unwrap();
    drop(engine);
    assert_eq!(Engine::open(opened()).unwrap().tightened().changed, 0);
}

#[test]
fn a_folder_that_holds_other_files_keeps_its_access_and_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("letter.txt");
    std::fs::write(&other, "x").unwrap();
    for (path, mode) in [(folder.path(), 0o755), (&other, 0o644)] {
        set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    drop(Engine::open(options(folder.path(), eager())).unwrap());
    let mode = |path: &Path| metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(folder.path()), mode(&other)), (0o755, 0o644));
    assert_eq!(mode(&folder.path().join("databases")), 0o700);
    assert_eq!(mode(&folder.path().join("server.json")), 0o600);
}
