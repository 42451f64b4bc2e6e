//! Snapshots of counters and time series in the metadata of a revision.
//!
//! ```text
//! "@counters-snapshot":   {"Likes": 5}
//! "@timeseries-snapshot": {"HeartRate": {"Count": 2, "Start": "2024-01-01T00:00:00.0000000Z", "End": ".."}}
//! ```
//!
//! They replace the names that the metadata of a document lists. Revisions that former versions wrote have these
//! names and no snapshot.

use bytes::Bytes;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::document::date::millis_to_text;
use crate::document::normalize;
use crate::extensions::counters::Counter;

/// The names that the metadata of a stored document lists.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ListedNames {
    #[serde(rename = "@counters", default)]
    pub counters: Vec<String>,
    #[serde(rename = "@timeseries", default)]
    pub time_series: Vec<String>,
}

#[derive(Deserialize)]
struct Body<T> {
    #[serde(rename = "@metadata")]
    metadata: T,
}

impl ListedNames {
    pub(crate) fn read(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice::<Body<Self>>(body)
            .map(|body| body.metadata)
            .map_err(|error| format!("its lists of counters and time series cannot be read: {error}"))
    }
}

/// The stored body of a document as that of its revision. Without counters or series there is no such snapshot.
pub(crate) fn with_snapshots(
    body: &[u8],
    counters: &[Counter],
    time_series: &[(String, SeriesSnapshot)],
) -> Result<Bytes, serde_json::Error> {
    let counters = counters.iter().map(|counter| (&*counter.name, counter.value)).collect();
    let time_series = time_series.iter().map(|(name, series)| (name.as_str(), series)).collect();
    let [counters, time_series] = [Members(counters).text()?, Members(time_series).text()?];
    normalize::with_snapshots(body, counters.as_deref(), time_series.as_deref())
}

/// Name and value of each counter in the snapshot of a revision; `None` without a snapshot.
pub(crate) fn counters_in(body: &[u8]) -> Result<Option<Vec<(String, i64)>>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        #[serde(rename = "@counters-snapshot")]
        counters: Option<Values>,
    }
    let body: Body<Metadata> = serde_json::from_slice(body)
        .map_err(|error| format!("its snapshot of counters cannot be read: {error}"))?;
    Ok(body.metadata.counters.map(|values| values.0))
}

/// A time series in the snapshot of a revision.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct SeriesSnapshot {
    count: u64,
    start: String,
    end: String,
}

impl SeriesSnapshot {
    /// The number of entries, and the first and the last time in milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) fn new(count: u64, first: i64, last: i64) -> Self {
        Self { count, start: millis_to_text(first), end: millis_to_text(last) }
    }
}

/// An object whose members keep their order.
struct Members<'a, V>(Vec<(&'a str, V)>);

impl<V: Serialize> Members<'_, V> {
    fn text(&self) -> Result<Option<String>, serde_json::Error> {
        (!self.0.is_empty()).then(|| serde_json::to_string(self)).transpose()
    }
}

impl<V: Serialize> Serialize for Members<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

struct Values(Vec<(String, i64)>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Values;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object with integers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = map.next_entry()? {
                    values.push(value);
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(name: &str, value: i64) -> Counter {
        Counter { name: name.to_owned(), value, etag: 1 }
    }

    #[test]
    fn snapshots_replace_the_lists_of_names_and_keep_their_order() {
        let body = br#"{"N":1,"@metadata":{"@counters":["b","A"],"@timeseries":["S"],"x":1}}"#;
        let series = ("S".to_owned(), SeriesSnapshot::new(2, 0, 1_500));
        let counters = [counter("b\"", i64::MIN), counter("A", i64::MAX)];
        let revision = with_snapshots(body, &counters, &[series]).unwrap();
        assert_eq!(
            std::str::from_utf8(&revision).unwrap(),
            concat!(
                r#"{"N":1,"@metadata":{"x":1,"@counters-snapshot":{"b\"":-9223372036854775808,"A":9223372036854775807},"#,
                r#""@timeseries-snapshot":{"S":{"Count":2,"Start":"1970-01-01T00:00:00.0000000Z","#,
                r#""End":"1970-01-01T00:00:01.5000000Z"}}}}"#
            )
        );
        let read = counters_in(&revision).unwrap().unwrap();
        assert_eq!(read, [("b\"".to_owned(), i64::MIN), ("A".to_owned(), i64::MAX)]);
        assert_eq!(normalize::without_snapshots(&revision).unwrap(), r#"{"N":1,"@metadata":{"x":1}}"#);
    }

    #[test]
    fn no_snapshot_is_not_an_empty_one_and_a_wrong_one_is_refused() {
        assert_eq!(counters_in(br#"{"@metadata":{"@counters":["a"]}}"#).unwrap(), None);
        assert_eq!(counters_in(br#"{"@metadata":{"@counters-snapshot":{}}}"#).unwrap(), Some(Vec::new()));
        for wrong in [r#"{"a":"x"}"#, r#"{"a":1.5}"#, "[]", r#"{"a":9223372036854775808}"#] {
            let body = format!(r#"{{"@metadata":{{"@counters-snapshot":{wrong}}}}}"#);
            assert!(counters_in(body.as_bytes()).unwrap_err().contains("snapshot of counters"), "{wrong}");
        }
        let names = ListedNames::read(br#"{"@metadata":{"@counters":["a"]}}"#).unwrap();
        assert_eq!((names.counters, names.time_series.len()), (vec!["a".to_owned()], 0));
    }
}
