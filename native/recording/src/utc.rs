//! Times for people and for files.

use time::OffsetDateTime;

/// `2026-05-01 10:00:01.123 UTC`; the number of µs for times that no calendar has.
pub(crate) fn moment(micros: i64) -> String {
    match date_time(micros) {
        Some((date, fraction)) => format!("{} {}.{:03} UTC", &date[..10], &date[11..], fraction / 1_000),
        None => format!("{micros} µs since 1970"),
    }
}

/// `2026-05-01T10:00:01.123456Z`; the number of µs for times that no calendar has.
pub(crate) fn iso(micros: i64) -> String {
    match date_time(micros) {
        Some((date, fraction)) => format!("{date}.{fraction:06}Z"),
        None => micros.to_string(),
    }
}

/// `2026-05-01T10:00:01.1234560Z`, the form of RavenDB. `None` for times that no calendar has.
pub(crate) fn seven_digits(micros: i64) -> Option<String> {
    date_time(micros).map(|(date, fraction)| format!("{date}.{fraction:06}0Z"))
}

/// Date and time without its fraction, and the fraction in µs. `None` outside of the years 0 to 9999.
fn date_time(micros: i64) -> Option<(String, i64)> {
    let moment = OffsetDateTime::from_unix_timestamp(micros.div_euclid(1_000_000)).ok()?;
    let (year, month, day) = moment.to_calendar_date();
    let (hour, minute, second) = moment.to_hms();
    if year < 0 {
        return None;
    }
    let date = format!("{year:04}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}", u8::from(month));
    Some((date, micros.rem_euclid(1_000_000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_their_microseconds() {
        assert_eq!(iso(1_777_629_601_123_456), "2026-05-01T10:00:01.123456Z");
        assert_eq!(seven_digits(1_777_629_601_000_001).as_deref(), Some("2026-05-01T10:00:01.0000010Z"));
        assert_eq!(moment(1_777_629_601_123_456), "2026-05-01 10:00:01.123 UTC");
        assert_eq!(iso(-1), "1969-12-31T23:59:59.999999Z");
    }

    #[test]
    fn times_outside_of_the_calendar_are_numbers() {
        assert_eq!(iso(i64::MAX), i64::MAX.to_string());
        assert_eq!(seven_digits(i64::MIN), None);
    }
}
