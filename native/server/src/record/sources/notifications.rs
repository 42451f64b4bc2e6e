//! Notifications of the server and of databases.

use rookery_recording::tables::{Notification, Rows};

use super::{Answer, Parser};
use crate::record::values::{date, text};

/// Longest message.
const MESSAGE: usize = 4_096;

/// The notifications of the server or of one database.
pub struct Notifications {
    database: String,
    started: i64,
}

impl Notifications {
    pub fn new(database: &str, started: i64) -> Self {
        Self { database: database.to_owned(), started }
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
        if running || (time < self.started && !kept_from_before) {
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
