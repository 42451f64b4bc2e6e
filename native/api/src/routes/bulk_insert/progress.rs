//! How far a bulk insert is, and the words of its result.

use serde_json::{Value, json};

use super::batch::Saved;

/// What has been saved so far.
#[derive(Debug, Default, Clone)]
pub struct Progress {
    total: u64,
    batches: u64,
    documents: u64,
    attachments: u64,
    counters: u64,
    time_series: u64,
    last_id: Option<String>,
}

impl Progress {
    /// Counts a saved batch.
    pub fn count(&mut self, saved: Saved) {
        self.total += saved.items;
        self.documents += saved.documents;
        self.attachments += saved.attachments;
        self.counters += saved.counters;
        self.time_series += saved.time_series;
        self.batches += 1;
        if saved.last_id.is_some() {
            self.last_id = saved.last_id;
        }
    }

    /// The operation's progress.
    pub fn progress(&self) -> Value {
        json!({
            "Total": self.total,
            "BatchCount": self.batches,
            "LastProcessedId": self.last_id,
            "DocumentsProcessed": self.documents,
            "AttachmentsProcessed": self.attachments,
            "CountersProcessed": self.counters,
            "TimeSeriesProcessed": self.time_series,
        })
    }

    /// The operation's result.
    pub fn result(&self) -> Value {
        json!({
            "Total": self.total,
            "Message": format!("Processed {} items.", self.total),
            "Details": [],
            "Query": null,
            "DocumentsProcessed": self.documents,
            "AttachmentsProcessed": self.attachments,
            "CountersProcessed": self.counters,
            "TimeSeriesProcessed": self.time_series,
        })
    }

    /// What was saved before a failure.
    pub fn summary_of_failure(&self) -> String {
        let last = self.last_id.as_ref().map(|id| format!(" Last document ID: '{id}'.")).unwrap_or_default();
        format!(
            "Failed to process bulk insert. Inserted {} items in {} batches.{last}",
            self.total, self.batches
        )
    }
}
