//! Small journals by setting: more files, flushed as soon as one is full.

use rookery_engine::{Engine, EngineError};
use serde_json::json;

use super::fixture::{options, put_command, quiet};

#[test]
fn journals_are_as_small_as_the_record_says() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    engine.create("shop", json!({"Settings": {"Rookery.JournalSizeInKb": "64"}})).unwrap();
    let shop = engine.database("shop").unwrap();
    let text = "x".repeat(9000);
    for number in 0..60 {
        shop.execute(vec![put_command(&format!("a/{number}"), &json!({"Text": text}))]).unwrap();
    }
    let journals = shop.storage_report().unwrap().journals;
    assert!(journals.iter().all(|journal| journal.allocated <= 64 << 10), "{journals:?}");
    // 60 records of 12 KiB are at least ten files of 64; what the data file holds was given back meanwhile.
    assert!(journals.last().unwrap().number >= 10, "{journals:?}");
    drop((shop, engine));
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    assert_eq!(engine.database("shop").unwrap().stats().unwrap().documents, 60);
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    for wrong in [json!("small"), json!(1), json!(-64), json!("99999999"), json!([])] {
        let refused = engine.create("shop", json!({"Settings": {"Rookery.JournalSizeInKb": wrong}}));
        assert!(matches!(refused, Err(EngineError::BadConfiguration { .. })), "{refused:?}");
    }
    engine.create("shop", json!({"Settings": {"Rookery.JournalSizeInKb": null}})).unwrap();
}
