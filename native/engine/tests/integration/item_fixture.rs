//! Changes of counters and time series, and the entries of indexes over them.

use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, Points, ResultItem, TimeRange, TimeSeriesUpdate,
};
use serde_json::Value;

use crate::query_fixture::query_results;

pub fn increment(shop: &Database, id: &str, name: &str, by: i64) {
    change_counter(shop, id, name, CounterAction::Increment(by));
}

pub fn change_counter(shop: &Database, id: &str, name: &str, action: CounterAction) {
    let operations = vec![CounterOperation { name: name.into(), action }];
    shop.execute(vec![Command::Counters { id: id.into(), operations }]).unwrap();
}

pub fn update(shop: &Database, id: &str, update: TimeSeriesUpdate) {
    shop.execute(vec![Command::TimeSeries { id: id.into(), update: Box::new(update) }]).unwrap();
}

pub fn append(shop: &Database, id: &str, name: &str, rows: &[(i64, &[f64], Option<&str>)]) {
    let mut appends = Points::default();
    rows.iter().for_each(|(time, values, tag)| appends.push(*time, values, *tag));
    update(shop, id, TimeSeriesUpdate { name: name.into(), appends, ..TimeSeriesUpdate::default() });
}

pub fn remove(shop: &Database, id: &str, name: &str, from: Option<i64>, to: Option<i64>) {
    let deletes = vec![TimeRange { from, to }];
    update(shop, id, TimeSeriesUpdate { name: name.into(), deletes, ..TimeSeriesUpdate::default() });
}

/// The results without metadata.
pub fn results(shop: &Database, text: &str) -> Vec<Value> {
    let answer = query_results(shop, text);
    let fields = |item: &ResultItem| {
        let ResultItem::Projection { fields, .. } = item else { panic!("{item:?}") };
        let mut fields = fields.clone();
        fields.remove("@metadata");
        Value::Object(fields)
    };
    answer.results.iter().map(fields).collect()
}

/// 2024-01-01T00:00:00Z.
pub const NEW_YEAR: i64 = 1_704_067_200_000;
