//! Running queries.

use std::collections::HashMap;

use rookery_recording::tables::{Rows, RunningQuery};
use serde_json::Value;

use super::{Answer, Parser};
use crate::values::{date, milliseconds, number, text};

/// Most queries that are followed at the same time.
const FOLLOWED: usize = 1_024;

/// Queries while they run: one row each, written when the query has ended.
#[derive(Default)]
pub struct RunningQueries {
    running: HashMap<(String, String, u64), RunningQuery>,
}

impl Parser for RunningQueries {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let mut now = HashMap::new();
        for index in answer.json().as_array().into_iter().flatten() {
            let (database, name) = (text(index, "DatabaseName"), text(index, "IndexName"));
            for query in index["RunningQueries"].as_array().into_iter().flatten().take(FOLLOWED - now.len()) {
                let row = row(&database, &name, query, answer.time);
                now.insert((database.clone(), name.clone(), row.query_id), row);
            }
        }
        for (key, row) in self.running.drain() {
            if !now.contains_key(&key) {
                rows.queries.push(row);
            }
        }
        self.running = now;
    }

    fn flush(&mut self, _now: i64, ended: bool, rows: &mut Rows) {
        if ended {
            rows.queries.extend(self.running.drain().map(|(_, row)| row));
        }
    }
}

fn row(database: &str, index: &str, query: &Value, now: i64) -> RunningQuery {
    let duration_us = milliseconds(query, "DurationInMs");
    RunningQuery {
        time: date(query, "StartTime").unwrap_or(now - i64::try_from(duration_us).unwrap_or(0)),
        database: database.to_owned(),
        index: index.to_owned(),
        query_id: number(query, "QueryId"),
        text: text(&query["QueryInfo"], "Query"),
        duration_us,
        streaming: query["IsStreaming"].as_bool().unwrap_or(false),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_query_has_one_row_with_its_longest_duration() {
        let (mut parser, mut rows) = (RunningQueries::default(), Rows::default());
        let mut add = |durations: &[u64], rows: &mut Rows| {
            let queries: Vec<Value> = durations
                .iter()
                .enumerate()
                .map(|(id, ms)| json!({ "QueryId": id, "DurationInMs": ms, "QueryInfo": { "Query": "from X" } }))
                .collect();
            let text =
                json!([{ "DatabaseName": "a", "IndexName": "i", "RunningQueries": queries }]).to_string();
            parser.add(&Answer { time: 1_000_000_000, took_us: 0, text }, rows);
        };
        add(&[1_000, 5], &mut rows);
        add(&[2_000], &mut rows);
        assert_eq!(rows.queries.len(), 1);
        parser.flush(0, false, &mut rows);
        assert_eq!(rows.queries.len(), 1);
        parser.flush(0, true, &mut rows);
        assert_eq!(rows.queries[1].duration_us, 2_000_000);
    }
}
