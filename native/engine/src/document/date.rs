//! Dates as text on the wire (`2024-05-01T10:20:30.1234567Z`) and as 100-nanosecond ticks since
//! 1970-01-01T00:00:00Z on disk.

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

/// 100-nanosecond ticks since the Unix epoch: the resolution of the seven digits of the text.
pub type Ticks = i64;

const TICKS_PER_SECOND: i64 = 10_000_000;

/// The date as ticks, cut to 100 ns.
pub fn to_ticks(date: OffsetDateTime) -> Ticks {
    date.unix_timestamp() * TICKS_PER_SECOND + i64::from(date.nanosecond() / 100)
}

/// The date of a tick count. Counts outside the years 1..=9999 give the nearer end.
pub fn from_ticks(ticks: Ticks) -> OffsetDateTime {
    let seconds = ticks.div_euclid(TICKS_PER_SECOND);
    let nanos = ticks.rem_euclid(TICKS_PER_SECOND) * 100;
    match OffsetDateTime::from_unix_timestamp(seconds) {
        Ok(date) => {
            u32::try_from(nanos).ok().and_then(|nanos| date.replace_nanosecond(nanos).ok()).unwrap_or(date)
        }
        Err(_) if ticks < 0 => OffsetDateTime::new_utc(Date::MIN, Time::MIDNIGHT),
        Err(_) => OffsetDateTime::new_utc(Date::MAX, Time::MIDNIGHT),
    }
}

/// Writes `yyyy-MM-ddTHH:mm:ss.fffffffZ` in UTC.
pub fn to_text(date: OffsetDateTime) -> String {
    let date = date.to_offset(UtcOffset::UTC);
    let mut text = *b"0000-00-00T00:00:00.0000000Z";
    let (year, month, day) = date.to_calendar_date();
    put_number(&mut text[0..4], u32::try_from(year).unwrap_or(0));
    for (at, number) in
        [(5, u8::from(month)), (8, day), (11, date.hour()), (14, date.minute()), (17, date.second())]
    {
        put_number(&mut text[at..at + 2], u32::from(number));
    }
    put_number(&mut text[20..27], date.nanosecond() / 100);
    // Digits and the characters of the pattern.
    String::from_utf8(text.to_vec()).unwrap_or_default()
}

/// Writes the last digits of a number, as many as there is space. Every document that is read has such a text, so it
/// is not left to `format!`.
fn put_number(into: &mut [u8], mut number: u32) {
    for digit in into.iter_mut().rev() {
        *digit = b'0' + u8::try_from(number % 10).unwrap_or(0);
        number /= 10;
    }
}

/// Reads `yyyy-MM-ddTHH:mm:ss[.f…f][Z|±hh:mm]`, one to seven fraction digits; without a zone it is UTC.
///
/// These are the forms that RavenDB 7.1 accepts for `@archive-at` (it also rejects a date alone, a blank
/// instead of `T` and missing seconds).
pub fn parse(text: &str) -> Option<OffsetDateTime> {
    let bytes = text.as_bytes();
    if bytes.len() < 19 || bytes[4] != b'-' || bytes[7] != b'-' || bytes[10] != b'T' {
        return None;
    }
    if bytes[13] != b':' || bytes[16] != b':' {
        return None;
    }
    let number = |from: usize, to: usize| -> Option<u32> {
        bytes[from..to]
            .iter()
            .try_fold(0u32, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0')))
    };
    let small = |from: usize| number(from, from + 2).and_then(|n| u8::try_from(n).ok());
    let date = Date::from_calendar_date(
        i32::try_from(number(0, 4)?).ok()?,
        Month::try_from(small(5)?).ok()?,
        small(8)?,
    )
    .ok()?;
    let mut rest = 19;
    let mut nanos = 0;
    if bytes.get(rest) == Some(&b'.') {
        let digits = bytes[rest + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || digits > 7 {
            return None;
        }
        nanos = number(rest + 1, rest + 1 + digits)? * 10u32.pow(9 - u32::try_from(digits).ok()?);
        rest += 1 + digits;
    }
    let time = Time::from_hms_nano(small(11)?, small(14)?, small(17)?, nanos).ok()?;
    let offset = match bytes.get(rest) {
        None => UtcOffset::UTC,
        Some(b'Z') if bytes.len() == rest + 1 => UtcOffset::UTC,
        Some(sign @ (b'+' | b'-')) if bytes.len() == rest + 6 && bytes[rest + 3] == b':' => {
            let hours = i8::try_from(small(rest + 1)?).ok()?;
            let minutes = i8::try_from(small(rest + 4)?).ok()?;
            // No place on Earth is further than 14 hours from UTC; servers reject more.
            if hours > 14 || minutes > 59 || (hours == 14 && minutes > 0) {
                return None;
            }
            let direction = if *sign == b'+' { 1 } else { -1 };
            UtcOffset::from_hms(direction * hours, direction * minutes, 0).ok()?
        }
        Some(_) => return None,
    };
    PrimitiveDateTime::new(date, time).assume_offset(offset).checked_to_offset(UtcOffset::UTC)
}

/// The text of a time in milliseconds since 1970-01-01T00:00:00Z.
pub(crate) fn millis_to_text(millis: i64) -> String {
    to_text(from_ticks(millis.saturating_mul(10_000)))
}

/// As text; `None` for 0 ticks.
pub(crate) fn moment(ticks: i64) -> Option<String> {
    (ticks != 0).then(|| to_text(from_ticks(ticks)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_date_is_written_with_all_its_digits() {
        for text in
            ["0001-02-03T04:05:06.0000007Z", "9999-12-31T23:59:59.9999999Z", "2026-10-20T10:20:30.0010200Z"]
        {
            assert_eq!(parse(text).map(to_text).as_deref(), Some(text));
        }
        let before = OffsetDateTime::new_utc(Date::MIN, Time::MIDNIGHT);
        assert_eq!(to_text(before), "0000-01-01T00:00:00.0000000Z", "a year that has no four digits");
    }

    #[test]
    fn the_forms_a_real_server_takes_are_taken() {
        for (text, utc) in [
            ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.0000000Z"),
            ("2020-01-01T00:00:00", "2020-01-01T00:00:00.0000000Z"),
            ("2020-01-01T00:00:00+02:00", "2019-12-31T22:00:00.0000000Z"),
            ("2020-01-01T00:00:00-05:30", "2020-01-01T05:30:00.0000000Z"),
            ("2020-01-01T00:00:00.123Z", "2020-01-01T00:00:00.1230000Z"),
            ("2020-01-01T00:00:00.1234567", "2020-01-01T00:00:00.1234567Z"),
            ("2030-01-01T00:00:00.0000000+00:00", "2030-01-01T00:00:00.0000000Z"),
        ] {
            assert_eq!(parse(text).map(to_text).as_deref(), Some(utc), "{text}");
        }
    }

    #[test]
    fn the_forms_a_real_server_refuses_are_refused() {
        for text in [
            "",
            "soon",
            "2020-01-01",
            "2020-01-01 00:00:00Z",
            "2020-01-01T00:00Z",
            "2020-13-01T00:00:00Z",
            "2020-01-01T00:00:00.Z",
            "2020-01-01T00:00:00.12345678Z",
            "2020-01-01T00:00:00Zx",
            "2020-01-01T24:00:00Z",
            "2020-01-01T00:00:00+25:00",
            "２０２０-01-01T00:00:00Z",
            "0000-01-01T00:00:00+00:0x",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn ticks_and_text_keep_each_other(ticks in -621_355_968_000_000_000i64..2_534_023_007_999_999_999) {
            let date = from_ticks(ticks);
            prop_assert_eq!(to_ticks(date), ticks);
            prop_assert_eq!(parse(&to_text(date)), Some(date));
        }
    }
}
