//! Times of the form of cron, in UTC.

use std::cmp::Ordering;

use croner::errors::CronError;
use croner::parser::{CronParser, Seconds, Year};
use croner::{CivilDateTime, Cron, CronDateTime, Resolution, Weekday};
use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time};

/// The times of a task.
#[derive(Debug)]
pub struct Times(Cron);

/// Reads minute, hour, day, month and weekday. An error is a sentence.
pub fn parse(text: &str) -> Result<Times, String> {
    if text.len() > 200 {
        return Err("it is longer than 200 characters.".to_owned());
    }
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    let cron = parser.parse(text).map_err(|error| {
        format!("{error} Use minute, hour, day of month, month and day of week, such as '0 2 * * *'.")
    })?;
    Ok(Times(cron))
}

impl Times {
    /// The next time after a moment, if there is any.
    pub fn next_after(&self, moment: OffsetDateTime) -> Option<OffsetDateTime> {
        self.0
            .find_next_occurrence(&Utc(moment.to_offset(time::UtcOffset::UTC)), false)
            .ok()
            .map(|found| found.0)
    }
}

#[derive(Debug, Clone)]
struct Utc(OffsetDateTime);

impl CronDateTime for Utc {
    fn to_civil(&self) -> CivilDateTime {
        let (hour, minute, second) = self.0.time().as_hms();
        let month = u8::from(self.0.month()).into();
        let day = self.0.day().into();
        CivilDateTime::from_ymd_hms_opt(self.0.year(), month, day, hour.into(), minute.into(), second.into())
            .expect("a moment has a date")
    }

    fn civil_weekday(&self) -> Weekday {
        Weekday::from_days_from_sunday(self.0.weekday().number_days_from_sunday().into())
    }

    fn resolve_civil(&self, civil: CivilDateTime) -> Result<Resolution<Self>, CronError> {
        let part = |number: u32| u8::try_from(number).map_err(|_| CronError::InvalidDate);
        let month = Month::try_from(part(civil.month())?).map_err(|_| CronError::InvalidDate)?;
        let date = Date::from_calendar_date(civil.year(), month, part(civil.day())?);
        let time = Time::from_hms(part(civil.hour())?, part(civil.minute())?, part(civil.second())?);
        match (date, time) {
            (Ok(date), Ok(time)) => {
                Ok(Resolution::Single(Self(PrimitiveDateTime::new(date, time).assume_utc())))
            }
            _ => Err(CronError::InvalidDate),
        }
    }

    fn checked_add_seconds(&self, seconds: i64) -> Option<Self> {
        self.0.checked_add(time::Duration::seconds(seconds)).map(Self)
    }

    fn cmp_instant(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn times_are_after_the_moment_and_wrong_ones_are_refused() {
        let next = |text: &str, moment| parse(text).unwrap().next_after(moment);
        let moment = datetime!(2026-11-24 02:00:00.5 UTC);
        assert_eq!(next("0 2 * * *", moment), Some(datetime!(2026-11-25 02:00 UTC)));
        assert_eq!(
            next("0 2 * * *", datetime!(2026-11-24 01:59:59 UTC)),
            Some(datetime!(2026-11-24 02:00 UTC))
        );
        assert_eq!(next("*/15 * * * *", moment), Some(datetime!(2026-11-24 02:15 UTC)));
        assert_eq!(next("0 0 1 1 *", moment), Some(datetime!(2027-01-01 00:00 UTC)));
        assert_eq!(next("0 3 * * 0", moment), Some(datetime!(2026-11-29 03:00 UTC)));
        assert_eq!(next("0 0 29 2 *", moment), Some(datetime!(2028-02-29 00:00 UTC)));
        assert_eq!(
            next("0 1 * * *", datetime!(2026-11-24 02:00 +02:00)),
            Some(datetime!(2026-11-24 01:00 UTC))
        );
        assert_eq!(next("0 0 30 2 *", moment), None);
        for wrong in ["", "x", "* * * *", "* * * * * *", "61 * * * *", "0 25 * * *", &"1,".repeat(200)] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
