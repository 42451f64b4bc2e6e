//! Collections get compression dictionaries of their own, and every value stays readable whatever is
//! switched.

use std::time::{Duration, Instant};

use rookery_engine::{CollectionCompression, Database, DocumentsCompression};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, eager, get, put, put_command, test_engine};

fn order(number: u64) -> Value {
    let city = ["Münster", "Köln", "Berlin", "Aachen"][(number % 4) as usize];
    json!({
        "Company": format!("companies/{}-A", number * 7 % 91),
        "Employee": format!("employees/{}-A", number % 9),
        "Freight": (number * 37 % 9000) as f64 / 100.0,
        "Lines": [
            {"Product": format!("products/{}-A", number * 31 % 77), "PricePerUnit": number % 50, "Quantity": number % 20},
            {"Product": format!("products/{}-A", number * 17 % 77), "PricePerUnit": number % 40, "Quantity": number % 7},
        ],
        "OrderedAt": format!("2026-{:02}-{:02}T00:00:00.0000000", number % 12 + 1, number % 28 + 1),
        "ShipTo": {"City": city, "Country": "Germany"},
        "@metadata": {"@collection": "Orders"},
    })
}

fn compress(shop: &Database, on: bool) {
    let settings = DocumentsCompression { compress_all_collections: on, ..DocumentsCompression::default() };
    shop.set_documents_compression(settings).unwrap();
}

fn put_orders(shop: &Database, numbers: std::ops::Range<u64>) {
    let commands = numbers.map(|number| put_command(&format!("orders/{number}"), &order(number))).collect();
    shop.execute(commands).unwrap();
}

fn stored(shop: &Database, number: u64) -> (bool, usize) {
    let document = shop.get(&format!("orders/{number}")).unwrap().unwrap();
    (document.compressed, document.stored_size)
}

fn assert_orders(shop: &Database, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let mut wanted = order(number);
        let mut found = get(shop, &format!("orders/{number}"));
        wanted.as_object_mut().unwrap().remove("@metadata");
        found.as_object_mut().unwrap().remove("@metadata");
        assert_eq!(found, wanted, "orders/{number}");
    }
}

/// Puts orders from `next` on until one is stored in at most `wanted` bytes; says the next number.
fn put_until_smaller(shop: &Database, mut next: u64, wanted: usize) -> u64 {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        put(shop, &format!("orders/{next}"), &order(next));
        next += 1;
        if stored(shop, next - 1).1 <= wanted {
            return next;
        }
        assert!(Instant::now() < patience, "no dictionary after {next} documents");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A collection with a dictionary, how many orders it has, and how many bytes one takes without the
/// dictionary.
fn test_engine_with_dictionary(test: TestEngine) -> (TestEngine, u64, usize) {
    compress(&test.shop, true);
    put_orders(&test.shop, 0..300);
    let (compressed, plain) = stored(&test.shop, 10);
    assert!(compressed);
    let next = put_until_smaller(&test.shop, 300, plain * 2 / 3);
    (test, next, plain)
}

#[test]
fn documents_get_smaller_with_their_collections_dictionary_and_survive_everything() {
    let (test, next, plain) = test_engine_with_dictionary(test_engine());
    assert_orders(&test.shop, 0..next);
    let test = test.dropped_and_reopened();
    assert_orders(&test.shop, 0..next);
    // The dictionary is in use again immediately, without any training.
    put_orders(&test.shop, next..next + 5);
    assert!(stored(&test.shop, next).1 * 3 < plain * 2);
    test.shop.flush_and_sync().unwrap();
    assert_orders(&test.shop, 0..next + 5);
    let test = test.closed_and_reopened();
    assert_orders(&test.shop, 0..next + 5);
}

#[test]
fn switching_rewrites_nothing_and_keeps_everything_readable() {
    let (test, next, plain) = test_engine_with_dictionary(test_engine());
    let small = stored(&test.shop, next - 1);
    compress(&test.shop, false);
    put_orders(&test.shop, next..next + 10);
    assert!(!stored(&test.shop, next).0);
    assert_eq!(stored(&test.shop, next - 1), small);
    let test = test.dropped_and_reopened_with(eager());
    compress(&test.shop, true);
    put_orders(&test.shop, next + 10..next + 20);
    assert!(stored(&test.shop, next + 10).1 * 3 < plain * 2);
    assert!(!stored(&test.shop, next).0);
    assert_orders(&test.shop, 0..next + 20);
    let test = test.dropped_and_reopened();
    assert_orders(&test.shop, 0..next + 20);
    assert_eq!(stored(&test.shop, next - 1), small);
}

/// Counts what the statistics should say: documents, bytes before, bytes after.
fn recount(shop: &Database, collection: &str) -> (u64, u64, u64) {
    let (mut documents, mut before, mut after) = (0, 0, 0);
    for document in shop.collection_newest(collection, 0, 100_000).unwrap() {
        if document.compressed {
            documents += 1;
            before += document.body.len();
            // A value's header is 32 bytes, then id, collection and the node tag.
            after += document.stored_size - 32 - document.id.len() - document.collection.len() - 1;
        }
    }
    (documents, before as u64, after as u64)
}

fn assert_counted(shop: &Database) -> CollectionCompression {
    let orders = shop.collection_compression().unwrap().into_iter().find(|of| of.name == "Orders").unwrap();
    assert_eq!((orders.documents, orders.bytes_before, orders.bytes_after), recount(shop, "Orders"));
    orders
}

#[test]
fn statistics_equal_a_recount_after_updates_deletes_and_restarts() {
    let (test, next, _) = test_engine_with_dictionary(test_engine());
    let orders = assert_counted(&test.shop);
    assert_eq!(orders.documents, next);
    assert!(orders.enabled && orders.ratio().unwrap() < 0.7, "{orders:?}");
    let dictionary = orders.dictionary.unwrap();
    assert_eq!((dictionary.number, dictionary.current, dictionary.loaded), (1, true, true));
    assert!(
        dictionary.ratio < 0.4 && dictionary.samples > 100 && dictionary.bytes <= 32 << 10,
        "{dictionary:?}"
    );
    for number in 0..20 {
        delete(&test.shop, &format!("orders/{number}"));
    }
    compress(&test.shop, false);
    put_orders(&test.shop, 10..40);
    assert_eq!(assert_counted(&test.shop).documents, next - 40);
    let test = test.dropped_and_reopened();
    assert!(!assert_counted(&test.shop).enabled);
    test.shop.flush_and_sync().unwrap();
    assert_counted(&test.shop);
    let test = test.closed_and_reopened();
    assert_eq!(assert_counted(&test.shop).documents, next - 40);
    assert_eq!(test.shop.compression_dictionaries().unwrap().len(), 1);
    assert_eq!(test.shop.compression_failure(), None);
}

#[test]
fn revisions_are_compressed_on_request_even_if_documents_are_not() {
    let test = test_engine();
    put(&test.shop, "orders/1", &order(1));
    let revisions = json!({ "Default": {} });
    test.shop.set_revisions_configuration(serde_json::from_value(revisions).unwrap()).unwrap();
    put(&test.shop, "orders/1", &order(2));
    let settings = DocumentsCompression { compress_revisions: true, ..DocumentsCompression::default() };
    test.shop.set_documents_compression(settings).unwrap();
    put(&test.shop, "orders/1", &order(3));
    assert!(!stored(&test.shop, 1).0);
    let test = test.dropped_and_reopened();
    let kept = test.shop.revisions("orders/1", 0, 10).unwrap().revisions;
    let compressed: Vec<_> = kept.iter().map(|revision| revision.compressed).collect();
    assert_eq!(compressed, [true, false, false]);
    let bodies = kept.iter().map(|revision| crate::fixture::wire(revision)["Freight"].clone());
    assert!(bodies.eq([3, 2, 1].map(|number| order(number)["Freight"].clone())));
}

#[test]
fn a_collection_does_not_use_the_dictionary_of_another() {
    let (test, next, plain) = test_engine_with_dictionary(test_engine());
    let mut other = order(next);
    other["@metadata"]["@collection"] = json!("Drafts");
    put(&test.shop, "drafts/1", &other);
    let draft = test.shop.get("drafts/1").unwrap().unwrap();
    assert!(draft.compressed && draft.stored_size * 10 > plain * 9, "{} of {plain}", draft.stored_size);
}
