//! Time series that loads and queries include.

use std::collections::HashMap;

use rookery_cancel::CancelToken;
use rookery_engine::{Database, Document, DocumentTimeSeries, TimeRange, TimeSeriesStats};
use rookery_rql::values::Period;
use rookery_rql::{SeriesOf, SeriesPart};

use crate::dto::json_writer::write_text;
use crate::dto::time_series::range::{EntryWriter, NodeNames, RangePage, Total, write_range};
use crate::dto::time_series::text::{parse_bound, time_text};
use crate::error::ApiError;
use crate::parameters::Parameters;

/// The name that requests all series.
const ALL: &str = "@all_timeseries";
/// Most bytes of included entries: they are read into memory.
const MOST_BYTES: usize = 64 << 20;

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

    /// Reads those that a query includes.
    pub fn of_query(database: &Database, requested: &[SeriesOf]) -> Result<Self, ApiError> {
        let names = NodeNames::without_node(database.id());
        let mut read = Self { json: b"{".to_vec(), versions: Vec::new() };
        let mut documents: Vec<(&str, Vec<(String, SeriesPart)>)> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for one in requested {
            let place = *known.entry(one.document.to_lowercase()).or_insert(documents.len());
            if place == documents.len() {
                documents.push((&one.document, Vec::new()));
            }
            if let Some((_, parts)) = documents.get_mut(place) {
                parts.push((one.name.clone().unwrap_or_else(|| ALL.to_owned()), one.part));
            }
        }
        let cancel = CancelToken::current();
        for (id, parts) in documents {
            if cancel.is_cancelled() {
                return Err(ApiError::cancelled());
            }
            if let Some(series) = database.time_series(id)? {
                read.add_document(&series, id, &parts, &names)?;
            }
        }
        read.json.push(b'}');
        Ok(read)
    }

    fn add_document(
        &mut self,
        document: &DocumentTimeSeries,
        id: &str,
        requested: &[(String, SeriesPart)],
        names: &NodeNames,
    ) -> Result<(), ApiError> {
        // Each series once, with all its parts.
        let mut parts: Vec<(String, Option<TimeSeriesStats>, Vec<SeriesPart>)> = Vec::new();
        let mut add = |name: &str, found: Option<TimeSeriesStats>, part: SeriesPart| {
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
                // As on a server, a range of a missing series is empty, and its last entries are left out.
                match (document.get(name)?, part) {
                    (None, SeriesPart::LastEntries(_) | SeriesPart::LastPeriod(_)) => {}
                    (found, _) => add(name, found, *part),
                }
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
        part: SeriesPart,
        names: &NodeNames,
    ) -> Result<(), ApiError> {
        let Some(found) = found else {
            let (from, to) =
                if let SeriesPart::Range { from, to } = part { (from, to) } else { (None, None) };
            let bound =
                |time: Option<i64>| time.map_or("null".to_owned(), |time| format!("\"{}\"", time_text(time)));
            let empty = format!("{{\"From\":{},\"To\":{},\"Entries\":[]}}", bound(from), bound(to));
            self.json.extend_from_slice(empty.as_bytes());
            return Ok(());
        };
        let from = |time: i64| TimeRange { from: Some(time), to: None };
        let range = match part {
            SeriesPart::Range { from, to } => TimeRange { from, to },
            SeriesPart::LastPeriod(period) => from(period.before(found.last)),
            SeriesPart::LastEntries(count) => match document.start_of_last(&found.name, count)? {
                Some(first) => from(first),
                None => TimeRange { from: None, to: Some(i64::MIN) },
            },
        };
        let mut entries = EntryWriter::new(&found.name, names, false);
        let mut left = MOST_BYTES.saturating_sub(self.json.len());
        let before = self.json.len();
        let page = RangePage { range, start: 0, take: (left / 64) as u64 };
        write_range(&mut self.json, document, found, page, &mut entries, Total::Never, &mut |_| ())?;
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
fn requested(query: &Parameters) -> Result<Vec<(String, SeriesPart)>, ApiError> {
    let list = |name: &'static str| query.all(name).collect::<Vec<_>>();
    let mut requested = Vec::new();
    let (names, from, to) = (list("timeseries"), list("from"), list("to"));
    same_lengths("timeseries", &[("from", from.len()), ("to", to.len())], names.len())?;
    for ((name, from), to) in names.iter().zip(from).zip(to) {
        let (from, to) = (parse_bound("from", Some(from))?, parse_bound("to", Some(to))?);
        requested.push(((*name).to_owned(), SeriesPart::Range { from, to }));
    }
    let (names, kinds) = (list("timeseriestime"), list("timeType"));
    let (values, units) = (list("timeValue"), list("timeUnit"));
    let lengths = [("timeType", kinds.len()), ("timeValue", values.len()), ("timeUnit", units.len())];
    same_lengths("timeseriestime", &lengths, names.len())?;
    for (index, name) in names.iter().enumerate() {
        check_last("timeType", kinds[index])?;
        let value = number("timeValue", values[index])?;
        let part = match units[index].to_ascii_lowercase().as_str() {
            "second" => SeriesPart::LastPeriod(Period::Milliseconds(value.saturating_mul(1000))),
            "month" => SeriesPart::LastPeriod(Period::Months(value)),
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
        requested.push(((*name).to_owned(), SeriesPart::LastEntries(count)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_series_has_all_its_values() {
        let read = |query: &str| requested(&Parameters::parse(query));
        assert_eq!(read("id=a").unwrap(), []);
        let all = read(
            "timeseries=a&from=&to=1970-01-01T00:00:01&timeseriestime=b&timeType=Last&timeValue=5&timeUnit=Second\
             &timeseriescount=c&countType=Last&countValue=-2",
        );
        assert_eq!(
            all.unwrap(),
            [
                ("a".to_owned(), SeriesPart::Range { from: None, to: Some(1000) }),
                ("b".to_owned(), SeriesPart::LastPeriod(Period::Milliseconds(5_000))),
                ("c".to_owned(), SeriesPart::LastEntries(0))
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
