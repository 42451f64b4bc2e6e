//! `filter` as a RavenDB 7.1.5 server answers it: values compared as JavaScript does, limits by documents
//! read.

use crate::memory::Memory;
use rookery_rql::{QueryError, QueryRequest};
use serde_json::json;

fn orders() -> Memory {
    let mut memory = Memory::default();
    memory
        .put("Orders", "o/1", &json!({"Company": "c/1", "City": "Paris", "Freight": 12.5, "Qty": 3, "Lines": [{"Product": "p/1", "Quantity": 2, "Price": 10}, {"Product": "p/2", "Quantity": 1, "Price": 2.5}], "Tags": ["a", "b"], "Ship": {"City": "Lyon"}}))
        .put("Orders", "o/2", &json!({"Company": "c/2", "City": "London", "Freight": 3, "Qty": 10, "Lines": [{"Product": "p/1", "Quantity": 5, "Price": 10}], "Tags": ["b", "a"], "Ship": {"City": "Paris"}}))
        .put("Orders", "o/3", &json!({"Company": "c/1", "City": "paris", "Freight": 100, "Qty": 1, "Lines": [], "Tags": [], "Ship": {"City": "London"}}))
        .put("Orders", "o/4", &json!({"Company": null, "City": "London", "Freight": 7, "Qty": null, "Lines": [{"Product": "P/2", "Quantity": 4, "Price": 1}], "Tags": ["a", "b"]}))
        .put("Orders", "o/5", &json!({"City": "Berlin", "Freight": 7.25, "Qty": 10, "Lines": [{"Product": "p/3", "Quantity": 1, "Price": 3}, {"Product": "p/3", "Quantity": 2, "Price": 3}], "Tags": ["c"], "Ship": null}))
        .put("Orders", "o/6", &json!({"Company": "C/2", "City": "Berlin", "Freight": "x", "Qty": 2, "Ship": {"City": "Rome"}}))
        .put("Companies", "c/1", &json!({"Name": "Alfreds"}));
    memory
}

#[test]
fn values_are_compared_as_javascript_does() {
    let memory = orders();
    for (filter, found) in [
        ("City = 'Paris'", vec![1]),
        ("City == 'London'", vec![2, 4]),
        ("City in ('london')", vec![]),
        ("City in ('London', 'Berlin')", vec![2, 4, 5, 6]),
        ("City in ($p)", vec![5, 6]),
        ("City in ()", vec![]),
        ("City > 'L'", vec![1, 2, 3, 4]),
        ("City < 'M'", vec![2, 4, 5, 6]),
        ("Freight > 7", vec![1, 3, 5]),
        ("Freight > '5'", vec![1, 3, 4, 5, 6]),
        ("Freight > null", vec![1, 2, 3, 4, 5]),
        ("Freight = '7'", vec![]),
        ("Freight in (7, '3')", vec![4]),
        ("Freight != 7", vec![1, 2, 3, 5, 6]),
        ("Qty = 10.0", vec![2, 5]),
        ("Qty <= null", vec![4]),
        ("Qty < Freight", vec![1, 3, 4]),
        ("Company = null", vec![4]),
        ("Company != null", vec![1, 2, 3, 5, 6]),
        ("Company >= null", vec![4]),
        ("exists(Company)", vec![1, 2, 3, 4, 6]),
        ("Nope = null", vec![]),
        ("Nope != 'x'", vec![1, 2, 3, 4, 5, 6]),
        ("Ship = null", vec![5]),
        ("Ship.City = null", vec![4, 5]),
        ("Ship.City.X = null", vec![4, 5]),
        ("Ship.City = 'Paris'", vec![2]),
        ("Tags = 'a'", vec![]),
        ("Tags > 'a'", vec![1, 2, 4, 5]),
        ("Lines[].Product = 'p/1'", vec![]),
        ("Lines.length > 1", vec![1, 5]),
        ("startsWith(City, 'l')", vec![2, 4]),
        ("endsWith(City, 'N')", vec![2, 4, 5, 6]),
        ("regex(City, '^l')", vec![2, 4]),
        ("id() = 'o/1'", vec![1]),
        ("startsWith(id(), 'o/1')", vec![1]),
        ("@metadata.@collection = 'Orders'", vec![1, 2, 3, 4, 5, 6]),
        ("City = 'London' or Freight = 100", vec![2, 3, 4]),
        ("City = 'London' and Freight = 7", vec![4]),
        ("Qty < 5 and not (City = 'paris')", vec![1, 4, 6]),
        ("Qty > 2 and true", vec![1, 2, 5]),
        // The server finds nothing with these two; this engine evaluates them.
        ("Freight between 3 and 8", vec![2, 4, 5]),
        ("Tags all in ('b', 'a')", vec![1, 2, 4]),
    ] {
        let request = QueryRequest::new(format!("from Orders filter {filter}")).with("p", "Berlin");
        let answer = memory.request(&request).unwrap_or_else(|error| panic!("{filter}: {error}"));
        let ids: Vec<String> = answer.results.iter().map(|result| result.id().to_owned()).collect();
        let wanted: Vec<String> = found.iter().map(|number| format!("o/{number}")).collect();
        assert_eq!(ids, wanted, "{filter}");
        assert_eq!((answer.total, answer.scanned), (wanted.len() as u64, 6), "{filter}");
        assert_eq!(answer.skipped, 6 - wanted.len() as u64, "{filter}");
    }
}

#[test]
fn a_filter_looks_at_documents_in_their_order_until_enough_have_passed() {
    let memory = orders();
    for (query, ids, total, scanned, skipped) in [
        ("from Orders filter Freight >= 7 limit 1", "o/1", 1, 1, 0),
        ("from Orders filter Freight >= 7 limit 1, 1", "o/3", 1, 3, 2),
        ("from Orders filter Freight >= 0 filter_limit 2", "o/1 o/2", 2, 2, 0),
        ("from Orders filter City != 'London' filter_limit 3", "o/1 o/3", 2, 3, 1),
        ("from Orders where Freight >= 0 filter City != 'London' filter_limit 3", "o/1 o/3", 5, 3, 1),
        ("from Orders where Freight >= 0 filter City = 'London' limit 1", "o/2", 5, 2, 1),
        ("from Orders where City = 'London' filter Freight > 5", "o/4", 2, 2, 1),
        (
            "from Orders where Freight >= 0 order by Freight as double filter City = 'London'",
            "o/2 o/4",
            5,
            5,
            3,
        ),
        (
            "from Orders where Freight >= 0 order by Freight as double desc filter City = 'London' filter_limit 4",
            "o/4",
            5,
            4,
            3,
        ),
        ("from Orders as o load o.Company as c filter c.Name = 'Alfreds'", "o/1 o/3", 2, 6, 4),
    ] {
        let answer = memory.query(query).unwrap_or_else(|error| panic!("{query}: {error}"));
        let found: Vec<&str> = answer.results.iter().map(|result| result.id()).collect();
        assert_eq!(found.join(" "), ids, "{query}");
        assert_eq!((answer.total, answer.scanned, answer.skipped), (total, scanned, skipped), "{query}");
    }
    assert_eq!(
        memory.fields("from Orders filter City = 'London' select distinct City"),
        [json!({"City": "London"})]
    );
    let timed = memory.query("from Orders where Qty > 0 filter City = 'Paris' include timings()").unwrap();
    let plan = timed.timings.unwrap().plan.unwrap();
    assert_eq!((plan.operation.as_str(), plan.entries_in, plan.entries_out), ("FilterClause", 5, 1));
}

#[test]
fn unsupported_filter_methods_are_named() {
    for (filter, method) in [
        ("search(City, 'x')", "search()"),
        ("exact(City = 'x')", "exact()"),
        ("boost(City = 'x', 2)", "boost()"),
        ("lucene(City, 'x')", "lucene()"),
        ("spatial.within(spatial.point(A, B), spatial.circle(1, 2, 3))", "spatial.within()"),
    ] {
        let error = orders().query(&format!("from Orders filter {filter}")).unwrap_err();
        assert!(matches!(error, QueryError::Invalid { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("'filter' does not support") && text.contains(method), "{text}");
    }
    assert!(orders().query("from Orders filter true filter_limit 'x'").is_err());
}
