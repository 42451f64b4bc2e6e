//! Full text, places and scores over a real database: which automatic index answers, and that it answers as
//! reading the documents does.

use rookery_engine::Database;
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine};
use crate::query_fixture::{ids, query_results};

fn item(shop: &Database, id: &str, body: Value) {
    let mut body = body;
    body["@metadata"] = json!({ "@collection": "Items" });
    put(shop, &format!("items/{id}"), &body);
}

fn some_items(shop: &Database) {
    item(
        shop,
        "1",
        json!({"Text": "The quick brown fox", "Code": "AbC", "Lat": 48.85, "Lng": 2.35, "W": "POINT(2.35 48.85)"}),
    );
    item(shop, "2", json!({"Text": "Brown dogs and quick cats", "Code": "abc", "Lat": 51.5, "Lng": -0.12}));
    item(shop, "3", json!({"Text": "Quick", "Code": "ABD", "Lat": null, "Lng": null}));
    item(shop, "4", json!({"Text": ["fox trot", "Quick brown"], "Code": "x y", "Lat": "40.7", "Lng": -74}));
}

#[test]
fn automatic_indexes_are_named_by_what_their_fields_are_for() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    // The names a RavenDB 7.1.5 gave to the same queries in this order.
    for (condition, found, index) in [
        ("search(Text, 'fox')", vec!["items/1", "items/4"], "BySearch(Text)"),
        ("search(Text, 'fox') and Code = 'abc'", vec!["items/1"], "ByCodeAndSearch(Text)"),
        ("exact(Text = 'Quick')", vec!["items/3"], "ByCodeAndSearch(Text)AndExact(Text)"),
        (
            "spatial.within(spatial.point(Lat, Lng), spatial.circle(100, 48.8, 2.3))",
            vec!["items/1"],
            "ByCodeAndSearch(Text)AndExact(Text)AndSpatial.point(Lat|Lng)",
        ),
        (
            "spatial.within(spatial.wkt(W), spatial.circle(100, 48.8, 2.3))",
            vec!["items/1"],
            "ByCodeAndSearch(Text)AndExact(Text)AndSpatial.point(Lat|Lng)AndSpatial.wkt(W)",
        ),
    ] {
        let answer = query_results(shop, &format!("from Items where {condition}"));
        assert_eq!(
            (ids(&answer), answer.index_name.as_str()),
            (found, format!("Auto/Items/{index}").as_str())
        );
    }
    let last = "Auto/Items/ByCodeAndSearch(Text)AndExact(Text)AndSpatial.point(Lat|Lng)AndSpatial.wkt(W)";
    for (rest, found) in [
        ("where search(Text, '\"quick brown\"')", vec!["items/1", "items/4"]),
        ("where regex(Text, '^brown')", vec!["items/2"]),
        ("where boost(search(Text, 'fox'), 2) or Code = 'abd'", vec!["items/1", "items/4", "items/3"]),
        (
            "where Code != 'x' order by spatial.distance(spatial.point(Lat, Lng), spatial.point(51, 0))",
            vec!["items/2", "items/1", "items/4", "items/3"],
        ),
        ("where search(Text, 'quick') order by score() limit 1", vec!["items/1"]),
        (
            "order by spatial.distance(spatial.point(Lat, Lng), spatial.point(51, 0)) desc",
            vec!["items/4", "items/1", "items/2", "items/3"],
        ),
    ] {
        let answer = query_results(shop, &format!("from Items {rest}"));
        assert_eq!((ids(&answer), answer.index_name.as_str()), (found, last), "{rest}");
    }
    assert_eq!(query_results(shop, "from Items order by random('a')").index_name, "collection/Items");
}

#[test]
fn words_and_places_follow_the_documents() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let near = "from Items where spatial.within(spatial.point(Lat, Lng), spatial.circle(100, 48.8, 2.3))";
    assert_eq!(ids(&query_results(shop, near)), ["items/1"]);
    item(shop, "3", json!({"Text": "a fox", "Lat": 48.9, "Lng": 2.4}));
    delete(shop, "items/1");
    assert_eq!(ids(&query_results(shop, near)), ["items/3"]);
    assert_eq!(ids(&query_results(shop, "from Items where search(Text, 'fox')")), ["items/4", "items/3"]);
    item(shop, "4", json!({"Text": "nothing", "Lat": 95, "Lng": 2.4}));
    assert_eq!(ids(&query_results(shop, "from Items where search(Text, 'fox')")), ["items/3"]);
    let far = "from Items where spatial.disjoint(spatial.point(Lat, Lng), spatial.circle(100, 48.8, 2.3))";
    assert_eq!(ids(&query_results(shop, far)), ["items/2"]);
}
