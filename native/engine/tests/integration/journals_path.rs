//! Journals on a path of their own, as they would be on a faster disk.

use std::path::Path;

use rookery_engine::{Engine, EngineError, EngineOptions};
use serde_json::{Value, json};

use super::fixture::{get, options, put_command, quiet};

/// Options under which journals may be below `fast`.
fn with_root(folder: &Path, fast: &Path) -> EngineOptions {
    EngineOptions { journals_roots: vec![fast.to_owned()], ..options(folder, quiet()) }
}

fn record(path: &Path) -> Value {
    json!({"Settings": {"Storage.JournalsPath": path}})
}

#[test]
fn journals_go_where_the_record_says_and_are_replayed_from_there() {
    let (folder, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    engine.create("shop", record(fast.path())).unwrap();
    let shop = engine.database("shop").unwrap();
    shop.execute(vec![put_command("a", &json!({"n": 1}))]).unwrap();
    assert!(!shop.folder().join("journals").exists());
    let outside = std::fs::read_dir(fast.path()).unwrap().next().unwrap().unwrap().path();
    assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 1, "one segment");
    assert!(shop.stats().unwrap().size_on_disk >= std::fs::metadata(outside).unwrap().len());

    // Dropped without closing: the journal alone has the document.
    drop((shop, engine));
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    let shop = engine.database("shop").unwrap();
    assert_eq!(shop.stats().unwrap().recovery.replayed_records, 1);
    assert_eq!(get(&shop, "a")["n"], 1);

    engine.delete("shop", true).unwrap();
    assert_eq!(std::fs::read_dir(fast.path()).unwrap().count(), 0, "deleted with the database");
}

#[test]
fn a_database_whose_journals_are_not_there_is_not_opened_without_them() {
    let (folder, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    engine.create("shop", record(fast.path())).unwrap();
    engine.database("shop").unwrap().execute(vec![put_command("a", &json!({}))]).unwrap();
    drop(engine);
    let away = fast.path().with_extension("unplugged");
    std::fs::rename(fast.path(), &away).unwrap();

    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    let refused = engine.database("shop").unwrap_err().to_string();
    assert!(refused.contains("find the journals in") && refused.contains("journals-"), "{refused}");
    assert!(!fast.path().exists(), "nothing was made in its place");

    std::fs::rename(&away, fast.path()).unwrap();
    assert!(engine.database("shop").unwrap().get("a").unwrap().is_some());
}

#[test]
fn the_path_is_absolute_and_given_once() {
    let (folder, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    for wrong in [json!("fast"), json!(7)] {
        let refused = engine.create("shop", json!({"Settings": {"Storage.JournalsPath": wrong}}));
        assert!(matches!(refused, Err(EngineError::BadConfiguration { .. })), "{refused:?}");
    }
    engine.create("shop", json!({})).unwrap();
    let refused = engine.update_record("shop", record(fast.path()), None).unwrap_err().to_string();
    assert!(refused.contains("cannot be changed later"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_path_outside_the_roots_is_refused_however_it_is_written() {
    let (folder, fast, other) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    std::os::unix::fs::symlink(other.path(), fast.path().join("link")).unwrap();
    let sibling = fast.path().with_extension("2");
    for path in [
        other.path().to_owned(),
        other.path().join("not/there/yet"),
        fast.path().join("..").join(other.path().file_name().unwrap()),
        fast.path().join("link"),
        fast.path().join("link/below"),
        sibling.clone(),
        "/".into(),
    ] {
        let refused = engine.create("shop", record(&path)).unwrap_err().to_string();
        let says_why = refused.contains("--journals-root") || refused.contains("without '..'");
        assert!(says_why, "{path:?}: {refused}");
    }
    assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0, "nothing was made");
    assert!(!sibling.exists());
    engine.create("below", record(&fast.path().join("new/folder"))).unwrap();
    engine.create("inside", record(&folder.path().join("journals"))).unwrap();
}

#[test]
fn a_database_with_journals_outside_the_roots_is_neither_opened_nor_deleted_until_they_are_named() {
    let (folder, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    engine.create("shop", record(fast.path())).unwrap();
    engine.database("shop").unwrap().execute(vec![put_command("a", &json!({}))]).unwrap();
    engine.close().unwrap();
    drop(engine);

    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    let flag = format!("--journals-root {}", fast.path().display());
    for refused in [engine.database("shop").map(drop), engine.delete("shop", true).map(drop)] {
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.contains(&flag), "{sentence}");
    }
    assert!(engine.list()[0].load_error.as_ref().unwrap().contains(&flag));
    drop(engine);

    let engine = Engine::open(with_root(folder.path(), fast.path())).unwrap();
    assert!(engine.database("shop").unwrap().get("a").unwrap().is_some());
    assert!(engine.delete("shop", true).unwrap());
    assert_eq!(std::fs::read_dir(fast.path()).unwrap().count(), 0);
}
