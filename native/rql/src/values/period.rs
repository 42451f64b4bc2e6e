//! Lengths of time as queries of time series name them, and the frames that they divide time into.

use super::calendar::{DAY, FIRST, LAST, add_months, date_of, start_of_day};

/// A length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// At least 0.
    Milliseconds(i64),
    /// Of the calendar, at least 0.
    Months(i64),
}

impl Period {
    /// `2 hours`, `30s`, `1 quarter`; `None` when it cannot be read.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let unit = text.get(digits..)?.trim_start();
        Self::of(text.get(..digits)?.parse().ok()?, unit)
    }

    /// A number of units, in any case and number: `ms`, `s`, `second`, `months`.
    pub fn of(count: i64, unit: &str) -> Option<Self> {
        let unit = unit.to_ascii_lowercase();
        let length = |of_one: i64| count.checked_mul(of_one);
        Some(match unit.as_str() {
            "ms" | "millisecond" | "milliseconds" => Self::Milliseconds(count),
            "s" | "second" | "seconds" => Self::Milliseconds(length(1_000)?),
            "m" | "min" | "minute" | "minutes" => Self::Milliseconds(length(60_000)?),
            "h" | "hour" | "hours" => Self::Milliseconds(length(3_600_000)?),
            "d" | "day" | "days" => Self::Milliseconds(length(DAY)?),
            "month" | "months" => Self::Months(count),
            "q" | "quarter" | "quarters" => Self::Months(length(3)?),
            "y" | "year" | "years" => Self::Months(length(12)?),
            _ => return None,
        })
    }

    /// Whether it is 0 long.
    pub fn is_empty(self) -> bool {
        matches!(self, Self::Milliseconds(0) | Self::Months(0))
    }

    /// The moment this long after another one, in milliseconds since 1970.
    pub fn after(self, moment: i64) -> i64 {
        match self {
            Self::Milliseconds(length) => moment.saturating_add(length).min(LAST),
            Self::Months(months) => add_months(moment, months),
        }
    }

    /// The moment this long before another one.
    pub fn before(self, moment: i64) -> i64 {
        match self {
            Self::Milliseconds(length) => moment.saturating_sub(length).max(FIRST),
            Self::Months(months) => add_months(moment, -months),
        }
    }

    /// The start of the frame that a moment is in. Frames below a month are counted from 0001-01-01; months from the
    /// start of the year, years from the year 0, as on RavenDB servers.
    pub fn frame_start(self, moment: i64) -> i64 {
        match self {
            Self::Milliseconds(length) => moment - (moment - FIRST).rem_euclid(length.max(1)),
            Self::Months(months) => {
                let (years, months) = (months / 12, months % 12);
                let (year, month, _) = date_of(moment);
                let year = if years > 0 { year - year % years } else { year };
                let month = if months > 0 { month - 1 - (month - 1) % months } else { 0 };
                start_of_day(year.max(1), month + 1, 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::calendar::moment_text;
    use crate::values::instant;

    fn at(text: &str) -> i64 {
        instant(text).unwrap() / 10_000 + FIRST
    }

    #[test]
    fn periods_are_read_with_and_without_a_blank() {
        for (text, expected) in [
            ("1h", Some(Period::Milliseconds(3_600_000))),
            (" 2 Quarters ", Some(Period::Months(6))),
            ("1000 ms", Some(Period::Milliseconds(1_000))),
            ("3 years", Some(Period::Months(36))),
            ("1 week", None),
            ("1.5 hours", None),
            ("-1 hours", None),
            ("hour", None),
            ("12", None),
            ("9999999999999999999 s", None),
            ("9223372036854775807 days", None),
        ] {
            assert_eq!(Period::parse(text), expected, "{text}");
        }
    }

    /// Observed on RavenDB 7.1.5.
    #[test]
    fn frames_begin_where_a_server_begins_them() {
        for (period, moment, start) in [
            ("2 quarters", "2005-08-05", "2005-07-01"),
            ("3 quarters", "2016-12-05", "2016-10-01"),
            ("5 quarters", "2005-08-05", "2005-07-01"),
            ("15 months", "2016-12-05", "2016-10-01"),
            ("13 months", "2010-05-05", "2010-05-01"),
            ("7 months", "2005-08-05", "2005-08-01"),
            ("24 months", "2005-08-05", "2004-01-01"),
            ("30 months", "2005-08-05", "2004-07-01"),
            ("18 months", "2001-02-05", "2001-01-01"),
            ("7 years", "2001-02-05", "1995-01-01"),
            ("1000 years", "2016-12-05", "2000-01-01"),
            ("5000 years", "2016-12-05", "0001-01-01"),
            ("100 days", "2016-12-05", "2016-12-03"),
            ("11 days", "2024-01-01", "2023-12-28"),
            ("7 hours", "2005-08-05", "2005-08-04T19:00:00"),
        ] {
            let found = Period::parse(period).unwrap().frame_start(at(moment));
            assert_eq!(moment_text(found), moment_text(at(start)), "{period} at {moment}");
        }
    }
}
