//! Calendar dates of moments in milliseconds since 1970-01-01T00:00:00Z, from the year 1 to the year 9999.

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;
/// 0001-01-01T00:00:00Z.
pub(crate) const FIRST: i64 = -62_135_596_800_000;
/// 9999-12-31T23:59:59.999Z.
pub(crate) const LAST: i64 = 253_402_300_799_999;

/// Year, month (from 1) and day (from 1) of a moment.
pub(crate) fn date_of(moment: i64) -> (i64, i64, i64) {
    // Days since 0000-03-01, in eras of 400 years: leap days come last.
    let days = moment.div_euclid(DAY) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The start of a day; the month may be any number, the day must exist in it.
pub(crate) fn start_of_day(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (year + (month - 1).div_euclid(12), (month - 1).rem_euclid(12) + 1);
    let year_of_march = year - i64::from(month <= 2);
    let era = year_of_march.div_euclid(400);
    let year_of_era = year_of_march.rem_euclid(400);
    let from_march = (month + 9) % 12;
    let day_of_year = (153 * from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    (era * 146_097 + day_of_era - 719_468) * DAY
}

/// The same time of day some months later or earlier; the last day of the month where that is shorter. Within the
/// years 1 to 9999.
pub(crate) fn add_months(moment: i64, months: i64) -> i64 {
    let (year, month, day) = date_of(moment);
    let month = year * 12 + month - 1 + months.clamp(-200_000, 200_000);
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) + 1);
    if year < 1 {
        return FIRST;
    }
    if year > 9_999 {
        return LAST;
    }
    start_of_day(year, month, day.min(days_in_month(year, month))) + moment.rem_euclid(DAY)
}

/// The number of days of a month.
pub(super) fn days_in_month(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `yyyy-MM-ddTHH:mm:ss.fffffff`, without `Z`.
pub(crate) fn moment_text(moment: i64) -> String {
    format!("{}.{:03}0000", second_text(moment), moment.rem_euclid(1_000))
}

/// `yyyy-MM-ddTHH:mm:ss`, the rest of the second cut off.
pub(super) fn second_text(moment: i64) -> String {
    let (year, month, day) = date_of(moment);
    let seconds = moment.rem_euclid(DAY) / 1_000;
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::instant;

    fn at(text: &str) -> i64 {
        instant(text).unwrap() / 10_000 + FIRST
    }

    #[test]
    fn dates_go_both_ways() {
        for text in
            ["0001-01-01", "1600-02-29", "1969-12-31", "1970-01-01", "2024-02-29", "2100-03-01", "9999-12-31"]
        {
            let (year, month, day) = date_of(at(text));
            assert_eq!(format!("{year:04}-{month:02}-{day:02}"), text);
            assert_eq!(start_of_day(year, month, day), at(text));
        }
        assert_eq!(moment_text(at("2024-01-01T03:00:30.5000000Z")), "2024-01-01T03:00:30.5000000");
        assert_eq!(moment_text(FIRST), "0001-01-01T00:00:00.0000000");
        assert_eq!(moment_text(LAST), "9999-12-31T23:59:59.9990000");
    }

    #[test]
    fn months_end_on_their_last_day_at_most() {
        let moved = |text: &str, months| moment_text(add_months(at(text), months));
        assert_eq!(moved("2024-03-31T10:00:00", -1), "2024-02-29T10:00:00.0000000");
        assert_eq!(moved("2024-01-31", 13), "2025-02-28T00:00:00.0000000");
        assert_eq!(add_months(at("0001-01-01"), -1), FIRST);
        assert_eq!(add_months(at("9999-12-01"), i64::MAX), LAST);
    }
}
