//! Pages of rows: what a table shows at a time.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::LATEST;
use crate::container::Recording;
use crate::findings::statistics::within;
use crate::table::Table;

/// The most rows of a page.
pub const MOST_PAGE_ROWS: usize = 500;
/// Longer texts are cut, with a note of what is missing.
pub const MOST_CELL_CHARACTERS: usize = 16_000;
/// The texts of a page together, in bytes; at least one row is answered.
const MOST_PAGE_BYTES: usize = 4 << 20;

/// The order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The oldest first.
    #[default]
    Oldest,
    /// The newest first.
    Newest,
    /// The longest duration first; the oldest first in tables without durations.
    Longest,
    /// The shortest duration first; the oldest first in tables without durations.
    Shortest,
}

/// Which rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageRequest {
    /// The table.
    pub table: String,
    /// First moment, µs since 1970.
    pub from: i64,
    /// Last moment.
    pub to: i64,
    /// The order.
    #[serde(default)]
    pub order: Order,
    /// Rows to skip.
    pub start: usize,
    /// Rows of the page, at most [`MOST_PAGE_ROWS`].
    pub size: usize,
}

/// `{total, rows}`: the number of rows in the time, and those of the page with the columns of the table. `None` for a
/// table that is not known. A row that lasts belongs to the time in which it began.
pub fn rows_page(recording: &Recording, request: &PageRequest) -> Option<Value> {
    let rows = &recording.rows;
    Some(match request.table.as_str() {
        "io" => page(&rows.io, request, |row| row.duration_us),
        "cpu" => page(&rows.cpu, request, |_| 0),
        "memory" => page(&rows.memory, request, |_| 0),
        "gc" => page(&rows.gc, request, |row| row.pause_us),
        "threads" => page(&rows.threads, request, |_| 0),
        "stacks" => page(&rows.stacks, request, |_| 0),
        "requests" => page(&rows.requests, request, |row| row.duration_us),
        "traffic" => page(&rows.traffic, request, |row| row.max_us),
        "queries" => page(&rows.queries, request, |row| row.duration_us),
        "databases" => page(&rows.databases, request, |row| row.answer_us),
        "indexes" => page(&rows.indexes, request, |_| 0),
        "batches" => page(&rows.batches, request, |row| row.duration_us),
        "logs" => page(&rows.logs, request, |_| 0),
        "notifications" => page(&rows.notifications, request, |_| 0),
        "events" => page(&rows.events, request, |_| 0),
        _ => return None,
    })
}

fn page<T: Table + Serialize>(rows: &[T], request: &PageRequest, duration: impl Fn(&T) -> u64) -> Value {
    let rows = within(rows, request.from, request.to);
    let size = request.size.min(MOST_PAGE_ROWS);
    let shown: Vec<&T> = match request.order {
        Order::Oldest => rows.iter().skip(request.start).take(size).collect(),
        Order::Newest => rows.iter().rev().skip(request.start).take(size).collect(),
        Order::Longest => ordered(rows, request.start, size, |row| Reverse(duration(row))),
        Order::Shortest => ordered(rows, request.start, size, duration),
    };
    let mut bytes = 0;
    let mut answered: Vec<Value> = Vec::with_capacity(shown.len());
    for row in shown {
        let Ok(mut value) = serde_json::to_value(row) else { continue };
        bytes += cut_texts(&mut value);
        if bytes > MOST_PAGE_BYTES && !answered.is_empty() {
            break;
        }
        answered.push(value);
    }
    json!({ "total": rows.len(), "rows": answered })
}

/// The rows from `start` in the order of a key, then of time. Only the rows up to the end of the page are sorted.
fn ordered<T, K: Ord>(rows: &[T], start: usize, size: usize, key: impl Fn(&T) -> K) -> Vec<&T> {
    let mut places: Vec<usize> = (0..rows.len()).collect();
    let place_key = |place: &usize| (rows.get(*place).map(&key), *place);
    let end = start.saturating_add(size);
    if end < places.len() {
        places.select_nth_unstable_by_key(end, place_key);
        places.truncate(end);
    }
    places.sort_unstable_by_key(place_key);
    places.into_iter().skip(start).filter_map(|place| rows.get(place)).collect()
}

/// Cuts long texts, and times that JavaScript cannot read. Bytes of the texts that remain.
fn cut_texts(row: &mut Value) -> usize {
    let Some(fields) = row.as_object_mut() else { return 0 };
    let mut bytes = 0;
    for (name, value) in fields {
        match value {
            Value::String(text) => {
                if let Some((end, _)) = text.char_indices().nth(MOST_CELL_CHARACTERS) {
                    let missing = text.len() - end;
                    text.truncate(end);
                    text.push_str(&format!("… ({missing} more bytes)"));
                }
                bytes += text.len();
            }
            Value::Number(number) if name == "time" => {
                *value = number.as_i64().map_or(0, |time| time.clamp(-LATEST, LATEST)).into();
            }
            _ => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};
    use crate::tables::Rows;

    fn request(table: &str) -> PageRequest {
        PageRequest {
            table: table.to_owned(),
            from: at(10),
            to: at(20) - 1,
            order: Order::Oldest,
            start: 0,
            size: 5,
        }
    }

    #[test]
    fn every_table_has_pages_and_others_have_none() {
        for table in Rows::NAMES {
            assert!(rows_page(&quiet(), &request(table)).is_some(), "{table}");
        }
        assert_eq!(rows_page(&quiet(), &request("passwords")), None);
    }

    #[test]
    fn a_page_has_the_rows_of_its_time() {
        let page = rows_page(&quiet(), &PageRequest { start: 98, ..request("requests") }).unwrap();
        assert_eq!(page["total"], 100);
        let rows = page["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1]["time"], at(20) - 100_000);
        assert_eq!(rows[1]["method"], "POST");
    }

    #[test]
    fn the_longest_come_first_on_every_page() {
        let mut recording = quiet();
        for (place, row) in recording.rows.requests.iter_mut().enumerate() {
            row.duration_us = (place as u64 * 37) % 101;
        }
        let of = |order, start| {
            let page = rows_page(&recording, &PageRequest { order, start, ..request("requests") }).unwrap();
            let rows = page["rows"].as_array().unwrap().clone();
            rows.iter().map(|row| row["duration_us"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        let mut all: Vec<u64> = recording.rows.requests[100..200].iter().map(|row| row.duration_us).collect();
        all.sort_unstable();
        assert_eq!(of(Order::Shortest, 0), all[..5]);
        assert_eq!(of(Order::Shortest, 97), all[97..]);
        all.reverse();
        assert_eq!(of(Order::Longest, 5), all[5..10]);
        assert!(of(Order::Longest, 5_000).is_empty());
    }

    #[test]
    fn sizes_are_bounded() {
        let mut recording = quiet();
        for row in &mut recording.rows.requests {
            row.text = "ä".repeat(20_000);
        }
        let all = PageRequest { from: i64::MIN, to: i64::MAX, size: usize::MAX, ..request("requests") };
        let page = rows_page(&recording, &all).unwrap();
        let rows = page["rows"].as_array().unwrap();
        assert!(rows.len() < MOST_PAGE_ROWS && rows.len() > 100, "{}", rows.len());
        assert_eq!(page["total"], 6_000);
        assert!(rows[0]["text"].as_str().unwrap().ends_with("ä… (8000 more bytes)"));
        let none = PageRequest { from: i64::MAX, to: i64::MIN, ..request("requests") };
        assert_eq!(rows_page(&recording, &none).unwrap()["total"], 0);
    }
}
