//! Notifications of the server and of databases.

use std::collections::HashSet;

use rookery_recording::tables::{Notification, Rows};

use super::{Answer, Parser};
use crate::values::{date, text};

/// Longest message.
const MESSAGE: usize = 4_096;
/// Most notifications that are remembered.
const REMEMBERED: usize = 10_000;

/// The notifications of the server or of one database.
pub struct Notifications {
    database: String,
    started: i64,
    /// Ids and times: a server repeats what it stored when the socket is opened again.
    seen: HashSet<(String, i64)>,
}

impl Notifications {
    pub fn new(database: &str, started: i64) -> Self {
        Self { database: database.to_owned(), started, seen: HashSet::new() }
    }

    fn is_new(&mut self, id: String, time: i64) -> bool {
        self.seen.len() >= REMEMBERED || self.seen.insert((id, time))
    }
}

impl Parser for Notifications {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let item = answer.json();
        let kind = text(&item, "Type");
        // Statistics come with every write, and updates when somebody reads a notification.
        if !matches!(
            kind.as_str(),
            "AlertRaised" | "PerformanceHint" | "OperationChanged" | "DatabaseChanged"
        ) {
            return;
        }
        let time = date(&item, "CreatedAt").unwrap_or(answer.time);
        // Operations are reported with every step: only their end is kept.
        let running = item["State"]["Status"] == "InProgress";
        let kept_from_before = kind == "AlertRaised" || kind == "PerformanceHint";
        if running || (time < self.started && !kept_from_before) || !self.is_new(text(&item, "Id"), time) {
            return;
        }
        rows.notifications.push(Notification {
            time,
            database: self.database.clone(),
            severity: text(&item, "Severity"),
            reason: text(&item, "Reason"),
            title: text(&item, "Title"),
            message: text(&item, "Message").chars().take(MESSAGE).collect(),
            kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn stored_alerts_are_recorded_once_and_running_operations_when_they_end() {
        let (mut parser, mut rows) = (Notifications::new("a", 0), Rows::default());
        let mut add = |kind: &str, status: &str| {
            let item = json!({
                "Id": format!("{kind}/1"), "Type": kind, "CreatedAt": "2026-01-01T00:00:00Z", "Severity": "Info",
                "State": { "Status": status }
            });
            parser.add(&Answer { time: 0, took_us: 0, text: item.to_string() }, &mut rows);
        };
        for (kind, status) in [
            ("AlertRaised", ""),
            ("AlertRaised", ""),
            ("OperationChanged", "InProgress"),
            ("OperationChanged", "Completed"),
            ("DatabaseStatsChanged", ""),
        ] {
            add(kind, status);
        }
        let kinds: Vec<_> = rows.notifications.iter().map(|row| row.kind.as_str()).collect();
        assert_eq!(kinds, ["AlertRaised", "OperationChanged"]);
    }
}
