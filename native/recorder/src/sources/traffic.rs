//! Requests, from the traffic watch: single ones as far as there is space, and sums per second of all.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use rookery_recording::nearest_rank;
use rookery_recording::tables::{Request, Rows, Traffic};
use serde_json::Value;

use super::{Answer, MARK, Parser, SAMPLE_EVERY};
use crate::values::{date, milliseconds, number, text};

const SECOND: i64 = 1_000_000;
/// Single requests of a second that are kept, whatever they are.
const KEPT: u64 = 100;
/// Slow or failed requests of a second that are kept as well.
const KEPT_SLOW: u64 = 500;
/// A request of so many µs is slow.
const SLOW_US: u64 = 100_000;
/// Longest text of a request.
const TEXT: usize = 4_096;
/// A second is complete when a request of this many µs later was seen.
const LATE: i64 = 2 * SECOND;
/// How inexact the difference of the clocks is.
const MARGIN: i64 = SECOND / 10;

/// The requests of all recorded databases and of the server.
pub struct TrafficWatch {
    databases: HashSet<String>,
    seconds: BTreeMap<i64, BTreeMap<String, Sums>>,
    /// The server's clock minus the recorder's, in µs.
    clock_offset: i64,
    sampled: bool,
}

#[derive(Default)]
struct Sums {
    durations: Vec<u64>,
    failed: u64,
    refused: u64,
    bytes: u64,
    kept: u64,
    kept_slow: u64,
}

impl TrafficWatch {
    pub fn new(databases: Vec<String>, clock_offset: i64) -> Self {
        Self {
            databases: databases.into_iter().map(|name| name.to_lowercase()).collect(),
            seconds: BTreeMap::new(),
            clock_offset,
            sampled: false,
        }
    }

    fn complete(&mut self, before: i64, rows: &mut Rows) {
        while let Some(entry) = self.seconds.first_entry().filter(|entry| *entry.key() < before) {
            let second = *entry.key();
            rows.traffic
                .extend(entry.remove().into_iter().map(|(database, sums)| sums.row(second, 1, database)));
        }
    }
}

impl Parser for TrafficWatch {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let item = answer.json();
        let Some(time) = date(&item, "TimeStamp").filter(|_| is_counted(&item)) else { return };
        let database = match item["DatabaseName"].as_str() {
            None | Some("" | "N/A") => String::new(),
            Some(name) if self.databases.contains(&name.to_lowercase()) => name.to_owned(),
            Some(_) => return,
        };
        let second = time.div_euclid(SECOND) * SECOND;
        let sums = self.seconds.entry(second).or_default().entry(database.clone()).or_default();
        let request = request(&item, time, database);
        if sums.count(&request) {
            rows.requests.push(request);
        }
        if !self.sampled {
            self.complete(second - LATE, rows);
        }
    }

    /// The last second is not complete.
    fn sampled(&mut self, rows: &mut Rows) {
        self.seconds.pop_last();
        self.complete(i64::MAX, rows);
        self.sampled = true;
    }

    /// Seconds that were watched from their start to their end represent the time until the next sample.
    fn sample_ended(&mut self, open: Range<i64>, rows: &mut Rows) {
        let mut seconds = std::mem::take(&mut self.seconds);
        let from = open.start.saturating_add(self.clock_offset).saturating_add(MARGIN);
        let to = open.end.saturating_add(self.clock_offset).saturating_sub(MARGIN);
        let (first, end) = (from.div_euclid(SECOND) + 1, to.div_euclid(SECOND));
        let count = end.saturating_sub(first);
        for second in first..end {
            let represents = SAMPLE_EVERY.as_secs() / count.unsigned_abs();
            let time = second.saturating_mul(SECOND);
            // Without a row it would not be known that there was no request.
            let sums =
                seconds.remove(&time).unwrap_or_else(|| BTreeMap::from([(String::new(), Sums::default())]));
            let row = |(database, sums): (_, Sums)| sums.row(time, represents, database);
            rows.traffic.extend(sums.into_iter().map(row));
        }
    }

    fn flush(&mut self, _now: i64, ended: bool, rows: &mut Rows) {
        if ended && !self.sampled {
            self.complete(i64::MAX, rows);
        }
    }
}

/// Leaves out the requests of the recorder, and sockets: their duration is how long they were open.
fn is_counted(item: &Value) -> bool {
    item["TrafficWatchType"] == "Http"
        && item["ResponseStatusCode"] != 101
        && !item["RequestUri"].as_str().unwrap_or_default().contains(MARK)
}

fn request(item: &Value, time: i64, database: String) -> Request {
    let uri = item["RequestUri"].as_str().unwrap_or_default();
    let path = uri.strip_prefix(item["AbsoluteUri"].as_str().unwrap_or_default()).unwrap_or(uri);
    let info = item["CustomInfo"].as_str().filter(|info| *info != "N/A").unwrap_or_default();
    Request {
        time,
        database,
        method: text(item, "HttpMethod"),
        path: path.split('?').next().unwrap_or_default().to_owned(),
        kind: text(item, "Type"),
        status: number(item, "ResponseStatusCode"),
        duration_us: milliseconds(item, "ElapsedMilliseconds"),
        request_bytes: number(item, "RequestSizeInBytes"),
        response_bytes: number(item, "ResponseSizeInBytes"),
        text: info.chars().take(TEXT).collect(),
    }
}

impl Sums {
    /// Adds a request; whether it is kept as a row.
    fn count(&mut self, request: &Request) -> bool {
        self.durations.push(request.duration_us);
        self.failed += u64::from(request.status >= 500);
        self.refused += u64::from((400..500).contains(&request.status));
        self.bytes += request.request_bytes + request.response_bytes;
        let notable = request.duration_us >= SLOW_US || request.status >= 400;
        let (kept, most) = if notable { (&mut self.kept_slow, KEPT_SLOW) } else { (&mut self.kept, KEPT) };
        *kept += 1;
        *kept <= most
    }

    fn row(mut self, time: i64, seconds: u64, database: String) -> Traffic {
        self.durations.sort_unstable();
        let percentile = |percent| nearest_rank(&self.durations, percent);
        Traffic {
            time,
            database,
            requests: self.durations.len() as u64,
            failed: self.failed,
            refused: self.refused,
            p50_us: percentile(50),
            p95_us: percentile(95),
            p99_us: percentile(99),
            max_us: percentile(100),
            bytes: self.bytes,
            seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn item(second: u32, ms: u64, status: u64, uri: &str) -> Answer {
        let value = json!({
            "TrafficWatchType": "Http", "TimeStamp": format!("2026-11-28T00:07:{second:02}.5Z"), "DatabaseName": "Shop",
            "CustomInfo": "N/A", "HttpMethod": "GET", "ElapsedMilliseconds": ms, "ResponseStatusCode": status,
            "RequestUri": format!("http://h:1{uri}"), "AbsoluteUri": "http://h:1", "RequestSizeInBytes": 1,
            "ResponseSizeInBytes": 9, "Type": "Documents"
        });
        Answer { time: 0, took_us: 0, text: value.to_string() }
    }

    #[test]
    fn seconds_have_sums_of_all_requests_but_those_of_the_recorder() {
        let (mut parser, mut rows) = (TrafficWatch::new(vec!["shop".to_owned()], 0), Rows::default());
        for ms in 0..300 {
            parser.add(&item(1, ms % 50, 200, "/databases/Shop/docs?id=a/1"), &mut rows);
        }
        parser.add(&item(1, 900, 500, "/databases/Shop/queries"), &mut rows);
        parser.add(&item(1, 1, 200, "/databases/Shop/stats?rookeryRecorder=1"), &mut rows);
        assert_eq!((rows.requests.len(), rows.traffic.len()), (101, 0));
        assert_eq!(
            (rows.requests[0].path.as_str(), rows.requests[100].status),
            ("/databases/Shop/docs", 500)
        );
        parser.add(&item(9, 1, 404, "/databases/Shop/docs"), &mut rows);
        let first = &rows.traffic[0];
        assert_eq!((first.requests, first.failed, first.max_us, first.bytes), (301, 1, 900_000, 3_010));
        parser.flush(0, true, &mut rows);
        assert_eq!((rows.traffic.len(), rows.traffic[1].refused), (2, 1));
    }

    #[test]
    fn samples_have_the_seconds_that_were_watched_from_start_to_end() {
        let (mut parser, mut rows) =
            (TrafficWatch::new(vec!["shop".to_owned()], 7 * SECOND), Rows::default());
        for second in [1, 1, 5, 5, 9] {
            parser.add(&item(second, 3, 200, "/databases/Shop/docs"), &mut rows);
        }
        parser.sampled(&mut rows);
        let sums = |rows: &mut Rows| -> Vec<_> {
            let rows = std::mem::take(&mut rows.traffic);
            rows.into_iter().map(|row| (row.time / SECOND % 60, row.requests, row.seconds)).collect()
        };
        assert_eq!(sums(&mut rows), [(1, 2, 1), (5, 2, 1)], "the last second is not complete");
        for second in [19, 20, 20, 21, 22] {
            parser.add(&item(second, 3, 200, "/databases/Shop/docs"), &mut rows);
        }
        let minute = date(&item(0, 0, 200, "").json(), "TimeStamp").unwrap() - SECOND / 2 - 7 * SECOND;
        let open = minute + 19 * SECOND + SECOND / 5..minute + 22 * SECOND + SECOND / 2;
        parser.sample_ended(open.clone(), &mut rows);
        assert_eq!(sums(&mut rows), [(20, 2, 10), (21, 1, 10)]);
        parser.sample_ended(open.start..open.start + 2 * SECOND, &mut rows);
        assert_eq!(sums(&mut rows), [(20, 0, 20)], "a second without requests");
        parser.sample_ended(open.start..open.start + SECOND, &mut rows);
        parser.add(&item(30, 3, 200, "/databases/Shop/docs"), &mut rows);
        parser.flush(0, true, &mut rows);
        assert_eq!(sums(&mut rows), []);
    }

    #[test]
    fn other_databases_are_left_out() {
        let (mut parser, mut rows) = (TrafficWatch::new(vec!["other".to_owned()], 0), Rows::default());
        parser.add(&item(1, 1, 200, "/databases/Shop/docs"), &mut rows);
        parser.flush(0, true, &mut rows);
        assert_eq!(rows, Rows::default());
    }
}
