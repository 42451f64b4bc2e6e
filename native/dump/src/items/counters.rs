//! Counters: `{"DocId":…,"Values":{"@dbIds":[…],"@names":{…},"@vals":{"likes":[5,29]}}}`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The counters of a document, or a part of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterGroup {
    /// The document's id.
    pub document_id: String,
    /// Names and values.
    pub counters: Vec<(String, i64)>,
    /// Counters whose values cannot be read.
    pub unreadable: Vec<String>,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(rename = "DocId")]
    document_id: String,
    #[serde(rename = "Values")]
    values: Values,
}

#[derive(Deserialize)]
struct Values {
    #[serde(rename = "@names", default)]
    names: Option<BTreeMap<String, String>>,
    #[serde(rename = "@vals", default)]
    values: Option<Map<String, Value>>,
}

impl CounterGroup {
    /// Reads an item. Values of several databases are added up. A deleted counter has a text instead of
    /// values and is left out.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        let wire: Wire = super::parsed("The item of counters", json)?;
        let names = wire.values.names.unwrap_or_default();
        let mut group = Self { document_id: wire.document_id, counters: Vec::new(), unreadable: Vec::new() };
        for (key, value) in wire.values.values.unwrap_or_default() {
            let name = names.get(&key).cloned().unwrap_or(key);
            match value {
                Value::Array(pairs) => match sum(&pairs) {
                    Some(value) => group.counters.push((name, value)),
                    None => group.unreadable.push(name),
                },
                Value::String(_) => {}
                _ => group.unreadable.push(name),
            }
        }
        Ok(group)
    }
}

/// The sum of the values of all databases; each has a value and an etag.
fn sum(pairs: &[Value]) -> Option<i64> {
    pairs.iter().step_by(2).try_fold(0_i64, |sum, value| sum.checked_add(value.as_i64()?))
}

/// An item of counters of one database: name, value and etag each.
pub fn counter_group(
    document_id: &str,
    change_vector: &str,
    database_id: &str,
    counters: &[(String, i64, i64)],
) -> Vec<u8> {
    let names: Map<String, Value> =
        counters.iter().map(|(name, ..)| (name.to_lowercase(), json!(name))).collect();
    let values: Map<String, Value> =
        counters.iter().map(|(name, value, etag)| (name.to_lowercase(), json!([value, etag]))).collect();
    let item = json!({
        "DocId": document_id,
        "ChangeVector": change_vector,
        "Values": { "@dbIds": [database_id], "@names": names, "@vals": values },
    });
    item.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let item =
            counter_group("users/1", "A:9-x", "x", &[("Likes".into(), -5, 8), ("Z".into(), i64::MAX, 9)]);
        let read = CounterGroup::read(&item).unwrap();
        assert_eq!(read.document_id, "users/1");
        assert_eq!(read.counters, [("Likes".to_owned(), -5), ("Z".to_owned(), i64::MAX)]);
    }

    #[test]
    fn values_of_several_databases_are_added_and_odd_ones_named() {
        let read = CounterGroup::read(
            br#"{"DocId":"u","Values":{"@dbIds":["a","b"],"@names":{"l":"L"},
            "@vals":{"l":[5,1,7,2],"gone":"A:5-x","odd":5,"big":[9223372036854775807,1,1,1],"text":["x",1]}}}"#,
        )
        .unwrap();
        assert_eq!(read.counters, [("L".to_owned(), 12)]);
        assert_eq!(read.unreadable, ["odd", "big", "text"]);
        assert!(CounterGroup::read(br#"{"Values":{}}"#).is_err());
    }
}
