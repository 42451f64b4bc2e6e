//! A segment of a time series as JSON for maps.

use std::io::Write;

use rookery_timeseries::Points;

use crate::document::date::millis_to_text;
use crate::extensions::time_series::is_rollup;

/// `{DocumentId, Name, Start, End, Count, Entries: [{Timestamp, Tag, Value, Values, IsRollup}]}`. A `tag` replaces those of
/// the entries.
pub(super) fn segment_json(document: &str, name: &str, points: &Points, tag: Option<&str>) -> Vec<u8> {
    let time = |index: usize| millis_to_text(points.timestamp(index).unwrap_or(0));
    let mut out = Vec::with_capacity(128 * points.len());
    let head = serde_json::json!({
        "DocumentId": document,
        "Name": name,
        "Start": time(0),
        "End": time(points.len().saturating_sub(1)),
        "Count": points.len(),
    });
    out.extend_from_slice(head.to_string().trim_end_matches('}').as_bytes());
    out.extend_from_slice(b",\"Entries\":[");
    for (number, entry) in points.iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        let time = millis_to_text(entry.timestamp);
        let tag = serde_json::Value::from(tag.or(entry.tag));
        let first = entry.values.first().map_or_else(|| "null".to_owned(), |value| number_text(*value));
        // Writing into memory does not fail.
        let _ = write!(out, "{{\"Timestamp\":\"{time}\",\"Tag\":{tag},\"Value\":{first},\"Values\":[");
        for (place, value) in entry.values.iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            out.extend_from_slice(number_text(*value).as_bytes());
        }
        let _ = write!(out, "],\"IsRollup\":{}}}", is_rollup(name));
    }
    out.extend_from_slice(b"]}");
    out
}

fn number_text(value: f64) -> String {
    serde_json::Value::from(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_valid_json() {
        let mut points = Points::default();
        points.push(0, &[1.5, -2.0], Some("a\"b"));
        points.push(1_704_067_200_001, &[f64::MAX], None);
        let read = |tag| -> serde_json::Value {
            serde_json::from_slice(&segment_json("users/1\n", "}", &points, tag)).unwrap()
        };
        let item = read(None);
        assert_eq!(item["DocumentId"], "users/1\n");
        assert_eq!(item["Name"], "}");
        assert_eq!((&item["Count"], &item["Start"]), (&2.into(), &"1970-01-01T00:00:00.0000000Z".into()));
        assert_eq!(item["End"], "2024-01-01T00:00:00.0010000Z");
        assert_eq!(item["Entries"][0]["Values"], serde_json::json!([1.5, -2.0]));
        assert_eq!(item["Entries"][0]["Tag"], "a\"b");
        assert_eq!(item["Entries"][1]["Value"], f64::MAX);
        assert_eq!(item["Entries"][1]["Tag"], serde_json::Value::Null);
        assert_eq!(read(Some("t"))["Entries"][1]["Tag"], "t");
    }
}
