//! Times in milliseconds since 1970 and numbers of entries, as text.

use rookery_engine::{date_to_text, parse_date};
use time::OffsetDateTime;

use crate::error::ApiError;

const DAY: i64 = 86_400_000;

/// Writes times; keeps the text of the day, which consecutive entries mostly share.
pub(crate) struct TimeWriter {
    day: Option<i64>,
    text: [u8; 11],
}

impl TimeWriter {
    pub(crate) fn new() -> Self {
        Self { day: None, text: [0; 11] }
    }

    /// Appends `"2024-01-01T00:00:00.0000000Z"`, without its `Z` for a local time.
    pub(crate) fn write(&mut self, out: &mut Vec<u8>, milliseconds: i64, is_utc: bool) {
        let day = milliseconds.div_euclid(DAY);
        if self.day != Some(day) {
            let text = time_text(milliseconds);
            self.text.copy_from_slice(&text.as_bytes()[..11]);
            self.day = Some(day);
        }
        let in_day = milliseconds.rem_euclid(DAY);
        let mut clock = *b"00:00:00.0000000Z\"";
        for (at, number) in [(0, in_day / 3_600_000), (3, in_day / 60_000 % 60), (6, in_day / 1_000 % 60)] {
            clock[at] += (number / 10) as u8;
            clock[at + 1] += (number % 10) as u8;
        }
        for (at, divisor) in [(9, 100), (10, 10), (11, 1)] {
            clock[at] += (in_day / divisor % 10) as u8;
        }
        out.push(b'"');
        out.extend_from_slice(&self.text);
        if is_utc {
            out.extend_from_slice(&clock);
        } else {
            out.extend_from_slice(&clock[..16]);
            out.push(b'"');
        }
    }
}

/// `2024-01-01T00:00:00.0000000Z`; times outside of the years 1 to 9999 give the nearer end.
pub(crate) fn time_text(milliseconds: i64) -> String {
    let least = time::macros::datetime!(0001-01-01 0:00 UTC);
    let greatest = time::macros::datetime!(9999-12-31 23:59:59.999 UTC);
    let nanoseconds = i128::from(milliseconds) * 1_000_000;
    let nearer = if milliseconds < 0 { least } else { greatest };
    let date = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).unwrap_or(nearer);
    date_to_text(date.clamp(least, greatest))
}

/// The time of a text; finer digits than milliseconds are cut.
pub(crate) fn parse_time(text: &str) -> Option<i64> {
    let date = parse_date(text)?;
    i64::try_from(date.unix_timestamp_nanos().div_euclid(1_000_000)).ok()
}

/// A bound in a query string; empty is open.
pub(crate) fn parse_bound(name: &str, text: Option<&str>) -> Result<Option<i64>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    parse_time(text).map(Some).ok_or_else(|| {
        ApiError::bad_argument(format!(
            "Could not parse query string '{name}' as date, val '{text}'; write it in UTC like \
             2030-01-31T18:30:00.0000000Z"
        ))
    })
}

/// Appends a finite number; whole ones without a point unless `with_point`.
pub(crate) fn write_number(out: &mut Vec<u8>, number: f64, with_point: bool) {
    const WHOLE: f64 = 1e15;
    let is_whole = number.trunc() == number && number.abs() < WHOLE;
    if is_whole {
        if number == 0.0 && number.is_sign_negative() {
            out.push(b'-');
        }
        // Within the range of whole numbers that are exact.
        out.extend_from_slice((number as i64).to_string().as_bytes());
        if with_point {
            out.extend_from_slice(b".0");
        }
    } else if let Some(number) = serde_json::Number::from_f64(number) {
        out.extend_from_slice(number.to_string().as_bytes());
    } else {
        out.extend_from_slice(b"null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64, with_point: bool) -> String {
        let mut out = Vec::new();
        write_number(&mut out, value, with_point);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_read_back_as_they_were() {
        for value in
            [0.0, -0.0, 1.0, -1.5, 0.1, 1e300, -1e-300, 1e15, 999_999_999_999_999.0, 0.984_147_098_480_789_6]
        {
            for with_point in [false, true] {
                let text = number(value, with_point);
                assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
            }
        }
        assert_eq!((number(60.0, false), number(60.0, true)), ("60".to_owned(), "60.0".to_owned()));
        assert_eq!(number(-0.0, false), "-0");
    }

    #[test]
    fn times_have_seven_digits_in_every_year() {
        let mut writer = TimeWriter::new();
        for text in [
            "2024-01-01T00:00:00.0000000Z",
            "2024-01-01T23:59:59.9870000Z",
            "0001-01-01T00:00:00.0000000Z",
            "1969-12-31T23:59:59.9990000Z",
            "9999-12-31T23:59:59.9990000Z",
        ] {
            let mut out = Vec::new();
            writer.write(&mut out, parse_time(text).unwrap(), true);
            assert_eq!(String::from_utf8(out).unwrap(), format!("\"{text}\""));
            assert_eq!(time_text(parse_time(text).unwrap()), text);
        }
        assert_eq!(time_text(i64::MIN), "0001-01-01T00:00:00.0000000Z");
        assert_eq!(parse_time("2024-01-01T01:00:00.0009999+01:00"), parse_time("2024-01-01T00:00:00"));
        assert!(parse_bound("from", Some("2024-01-01")).unwrap_err().message.contains("'from'"));
        assert_eq!(parse_bound("from", Some("")).unwrap(), None);
    }
}
