//! Rows of a result.

use serde_json::{Map, Value};

use super::numbers;
use crate::source::SeriesEntry;
use crate::values::calendar::moment_text;

/// One entry.
pub(super) fn entry_row(entry: &SeriesEntry<'_>, scale: Option<f64>, offset: Option<i64>) -> Value {
    let factor = scale.unwrap_or(1.0);
    let mut row = Map::new();
    row.insert("Tag".to_owned(), entry.tag.map_or(Value::Null, |tag| tag.to_owned().into()));
    row.insert("Timestamp".to_owned(), shifted(entry.timestamp, offset));
    row.insert("Values".to_owned(), numbers(entry.values.iter().map(|value| value * factor)));
    row.insert("IsRollup".to_owned(), entry.is_rollup.into());
    Value::Object(row)
}

/// A time; without `Z` where it was shifted.
pub(super) fn shifted(moment: i64, offset: Option<i64>) -> Value {
    Value::String(match offset {
        None => format!("{}Z", moment_text(moment)),
        Some(offset) => moment_text(moment.saturating_add(offset)),
    })
}

/// A number; one that JSON does not have is text.
pub(super) fn number(value: f64) -> Value {
    serde_json::Number::from_f64(value).map_or_else(
        || {
            let text = match value {
                _ if value.is_nan() => "NaN",
                _ if value > 0.0 => "Infinity",
                _ => "-Infinity",
            };
            text.into()
        },
        Value::Number,
    )
}
