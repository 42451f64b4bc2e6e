//! Boosts of fields of static indexes. The orders are those of a RavenDB 7.1.5 with Lucene.

use rookery_engine::{Database, StaticIndex};
use serde_json::{Value, json};

use crate::fixture::{put, test_engine};
use crate::query_fixture::{make, query_results};

/// The numbers of the items found.
fn found(shop: &Database, text: &str) -> String {
    let answer = query_results(shop, text);
    answer.results.iter().map(|item| item.id().trim_start_matches("items/")).collect()
}

fn some_items(shop: &Database) {
    for (id, title, body, list) in [
        ("1", json!("apple pear"), "banana", &[][..]),
        ("2", json!("banana"), "apple plum", &["red"]),
        ("3", json!("apple"), "apple", &["red", "green"]),
        ("4", json!("kiwi plum"), "apple apple banana", &["red", "green", "blue"]),
        ("5", Value::Null, "cherry", &["red", "green", "blue", "tan"]),
    ] {
        let number: u8 = id.parse().unwrap();
        let code = if number % 2 == 1 { "Ca" } else { "Cb" };
        let metadata = json!({ "@collection": "Items" });
        put(
            shop,
            &format!("items/{id}"),
            &json!({ "Title": title, "Body": body, "N": number, "L": list, "Code": code, "@metadata": metadata }),
        );
    }
}

fn index(name: &str, map: &str) -> Value {
    json!({
        "Name": name,
        "Maps": [map],
        "Fields": { "Title": { "Indexing": "Search" }, "Body": { "Indexing": "Search" }, "__all_fields": { "Storage": "Yes" } },
        "Configuration": { "Indexing.Static.SearchEngineType": "Lucene" },
    })
}

/// A C# map with these values of `Title`, `N`, `L` and `Code`.
fn csharp([title, number, list, code]: [&str; 4]) -> String {
    format!(
        "from x in docs.Items select new {{ Title = {title}, x.Body, N = {number}, L = {list}, Code = {code} }}"
    )
}

fn titled(title: &str) -> String {
    csharp([title, "x.N", "x.L", "x.Code"])
}

fn javascript([title, number, list, code]: [&str; 4]) -> String {
    format!("map('Items', x => ({{ Title: {title}, Body: x.Body, N: {number}, L: {list}, Code: {code} }}))")
}

const TITLES: [(&str, &str); 5] = [
    ("search(Title, 'apple')", "31"),
    ("search(Title, 'app*')", "13"),
    ("search(Title, 'apple') or search(Body, 'apple')", "3142"),
    ("search(Body, 'apple')", "423"),
    ("Title = null or Code = 'Cb'", "524"),
];

#[test]
fn boosted_fields_count_more() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let five = csharp(["x.Title.Boost(5)", "x.N", "x.L", "x.Code"]);
    let many = csharp(["x.Title.Boost(5)", "x.N.Boost(5)", "x.L.Boost(3)", "x.Code.Boost(4)"]);
    let many_js = javascript(["boost(x.Title, 5)", "boost(x.N, 5)", "boost(x.L, 3)", "boost(x.Code, 4)"]);
    let method = "docs.Items.Select(x => new { Title = x.Title.Boost(5), x.Body, x.N, x.L, x.Code })";
    for (number, map) in
        [&five, &titled("((string)x.Title).Boost(5f)"), method, &many, &many_js].iter().enumerate()
    {
        let name = format!("all/{number}");
        make(shop, index(&name, map));
        for (condition, order) in TITLES {
            assert_eq!(
                found(shop, &format!("from index '{name}' where {condition}")),
                order,
                "{map}: {condition}"
            );
        }
    }
    for name in ["all/3", "all/4"] {
        for (condition, order) in [
            ("L = 'green'", "543"),
            ("L = 'green' or search(Body, 'apple')", "5432"),
            ("L in ('red')", "5432"),
            ("N > 1", "2345"),
            ("N = '3' or Code = 'Ca'", "315"),
            ("Code = 'Ca' or search(Title, 'apple')", "315"),
            ("search(Title, 'apple') order by N as long desc", "31"),
        ] {
            assert_eq!(
                found(shop, &format!("from index '{name}' where {condition}")),
                order,
                "{name}: {condition}"
            );
        }
    }
}

#[test]
fn factors_may_differ_by_document() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    for (name, title, condition, order) in [
        (
            "sum",
            "(x.Title + \" \" + x.Body).Boost(x.N)",
            "search(Title, 'apple') or search(Body, 'apple')",
            "4321",
        ),
        ("some", "x.N > 2 ? x.Title.Boost(5) : x.Title", "search(Title, 'apple')", "31"),
        ("one", "x.Title.Boost(1)", "search(Title, 'apple')", "31"),
        ("less", "x.Title.Boost(0.25)", "search(Title, 'apple') or Body = 'cherry'", "531"),
        ("zero", "x.Title.Boost(0)", "search(Title, 'apple') or Body = 'cherry'", "513"),
        ("negative", "x.Title.Boost(-2)", "search(Title, 'apple') or Body = 'cherry'", "513"),
        ("nested", "x.Title.Boost(2).Boost(3)", "search(Title, 'apple') or Body = 'cherry'", "315"),
        ("missing", "x.Nothing.Boost(2)", "search(Title, 'apple') or Body = 'cherry'", "5"),
    ] {
        make(shop, index(name, &titled(title)));
        assert_eq!(found(shop, &format!("from index '{name}' where {condition}")), order, "{name}");
    }
}

#[test]
fn objects_with_a_boost_leave_the_order() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let map = javascript(["{ $value: x.Title, $boost: 5 }", "x.N", "{ $value: x.L, $boost: 3 }", "x.Code"]);
    make(shop, index("objects", &map));
    assert_eq!(found(shop, "from index 'objects' where search(Title, 'apple')"), "13");
    assert_eq!(found(shop, "from index 'objects' where search(Title, 'apple') order by score()"), "31");
    assert_eq!(found(shop, "from index 'objects' where L = 'green' order by score()"), "543");
}

#[test]
fn values_are_stored_without_their_boost_and_scores_explained() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    make(shop, index("stored", &csharp(["x.Title.Boost(5)", "x.N.Boost(2)", "x.L.Boost(3)", "x.Code"])));
    let answer = query_results(shop, "from index 'stored' where N = 3 select Title, N, L");
    let fields = format!("{:?}", answer.results[0]);
    assert!(fields.contains("\"apple\"") && !fields.contains("factor"), "{fields}");
    let explained =
        query_results(shop, "from index 'stored' where search(Title, 'apple') include explanations()");
    let text = format!("{:?}", explained.explanations);
    assert!(text.contains("3.5 = the boost of the field, by the root of its number of terms"), "{text}");
}

#[test]
fn the_results_of_a_reduce_can_be_boosted() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let reduce = "groupBy(x => x.Code).aggregate(g => ({ Code: boost(g.key, 3), N: g.values.length, \
                  First: g.key === 'Cb' ? boost('x', 5) : 'x' }))";
    make(shop, json!({ "Name": "R", "Maps": ["map('Items', x => ({ Code: x.Code }))"], "Reduce": reduce }));
    let answer = query_results(shop, "from index 'R' where First = 'x' order by score() select Code, N");
    let codes: Vec<String> = answer.results.iter().map(|item| format!("{item:?}")).collect();
    assert!(codes[0].contains("\"Cb\"") && codes[1].contains("\"Ca\""), "{codes:?}");
    let wrong = json!({ "Name": "W", "Maps": ["from x in docs.Items select new { x.Code }"],
        "Reduce": "from r in results group r by r.Code into g select new { Code = g.Key.Boost(3) }" });
    let error = shop.put_index(serde_json::from_value::<StaticIndex>(wrong).unwrap()).unwrap_err();
    assert!(error.to_string().contains("Boost in a reduce"), "{error}");
}

#[test]
fn boosts_are_kept_by_merging_and_after_a_restart() {
    let test = test_engine();
    some_items(&test.shop);
    make(&test.shop, index("kept", &titled("x.Title.Boost(x.N)")));
    assert_eq!(found(&test.shop, "from index 'kept' where search(Title, 'apple')"), "31");
    for round in 6..12 {
        let metadata = json!({ "@collection": "Items" });
        put(
            &test.shop,
            &format!("items/{round}"),
            &json!({ "Title": "apple", "N": 20 - round, "@metadata": metadata }),
        );
        assert!(found(&test.shop, "from index 'kept' where search(Title, 'apple')").starts_with('6'));
    }
    let test = test.closed_and_reopened();
    assert_eq!(found(&test.shop, "from index 'kept' where search(Title, 'apple')"), "6789101131");
}

#[test]
fn more_like_this_counts_boosts_of_fields() {
    let test = test_engine();
    let shop = &test.shop;
    some_items(shop);
    let metadata = json!({ "@collection": "Items" });
    put(shop, "items/6", &json!({ "Title": "apple fig", "N": 6, "@metadata": metadata }));
    for (name, title, order) in
        [("up", "x.Title.Boost(x.N)", "63"), ("down", "x.Title.Boost(10 - x.N)", "36")]
    {
        make(shop, index(name, &titled(title)));
        let options = r#"{"MinimumTermFrequency":1,"MinimumDocumentFrequency":1,"MinimumWordLength":1,"Fields":["Title"]}"#;
        let query = format!("from index '{name}' where moreLikeThis(id() = 'items/1', '{options}')");
        assert_eq!(found(shop, &query), order, "{name}");
    }
}
