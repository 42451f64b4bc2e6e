//! Completed batches of indexes.

use std::collections::HashMap;

use rookery_recording::tables::{IndexBatch, Rows};
use serde_json::Value;

use super::{Answer, Parser};
use crate::values::{date, milliseconds, number, text};

/// Deepest nesting of a batch's steps that is read.
const DEPTH: usize = 32;

/// The batches of a database's indexes.
pub struct Batches {
    database: String,
    started: i64,
    /// When the last batch of each index ended. Numbers begin again when a server restarts.
    seen: HashMap<String, i64>,
}

impl Batches {
    pub fn new(database: &str, started: i64) -> Self {
        Self { database: database.to_owned(), started, seen: HashMap::new() }
    }

    fn row(&mut self, index: &str, batch: &Value) -> Option<IndexBatch> {
        let time = date(batch, "Started")?;
        let completed = date(batch, "Completed")?;
        let last = self.seen.entry(index.to_owned()).or_insert(self.started - 1);
        if completed <= *last {
            return None;
        }
        *last = completed;
        let mut row = IndexBatch {
            time,
            database: self.database.clone(),
            index: index.to_owned(),
            batch: number(batch, "Id"),
            duration_us: milliseconds(batch, "DurationInMs"),
            input: number(batch, "InputCount"),
            output: number(batch, "OutputCount"),
            failed: number(batch, "FailedCount"),
            document_bytes: number(&batch["DocumentsSize"], "SizeInBytes"),
            ..IndexBatch::default()
        };
        add_steps(&batch["Details"], &mut row, DEPTH);
        Some(row)
    }
}

impl Parser for Batches {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        for index in answer.json()["Results"].as_array().into_iter().flatten() {
            let name = text(index, "Name");
            let batches = index["Performance"].as_array().into_iter().flatten();
            rows.batches.extend(batches.filter_map(|batch| self.row(&name, batch)));
        }
    }
}

/// Adds the durations of steps by their name. A step that counts has no steps below that count again.
fn add_steps(step: &Value, row: &mut IndexBatch, depth: usize) {
    let name = step["Name"].as_str().unwrap_or_default();
    let sum = match name {
        "Map" => &mut row.map_us,
        "Reduce" => &mut row.reduce_us,
        "Storage/Commit" | "Commit" => &mut row.commit_us,
        "Lucene/Merge" | "Merge" => &mut row.merge_us,
        _ if depth == 0 => return,
        _ => {
            for below in step["Operations"].as_array().into_iter().flatten() {
                add_steps(below, row, depth - 1);
            }
            return;
        }
    };
    *sum += milliseconds(step, "DurationInMs");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_batch_is_recorded_when_it_is_complete_and_once() {
        let (mut parser, mut rows) = (Batches::new("a", 0), Rows::default());
        let mut add = |id: u64, completed: Value| {
            let steps = json!({ "Name": "Indexing", "Operations": [
                { "Name": "Map", "DurationInMs": 2.5 }, { "Name": "Storage/Commit", "DurationInMs": 1 }
            ] });
            let batch = json!({ "Id": id, "Started": "2026-01-01T00:00:00Z", "Completed": completed, "DurationInMs": 4,
                "InputCount": 3, "Details": steps });
            let text = json!({ "Results": [{ "Name": "i", "Performance": [batch] }] }).to_string();
            parser.add(&Answer { time: 0, took_us: 0, text }, &mut rows);
        };
        add(1, Value::Null);
        add(1, "2026-01-01T00:00:01Z".into());
        add(1, "2026-01-01T00:00:01Z".into());
        assert_eq!(rows.batches.len(), 1);
        assert_eq!(
            (rows.batches[0].map_us, rows.batches[0].commit_us, rows.batches[0].input),
            (2_500, 1_000, 3)
        );
    }
}
