//! Writes and syncs, from the live I/O metrics.

use rookery_recording::Text;
use rookery_recording::tables::{IoEvent, Rows};
use serde_json::Value;

use super::{Answer, Parser};
use crate::values::{date, milliseconds, number, text};

/// The events of one database, or of the server's storage.
pub struct Io {
    database: Text,
    /// Events that began up to here are left out: they are older than the recording, or were read before.
    after: i64,
    latest: i64,
}

impl Io {
    pub fn new(database: &str, started: i64) -> Self {
        Self { database: database.into(), after: started - 1, latest: started - 1 }
    }

    fn event(&mut self, environment: &Value, file: &Value, recent: &Value) -> Option<IoEvent> {
        let time = date(recent, "Start").filter(|time| *time > self.after)?;
        self.latest = self.latest.max(time);
        let path = environment["Path"].as_str().unwrap_or_default();
        let folder = path.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
        let kind = text(recent, "Type");
        let bytes = if kind == "Compression" { "OriginalSize" } else { "Size" };
        Some(IoEvent {
            time,
            duration_us: milliseconds(recent, "Duration"),
            database: self.database.clone(),
            environment: text(environment, "Type").into(),
            folder: folder.into(),
            file: text(file, "File").into(),
            bytes: number(recent, bytes),
            compressed_bytes: number(recent, "CompressedSize"),
            file_bytes: number(recent, "FileSize"),
            kind: kind.into(),
        })
    }
}

impl Parser for Io {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let answer = answer.json();
        for environment in answer["Environments"].as_array().into_iter().flatten() {
            for file in environment["Files"].as_array().into_iter().flatten() {
                let recent = file["Recent"].as_array().into_iter().flatten();
                rows.io.extend(recent.filter_map(|recent| self.event(environment, file, recent)));
            }
        }
    }

    fn reopened(&mut self) {
        self.after = self.latest;
    }
}
