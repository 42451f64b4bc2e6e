//! Documents of selected collections are compressed, from the change of the setting on.

use rookery_engine::{DataArchival, DocumentsCompression};
use serde_json::{Value, json};

use crate::fixture::{get, put, test_engine};

fn text(collection: &str) -> Value {
    json!({"Text": "the same words again and again ".repeat(40), "@metadata": {"@collection": collection}})
}

#[test]
fn chosen_collections_are_compressed_and_read_back_whole() {
    let test = test_engine();
    assert_eq!(test.shop.documents_compression(), None);
    put(&test.shop, "before", &text("Texts"));
    let settings =
        DocumentsCompression { collections: vec!["texts".into()], ..DocumentsCompression::default() };
    test.shop.set_documents_compression(settings.clone()).unwrap();
    put(&test.shop, "after", &text("Texts"));
    put(&test.shop, "other", &text("Others"));

    for flushed in [false, true] {
        if flushed {
            test.shop.flush_and_sync().unwrap();
        }
        let stored = |id: &str| test.shop.get(id).unwrap().unwrap();
        assert!(stored("after").compressed && stored("after").stored_size < 400, "{:?}", stored("after"));
        assert!(!stored("before").compressed && stored("before").stored_size > 1200);
        assert!(!stored("other").compressed);
        assert_eq!(get(&test.shop, "after")["Text"], get(&test.shop, "before")["Text"]);
    }
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.documents_compression(), Some(settings));
    assert_eq!(get(&test.shop, "after")["Text"], text("Texts")["Text"]);
}

#[test]
fn all_collections_can_be_compressed() {
    let test = test_engine();
    let settings = DocumentsCompression { compress_all_collections: true, ..DocumentsCompression::default() };
    test.shop.set_documents_compression(settings).unwrap();
    put(&test.shop, "x", &text("Any"));
    assert!(test.shop.get("x").unwrap().unwrap().compressed);
}

#[test]
fn settings_are_in_the_record_and_a_bad_one_is_refused() {
    let test = test_engine();
    let (_, before) = test.engine.record("shop").unwrap();
    test.shop
        .set_data_archival(DataArchival { max_items_to_process: Some(5), ..DataArchival::default() })
        .unwrap();
    let (record, after) = test.engine.record("SHOP").unwrap();
    assert!(after > before);
    assert_eq!(record["DataArchival"]["MaxItemsToProcess"], 5);
    assert_eq!(record["DatabaseName"], "shop");
    let bad = DataArchival { archive_frequency_in_sec: Some(-1), ..DataArchival::default() };
    assert_eq!(test.shop.set_data_archival(bad).unwrap_err().code(), "bad-configuration");
    let error = test.engine.create("other", json!({"DocumentsCompression": {"Collections": 7}})).unwrap_err();
    assert_eq!(error.code(), "bad-configuration");
    assert!(test.engine.list().iter().all(|database| database.name != "other"));
}
