//! Compacting rewrites how documents are stored and nothing else, while others write, and survives crashes.

use std::sync::atomic::{AtomicBool, Ordering};

use rookery_engine::{
    CompactOptions, CompactReport, Database, Document, DocumentsCompression, RevisionsConfiguration,
};
use serde_json::{Value, json};

use crate::fixture::{delete, eager, get, put, put_command, quiet, test_engine, test_engine_with};

fn order(number: u64) -> Value {
    json!({
        "Company": format!("companies/{}-A", number * 7 % 91),
        "Freight": (number * 37 % 9000) as f64 / 100.0,
        "Lines": [{"Product": format!("products/{}-A", number * 31 % 77), "Quantity": number % 20, "Discount": 0.0}],
        "ShipTo": {"City": "Münster", "Country": "Germany", "Line1": format!("Street {}", number * 13 % 70)},
        "@metadata": {"@collection": "Orders"},
    })
}

fn put_orders(shop: &Database, numbers: std::ops::Range<u64>) {
    let commands = numbers.map(|number| put_command(&format!("orders/{number}"), &order(number))).collect();
    shop.execute(commands).unwrap();
}

fn compress(shop: &Database, on: bool) {
    let settings = DocumentsCompression { compress_all_collections: on, ..DocumentsCompression::default() };
    shop.set_documents_compression(settings).unwrap();
}

fn compact(shop: &Database) -> CompactReport {
    shop.compact(&CompactOptions::default(), &mut |_| true).unwrap()
}

/// Documents as anybody outside sees them.
fn seen(shop: &Database) -> Vec<(String, i64, String, Vec<u8>)> {
    let plain = |document: Document| {
        (document.id.clone(), document.etag, document.change_vector.clone(), document.to_wire().to_vec())
    };
    shop.from_etag(0, 0, 100_000).unwrap().into_iter().map(plain).collect()
}

fn assert_counted(shop: &Database) {
    for collection in shop.collections().unwrap() {
        let documents = shop.collection_newest(&collection.name, 0, 100_000).unwrap();
        let bytes: usize = documents.iter().map(|document| document.stored_size).sum();
        assert_eq!((collection.documents, collection.documents_size), (documents.len() as u64, bytes as u64));
        let of = shop.collection_compression().unwrap().into_iter().find(|of| of.name == collection.name);
        let compressed: Vec<_> = documents.iter().filter(|document| document.compressed).collect();
        let before: usize = compressed.iter().map(|document| document.body.len()).sum();
        let of = of.unwrap();
        assert_eq!((of.documents, of.bytes_before), (compressed.len() as u64, before as u64));
    }
}

#[test]
fn documents_become_what_the_setting_says_and_are_otherwise_the_same() {
    for tuning in [quiet(), eager()] {
        let test = test_engine_with(tuning);
        put_orders(&test.shop, 0..600);
        test.shop.flush_and_sync().unwrap();
        // Some in the data file, some not, one deleted, one changed.
        put_orders(&test.shop, 600..700);
        delete(&test.shop, "orders/3");
        put_orders(&test.shop, 4..5);
        let before = (seen(&test.shop), test.shop.stats().unwrap().last_etag);
        let changes = test.shop.subscribe_changes();
        compress(&test.shop, true);
        let report = compact(&test.shop);
        assert_eq!((report.documents, report.documents_total, report.rewritten), (699, 699, 699));
        assert!(report.bytes_after * 5 < report.bytes_before * 2, "{report:?}");
        assert_eq!(report.file_skipped, None);
        let check = |shop: &Database, compressed: bool| {
            assert_eq!(seen(shop), before.0);
            assert_eq!(shop.newest(0, 1).unwrap()[0].id, "orders/4");
            assert!(shop.from_etag(0, 0, 1000).unwrap().iter().all(|found| found.compressed == compressed));
            assert_counted(shop);
        };
        check(&test.shop, true);
        assert_eq!(compact(&test.shop).rewritten, 0, "there is nothing left to do");
        assert!(changes.try_recv().is_err(), "nothing changed for anybody");
        let test = test.dropped_and_reopened();
        check(&test.shop, true);
        compress(&test.shop, false);
        assert_eq!(compact(&test.shop).rewritten, 699);
        check(&test.shop, false);
        let test = test.closed_and_reopened();
        check(&test.shop, false);
        // The next etag is the next one.
        assert!(put(&test.shop, "orders/1", &order(1)).etag > before.1);
    }
}

#[test]
fn a_document_changed_after_it_was_rewritten_is_the_changed_one() {
    let test = test_engine();
    put_orders(&test.shop, 0..300);
    test.shop.flush_and_sync().unwrap();
    compress(&test.shop, true);
    let options = CompactOptions { skip_data_file: true, ..CompactOptions::default() };
    test.shop.compact(&options, &mut |_| true).unwrap();
    compress(&test.shop, false);
    put(&test.shop, "orders/7", &json!({"New": true, "@metadata": {"@collection": "Orders"}}));
    delete(&test.shop, "orders/8");
    assert_counted(&test.shop);
    let test = test.dropped_and_reopened();
    for flushed in [false, true] {
        if flushed {
            test.shop.flush_and_sync().unwrap();
        }
        assert_eq!(get(&test.shop, "orders/7")["New"], true);
        assert_eq!(get(&test.shop, "orders/8"), Value::Null);
        assert_eq!(get(&test.shop, "orders/9")["Freight"], order(9)["Freight"]);
        assert_counted(&test.shop);
    }
}

#[test]
fn one_collection_can_be_compacted_and_compacting_can_be_stopped() {
    let test = test_engine();
    put_orders(&test.shop, 0..1500);
    put(&test.shop, "users/1", &json!({"Name": "x".repeat(500), "@metadata": {"@collection": "Users"}}));
    compress(&test.shop, true);
    let mut requested = 0;
    let report = test
        .shop
        .compact(&CompactOptions::default(), &mut |_| {
            requested += 1;
            requested < 3
        })
        .unwrap();
    assert!(report.cancelled && report.rewritten > 0 && report.rewritten < 1501, "{report:?}");
    assert_counted(&test.shop);
    let options = CompactOptions { collection: Some("users".into()), ..CompactOptions::default() };
    let report = test.shop.compact(&options, &mut |_| true).unwrap();
    assert_eq!((report.documents, report.documents_total, report.rewritten), (1, 1, 1));
    assert!(test.shop.get("users/1").unwrap().unwrap().compressed);
    assert!(!test.shop.get("orders/1499").unwrap().unwrap().compressed);
    assert_counted(&test.shop);
}

#[test]
fn the_data_file_shrinks() {
    let test = test_engine();
    let text =
        |number: u64| (0..200).map(move |word| format!("{} ", (number * 7919 + word * 104_729) % 99_991));
    for batch in 0..10 {
        let commands = (0..200).map(|number| {
            let number = batch * 200 + number;
            let body =
                json!({"Text": text(number).collect::<String>(), "@metadata": {"@collection": "Texts"}});
            put_command(&format!("texts/{number}"), &body)
        });
        test.shop.execute(commands.collect()).unwrap();
    }
    test.shop.flush_and_sync().unwrap();
    for number in 100..2000 {
        delete(&test.shop, &format!("texts/{number}"));
    }
    let report = compact(&test.shop);
    assert!(report.file_after * 2 < report.file_before, "{report:?}");
    assert_eq!(test.shop.storage_report().unwrap().data_file.allocated, report.file_after);
    assert_eq!(get(&test.shop, "texts/99")["Text"], text(99).collect::<String>());
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.stats().unwrap().documents, 100);
    put(&test.shop, "texts/1", &json!({"Text": "new", "@metadata": {"@collection": "Texts"}}));
}

#[test]
fn others_write_and_read_meanwhile() {
    let test = test_engine();
    put_orders(&test.shop, 0..2000);
    test.shop.flush_and_sync().unwrap();
    compress(&test.shop, true);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut round = 0u64;
            while !done.load(Ordering::Relaxed) || round < 20 {
                round += 1;
                let mut changed = order(round);
                changed["Round"] = json!(round);
                put(&test.shop, &format!("orders/{}", round * 37 % 2000), &changed);
                assert_eq!(get(&test.shop, &format!("orders/{}", round * 37 % 2000))["Round"], round);
            }
            round
        });
        for on in [true, false, true] {
            compress(&test.shop, on);
            compact(&test.shop);
        }
        done.store(true, Ordering::Relaxed);
        assert!(writer.join().unwrap() >= 20);
    });
    assert_counted(&test.shop);
    let test = test.dropped_and_reopened();
    assert_counted(&test.shop);
    assert_eq!(test.shop.stats().unwrap().documents, 2000);
}

fn revisions_of(shop: &Database, number: u64) -> Vec<Document> {
    shop.revisions(&format!("orders/{number}"), 0, u64::MAX).unwrap().revisions
}

#[test]
fn revisions_become_what_the_setting_says_too() {
    let test = test_engine();
    let keep: RevisionsConfiguration = serde_json::from_value(json!({"Default": {}})).unwrap();
    test.shop.set_revisions_configuration(keep).unwrap();
    for _ in 0..2 {
        put_orders(&test.shop, 0..300);
        let changed = (0..300).map(|number| {
            let mut order = order(number);
            order["Changed"] = json!(true);
            put_command(&format!("orders/{number}"), &order)
        });
        test.shop.execute(changed.collect()).unwrap();
        test.shop.flush_and_sync().unwrap();
    }
    delete(&test.shop, "orders/0");
    let seen = |shop: &Database| -> Vec<Vec<(String, Vec<u8>)>> {
        let plain = |found: Document| (found.change_vector.clone(), found.to_wire().to_vec());
        (0..300).map(|number| revisions_of(shop, number).into_iter().map(plain).collect()).collect()
    };
    let before = seen(&test.shop);
    // The delete revision is tiny and not rewritten.
    let compressed = |shop: &Database| {
        let all = (0..300).flat_map(|number| revisions_of(shop, number));
        all.filter(|revision| revision.compressed).count()
    };
    assert_eq!(compressed(&test.shop), 0);
    for on in [true, false] {
        let settings = DocumentsCompression { compress_revisions: on, ..DocumentsCompression::default() };
        test.shop.set_documents_compression(settings).unwrap();
        let report = compact(&test.shop);
        assert_eq!((report.revisions, report.revisions_total, report.rewritten), (1201, 1201, 1200));
        assert_eq!(compressed(&test.shop), if on { 1200 } else { 0 });
        assert_eq!(report.bytes_after < report.bytes_before, on, "{report:?}");
        assert_eq!(seen(&test.shop), before);
        let sizes =
            (0..300).flat_map(|number| revisions_of(&test.shop, number)).map(|found| found.stored_size);
        let counted = test.shop.collections().unwrap().iter().map(|of| of.revisions_size).sum::<u64>();
        assert_eq!(sizes.sum::<usize>() as u64, counted);
        assert_eq!(compact(&test.shop).rewritten, 0, "there is nothing left to do");
    }
    let test = test.dropped_and_reopened();
    assert_eq!(seen(&test.shop), before);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(seen(&test.shop), before);
}
