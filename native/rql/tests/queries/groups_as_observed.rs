//! `group by` compared with a RavenDB 7.1.5 server and with naive grouping.

use std::collections::BTreeMap;

use crate::memory::Memory;
use proptest::prelude::*;
use rookery_rql::{QueryError, ResultItem};
use serde_json::{Value, json};

fn orders() -> Memory {
    let mut memory = Memory::default();
    memory
        .put("Orders", "o/1", &json!({"Company": "c/1", "City": "Paris", "Freight": 12.5, "Qty": 3, "Lines": [{"Product": "p/1", "Quantity": 2, "Price": 10}, {"Product": "p/2", "Quantity": 1, "Price": 2.5}], "Tags": ["a", "b"], "Ship": {"City": "Lyon"}}))
        .put("Orders", "o/2", &json!({"Company": "c/2", "City": "London", "Freight": 3, "Qty": 10, "Lines": [{"Product": "p/1", "Quantity": 5, "Price": 10}], "Tags": ["b", "a"], "Ship": {"City": "Paris"}}))
        .put("Orders", "o/3", &json!({"Company": "c/1", "City": "paris", "Freight": 100, "Qty": 1, "Lines": [], "Tags": [], "Ship": {"City": "London"}}))
        .put("Orders", "o/4", &json!({"Company": null, "City": "London", "Freight": 7, "Qty": null, "Lines": [{"Product": "P/2", "Quantity": 4, "Price": 1}], "Tags": ["a", "b"]}))
        .put("Orders", "o/5", &json!({"City": "Berlin", "Freight": 7.25, "Qty": 10, "Lines": [{"Product": "p/3", "Quantity": 1, "Price": 3}, {"Product": "p/3", "Quantity": 2, "Price": 3}], "Tags": ["c"], "Ship": null}))
        .put("Orders", "o/6", &json!({"Company": "C/2", "City": "Berlin", "Freight": "x", "Qty": 2, "Ship": {"City": "Rome"}}));
    memory
}

/// The values of every result, member by member.
fn rows(memory: &Memory, query: &str) -> Vec<Vec<Value>> {
    memory
        .fields(query)
        .into_iter()
        .map(|fields| fields.as_object().unwrap().values().cloned().collect())
        .collect()
}

#[test]
fn groups_are_made_as_on_a_server() {
    let memory = orders();
    for (query, wanted) in [
        ("group by City select City", json!([["Paris"], ["London"], ["paris"], ["Berlin"]])),
        (
            "group by City select key(), count()",
            json!([["Paris", 1], ["London", 2], ["paris", 1], ["Berlin", 2]]),
        ),
        (
            "group by City select key() as K, count() as N, sum(Qty) as Q",
            json!([["Paris", 1, 3], ["London", 2, 10], ["paris", 1, 1], ["Berlin", 2, 12]]),
        ),
        (
            "group by Company, City select Company, City, count() as N",
            json!([
                ["c/1", "Paris", 1],
                ["c/2", "London", 1],
                ["c/1", "paris", 1],
                [null, "London", 1],
                [null, "Berlin", 1],
                ["C/2", "Berlin", 1]
            ]),
        ),
        (
            "group by Lines[].Product select Lines[].Product, count()",
            json!([["p/1", 2], ["p/2", 1], ["P/2", 1], ["p/3", 2], [null, 1]]),
        ),
        (
            "group by Lines[].Product select key() as P, count() as N, sum(Lines[].Quantity) as Q",
            json!([["p/1", 2, 7], ["p/2", 1, 1], ["P/2", 1, 4], ["p/3", 2, 3], [null, 1, 0]]),
        ),
        (
            "group by array(Tags) select key() as T, count() as N",
            json!([[["a", "b"], 2], [["b", "a"], 1], [[], 1], [["c"], 1], [null, 1]]),
        ),
        ("group by Tags[] select key() as T, count() as N", json!([["a", 3], ["b", 3], ["c", 1], [null, 1]])),
        (
            "group by array(Lines[].Product) select key() as T, count() as N",
            json!([[["p/1", "p/2"], 1], [["p/1"], 1], [[], 1], [["P/2"], 1], [["p/3", "p/3"], 1], [null, 1]]),
        ),
        (
            "group by Ship.City select Ship.City as X, count()",
            json!([["Lyon", 1], ["Paris", 1], ["London", 1], [null, 2], ["Rome", 1]]),
        ),
        (
            "group by Lines[].Product, City select key() as K, count() as N",
            json!([[{"Lines[].Product": "p/1", "City": "Paris"}, 1], [{"Lines[].Product": "p/2", "City": "Paris"}, 1], [{"Lines[].Product": "p/1", "City": "London"}, 1], [{"Lines[].Product": "P/2", "City": "London"}, 1], [{"Lines[].Product": "p/3", "City": "Berlin"}, 2], [{"Lines[].Product": null, "City": "Berlin"}, 1]]),
        ),
        (
            "group by Lines[].Product, Lines[].Price select Lines[].Product as P, Lines[].Price as R, count() as N",
            json!([["p/1", 10, 2], ["p/2", 2.5, 1], ["P/2", 1, 1], ["p/3", 3, 2], [null, null, 1]]),
        ),
        (
            "group by City select City, sum(Lines[].Quantity) as LQ",
            json!([["Paris", 3], ["London", 9], ["paris", 0], ["Berlin", 3]]),
        ),
        (
            "group by City select sum(Nope) as X, City",
            json!([[0, "Paris"], [0, "London"], [0, "paris"], [0, "Berlin"]]),
        ),
        (
            "group by City where count() > 1 order by count() desc select City, count()",
            json!([["London", 2], ["Berlin", 2]]),
        ),
        ("group by City where City = 'LONDON' select City, count()", json!([["London", 2]])),
        ("group by City where sum(Qty) > 5 select City, sum(Qty)", json!([["London", 10], ["Berlin", 12]])),
        ("group by City order by City select City", json!([["Berlin"], ["London"], ["Paris"], ["paris"]])),
        (
            "group by City order by sum(Qty) as long desc select City, sum(Qty)",
            json!([["Berlin", 12], ["London", 10], ["Paris", 3], ["paris", 1]]),
        ),
        (
            "group by City order by N as long select City, count() as N",
            json!([["Paris", 1], ["paris", 1], ["London", 2], ["Berlin", 2]]),
        ),
        ("group by City where N > 1 select City, count() as N", json!([["London", 2], ["Berlin", 2]])),
        ("group by City where Count > 1 select City, count()", json!([["London", 2], ["Berlin", 2]])),
        ("group by City select City, count() limit 1, 1", json!([["London", 2]])),
        (
            "as o group by o.City select o.City, count()",
            json!([["Paris", 1], ["London", 2], ["paris", 1], ["Berlin", 2]]),
        ),
        ("group by City filter Count > 1 select City, count()", json!([["London", 2], ["Berlin", 2]])),
        ("group by City select distinct count()", json!([[1], [2]])),
        ("group by Company where Company = null select Company, count()", json!([[null, 2]])),
    ] {
        let query = format!("from Orders {query}");
        assert_eq!(json!(rows(&memory, &query)), wanted, "{query}");
    }
}

#[test]
fn groups_are_no_documents() {
    let memory = orders();
    let answer = memory.query("from Orders group by City include timings()").unwrap();
    let ResultItem::Projection { id, fields } = &answer.results[1] else { panic!("a whole document") };
    assert_eq!(
        (id.as_str(), json!(fields)),
        ("", json!({"City": "London", "@metadata": {"@change-vector": null}}))
    );
    assert_eq!((answer.total, answer.results.len()), (4, 4));
    let plan = answer.timings.unwrap().plan.unwrap();
    assert_eq!((plan.operation.as_str(), plan.entries_in, plan.entries_out), ("GroupBy", 6, 4));
    let projected = memory.query("from Orders group by City select City limit 1").unwrap();
    let ResultItem::Projection { fields, .. } = &projected.results[0] else { panic!("a whole document") };
    assert_eq!(json!(fields["@metadata"]), json!({"@projection": true, "@change-vector": null}));
    assert_eq!((projected.total, projected.capped), (4, Some(1)));
}

#[test]
fn what_is_no_part_of_a_group_is_refused_with_its_place() {
    for (query, at) in [
        ("from Orders group by City where Freight > 5 select City", 33),
        ("from Orders group by City order by Freight select City", 36),
        ("from Orders group by City select Freight", 34),
        ("from Orders group by City select id()", 34),
    ] {
        let error = orders().query(query).unwrap_err();
        assert!(
            matches!(error, QueryError::Invalid { line: 1, column, .. } if column == at),
            "{query}: {error}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Groups, counts and sums compared with a naive computation.
    #[test]
    fn groups_are_what_a_plain_count_gives(documents in prop::collection::vec((0_u8..5, -5_i64..5, prop::collection::vec(0_u8..3, 0..4)), 0..60)) {
        let mut memory = Memory::default();
        let mut by_city: BTreeMap<u8, (u64, i64)> = BTreeMap::new();
        let mut by_tag: BTreeMap<u8, u64> = BTreeMap::new();
        for (number, (city, amount, tags)) in documents.iter().enumerate() {
            memory.put("Orders", &format!("o/{number}"), &json!({"City": city, "Amount": amount, "Tags": tags}));
            let group = by_city.entry(*city).or_default();
            group.0 += 1;
            group.1 += amount;
            for tag in tags {
                *by_tag.entry(*tag).or_default() += 1;
            }
        }
        let found = rows(&memory, "from Orders group by City where count() > 1 order by City as long select City, count(), sum(Amount)");
        let wanted: Vec<Value> = by_city.iter().filter(|(_, group)| group.0 > 1).map(|(city, group)| json!([city, group.0, group.1])).collect();
        prop_assert_eq!(json!(found), json!(wanted));
        let found = rows(&memory, "from Orders group by Tags[] order by key() as long select key() as T, count()");
        let wanted: Vec<Value> = by_tag.iter().map(|(tag, count)| json!([tag, count])).collect();
        prop_assert_eq!(json!(found), json!(wanted));
    }
}
