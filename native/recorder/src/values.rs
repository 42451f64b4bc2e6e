//! Values of a server's answers.

use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Now, µs since 1970.
pub fn now() -> i64 {
    microseconds(OffsetDateTime::now_utc())
}

/// A text; empty if there is none.
pub fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

/// A whole number of at least 0; 0 if there is none.
pub fn number(value: &Value, name: &str) -> u64 {
    let member = &value[name];
    member.as_u64().or_else(|| member.as_f64().map(|number| number.max(0.0) as u64)).unwrap_or(0)
}

/// A number; 0 if there is none.
pub fn decimal(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or(0.0)
}

/// Milliseconds as µs.
pub fn milliseconds(value: &Value, name: &str) -> u64 {
    (decimal(value, name).max(0.0) * 1_000.0) as u64
}

/// A date as µs since 1970. Dates without a zone are UTC.
pub fn date(value: &Value, name: &str) -> Option<i64> {
    let text = value[name].as_str()?;
    let parse = |text: &str| OffsetDateTime::parse(text, &Rfc3339).ok();
    parse(text).or_else(|| parse(&format!("{text}Z"))).map(microseconds)
}

fn microseconds(date: OffsetDateTime) -> i64 {
    i64::try_from(date.unix_timestamp_nanos() / 1_000).unwrap_or_default()
}

/// A size such as `2.208 GBytes` as bytes; 0 for other texts.
pub fn humane_size(value: &Value, name: &str) -> u64 {
    let text = value[name].as_str().unwrap_or_default();
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let factor = match unit {
        "Bytes" => 1_u64,
        "KBytes" => 1 << 10,
        "MBytes" => 1 << 20,
        "GBytes" => 1 << 30,
        "TBytes" => 1 << 40,
        _ => 0,
    };
    (number.replace(',', "").parse::<f64>().unwrap_or(0.0).max(0.0) * factor as f64) as u64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_of_answers_are_read_and_wrong_ones_are_zero() {
        let value = json!({
            "Date": "2026-11-28T00:05:53.1940194Z", "Local": "2026-11-28T00:05:53.1940194", "Wrong": "soon",
            "Size": "2.5 GBytes", "Small": "12 Bytes", "Duration": 1.25, "Count": 3.0, "Less": -1
        });
        assert_eq!(date(&value, "Date"), Some(1_795_824_353_194_019));
        assert_eq!(date(&value, "Local"), date(&value, "Date"));
        assert_eq!((date(&value, "Wrong"), date(&value, "None")), (None, None));
        assert_eq!((humane_size(&value, "Size"), humane_size(&value, "Small")), (5 << 29, 12));
        assert_eq!((humane_size(&value, "Date"), humane_size(&value, "None")), (0, 0));
        assert_eq!(
            (milliseconds(&value, "Duration"), number(&value, "Count"), number(&value, "Less")),
            (1_250, 3, 0)
        );
    }
}
