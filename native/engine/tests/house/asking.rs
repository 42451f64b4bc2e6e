//! Queries on indexes, and indexes made: what several tests of indexes say in the same way.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rookery_engine::{Database, QueryAnswer, QueryRequest, ResultItem, StaticIndex};
use serde_json::Value;

pub fn make(shop: &Database, index: Value) {
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap();
}

/// The answer once the index has seen everything.
pub fn asked(shop: &Database, text: &str) -> QueryAnswer {
    asked_within(Duration::from_secs(20), shop, text)
}

/// The same, for indexes that take longer.
pub fn asked_within(longest: Duration, shop: &Database, text: &str) -> QueryAnswer {
    let answer = answered(longest, shop, text);
    assert!(!answer.is_stale, "{text}");
    answer
}

/// The answer, stale or not.
pub fn answered(longest: Duration, shop: &Database, text: &str) -> QueryAnswer {
    shop.query_waiting(&QueryRequest::new(text), Some(longest), &AtomicBool::new(false)).unwrap()
}

pub fn ids(answer: &QueryAnswer) -> Vec<&str> {
    answer.results.iter().map(ResultItem::id).collect()
}
