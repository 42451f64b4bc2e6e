//! Dates in texts: compared as instants, in any form, when the value in the query is a date too.

use super::calendar::{FIRST, LAST, days_in_month, second_text, start_of_day};

/// Ticks of 100 ns since 0001-01-01T00:00:00 UTC of `yyyy-MM-dd` or
/// `yyyy-MM-ddTHH:mm:ss[.fffffff][Z|±HH:mm]`. Text without a zone counts as UTC.
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
    let seconds = (start_of_day(year, month, day) - FIRST) / 1_000;
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

/// Whether a text that is an instant is written in one of the forms that [`common_forms`] gives.
pub fn is_common_form(text: &str) -> bool {
    match text.strip_suffix('Z') {
        Some(rest) => matches!(rest.len(), 19 | 23 | 27),
        None => {
            matches!(text.len(), 19 | 23 | 27)
                && !text.bytes().skip(19).any(|byte| matches!(byte, b'+' | b'-'))
        }
    }
}

/// The forms clients write an instant in: with seven, three or no digits of a fraction where nothing is lost
/// by it, and with or without `Z`. Nothing before the year 1 or after the year 9999.
pub fn common_forms(ticks: i64) -> Vec<String> {
    let moment = ticks.div_euclid(10_000) + FIRST;
    if !(FIRST..=LAST).contains(&moment) {
        return Vec::new();
    }
    let (whole, fraction) = (second_text(moment), ticks.rem_euclid(TICKS));
    let mut forms = vec![format!("{whole}.{fraction:07}")];
    if fraction % 10_000 == 0 {
        forms.push(format!("{whole}.{:03}", fraction / 10_000));
    }
    if fraction == 0 {
        forms.push(whole);
    }
    forms.iter().flat_map(|form| [form.clone(), format!("{form}Z")]).collect()
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

#[cfg(test)]
mod tests {
    use super::{TICKS, common_forms, instant, is_common_form};

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

    #[test]
    fn common_forms_are_the_instant_they_are_made_of() {
        let day = 86_400 * TICKS;
        let mut ticks: Vec<i64> = [
            "0001-01-01",
            "1999-12-31T23:59:59.9999999",
            "2000-02-29",
            "2023-11-14T22:13:20.123Z",
            "9999-12-31",
        ]
        .iter()
        .filter_map(|text| instant(text))
        .collect();
        ticks.extend((0..3_652_059).step_by(89).map(|number| number * day + number * 10_007));
        for ticks in ticks {
            let forms = common_forms(ticks);
            assert!(forms.len() >= 2, "{ticks}");
            for form in forms {
                assert_eq!(instant(&form), Some(ticks), "{form}");
                assert!(is_common_form(&form), "{form}");
            }
        }
        assert_eq!(common_forms(-1), Vec::<String>::new());
        for text in [
            "2023-11-14",
            "2023-11-14T22:13:20+02:00",
            "2023-11-14T22:13:20.1+02:00",
            "2023-11-14T22:13:20.12",
        ] {
            assert!(instant(text).is_some() && !is_common_form(text), "{text}");
        }
        // As long as three digits without a zone.
        let text = "2023-11-14T22:13:20.12Z";
        assert!(instant(text).is_some() && !is_common_form(text));
    }
}
