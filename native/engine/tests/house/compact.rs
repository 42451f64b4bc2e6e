//! Compacting rewrites how documents are stored and nothing else, while others write, and survives crashes.

use std::sync::atomic::{AtomicBool, Ordering};

use rookery_engine::{
    CompactOptions, CompactReport, Database, Document, DocumentsCompression, RevisionsConfiguration,
};
use serde_json::{Value, json};

use crate::fixture::{delete, eager, get, house, house_with, put, put_command, quiet};

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
        let house = house_with(tuning);
        put_orders(&house.shop, 0..600);
        house.shop.flush_and_sync().unwrap();
        // Some in the data file, some not, one gone, one changed.
        put_orders(&house.shop, 600..700);
        delete(&house.shop, "orders/3");
        put_orders(&house.shop, 4..5);
        let before = (seen(&house.shop), house.shop.stats().unwrap().last_etag);
        let changes = house.shop.subscribe_changes();
        compress(&house.shop, true);
        let report = compact(&house.shop);
        assert_eq!((report.documents, report.documents_total, report.rewritten), (699, 699, 699));
        assert!(report.bytes_after * 5 < report.bytes_before * 2, "{report:?}");
        assert_eq!(report.file_skipped, None);
        let check = |shop: &Database, compressed: bool| {
            assert_eq!(seen(shop), before.0);
            assert_eq!(shop.newest(0, 1).unwrap()[0].id, "orders/4");
            assert!(shop.from_etag(0, 0, 1000).unwrap().iter().all(|found| found.compressed == compressed));
            assert_counted(shop);
        };
        check(&house.shop, true);
        assert_eq!(compact(&house.shop).rewritten, 0, "there is nothing left to do");
        assert!(changes.try_recv().is_err(), "nothing changed for anybody");
        let house = house.dropped_and_reopened();
        check(&house.shop, true);
        compress(&house.shop, false);
        assert_eq!(compact(&house.shop).rewritten, 699);
        check(&house.shop, false);
        let house = house.closed_and_reopened();
        check(&house.shop, false);
        // The next etag is the next one.
        assert!(put(&house.shop, "orders/1", &order(1)).etag > before.1);
    }
}

#[test]
fn a_document_changed_after_it_was_rewritten_is_the_changed_one() {
    let house = house();
    put_orders(&house.shop, 0..300);
    house.shop.flush_and_sync().unwrap();
    compress(&house.shop, true);
    let options = CompactOptions { skip_data_file: true, ..CompactOptions::default() };
    house.shop.compact(&options, &mut |_| true).unwrap();
    compress(&house.shop, false);
    put(&house.shop, "orders/7", &json!({"New": true, "@metadata": {"@collection": "Orders"}}));
    delete(&house.shop, "orders/8");
    assert_counted(&house.shop);
    let house = house.dropped_and_reopened();
    for flushed in [false, true] {
        if flushed {
            house.shop.flush_and_sync().unwrap();
        }
        assert_eq!(get(&house.shop, "orders/7")["New"], true);
        assert_eq!(get(&house.shop, "orders/8"), Value::Null);
        assert_eq!(get(&house.shop, "orders/9")["Freight"], order(9)["Freight"]);
        assert_counted(&house.shop);
    }
}

#[test]
fn one_collection_can_be_compacted_and_compacting_can_be_stopped() {
    let house = house();
    put_orders(&house.shop, 0..1500);
    put(&house.shop, "users/1", &json!({"Name": "x".repeat(500), "@metadata": {"@collection": "Users"}}));
    compress(&house.shop, true);
    let mut asked = 0;
    let report = house
        .shop
        .compact(&CompactOptions::default(), &mut |_| {
            asked += 1;
            asked < 3
        })
        .unwrap();
    assert!(report.cancelled && report.rewritten > 0 && report.rewritten < 1501, "{report:?}");
    assert_counted(&house.shop);
    let options = CompactOptions { collection: Some("users".into()), ..CompactOptions::default() };
    let report = house.shop.compact(&options, &mut |_| true).unwrap();
    assert_eq!((report.documents, report.documents_total, report.rewritten), (1, 1, 1));
    assert!(house.shop.get("users/1").unwrap().unwrap().compressed);
    assert!(!house.shop.get("orders/1499").unwrap().unwrap().compressed);
    assert_counted(&house.shop);
}

#[test]
fn the_data_file_shrinks() {
    let house = house();
    let text =
        |number: u64| (0..200).map(move |word| format!("{} ", (number * 7919 + word * 104_729) % 99_991));
    for batch in 0..10 {
        let commands = (0..200).map(|number| {
            let number = batch * 200 + number;
            let body =
                json!({"Text": text(number).collect::<String>(), "@metadata": {"@collection": "Texts"}});
            put_command(&format!("texts/{number}"), &body)
        });
        house.shop.execute(commands.collect()).unwrap();
    }
    house.shop.flush_and_sync().unwrap();
    for number in 100..2000 {
        delete(&house.shop, &format!("texts/{number}"));
    }
    let report = compact(&house.shop);
    assert!(report.file_after * 2 < report.file_before, "{report:?}");
    assert_eq!(house.shop.storage_report().unwrap().data_file.allocated, report.file_after);
    assert_eq!(get(&house.shop, "texts/99")["Text"], text(99).collect::<String>());
    let house = house.dropped_and_reopened();
    assert_eq!(house.shop.stats().unwrap().documents, 100);
    put(&house.shop, "texts/1", &json!({"Text": "new", "@metadata": {"@collection": "Texts"}}));
}

#[test]
fn others_write_and_read_meanwhile() {
    let house = house();
    put_orders(&house.shop, 0..2000);
    house.shop.flush_and_sync().unwrap();
    compress(&house.shop, true);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut round = 0u64;
            while !done.load(Ordering::Relaxed) || round < 20 {
                round += 1;
                let mut changed = order(round);
                changed["Round"] = json!(round);
                put(&house.shop, &format!("orders/{}", round * 37 % 2000), &changed);
                assert_eq!(get(&house.shop, &format!("orders/{}", round * 37 % 2000))["Round"], round);
            }
            round
        });
        for on in [true, false, true] {
            compress(&house.shop, on);
            compact(&house.shop);
        }
        done.store(true, Ordering::Relaxed);
        assert!(writer.join().unwrap() >= 20);
    });
    assert_counted(&house.shop);
    let house = house.dropped_and_reopened();
    assert_counted(&house.shop);
    assert_eq!(house.shop.stats().unwrap().documents, 2000);
}

fn revisions_of(shop: &Database, number: u64) -> Vec<Document> {
    shop.revisions(&format!("orders/{number}"), 0, u64::MAX).unwrap().revisions
}

#[test]
fn revisions_become_what_the_setting_says_too() {
    let house = house();
    let keep: RevisionsConfiguration = serde_json::from_value(json!({"Default": {}})).unwrap();
    house.shop.set_revisions_configuration(keep).unwrap();
    for _ in 0..2 {
        put_orders(&house.shop, 0..300);
        let changed = (0..300).map(|number| {
            let mut order = order(number);
            order["Changed"] = json!(true);
            put_command(&format!("orders/{number}"), &order)
        });
        house.shop.execute(changed.collect()).unwrap();
        house.shop.flush_and_sync().unwrap();
    }
    delete(&house.shop, "orders/0");
    let seen = |shop: &Database| -> Vec<Vec<(String, Vec<u8>)>> {
        let plain = |found: Document| (found.change_vector.clone(), found.to_wire().to_vec());
        (0..300).map(|number| revisions_of(shop, number).into_iter().map(plain).collect()).collect()
    };
    let before = seen(&house.shop);
    // The delete revision is next to nothing and stays as it is.
    let compressed = |shop: &Database| {
        let all = (0..300).flat_map(|number| revisions_of(shop, number));
        all.filter(|revision| revision.compressed).count()
    };
    assert_eq!(compressed(&house.shop), 0);
    for on in [true, false] {
        let settings = DocumentsCompression { compress_revisions: on, ..DocumentsCompression::default() };
        house.shop.set_documents_compression(settings).unwrap();
        let report = compact(&house.shop);
        assert_eq!((report.revisions, report.revisions_total, report.rewritten), (1201, 1201, 1200));
        assert_eq!(compressed(&house.shop), if on { 1200 } else { 0 });
        assert_eq!(report.bytes_after < report.bytes_before, on, "{report:?}");
        assert_eq!(seen(&house.shop), before);
        let sizes =
            (0..300).flat_map(|number| revisions_of(&house.shop, number)).map(|found| found.stored_size);
        let counted = house.shop.collections().unwrap().iter().map(|of| of.revisions_size).sum::<u64>();
        assert_eq!(sizes.sum::<usize>() as u64, counted);
        assert_eq!(compact(&house.shop).rewritten, 0, "there is nothing left to do");
    }
    let house = house.dropped_and_reopened();
    assert_eq!(seen(&house.shop), before);
    house.shop.flush_and_sync().unwrap();
    assert_eq!(seen(&house.shop), before);
}
