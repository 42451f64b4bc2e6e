//! Aggregated groups as entries: searchable by their fields, stored unchanged.

use rookery_index::Entry;
use rookery_rql::search::Analyzer;
use rookery_rql::values::Leaf;
use serde_json::{Map, Value};

use crate::index_definition::grouped_index::{GroupWork, GroupedBy};

/// Adds the fields of one group, except the one with all keys, whose order depends on the query.
pub(crate) fn fill(entry: &mut Entry, mut members: Map<String, Value>, work: &GroupWork) {
    members.retain(|name, value| match work.number_of(name) {
        Some(number) => {
            add(entry, number, value, work.key(name));
            true
        }
        None => false,
    });
    entry.store(Value::Object(members).to_string().into_bytes());
}

fn add(entry: &mut Entry, number: u16, value: &Value, key: Option<&GroupedBy>) {
    let leaf = match value {
        Value::Array(elements) => {
            return elements.iter().for_each(|element| add(entry, number, element, key));
        }
        Value::Null => Leaf::Null,
        Value::Bool(value) => Leaf::Bool(*value),
        Value::String(text) => Leaf::Text(text),
        Value::Number(value) => Leaf::Number(value.into()),
        Value::Object(_) => Leaf::Object,
    };
    entry.add(number, leaf, key.is_some_and(|key| key.exact));
    if key.is_some_and(|key| key.search) {
        entry.add_searched(number, leaf, Analyzer::Standard);
    }
}
