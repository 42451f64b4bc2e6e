//! Documents of chosen collections are stored compressed, from the moment it was asked for.

use rookery_engine::{DataArchival, DocumentsCompression};
use serde_json::{Value, json};

use crate::fixture::{get, house, put};

fn text(collection: &str) -> Value {
    json!({"Text": "the same words again and again ".repeat(40), "@metadata": {"@collection": collection}})
}

#[test]
fn chosen_collections_are_compressed_and_read_back_whole() {
    let house = house();
    assert_eq!(house.shop.documents_compression(), None);
    put(&house.shop, "before", &text("Texts"));
    let settings =
        DocumentsCompression { collections: vec!["texts".into()], ..DocumentsCompression::default() };
    house.shop.set_documents_compression(settings.clone()).unwrap();
    put(&house.shop, "after", &text("Texts"));
    put(&house.shop, "other", &text("Others"));

    for flushed in [false, true] {
        if flushed {
            house.shop.flush_and_sync().unwrap();
        }
        let stored = |id: &str| house.shop.get(id).unwrap().unwrap();
        assert!(stored("after").compressed && stored("after").stored_size < 400, "{:?}", stored("after"));
        assert!(!stored("before").compressed && stored("before").stored_size > 1200);
        assert!(!stored("other").compressed);
        assert_eq!(get(&house.shop, "after")["Text"], get(&house.shop, "before")["Text"]);
    }
    let house = house.dropped_and_reopened();
    assert_eq!(house.shop.documents_compression(), Some(settings));
    assert_eq!(get(&house.shop, "after")["Text"], text("Texts")["Text"]);
}

#[test]
fn all_collections_can_be_compressed() {
    let house = house();
    let settings = DocumentsCompression { compress_all_collections: true, ..DocumentsCompression::default() };
    house.shop.set_documents_compression(settings).unwrap();
    put(&house.shop, "x", &text("Any"));
    assert!(house.shop.get("x").unwrap().unwrap().compressed);
}

#[test]
fn settings_are_in_the_record_and_a_bad_one_is_refused() {
    let house = house();
    let (_, before) = house.engine.record("shop").unwrap();
    house
        .shop
        .set_data_archival(DataArchival { max_items_to_process: Some(5), ..DataArchival::default() })
        .unwrap();
    let (record, after) = house.engine.record("SHOP").unwrap();
    assert!(after > before);
    assert_eq!(record["DataArchival"]["MaxItemsToProcess"], 5);
    assert_eq!(record["DatabaseName"], "shop");
    let bad = DataArchival { archive_frequency_in_sec: Some(-1), ..DataArchival::default() };
    assert_eq!(house.shop.set_data_archival(bad).unwrap_err().code(), "bad-configuration");
    let error =
        house.engine.create("other", json!({"DocumentsCompression": {"Collections": 7}})).unwrap_err();
    assert_eq!(error.code(), "bad-configuration");
    assert!(house.engine.list().iter().all(|database| database.name != "other"));
}
