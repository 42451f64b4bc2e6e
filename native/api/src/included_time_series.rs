//! Time series that come along with loaded documents.

use rookery_engine::{Database, Document, DocumentTimeSeries, TimeRange, TimeSeriesStats};
use time::OffsetDateTime;

use crate::dto::json_writer::write_text;
use crate::dto::time_series::range::{EntryWriter, NodeNames, RangePage, write_range};
use crate::dto::time_series::text::{parse_bound, time_text};
use crate::error::ApiError;
use crate::parameters::Parameters;

/// The name that requests all series.
const ALL: &str = "@all_timeseries";
/// Most bytes of included entries: they are read into memory.
const MOST_BYTES: usize = 64 << 20;

/// A requested part of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Range(TimeRange),
    LastSeconds(i64),
    LastMonths(i64),
    LastEntries(u64),
}

/// The series of loaded documents, as JSON.
pub struct IncludedTimeSeries {
    json: Vec<u8>,
    versions: Vec<String>,
}

impl IncludedTimeSeries {
    /// Whether the query string requests any.
    pub fn are_requested(query: &Parameters) -> bool {
        ["timeseries", "timeseriestime", "timeseriescount"].iter().any(|name| query.text(name).is_some())
    }

    /// Reads them for the documents, if the query string requests any.
    pub fn read(
        database: &Database,
        documents: &[Option<Document>],
        query: &Parameters,
    ) -> Result<Option<Self>, ApiError> {
        let requested = requested(query)?;
        if requested.is_empty() {
            return Ok(None);
        }
        let names = NodeNames::without_node(database.id());
        let mut read = Self { json: b"{".to_vec(), versions: Vec::new() };
        for document in documents.iter().flatten() {
            // It may have been deleted since it was loaded.
            let Some(series) = database.time_series(&document.id)? else { continue };
            read.add_document(&series, &document.id, &requested, &names)?;
        }
        read.json.push(b'}');
        Ok(Some(read))
    }

    fn add_document(
        &mut self,
        document: &DocumentTimeSeries,
        id: &str,
        requested: &[(String, Part)],
        names: &NodeNames,
    ) -> Result<(), ApiError> {
        // Each series once, with all its parts.
        let mut parts: Vec<(String, Option<TimeSeriesStats>, Vec<Part>)> = Vec::new();
        let mut add = |name: &str, found: Option<TimeSeriesStats>, part: Part| {
            let lower = name.to_lowercase();
            match parts.iter_mut().find(|(known, ..)| known.to_lowercase() == lower) {
                Some((.., known)) => {
                    if !known.contains(&part) {
                        known.push(part);
                    }
                }
                None => parts.push((name.to_owned(), found, vec![part])),
            }
        };
        for (name, part) in requested {
            if name == ALL {
                document.all()?.into_iter().for_each(|found| add(&found.name.clone(), Some(found), *part));
            } else {
                add(name, document.get(name)?, *part);
            }
        }
        if self.json.len() > 1 {
            self.json.push(b',');
        }
        write_text(&mut self.json, id);
        self.json.extend_from_slice(b":{");
        for (index, (name, found, parts)) in parts.iter().enumerate() {
            if index > 0 {
                self.json.push(b',');
            }
            write_text(&mut self.json, name);
            self.json.extend_from_slice(b":[");
            self.versions.push(format!("{name}:{}:{parts:?}", found.as_ref().map_or(0, |found| found.etag)));
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    self.json.push(b',');
                }
                self.add_part(document, found.as_ref(), *part, names)?;
            }
            self.json.push(b']');
        }
        self.json.push(b'}');
        Ok(())
    }

    fn add_part(
        &mut self,
        document: &DocumentTimeSeries,
        found: Option<&TimeSeriesStats>,
        part: Part,
        names: &NodeNames,
    ) -> Result<(), ApiError> {
        let Some(found) = found else {
            let range = if let Part::Range(range) = part { range } else { TimeRange::default() };
            let bound =
                |time: Option<i64>| time.map_or("null".to_owned(), |time| format!("\"{}\"", time_text(time)));
            let empty =
                format!("{{\"From\":{},\"To\":{},\"Entries\":[]}}", bound(range.from), bound(range.to));
            self.json.extend_from_slice(empty.as_bytes());
            return Ok(());
        };
        let from = |time: i64| TimeRange { from: Some(time), to: None };
        let range = match part {
            Part::Range(range) => range,
            Part::LastSeconds(seconds) => from(found.last.saturating_sub(seconds.saturating_mul(1000))),
            Part::LastMonths(months) => from(months_before(found.last, months)),
            Part::LastEntries(count) => match document.start_of_last(&found.name, count)? {
                Some(first) => from(first),
                None => TimeRange { from: None, to: Some(i64::MIN) },
            },
        };
        let mut entries = EntryWriter::new(&found.name, names, false);
        let mut left = MOST_BYTES.saturating_sub(self.json.len());
        let before = self.json.len();
        let page = RangePage { range, start: 0, take: (left / 64) as u64 };
        write_range(&mut self.json, document, found, page, &mut entries, false, &mut |_| ())?;
        left = left.saturating_sub(self.json.len() - before);
        if left == 0 {
            return Err(ApiError::bad_request(format!(
                "The included time series have more than {} MB. Include shorter ranges, or read them by \
                 /timeseries or /streams/timeseries.",
                MOST_BYTES >> 20
            )));
        }
        self.json.push(b'}');
        Ok(())
    }

    /// What makes them differ from what a caller holds.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(String::as_str)
    }

    /// Appends `{document: {name: [range, …]}}`.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.json);
    }
}

/// The requested series and their parts.
fn requested(query: &Parameters) -> Result<Vec<(String, Part)>, ApiError> {
    let list = |name: &'static str| query.all(name).collect::<Vec<_>>();
    let mut requested = Vec::new();
    let (names, from, to) = (list("timeseries"), list("from"), list("to"));
    same_lengths("timeseries", &[("from", from.len()), ("to", to.len())], names.len())?;
    for ((name, from), to) in names.iter().zip(from).zip(to) {
        let range = TimeRange { from: parse_bound("from", Some(from))?, to: parse_bound("to", Some(to))? };
        requested.push(((*name).to_owned(), Part::Range(range)));
    }
    let (names, kinds) = (list("timeseriestime"), list("timeType"));
    let (values, units) = (list("timeValue"), list("timeUnit"));
    let lengths = [("timeType", kinds.len()), ("timeValue", values.len()), ("timeUnit", units.len())];
    same_lengths("timeseriestime", &lengths, names.len())?;
    for (index, name) in names.iter().enumerate() {
        check_last("timeType", kinds[index])?;
        let value = number("timeValue", values[index])?;
        let part = match units[index].to_ascii_lowercase().as_str() {
            "second" => Part::LastSeconds(value),
            "month" => Part::LastMonths(value),
            _ => {
                return Err(ApiError::bad_argument(format!(
                    "Query string value 'timeUnit' must be Second or Month but is '{}'",
                    units[index]
                )));
            }
        };
        requested.push(((*name).to_owned(), part));
    }
    let (names, kinds, values) = (list("timeseriescount"), list("countType"), list("countValue"));
    same_lengths(
        "timeseriescount",
        &[("countType", kinds.len()), ("countValue", values.len())],
        names.len(),
    )?;
    for (index, name) in names.iter().enumerate() {
        check_last("countType", kinds[index])?;
        let count = u64::try_from(number("countValue", values[index])?).unwrap_or(0);
        requested.push(((*name).to_owned(), Part::LastEntries(count)));
    }
    Ok(requested)
}

fn same_lengths(name: &str, lengths: &[(&str, usize)], count: usize) -> Result<(), ApiError> {
    match lengths.iter().find(|(_, length)| *length != count && count > 0) {
        None => Ok(()),
        Some((other, length)) => Err(ApiError::bad_argument(format!(
            "The query string has {count} '{name}' and {length} '{other}'; give each series all values"
        ))),
    }
}

fn check_last(name: &str, kind: &str) -> Result<(), ApiError> {
    if kind.eq_ignore_ascii_case("Last") {
        return Ok(());
    }
    Err(ApiError::bad_argument(format!("Query string value '{name}' must be Last but is '{kind}'")))
}

fn number(name: &str, text: &str) -> Result<i64, ApiError> {
    text.trim().parse().map_err(|_| {
        ApiError::bad_argument(format!("Query string value '{name}' must be a whole number but is '{text}'"))
    })
}

/// The time some months before another one; its day is the last one of the month if the month is too short.
fn months_before(milliseconds: i64, months: i64) -> i64 {
    let Ok(date) = OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000) else {
        return i64::MIN;
    };
    let month =
        i64::from(date.year()) * 12 + i64::from(u8::from(date.month())) - 1 - months.clamp(-120_000, 120_000);
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12) + 1);
    let moved = || {
        let year = i32::try_from(year).ok().filter(|year| (1..=9999).contains(year))?;
        let month = time::Month::try_from(u8::try_from(month).ok()?).ok()?;
        let day = date.day().min(month.length(year));
        time::Date::from_calendar_date(year, month, day).ok()
    };
    match moved() {
        Some(day) => {
            i64::try_from(date.replace_date(day).unix_timestamp_nanos() / 1_000_000).unwrap_or(i64::MIN)
        }
        None if months > 0 => i64::MIN,
        None => i64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dto::time_series::text::parse_time;

    #[test]
    fn months_end_on_their_last_day_at_most() {
        for (date, months, expected) in [
            ("2024-03-31T10:00:00.0000000Z", 1, "2024-02-29T10:00:00.0000000Z"),
            ("2024-01-03T00:00:00.0000000Z", 1, "2023-12-03T00:00:00.0000000Z"),
            ("2024-05-15T00:00:00.0000000Z", 17, "2022-12-15T00:00:00.0000000Z"),
        ] {
            assert_eq!(time_text(months_before(parse_time(date).unwrap(), months)), expected);
        }
        assert_eq!(months_before(0, i64::MAX), i64::MIN);
        assert_eq!(months_before(i64::MAX, 1), i64::MIN);
    }

    #[test]
    fn each_series_has_all_its_values() {
        let read = |query: &str| requested(&Parameters::parse(query));
        assert_eq!(read("id=a").unwrap(), []);
        let all = read(
            "timeseries=a&from=&to=1970-01-01T00:00:01&timeseriestime=b&timeType=Last&timeValue=5&timeUnit=Second\
             &timeseriescount=c&countType=Last&countValue=-2",
        );
        let range = TimeRange { from: None, to: Some(1000) };
        assert_eq!(
            all.unwrap(),
            [
                ("a".to_owned(), Part::Range(range)),
                ("b".to_owned(), Part::LastSeconds(5)),
                ("c".to_owned(), Part::LastEntries(0))
            ]
        );
        for bad in [
            "timeseries=a",
            "timeseries=a&from=x&to=",
            "timeseriestime=a&timeType=Last&timeValue=1&timeUnit=Hour",
            "timeseriestime=a&timeType=None&timeValue=1&timeUnit=Second",
            "timeseriescount=a&countType=Last&countValue=many",
            "timeseriescount=a&countType=Last",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
