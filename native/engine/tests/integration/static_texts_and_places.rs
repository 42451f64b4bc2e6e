//! Analyzers, places, boosts and filters of indexes somebody wrote. The tables are what a RavenDB 7.1.5
//! (Corax) found.

use rookery_engine::{Database, StaticIndex};
use serde_json::json;

use crate::fixture::{put, test_engine};
use crate::query_fixture::{index_until, make, query_results};

/// The numbers of the items found.
fn found(shop: &Database, text: &str) -> String {
    let answer = query_results(shop, text);
    answer.results.iter().map(|item| item.id().trim_start_matches("items/")).collect()
}

fn sorted(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn some_items(shop: &Database) {
    for (id, body) in [
        (
            "1",
            json!({"Text": "The quick brown fox", "Code": "AbC", "Lat": 48.85, "Lng": 2.35, "W": "POINT(2.35 48.85)"}),
        ),
        (
            "2",
            json!({"Text": "Brown dogs and quick cats", "Code": "abc", "Lat": 51.5, "Lng": -0.12, "W": "POINT(-0.12 51.5)"}),
        ),
        ("3", json!({"Text": "Quick", "Code": "ABD", "Lat": null, "Lng": null, "W": null})),
        (
            "4",
            json!({"Text": ["fox trot", "Quick brown"], "Code": "x y", "Lat": 40.7, "Lng": -74.0, "W": "POINT(-74 40.7)"}),
        ),
        (
            "5",
            json!({"Text": "fox-trot Running 3.14 a.b@c.com don't", "Code": "Zed", "Lat": 1, "Lng": 1, "W": "POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))"}),
        ),
    ] {
        let mut body = body;
        body["@metadata"] = json!({ "@collection": "Items" });
        put(shop, &format!("items/{id}"), &body);
    }
}

const MAP: &str = "map('Items', i => ({ Text: i.Text, Code: i.Code, Raw: i.Text }))";

#[test]
fn analyzers_decide_what_is_found() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    for (name, options) in [
        ("none", json!({"Indexing": "Search"})),
        ("exact", json!({"Indexing": "Exact"})),
        ("default", json!({"Indexing": "Default", "Analyzer": "StandardAnalyzer"})),
        ("keyword", json!({"Indexing": "Search", "Analyzer": "KeywordAnalyzer"})),
        ("whitespace", json!({"Indexing": "Search", "Analyzer": "Lucene.Net.Analysis.WhitespaceAnalyzer"})),
        ("stop", json!({"Indexing": "Search", "Analyzer": "StopAnalyzer"})),
    ] {
        make(shop, json!({"Name": name, "Maps": [MAP], "Fields": {"Text": options}}));
    }
    let conditions = [
        "search(Text, 'quick')",
        "search(Text, 'Quick fox', and)",
        "Text = 'quick'",
        "Text = 'The quick brown fox'",
        "startsWith(Text, 'Qui')",
        "search(Raw, 'quick')",
        "search(Raw, 'Qui*')",
        "exact(Text = 'Quick')",
        "Text in ('quick', 'zz')",
        "search(Text, '\"quick brown\"')",
        "Text > 'p'",
        "Text != 'quick'",
        "search(Text, 'the')",
        "exists(Text)",
        "search(Text, 'Qui*')",
    ];
    for (index, wanted) in [
        (
            "none",
            [
                "1234", "14", "1234", "", "1234", "3", "34", "", "1234", "14", "12345", "5", "", "12345",
                "1234",
            ],
        ),
        ("exact", ["", "", "", "1", "34", "3", "34", "3", "", "", "", "12345", "", "12345", "34"]),
        (
            "default",
            [
                "1234", "14", "1234", "", "1234", "3", "34", "", "1234", "14", "12345", "5", "", "12345",
                "1234",
            ],
        ),
        (
            "whitespace",
            ["12", "4", "12", "", "12", "3", "34", "34", "12", "1", "124", "345", "", "12345", "34"],
        ),
        (
            "stop",
            [
                "1234", "14", "1234", "", "1234", "3", "34", "", "1234", "14", "12345", "5", "", "12345",
                "1234",
            ],
        ),
        ("keyword", ["", "", "", "", "", "3", "34", "3", "", "", "", "12345", "", "12345", "34"]),
    ] {
        for (condition, wanted) in conditions.iter().zip(wanted) {
            let query = format!("from index '{index}' where {condition}");
            assert_eq!(sorted(&found(shop, &query)), wanted, "{query}");
        }
    }
    assert_eq!(found(shop, "from index 'exact' order by Text"), "23415");
    assert_eq!(found(shop, "from index 'none' order by Text"), "51243");
    let terms = shop.index_terms("none", "Text", None, 100).unwrap().unwrap();
    assert_eq!(
        terms,
        ["3.14", "a.b@c.com", "brown", "cats", "dogs", "don't", "fox", "quick", "running", "trot"]
    );
}

#[test]
fn places_made_by_maps_are_found_and_measured() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    make(
        shop,
        json!({"Name": "G", "Maps": ["map('Items', i => ({ Loc: createSpatialField(i.Lat, i.Lng), Shape: /^POINT/.test(i.W) ? createSpatialField(i.W) : null, Code: i.Code }))"]}),
    );
    make(
        shop,
        json!({"Name": "Shapes", "Maps": ["map('Items', i => ({ Shape: createSpatialField(i.W) }))"]}),
    );
    make(
        shop,
        json!({"Name": "GC", "Maps": ["from i in docs.Items select new { Loc = CreateSpatialField(i.Lat, i.Lng), i.Code }"],
            "Fields": {"Loc": {"Spatial": {"Type": "Geography", "Units": "Miles"}}}}),
    );
    for (condition, wanted) in [
        ("spatial.within(Loc, spatial.circle(100, 48.8, 2.3))", "1"),
        ("spatial.disjoint(Loc, spatial.circle(100, 48.8, 2.3))", "245"),
        ("spatial.within(Loc, spatial.wkt('POLYGON((-10 40, 20 40, 20 60, -10 60, -10 40))'))", "12"),
        ("spatial.within(Shape, spatial.circle(100, 48.8, 2.3))", "1"),
        ("spatial.within(Code, spatial.circle(100, 48.8, 2.3))", ""),
        ("exists(Loc)", "1245"),
    ] {
        assert_eq!(found(shop, &format!("from index 'G' where {condition}")), wanted, "{condition}");
    }
    let order = "from index 'G' order by spatial.distance(Loc, spatial.point(48.8, 2.3))";
    assert_eq!(found(shop, order), "12543");
    assert_eq!(found(shop, &format!("{order} desc")), "45213");
    // A polygon is not a point: its document has no entry, and an error reports why.
    let errors = index_until(shop, "Shapes", |index| !index.errors.is_empty()).errors;
    let text = format!("{:?}", errors.first().unwrap());
    assert!(text.contains("items/5") && text.contains("'Shape'") && text.contains("POLYGON"), "{text}");
    // The distance of Paris and London is 343 km, 213 miles; the unit is given as kilometres.
    assert_eq!(
        found(shop, "from index 'GC' where spatial.within(Loc, spatial.circle(220, 48.85, 2.35))"),
        "12"
    );
    assert_eq!(
        found(
            shop,
            "from index 'GC' where spatial.within(Loc, spatial.circle(220, 48.85, 2.35, 'Kilometers'))"
        ),
        "1"
    );
}

#[test]
fn boosts_chance_and_filters_work_on_written_indexes() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let fields = json!({"Text": {"Indexing": "Search"}});
    make(
        shop,
        json!({"Name": "B", "Maps": ["map('Items', i => boost({ Text: i.Text, Code: i.Code }, i.Code == 'abc' ? 10 : 1))"], "Fields": fields}),
    );
    make(
        shop,
        json!({"Name": "BC", "Maps": ["from i in docs.Items select new { i.Code, i.Text }.Boost(i.Code == \"abc\" ? 10 : 1)"], "Fields": fields}),
    );
    make(shop, json!({"Name": "G", "Maps": [MAP], "Fields": fields}));
    for index in ["B", "BC"] {
        assert_eq!(found(shop, &format!("from index '{index}' where search(Text, 'quick')")), "2134");
        assert_eq!(found(shop, &format!("from index '{index}'")), "21345");
        assert_eq!(found(shop, &format!("from index '{index}' order by Code limit 2")), "12");
    }
    assert_eq!(found(shop, "from index 'G' where boost(search(Text, 'fox'), 3) or Code = 'abd'"), "1453");
    let filtered = query_results(shop, "from index 'G' where search(Text, 'quick') filter Code = 'abc'");
    assert_eq!((filtered.results.len(), filtered.results[0].id(), filtered.total), (1, "items/2", 4));
    assert_eq!(found(shop, "from index 'G' filter Text = 'Quick'"), "3");
    let chance = found(shop, "from index 'G' order by random('a')");
    assert_eq!(
        (sorted(&chance).as_str(), &chance),
        ("12345", &found(shop, "from index 'G' order by random('a')"))
    );
}

#[test]
fn options_that_cannot_be_carried_out_are_refused() {
    let test = test_engine();
    for (options, part) in [
        (json!({"Analyzer": "Nope"}), "the analyzer 'Nope', which is not known. Known are StandardAnalyzer"),
        (json!({"Spatial": {"Type": "Cartesian"}}), "'Cartesian'"),
    ] {
        let index = json!({"Name": "I", "Maps": [MAP], "Fields": {"Text": options}});
        let error = test.shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}
