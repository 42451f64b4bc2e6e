//! Databases and their indexes.

use rookery_recording::tables::{DatabaseSample, IndexSample, Rows};
use serde_json::Value;

use super::{Answer, Parser};
use crate::values::{number, text};

/// The statistics of a database.
pub struct Database(String);

impl Database {
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl Parser for Database {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let stats = answer.json();
        if !stats.is_object() {
            return;
        }
        rows.databases.push(DatabaseSample {
            time: answer.time,
            database: self.0.clone(),
            documents: number(&stats, "CountOfDocuments"),
            etag: number(&stats, "LastDatabaseEtag"),
            disk_bytes: number(&stats["SizeOnDisk"], "SizeInBytes"),
            temporary_bytes: number(&stats["TempBuffersSizeOnDisk"], "SizeInBytes"),
            queue: number(&stats, "NumberOfTransactionMergerQueueOperations"),
            answer_us: answer.took_us,
        });
    }
}

/// The statistics of a database's indexes.
pub struct Indexes(String);

impl Indexes {
    pub fn new(database: &str) -> Self {
        Self(database.to_owned())
    }
}

impl Parser for Indexes {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        for index in answer.json()["Results"].as_array().into_iter().flatten() {
            rows.indexes.push(IndexSample {
                time: answer.time,
                database: self.0.clone(),
                index: text(index, "Name"),
                state: text(index, "State"),
                status: text(index, "Status"),
                stale: index["IsStale"].as_bool().unwrap_or(false),
                lag: lag(index),
                entries: number(index, "EntriesCount"),
                errors: number(index, "ErrorsCount"),
            });
        }
    }
}

fn lag(index: &Value) -> u64 {
    let collections = index["Collections"].as_object().into_iter().flatten();
    collections.map(|(_, of)| number(of, "DocumentLag").saturating_add(number(of, "TombstoneLag"))).sum()
}
