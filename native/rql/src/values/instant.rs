//! Text that is a date: compared as an instant when the value in the query is one too, whatever the forms.

/// Ticks of 100 ns since 0001-01-01T00:00:00 UTC of `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss[.fffffff][Z|±HH:mm]`.
/// Text without a zone counts as UTC.
pub fn instant(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    if bytes.len() < 10 || bytes.len() > 33 || !text.is_ascii() {
        return None;
    }
    let (year, month, day) = (digits(text, 0, 4)?, digits(text, 5, 2)?, digits(text, 8, 2)?);
    if bytes[4] != b'-' || bytes[7] != b'-' || year == 0 || !(1..=12).contains(&month) {
        return None;
    }
    if day == 0 || day > days_in_month(year, month) {
        return None;
    }
    let seconds = days_before(year, month, day) * 86_400;
    let Some(time) = text.get(10..).filter(|rest| !rest.is_empty()) else { return Some(seconds * TICKS) };
    let (hour, minute, second) = (digits(time, 1, 2)?, digits(time, 4, 2)?, digits(time, 7, 2)?);
    let separators = [time.as_bytes()[0], time.as_bytes()[3], time.as_bytes()[6]];
    if separators != *b"T::" || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = seconds + hour * 3_600 + minute * 60 + second;
    let (fraction, zone) = fraction(time.get(9..)?)?;
    Some(seconds * TICKS + fraction - zone_seconds(zone)? * TICKS)
}

const TICKS: i64 = 10_000_000;

fn digits(text: &str, start: usize, length: usize) -> Option<i64> {
    let part = text.get(start..start + length)?;
    if part.bytes().all(|b| b.is_ascii_digit()) { part.parse().ok() } else { None }
}

/// The fraction in ticks, and what follows it.
fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(rest) = rest.strip_prefix('.') else { return Some((0, rest)) };
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=7).contains(&length) {
        return None;
    }
    let value = digits(rest, 0, length)?;
    let scale = 10_i64.pow(7 - u32::try_from(length).ok()?);
    Some((value * scale, &rest[length..]))
}

fn zone_seconds(zone: &str) -> Option<i64> {
    let sign = match zone.as_bytes() {
        [] | [b'Z'] => return Some(0),
        [b'+', _, _, b':', _, _] => 1,
        [b'-', _, _, b':', _, _] => -1,
        _ => return None,
    };
    let (hours, minutes) = (digits(zone, 1, 2)?, digits(zone, 4, 2)?);
    if hours > 14 || minutes > 59 {
        return None;
    }
    Some(sign * (hours * 3_600 + minutes * 60))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let past = year - 1;
    let in_years = past * 365 + past / 4 - past / 100 + past / 400;
    let in_months: i64 = (1..month).map(|month| days_in_month(year, month)).sum();
    in_years + in_months + day - 1
}

#[cfg(test)]
mod tests {
    use super::instant;

    #[test]
    fn forms_of_one_instant_are_equal() {
        let forms = [
            "2024-01-02",
            "2024-01-02T00:00:00",
            "2024-01-02T00:00:00Z",
            "2024-01-02T00:00:00.0000000",
            "2024-01-02T00:00:00.0Z",
            "2024-01-02T01:00:00.0000000+01:00",
            "2024-01-01T20:30:00-03:30",
        ];
        for form in forms {
            assert_eq!(instant(form), Some(638_397_504_000_000_000), "{form}");
        }
        assert_eq!(instant("0001-01-01"), Some(0));
        assert_eq!(instant("2024-01-02T00:00:00.123Z"), Some(638_397_504_001_230_000));
    }

    #[test]
    fn other_text_is_no_instant() {
        let texts = [
            "",
            "2024",
            "2023-02-29",
            "2024-13-01",
            "2024-00-01",
            "2024-01-00",
            "0000-01-01",
            "2024-01-02T",
            "2024-01-02T24:00:00",
            "2024-01-02T00:00:00.",
            "2024-01-02T00:00:00.12345678",
            "2024-01-02T00:00:00+1:00",
            "2024-01-02 00:00:00",
            "2024/01/02",
            "+024-01-02",
            "é2024-01-0",
            "2024-01-02T00:00:00.0000000+01:00x",
        ];
        for text in texts {
            assert_eq!(instant(text), None, "{text}");
        }
        assert!(instant("2024-02-29").is_some());
    }
}
