//! Random documents, changed and deleted over several commits, and random queries: an index finds what
//! reading every document finds, in the same order.

use proptest::prelude::*;
use rookery_rql::QueryRequest;
use serde_json::{Value, json};

use crate::shop::{Shop, body_field, ids};

fn scalar() -> impl Strategy<Value = Value> {
    let texts = [
        "",
        "a",
        "A",
        "ab",
        "Äpfel",
        "äpfel",
        "b10",
        "b9",
        "true",
        "10",
        "2.5",
        "2024-01-02",
        "2024-01-02T00:00:00Z",
        "2024-03-01",
    ];
    let numbers = [
        json!(0),
        json!(-0.0),
        json!(1),
        json!(1.5),
        json!(-1.5),
        json!(2.5),
        json!(10),
        json!(10.0),
        json!(9_007_199_254_740_993_i64),
        json!(9_007_199_254_740_992_i64),
        json!(1e300),
        json!(9.3e18),
        json!(i64::MAX),
        json!(i64::MIN),
    ];
    prop_oneof![
        4 => prop::sample::select(texts.to_vec()).prop_map(Value::from),
        4 => prop::sample::select(numbers.to_vec()),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => scalar(),
        2 => proptest::collection::vec(scalar(), 0..4).prop_map(Value::from),
        1 => Just(json!({ "x": 1 })),
    ]
}

fn body() -> impl Strategy<Value = Value> {
    (proptest::option::of(value()), proptest::option::of(value()), proptest::option::of(value())).prop_map(
        |(a, b, c)| {
            let mut body = serde_json::Map::new();
            body.extend(a.map(|a| ("A".to_owned(), a)));
            body.extend(b.map(|b| ("B".to_owned(), b)));
            body.extend(c.map(|c| ("N".to_owned(), json!({ "C": c }))));
            Value::Object(body)
        },
    )
}

#[derive(Debug, Clone)]
enum Step {
    Put(u8, Value),
    Delete(u8),
    Commit,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (0..60_u8, body()).prop_map(|(id, body)| Step::Put(id, body)),
        2 => (0..60_u8).prop_map(Step::Delete),
        1 => Just(Step::Commit),
    ]
}

fn literal() -> impl Strategy<Value = String> {
    scalar().prop_map(|value| match value {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    })
}

fn field() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["A", "B", "N.C"])
}

fn test() -> impl Strategy<Value = String> {
    let compared = (field(), prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]), literal())
        .prop_map(|(field, operator, value)| format!("{field} {operator} {value}"))
        .boxed();
    let list = || proptest::collection::vec(literal(), 1..4).prop_map(|values| values.join(", "));
    prop_oneof![
        5 => compared.clone(),
        1 => compared.prop_map(|test| format!("exact({test})")),
        1 => (field(), literal(), literal()).prop_map(|(field, low, high)| format!("{field} between {low} and {high}")),
        1 => (field(), list()).prop_map(|(field, values)| format!("{field} in ({values})")),
        1 => (field(), list()).prop_map(|(field, values)| format!("{field} all in ({values})")),
        1 => (prop::sample::select(vec!["startsWith", "endsWith"]), field(), prop::sample::select(vec!["", "a", "Ä", "b1", "1", "0", "L"]))
            .prop_map(|(method, field, text)| format!("{method}({field}, '{text}')")),
        1 => field().prop_map(|field| format!("exists({field})")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    test().prop_recursive(3, 8, 2, |inside| {
        prop_oneof![
            (inside.clone(), inside.clone()).prop_map(|(left, right)| format!("({left} and {right})")),
            (inside.clone(), inside.clone()).prop_map(|(left, right)| format!("({left} or {right})")),
            (inside.clone(), inside).prop_map(|(left, right)| format!("({left} and not ({right}))")),
        ]
    })
}

fn order() -> impl Strategy<Value = String> {
    let key = (
        field(),
        prop::sample::select(vec!["", " as string", " as long", " as double", " as alphaNumeric"]),
        any::<bool>(),
    )
        .prop_map(|(field, kind, descending)| {
            format!("{field}{kind}{}", if descending { " desc" } else { "" })
        });
    proptest::collection::vec(key, 0..3).prop_map(|keys| {
        if keys.is_empty() { String::new() } else { format!(" order by {}", keys.join(", ")) }
    })
}

fn page() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        (0..5_u8, 0..12_u8).prop_map(|(skip, take)| format!(" limit {skip}, {take}"))
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]
    #[test]
    fn an_index_finds_what_a_scan_finds(
        steps in proptest::collection::vec(step(), 1..120),
        queries in proptest::collection::vec((condition(), order(), page()), 40),
    ) {
        let mut shop = Shop::new(["A", "B", "N.C"].map(body_field).to_vec());
        for step in steps {
            match step {
                Step::Put(id, body) => shop.put(&format!("items/{id}"), &body),
                Step::Delete(id) => shop.delete(&format!("ITEMS/{id}")),
                Step::Commit => shop.commit(),
            }
        }
        shop.commit();
        for (condition, order, page) in queries {
            let request = QueryRequest::new(format!("from Items where {condition}{order}{page}"));
            let (Ok(scanned), found) = (shop.scanned(&request), shop.found(&request)) else {
                // Ranges with null or ends of two kinds are refused before anything is read.
                prop_assert!(shop.found(&request).is_err());
                continue;
            };
            let found = found.unwrap();
            prop_assert_eq!(ids(&found.results), ids(&scanned.results), "{}", request.query);
            prop_assert_eq!(found.total, scanned.total, "{}", request.query);
        }
    }
}

#[test]
fn an_entry_without_fields_is_found() {
    let mut shop = Shop::new(["A", "B"].map(body_field).to_vec());
    shop.put("items/1", &json!({}));
    shop.commit();
    for text in
        ["from Items where A != 1", "from Items where A != 1 or A = 2", "from Items where A != 1 order by B"]
    {
        assert_eq!(ids(&shop.found(&QueryRequest::new(text)).unwrap().results), ["items/1"], "{text}");
    }
}
