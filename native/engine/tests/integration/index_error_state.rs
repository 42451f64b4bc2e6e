//! Indexes of which too many documents or groups fail: the state `Error`, what it stops, and the ways out.

use std::time::{Duration, Instant};

use rookery_engine::{
    Database, IndexStats, IndexStatus, IndexingOf, QueryError, QueryOptions, QueryRequest, RunningStatus,
};
use serde_json::json;

use crate::fixture::{delete, put, test_engine};
use crate::query_fixture::{answered, index_until, query_results, stats_of};

/// Fails for every number that `divisor` divides.
fn failing(divisor: u32) -> String {
    format!("map('Items', i => {{ if (i.N % {divisor} === 0) throw new Error('no'); return {{ N: i.N }}; }})")
}

fn make(shop: &Database, maps: &[String], reduce: Option<&str>) {
    let definition = json!({ "Name": "A", "Maps": maps, "Reduce": reduce });
    shop.put_index(serde_json::from_value(definition).unwrap()).unwrap();
}

fn item(shop: &Database, id: u32, number: u32) {
    put(shop, &format!("items/{id}"), &json!({ "N": number, "@metadata": { "@collection": "Items" } }));
}

fn items(shop: &Database, numbers: std::ops::Range<u32>) {
    numbers.for_each(|number| item(shop, number, number));
}

fn errored(shop: &Database, name: &str) -> IndexStats {
    index_until(shop, name, |stats| matches!(stats.status, IndexStatus::Errored(_)))
}

fn refusal(shop: &Database, text: &str) -> String {
    let wait = QueryOptions { wait: Some(Duration::from_secs(20)), ..QueryOptions::default() };
    match shop.query(&QueryRequest::new(text), &wait) {
        Err(error @ QueryError::ErroredIndex { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_index_with_too_many_failures_neither_indexes_nor_answers_until_it_is_enabled() {
    let test = test_engine();
    items(&test.shop, 0..20);
    make(&test.shop, &[failing(2)], None);
    let begun = Instant::now();
    // Also a query that waits for the index.
    let text = refusal(&test.shop, "from index 'A'");
    assert!(begun.elapsed() < Duration::from_secs(15));
    assert!(text.contains("'A'") && text.contains("10 of 20 map attempts failed"), "{text}");
    let found = errored(&test.shop, "A");
    assert_eq!((found.running, found.is_stale, found.is_invalid), (RunningStatus::Paused, false, true));
    assert_eq!((found.map_attempts, found.map_errors, found.entries), (20, 10, 10));
    assert_eq!(found.errors.len(), 10);

    // Neither a start nor another opening changes it.
    items(&test.shop, 21..22);
    test.shop.start_indexing(IndexingOf::All).unwrap();
    let test = test.closed_and_reopened();
    let found = errored(&test.shop, "A");
    assert_eq!((found.map_attempts, found.is_stale), (20, true));
    refusal(&test.shop, "from index 'A' where N = 1");

    // Enabled, it indexes the rest and is judged again.
    test.shop.set_index_disabled("A", false, false).unwrap();
    let found = index_until(&test.shop, "A", |stats| !stats.is_stale);
    assert_eq!((found.map_attempts, found.map_errors), (21, 10));
    errored(&test.shop, "A");
    // With enough that succeed it answers.
    for id in 100..200 {
        item(&test.shop, id, 1);
    }
    test.shop.set_index_disabled("A", false, false).unwrap();
    assert_eq!(query_results(&test.shop, "from index 'A'").total, 111);
    assert_eq!(stats_of(&test.shop, "A").running, RunningStatus::Running);
}

#[test]
fn a_reset_or_another_definition_ends_the_state() {
    let test = test_engine();
    items(&test.shop, 0..20);
    make(&test.shop, &[failing(2)], None);
    errored(&test.shop, "A");
    items(&test.shop, 21..40);
    for number in (0..20).step_by(2) {
        item(&test.shop, number, 1);
    }
    for number in (22..40).step_by(2) {
        assert!(delete(&test.shop, &format!("items/{number}")));
    }
    assert!(test.shop.reset_index("A").unwrap());
    assert_eq!(query_results(&test.shop, "from index 'A'").total, 30);

    make(&test.shop, &[failing(1)], None);
    // The old one answers; the new one never replaces it.
    let beside = errored(&test.shop, "ReplacementOf/A");
    assert_eq!((beside.map_attempts, beside.map_errors), (30, 30));
    assert_eq!(answered(Duration::ZERO, &test.shop, "from index 'A'").total, 30);
    refusal(&test.shop, "from index 'ReplacementOf/A'");
    make(&test.shop, &[failing(1000)], None);
    index_until(&test.shop, "A", |stats| stats.entries == 30 && stats.map_errors == 0);
}

#[test]
fn failures_of_a_reduce_count_with_those_of_the_maps() {
    let test = test_engine();
    items(&test.shop, 1..20);
    let reduce = "groupBy(x => ({ N: x.N })).aggregate(g => { if (g.key.N % 2 === 0) throw new Error('r'); \
                  return { N: g.key.N }; })";
    make(&test.shop, &[failing(1000)], Some(reduce));
    let found = errored(&test.shop, "A");
    assert_eq!((found.map_attempts, found.map_errors, found.reduced), (19, 0, Some((19, 9))));
    let text = refusal(&test.shop, "from index 'A'");
    assert!(text.contains("0 of 19 map attempts and 9 of 19 reduce attempts failed"), "{text}");
}
