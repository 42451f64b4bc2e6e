//! A document that is deleted and created again in another collection leaves the indexes of the former one.

use rookery_engine::{Database, IndexingOf};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, delete_command, put, put_command, table_rows, test_engine};
use crate::item_fixture::results;
use crate::query_fixture::{ids, make, query_results};

fn item(collection: &str, value: i64) -> Value {
    json!({ "V": value, "@metadata": { "@collection": collection } })
}

fn with_indexes() -> TestEngine {
    let test = test_engine();
    make(&test.shop, json!({ "Name": "A", "Maps": ["map('As', a => ({ V: a.V }))"] }));
    make(&test.shop, json!({ "Name": "B", "Maps": ["map('Bs', b => ({ V: b.V }))"] }));
    make(
        &test.shop,
        json!({
            "Name": "Sums", "Maps": ["map('As', a => ({ V: 1, Sum: a.V }))"],
            "Reduce": "groupBy(a => a.V).aggregate(g => ({ V: g.key, Sum: g.values.reduce((s, a) => s + a.Sum, 0) }))"
        }),
    );
    put(&test.shop, "d/1", &item("As", 1));
    put(&test.shop, "d/2", &item("As", 2));
    assert_eq!(found(&test.shop, "A"), 2);
    assert_eq!(sum(&test.shop), 3);
    test
}

fn found(shop: &Database, index: &str) -> u64 {
    let answer = query_results(shop, &format!("from index '{index}'"));
    assert_eq!(answer.total, ids(&answer).len() as u64, "{index}: entries without documents");
    answer.total
}

fn sum(shop: &Database) -> i64 {
    results(shop, "from index 'Sums'").iter().map(|group| group["Sum"].as_i64().unwrap()).sum()
}

fn rows(shop: &Database) -> u64 {
    table_rows(shop, "collection-changes")
}

fn assert_moved(shop: &Database) {
    assert_eq!((found(shop, "A"), found(shop, "B")), (1, 1));
    assert_eq!(sum(shop), 2);
}

#[test]
fn in_one_request() {
    let test = with_indexes();
    test.shop.execute(vec![delete_command("d/1"), put_command("D/1", &item("Bs", 1))]).unwrap();
    assert_moved(&test.shop);
    let test = test.closed_and_reopened();
    assert_moved(&test.shop);
}

#[test]
fn while_indexing_is_stopped() {
    for flushed in [false, true] {
        let test = with_indexes();
        test.shop.stop_indexing(IndexingOf::All).unwrap();
        delete(&test.shop, "d/1");
        if flushed {
            test.shop.flush_and_sync().unwrap();
        }
        put(&test.shop, "d/1", &item("Bs", 1));
        if flushed {
            test.shop.flush_and_sync().unwrap();
        }
        test.shop.clean_tombstones().unwrap();
        test.shop.start_indexing(IndexingOf::All).unwrap();
        assert_moved(&test.shop);
    }
}

#[test]
fn its_row_is_removed_when_all_indexes_have_seen_it() {
    let test = with_indexes();
    test.shop.execute(vec![delete_command("d/1"), put_command("d/1", &item("Bs", 1))]).unwrap();
    assert_moved(&test.shop);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(rows(&test.shop), 1);
    test.shop.clean_tombstones().unwrap();
    test.shop.flush_and_sync().unwrap();
    assert_eq!(rows(&test.shop), 0);
    // The same collection needs no row.
    test.shop.execute(vec![delete_command("d/1"), put_command("d/1", &item("bs", 3))]).unwrap();
    test.shop.flush_and_sync().unwrap();
    assert_eq!((rows(&test.shop), found(&test.shop, "B")), (0, 1));
}
