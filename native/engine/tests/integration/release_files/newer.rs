//! A file of a newer format is refused with a sentence that names the file and the remedy, and is left as it is.

use std::fs;
use std::path::{Path, PathBuf};

use redb::ReadableDatabase as _;
use rookery_engine::{Engine, EngineError, RealDisk, verify_backup};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::{contents, data_folder, expected, open, releases, unpacked};
use crate::fixture::{options, quiet};

const META: redb::TableDefinition<'_, &str, u64> = redb::TableDefinition::new("meta");

fn newest() -> PathBuf {
    releases().into_iter().max().unwrap()
}

fn assert_too_new(error: &EngineError, file: &Path) {
    let (text, name) = (error.to_string(), file.file_name().unwrap().to_string_lossy().into_owned());
    assert_eq!(error.code(), "too-new", "{text}");
    assert!(
        text.contains(&name) && text.contains("newer version") && text.contains("Update this program"),
        "{text}"
    );
}

/// Opens a data folder in which one file was changed.
fn refused(file: &str, change: impl FnOnce(&Path)) {
    let folder = data_folder(&newest());
    let path = folder.path().join(file);
    change(&path);
    let before = fs::read(&path).unwrap();
    let error = match Engine::open(options(folder.path(), quiet())) {
        Ok(engine) => engine.database("shop").map(|_| ()).unwrap_err(),
        Err(error) => error,
    };
    assert_too_new(&error, &path);
    assert!(fs::read(&path).unwrap() == before, "{file} was changed");
}

fn with_version(path: &Path) {
    let mut contents: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    contents["version"] = 99.into();
    // A newer version may have other members, and lack ours.
    contents.as_object_mut().unwrap().retain(|name, _| name == "version" || name == "name");
    fs::write(path, contents.to_string()).unwrap();
}

#[test]
fn a_newer_server_file_is_refused() {
    refused("server.json", with_version);
}

#[test]
fn a_newer_database_file_is_refused() {
    refused("databases/shop/database.json", with_version);
}

#[test]
fn a_newer_data_file_is_refused() {
    let folder = data_folder(&newest());
    let path = folder.path().join("databases/shop/store.redb");
    let format = |write: Option<u64>| {
        let file = redb::Database::open(&path).unwrap();
        if let Some(format) = write {
            let transaction = file.begin_write().unwrap();
            transaction.open_table(META).unwrap().insert("format", format).unwrap();
            transaction.commit().unwrap();
        }
        let transaction = file.begin_read().unwrap();
        transaction.open_table(META).unwrap().get("format").unwrap().unwrap().value()
    };
    let newer = format(None) + 1;
    format(Some(newer));
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    assert_too_new(&engine.database("shop").map(|_| ()).unwrap_err(), &path);
    drop(engine);
    assert_eq!(format(None), newer, "it was not rewritten");
}

#[test]
fn a_newer_journal_is_refused() {
    let segments = fs::read_dir(newest().join("data/databases/shop/journals")).unwrap();
    let mut names: Vec<PathBuf> = segments.map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let name = Path::new(names.last().unwrap().file_stem().unwrap()).to_owned();
    refused(&format!("databases/shop/journals/{}", name.display()), |path| {
        let mut bytes = fs::read(path).unwrap();
        bytes[4] = 99;
        let sum = xxh3_64(&bytes[..40]).to_le_bytes();
        bytes[40..48].copy_from_slice(&sum);
        fs::write(path, bytes).unwrap();
    });
}

#[test]
fn a_newer_backup_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.backup");
    let mut bytes = unpacked(&newest().join("shop.backup.zst"));
    bytes[4] = 99;
    let sum = xxh3_64(&bytes[..24]).to_le_bytes();
    bytes[24..32].copy_from_slice(&sum);
    fs::write(&path, bytes).unwrap();
    assert_too_new(&verify_backup(&RealDisk, &path, &mut |_| true).unwrap_err(), &path);
    let engine = Engine::open(options(&folder.path().join("data"), quiet())).unwrap();
    assert_too_new(&engine.restore("shop", &path, &mut |_| true).unwrap_err(), &path);
    assert!(engine.database("shop").is_err(), "nothing was restored");
}

#[test]
fn an_index_of_another_version_is_built_again_and_says_why() {
    let folder = data_folder(&newest());
    let indexes = folder.path().join("databases/shop/indexes");
    let mut changed = 0;
    for entry in fs::read_dir(indexes).unwrap() {
        let path = entry.unwrap().path().join("meta.json");
        let text = fs::read_to_string(&path).unwrap();
        // The name of a column that this version does not have.
        assert!(text.contains("\"etag\""), "{text}");
        fs::write(&path, text.replace("\"etag\"", "\"etag-2\"")).unwrap();
        changed += 1;
    }
    assert!(changed >= 3, "{changed}");
    let (_engine, shop) = open(folder.path());
    assert_eq!(contents::contents(&shop)["queries"], expected(&newest())["contents"]["queries"]);
    let stats = shop.index_stats().unwrap();
    assert_eq!(stats.len(), changed);
    for of in stats {
        assert!(of.rebuilt.is_some(), "{}", of.definition.name());
    }
}
