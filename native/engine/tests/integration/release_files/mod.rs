//! Files that a release wrote are opened by every later version, and files of a newer version are refused.
//!
//! `tests/release_files/<version>/` holds them, each packed with zstd: a data folder whose last changes are only in the
//! journal, a backup, and what they contain. `node scripts/write-release-files.ts` writes the folder of this
//! version; the folders of earlier releases are never written again.

mod contents;
mod newer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_engine::{Database, Engine, EngineOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fixture::{get, options, put, quiet, user, wire};

const FORMER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/release_files");

fn releases() -> Vec<PathBuf> {
    let all: Vec<PathBuf> = fs::read_dir(FORMER).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!all.is_empty(), "{FORMER} has no release");
    all
}

fn unpacked(path: &Path) -> Vec<u8> {
    zstd::decode_all(&fs::read(path).unwrap()[..]).unwrap()
}

fn unpack_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => unpack_folder(&path, &to.join(path.file_name().unwrap())),
            false => fs::write(to.join(path.file_stem().unwrap()), unpacked(&path)).unwrap(),
        }
    }
}

/// A copy of the data folder of a release.
fn data_folder(release: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    unpack_folder(&release.join("data"), folder.path());
    folder
}

fn expected(release: &Path) -> Value {
    serde_json::from_slice(&unpacked(&release.join("contents.json.zst"))).unwrap()
}

fn open(folder: &Path) -> (Engine, Arc<Database>) {
    let engine = Engine::open(EngineOptions { ..options(folder, quiet()) }).unwrap();
    let shop = engine.database("shop").unwrap();
    (engine, shop)
}

/// Member by member, so that a difference is readable.
fn assert_same(found: &Value, expected: &Value, what: &str) {
    let (found, expected) = (found.as_object().unwrap(), expected.as_object().unwrap());
    for (member, expected) in expected {
        match (&found[member], expected) {
            (Value::Array(found), Value::Array(expected)) => {
                assert_eq!(found.len(), expected.len(), "{what}: {member}");
                for (found, expected) in found.iter().zip(expected) {
                    assert_eq!(found, expected, "{what}: {member}");
                }
            }
            (found, expected) => assert_eq!(found, expected, "{what}: {member}"),
        }
    }
}

#[test]
fn data_folders_of_releases_are_opened_with_everything_in_them() {
    for release in releases() {
        let (folder, expected) = (data_folder(&release), expected(&release));
        let what = release.display().to_string();
        let (engine, shop) = open(folder.path());
        assert!(
            shop.stats().unwrap().recovery.replayed_records > 0,
            "{what}: the journal has the last changes"
        );
        assert_same(&contents::contents(&shop), &expected["contents"], &what);
        // The first releases did not count by collection.
        let counted = shop.collections().unwrap().iter().map(|of| of.documents_with_counters).sum::<u64>();
        assert!(counted > 0 && counted == shop.stats().unwrap().documents_with_counters, "{what}");
        assert_eq!(
            contents::indexes(&shop),
            expected["indexes"],
            "{what}: the files of the indexes are used as they are"
        );

        // It works on, and everything is still there after an orderly end.
        put(&shop, "users/new", &user("New"));
        shop.execute(vec![crate::fixture::delete_command("users/new")]).unwrap();
        // The first releases had no table for these.
        assert_eq!(shop.compare_exchange(&["key"]).unwrap(), [None], "{what}");
        shop.storage_report().unwrap();
        let added = shop.put_compare_exchange("key", "{\"Object\":1}".into(), 0, None).unwrap();
        assert!(added.successful, "{what}");
        drop(shop);
        engine.close().unwrap();
        drop(engine);
        let (_engine, shop) = open(folder.path());
        let added = shop.compare_exchange(&["key"]).unwrap();
        assert_eq!(added[0].as_ref().map(|value| &value.value[..]), Some(&b"{\"Object\":1}"[..]), "{what}");
        let mut again = contents::contents(&shop);
        // The change above left a tombstone and revisions.
        for part in ["bin", "collections"] {
            again[part] = expected["contents"][part].clone();
        }
        assert_same(&again, &expected["contents"], &format!("{what}, after closing"));
    }
}

/// A revision of the first releases has the names of its counters, without values.
#[test]
fn reverting_to_a_revision_without_snapshot_keeps_the_counters() {
    for release in releases() {
        let folder = data_folder(&release);
        let (_engine, shop) = open(folder.path());
        let values =
            || shop.all_counters("users/1").unwrap().into_iter().map(|counter| (counter.name, counter.value));
        let before: Vec<_> = values().collect();
        assert!(!before.is_empty(), "{}", release.display());
        let revision = shop.revisions("users/1", 0, 1).unwrap().revisions.remove(0);
        put(&shop, "users/1", &user("Changed"));
        shop.revert_documents(&[("users/1".to_owned(), revision.change_vector)]).unwrap();
        assert_eq!(values().collect::<Vec<_>>(), before, "{}", release.display());
        let newest = shop.revisions("users/1", 0, 1).unwrap().revisions.remove(0);
        let snapshot = wire(&newest)["@metadata"]["@counters-snapshot"].clone();
        let expected: Value = before.into_iter().map(|(name, value)| (name, json!(value))).collect();
        assert_eq!(snapshot, expected, "{}", release.display());
    }
}

#[test]
fn backups_of_releases_are_restored() {
    for release in releases() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.backup");
        fs::write(&path, unpacked(&release.join("shop.backup.zst"))).unwrap();
        let engine = Engine::open(options(&folder.path().join("data"), quiet())).unwrap();
        engine.restore("shop", &path, &mut |_| true).unwrap();
        let shop = engine.database("shop").unwrap();
        assert_eq!(get(&shop, "users/2")["Name"], "Benno");
        let found = contents::contents(&shop);
        for part in [
            "collections",
            "identities",
            "revisions",
            "expiration",
            "compression",
            "compressed",
            "dictionaries",
            "queries",
        ] {
            assert_eq!(found[part], expected(&release)["contents"][part], "{}: {part}", release.display());
        }
        // A restored database has an id of its own, so the change vectors differ.
        let documents = |contents: &Value| {
            let all = contents["documents"].as_array().unwrap();
            all.iter()
                .map(|of| json!([of["document"]["id"], of["document"]["body"], of["counters"]]))
                .collect::<Vec<_>>()
        };
        assert_eq!(documents(&found), documents(&expected(&release)["contents"]), "{}", release.display());
    }
}

#[test]
fn this_version_has_files_of_its_own() {
    let current = Path::new(FORMER).join(env!("CARGO_PKG_VERSION"));
    assert!(
        current.is_dir(),
        "run `node scripts/write-release-files.ts` before a release with a new version"
    );
}
