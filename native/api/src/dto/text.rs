//! The protocol's ways of writing dates, time spans and sizes as text.

use std::time::Duration;

use serde_json::{Value, json};
use time::OffsetDateTime;

/// The date that means "no date".
pub const NO_MOMENT: &str = "0001-01-01T00:00:00.0000000";

/// UTC with seven fractional digits and a `Z`: `2026-05-01T10:20:30.1234567Z`.
pub fn date(moment: OffsetDateTime) -> String {
    let utc = moment.to_offset(time::UtcOffset::UTC);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:07}Z",
        utc.year(),
        u8::from(utc.month()),
        utc.day(),
        utc.hour(),
        utc.minute(),
        utc.second(),
        utc.nanosecond() / 100
    )
}

/// `[d.]hh:mm:ss[.fffffff]`.
pub fn time_span(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    let mut text = String::new();
    if days > 0 {
        text.push_str(&format!("{days}."));
    }
    text.push_str(&format!("{hours:02}:{minutes:02}:{:02}", seconds % 60));
    let ticks = duration.subsec_nanos() / 100;
    if ticks > 0 {
        text.push_str(&format!(".{ticks:07}"));
    }
    text
}

/// `13.48 MBytes`: at most two decimals, without trailing zeros.
pub fn human_readable_size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["Bytes", "KBytes", "MBytes", "GBytes", "TBytes"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = format!("{value:.2}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    format!("{digits} {}", UNITS[unit])
}

/// The size object `{HumaneSize, SizeInBytes}`.
pub fn size(bytes: u64) -> Value {
    json!({ "HumaneSize": human_readable_size(bytes), "SizeInBytes": bytes })
}

/// Milliseconds with two decimals, as I/O events carry them.
pub fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 100_000.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_carry_seven_digits_and_are_utc() {
        let moment = time::macros::datetime!(2026-05-01 12:20:30.1234567 +02:00);
        assert_eq!(date(moment), "2026-05-01T10:20:30.1234567Z");
        assert_eq!(date(time::macros::datetime!(0001-01-01 0:00 UTC)), "0001-01-01T00:00:00.0000000Z");
    }

    #[test]
    fn time_spans_leave_out_what_is_zero() {
        assert_eq!(time_span(Duration::from_secs(0)), "00:00:00");
        assert_eq!(time_span(Duration::from_millis(690)), "00:00:00.6900000");
        assert_eq!(time_span(Duration::from_secs(90_061)), "1.01:01:01");
    }

    #[test]
    fn sizes_read_as_the_server_writes_them() {
        assert_eq!(human_readable_size(0), "0 Bytes");
        assert_eq!(human_readable_size(965), "965 Bytes");
        assert_eq!(human_readable_size(20_480), "20 KBytes");
        assert_eq!(human_readable_size(14_131_200), "13.48 MBytes");
        assert_eq!(human_readable_size(1_902), "1.86 KBytes");
    }

    #[test]
    fn durations_keep_two_decimals() {
        assert_eq!(milliseconds(Duration::from_nanos(28_171_234)), 28.17);
    }
}
