//! Appends of a bulk insert: `{Name, TimeFormat, Appends: [[time, count, numbers…, tag?], …]}`.

use std::borrow::Cow;

use rookery_engine::{Points, TimeSeriesUpdate};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::operation::invalid_data;
use crate::error::ApiError;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct BulkAppends<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    time_format: Option<Cow<'a, str>>,
    #[serde(default, deserialize_with = "entries")]
    appends: Points,
}

/// Reads the appends of an item. `place` begins the sentences of errors.
pub(crate) fn read(json: &[u8], place: &str) -> Result<Box<TimeSeriesUpdate>, ApiError> {
    rookery_nesting::json::check("it", json).map_err(|error| ApiError::too_deep(&error))?;
    let read: BulkAppends<'_> = serde_json::from_slice(json)
        .map_err(|error| ApiError::bad_json(&format!("{place}: the appends of a time series"), &error))?;
    let name = read
        .name
        .ok_or_else(|| invalid_data(format!("{place}: Missing 'Name' property on a time series")))?;
    match read.time_format.as_deref() {
        Some(format) if format.eq_ignore_ascii_case("UnixTimeInMs") => {}
        other => {
            let format = other.unwrap_or("none");
            return Err(invalid_data(format!(
                "{place}: the TimeFormat of a time series must be UnixTimeInMs, but is {format}"
            )));
        }
    }
    Ok(Box::new(TimeSeriesUpdate {
        name: name.into_owned(),
        appends: read.appends,
        ..TimeSeriesUpdate::default()
    }))
}

fn entries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    struct List;
    impl<'de> Visitor<'de> for List {
        type Value = Points;
        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("a list of entries")
        }
        fn visit_unit<E: Error>(self) -> Result<Points, E> {
            Ok(Points::default())
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Points, A::Error> {
            let mut points = Points::default();
            while list.next_element_seed(OneEntry(&mut points))?.is_some() {}
            Ok(points)
        }
    }
    deserializer.deserialize_any(List)
}

struct OneEntry<'p>(&'p mut Points);

impl<'de> serde::de::DeserializeSeed<'de> for OneEntry<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for OneEntry<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an entry: its time, the count of its numbers, the numbers, and perhaps a tag")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entry: A) -> Result<(), A::Error> {
        let cut_off = || A::Error::custom("an entry of the time series is cut off");
        let timestamp: i64 = entry.next_element()?.ok_or_else(cut_off)?;
        let count: usize = entry.next_element()?.ok_or_else(cut_off)?;
        self.0.push(timestamp, &[], None);
        for _ in 0..count {
            let number: &'de RawValue = entry.next_element()?.ok_or_else(cut_off)?;
            // The digits as they are: the parser of JSON rounds them twice.
            let number = number.get().parse().map_err(|_| {
                A::Error::custom(format!("{} is not a number of a time series", number.get()))
            })?;
            self.0.push_value(number);
        }
        if let Some(Some(tag)) = entry.next_element::<Option<Cow<'de, str>>>()? {
            self.0.set_last_tag(&tag);
        }
        match entry.next_element::<serde::de::IgnoredAny>()? {
            Some(_) => Err(A::Error::custom("an entry of the time series has more than its count says")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_a_count_and_perhaps_a_tag() {
        let update = read(
            br#"{"Name":"HR","TimeFormat":"UnixTimeInMs","Appends":[[1000,2,1.5,0.9841470984807896,"w/1"],
                [-5,1,3],[7,1,4,null]]}"#,
            "Item 1",
        )
        .unwrap();
        let found: Vec<_> =
            update.appends.iter().map(|entry| (entry.timestamp, entry.values.to_vec(), entry.tag)).collect();
        assert_eq!(
            found,
            [
                (1000, vec![1.5, 0.984_147_098_480_789_6], Some("w/1")),
                (-5, vec![3.0], None),
                (7, vec![4.0], None)
            ]
        );
    }

    #[test]
    fn broken_entries_are_refused_with_their_place() {
        for appends in [
            "[[1]]",
            "[[1,2,3]]",
            "[[1,1,2,\"t\",5]]",
            "[[\"x\",1,2]]",
            "[[1,1,\"NaN\"]]",
            "[[1,18446744073709551615,2]]",
            "[5]",
            "{}",
        ] {
            let json = format!(r#"{{"Name":"HR","TimeFormat":"UnixTimeInMs","Appends":{appends}}}"#);
            let error = read(json.as_bytes(), "Item 7").unwrap_err();
            assert!(error.message.contains("Item 7"), "{appends}: {}", error.message);
        }
        assert!(
            read(br#"{"Name":"HR","Appends":[]}"#, "Item 7").unwrap_err().message.contains("UnixTimeInMs")
        );
        assert!(read(br#"{"TimeFormat":"UnixTimeInMs"}"#, "Item 7").unwrap_err().message.contains("'Name'"));
    }
}
