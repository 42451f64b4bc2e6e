//! Facets and suggestions as a RavenDB 7.1.5 server answers them from an index of the same fields.

use crate::memory::Memory;
use rookery_rql::{QueryRequest, ResultItem};
use serde_json::{Value, json};

fn orders() -> Memory {
    let mut memory = Memory::default();
    for (number, body) in [
        json!({"Company": "c/1", "City": "Paris", "Freight": 12.5, "Qty": 3, "Tags": ["a", "b"]}),
        json!({"Company": "c/2", "City": "London", "Freight": 3, "Qty": 10, "Tags": ["b", "a"]}),
        json!({"Company": "c/1", "City": "paris", "Freight": 100, "Qty": 1, "Tags": []}),
        json!({"Company": null, "City": "London", "Freight": 7, "Qty": null, "Tags": ["a", "b"]}),
        json!({"City": "Berlin", "Freight": 7.25, "Qty": 10, "Tags": ["c"]}),
        json!({"Company": "C/2", "City": "Berlin", "Freight": "x", "Qty": 2}),
    ]
    .iter()
    .enumerate()
    {
        memory.put("Orders", &format!("o/{}", number + 1), body);
    }
    memory
}

fn answered(query: &str, options: &Value) -> Vec<Value> {
    let request = QueryRequest::new(format!("from Orders {query}")).with("o", options.clone());
    let answer = orders().request(&request).unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(answer.total, answer.results.len() as u64, "{query}");
    answer
        .results
        .into_iter()
        .map(|item| match item {
            ResultItem::Projection { fields, .. } => Value::Object(fields),
            ResultItem::Document(document) => panic!("{}", document.id),
        })
        .collect()
}

/// Range and count of every value of the first facet.
fn counts(query: &str, options: &Value) -> Value {
    let values = answered(query, options)[0]["Values"].as_array().unwrap().clone();
    values.iter().map(|value| json!([value["Range"], value["Count"]])).collect()
}

#[test]
fn terms_are_counted_by_field() {
    let none = Value::Null;
    assert_eq!(
        answered("select facet(City)", &none),
        [json!({"Name": "City", "Values": [
            {"Name": null, "Count": 2, "Range": "berlin"},
            {"Name": null, "Count": 2, "Range": "london"},
            {"Name": null, "Count": 2, "Range": "paris"},
        ], "RemainingHits": 0, "RemainingTermsCount": 0, "RemainingTerms": []})]
    );
    for (query, options, wanted) in [
        ("select facet(Company)", json!(null), json!([["NULL_VALUE", 1], ["c/1", 2], ["c/2", 2]])),
        ("select facet(Tags)", json!(null), json!([["a", 3], ["b", 3], ["c", 1]])),
        (
            "select facet(Freight)",
            json!(null),
            json!([["100", 1], ["12.5", 1], ["3", 1], ["7", 1], ["7.25", 1], ["x", 1]]),
        ),
        (
            "where Qty > 1 select facet(City)",
            json!(null),
            json!([["berlin", 2], ["london", 1], ["paris", 1]]),
        ),
        ("select facet(City) limit 1", json!(null), json!([["berlin", 2], ["london", 2], ["paris", 2]])),
        (
            "select facet(City, $o)",
            json!({"TermSortMode": "ValueDesc", "Start": 1}),
            json!([["london", 2], ["berlin", 2]]),
        ),
        (
            "select facet(City, $o)",
            json!({"termSortMode": "valuedesc", "PAGESIZE": 1}),
            json!([["paris", 2]]),
        ),
        (
            "select facet(City, $o)",
            json!({"TermSortMode": "CountDesc"}),
            json!([["berlin", 2], ["london", 2], ["paris", 2]]),
        ),
        (
            "select facet(Qty < 3, Qty >= 3 and Qty < 10, Qty >= 10)",
            json!(null),
            json!([["Qty < 3", 2], ["Qty >= 3 and Qty < 10", 1], ["Qty >= 10", 2]]),
        ),
        (
            "select facet(Qty between 1 and 5, Qty > 5)",
            json!(null),
            json!([["Qty between 1 and 5", 3], ["Qty > 5", 2]]),
        ),
        (
            "filter Qty > 1 select facet(City)",
            json!(null),
            json!([["berlin", 2], ["london", 1], ["paris", 1]]),
        ),
    ] {
        assert_eq!(counts(query, &options), wanted, "{query}");
    }
    let paged = answered("select facet(City, $o)", &json!({"PageSize": 2, "IncludeRemainingTerms": true}));
    assert_eq!(
        (&paged[0]["RemainingHits"], &paged[0]["RemainingTermsCount"], &paged[0]["RemainingTerms"]),
        (&json!(2), &json!(1), &json!(["paris"]))
    );
}

#[test]
fn figures_are_computed_for_each_value() {
    let all = answered("select facet(City, sum(Qty), avg(Qty), min(Qty), max(Qty))", &Value::Null);
    assert_eq!(
        all[0]["Values"],
        json!([
            {"Name": "Qty", "Average": 6, "Max": 10, "Min": 2, "Sum": 12, "Count": 2, "Range": "berlin"},
            {"Name": "Qty", "Average": 5, "Max": 10, "Min": 0, "Sum": 10, "Count": 2, "Range": "london"},
            {"Name": "Qty", "Average": 2, "Max": 3, "Min": 1, "Sum": 4, "Count": 2, "Range": "paris"},
        ])
    );
    let several = answered(
        "select facet(Qty < 3, Qty >= 3, sum(Qty)), facet(sum(Freight)), facet(City, sum(Qty) as Total)",
        &Value::Null,
    );
    assert_eq!(several[0]["Values"][1], json!({"Name": "Qty", "Sum": 23, "Count": 3, "Range": "Qty >= 3"}));
    assert_eq!(several[1]["Name"], "@AllResults");
    assert_eq!(
        several[1]["Values"],
        json!([{"Name": "Freight", "Sum": 129.75, "Count": 6, "Range": "@AllResults"}])
    );
    assert_eq!(several[2]["Values"][0], json!({"Name": "Total", "Sum": 12, "Count": 2, "Range": "berlin"}));
}

#[test]
fn suggestions_resemble_the_requested_term() {
    for (query, options, wanted) in [
        ("select suggest(City, 'berln')", json!(null), json!({"Name": "City", "Suggestions": ["berlin"]})),
        ("select suggest(City, 'parsi') as S", json!(null), json!({"Name": "S", "Suggestions": ["paris"]})),
        (
            "select suggest(City, $o)",
            json!(["lundon", "PARIS"]),
            json!({"Name": "City", "Suggestions": ["london", "paris"]}),
        ),
        ("select suggest(City, 'zzzz')", json!(null), json!({"Name": "City", "Suggestions": []})),
        (
            "select suggest(City, 'o', $o)",
            json!({"Accuracy": 0, "PageSize": 1}),
            json!({"Name": "City", "Suggestions": ["london"]}),
        ),
    ] {
        assert_eq!(answered(query, &options), [wanted], "{query}");
    }
}

#[test]
fn invalid_facets_are_reported() {
    for query in [
        "select facet(Qty = 3)",
        "select facet(Qty < 3, Freight > 5)",
        "select facet(City), City",
        "select facet(City, $o)",
        "select suggest(City, 5)",
    ] {
        let request =
            QueryRequest::new(format!("from Orders {query}")).with("o", json!({"TermSortMode": "Nope"}));
        assert!(orders().request(&request).is_err(), "{query}");
    }
}
