//! Changes of one series: `{Name, Appends, Deletes, Increments}`.

use std::borrow::Cow;

use axum::http::StatusCode;
use rookery_engine::{Points, TimeRange, TimeSeriesUpdate, null_as_default};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::text::parse_time;
use crate::error::ApiError;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Operation<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default, deserialize_with = "null_as_default")]
    appends: Vec<Append<'a>>,
    #[serde(borrow, default, deserialize_with = "null_as_default")]
    increments: Vec<Append<'a>>,
    #[serde(borrow, default, deserialize_with = "null_as_default")]
    deletes: Vec<Delete<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Append<'a> {
    #[serde(borrow, default)]
    timestamp: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    values: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    tag: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Delete<'a> {
    #[serde(borrow, default)]
    from: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    to: Option<Cow<'a, str>>,
}

/// Reads the changes; the engine checks names, numbers and tags. `place` begins the sentences of errors.
pub(crate) fn read(json: &[u8], place: &str) -> Result<Box<TimeSeriesUpdate>, ApiError> {
    let what = format!("{place}: the time series operation");
    rookery_nesting::json::check("it", json).map_err(|error| ApiError::too_deep(&error))?;
    let read: Operation<'_> =
        serde_json::from_slice(json).map_err(|error| ApiError::bad_json(&what, &error))?;
    let name = read.name.ok_or_else(|| {
        invalid_data(format!("{place}: Missing 'Name' property on TimeSeriesOperation 'TimeSeriesOperation'"))
    })?;
    let delete =
        |delete: Delete<'_>| Ok(TimeRange { from: bound(delete.from, place)?, to: bound(delete.to, place)? });
    Ok(Box::new(TimeSeriesUpdate {
        name: name.into_owned(),
        deletes: read.deletes.into_iter().map(delete).collect::<Result<_, ApiError>>()?,
        appends: points(read.appends, place)?,
        increments: points(read.increments, place)?,
    }))
}

fn points(entries: Vec<Append<'_>>, place: &str) -> Result<Points, ApiError> {
    let mut points = Points::default();
    let mut numbers = Vec::new();
    for Append { timestamp, values, tag } in entries {
        let missing = |name: &str| invalid_data(format!("{place}: Missing '{name}' property"));
        let timestamp = timestamp.ok_or_else(|| missing("Timestamp"))?;
        let timestamp = time(&timestamp, place)?;
        numbers.clear();
        for value in values.ok_or_else(|| missing("Values"))? {
            numbers.push(number(value, place)?);
        }
        points.push(timestamp, &numbers, tag.as_deref());
    }
    Ok(points)
}

/// A number, also as a text. The engine refuses one that is not finite, with the name of the series.
pub(crate) fn number(raw: &RawValue, place: &str) -> Result<f64, ApiError> {
    let text = raw.get();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    match inner.trim().parse() {
        Ok(number) if !text.starts_with(['n', 't', 'f', '[', '{']) => Ok(number),
        _ => Err(format_error(format!("{place}: Could not convert {text} to System.Double"))),
    }
}

pub(crate) fn bound(text: Option<Cow<'_, str>>, place: &str) -> Result<Option<i64>, ApiError> {
    text.map(|text| time(&text, place)).transpose()
}

fn time(text: &str, place: &str) -> Result<i64, ApiError> {
    parse_time(text).ok_or_else(|| {
        format_error(format!(
            "{place}: Could not convert '{text}' to System.DateTime; write it like 2030-01-31T18:30:00.0000000Z"
        ))
    })
}

pub(crate) fn invalid_data(message: String) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.IO.InvalidDataException", message)
}

fn format_error(message: String) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.FormatException", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_with_all_digits_of_their_numbers() {
        let update = read(
            br#"{"Name":"HR","Appends":[{"Timestamp":"2024-01-01T00:00:00.0009Z","Values":[0.9841470984807896,"2"],
                "Tag":"w\u002f1"},{"Values":[3],"Timestamp":"2023-01-01T00:00:00"}],
                "Deletes":[{"From":null,"To":"1970-01-01T00:00:01"}],"Increments":null}"#,
            "It",
        )
        .unwrap();
        let entry = update.appends.get(0).unwrap();
        assert_eq!((entry.timestamp, entry.tag), (1_704_067_200_000, Some("w/1")));
        assert_eq!(entry.values, [0.984_147_098_480_789_6, 2.0]);
        assert_eq!(update.deletes, [TimeRange { from: None, to: Some(1000) }]);
    }

    #[test]
    fn what_cannot_be_read_has_the_type_of_a_server() {
        for (json, kind) in [
            (r#"{"Appends":[]}"#, "System.IO.InvalidDataException"),
            (r#"{"Name":"a","Appends":[{"Values":[1]}]}"#, "System.IO.InvalidDataException"),
            (
                r#"{"Name":"a","Appends":[{"Timestamp":"2024-01-01T00:00:00"}]}"#,
                "System.IO.InvalidDataException",
            ),
            (r#"{"Name":"a","Appends":[{"Timestamp":"2024-01-01","Values":[1]}]}"#, "System.FormatException"),
            (
                r#"{"Name":"a","Appends":[{"Timestamp":"2024-01-01T00:00:00","Values":["x"]}]}"#,
                "System.FormatException",
            ),
            (
                r#"{"Name":"a","Appends":[{"Timestamp":"2024-01-01T00:00:00","Values":[null]}]}"#,
                "System.FormatException",
            ),
        ] {
            assert_eq!(read(json.as_bytes(), "It").unwrap_err().kind, kind, "{json}");
        }
        assert!(read(b"[]", "Command 2").unwrap_err().message.contains("Command 2"));
    }
}
