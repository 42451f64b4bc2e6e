//! What was read, skipped and rejected so far, in the words of `SmugglerResult`.

use std::collections::BTreeMap;
use std::time::Instant;

use rookery_dump::{DumpOptions, ItemType};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::dto::text::{date, human_readable_size, time_span};

/// Most messages that are not of rejected items; further ones are counted.
const MOST_MESSAGES: usize = 500;
/// Most rejected items: each of them is in the report, so an import ends here.
pub const MOST_REJECTED: usize = 50_000;
/// Longest message, in characters.
const LONGEST: usize = 1_000;

/// The members of the result with their kinds of items, in the order of servers.
const MEMBERS: [(&str, ItemType); 14] = [
    ("DatabaseRecord", ItemType::DatabaseRecord),
    ("Documents", ItemType::Documents),
    ("RevisionDocuments", ItemType::RevisionDocuments),
    ("Tombstones", ItemType::Tombstones),
    ("Conflicts", ItemType::Conflicts),
    ("Identities", ItemType::Identities),
    ("Indexes", ItemType::Indexes),
    ("CompareExchange", ItemType::CompareExchange),
    ("Subscriptions", ItemType::Subscriptions),
    ("Counters", ItemType::CounterGroups),
    ("CompareExchangeTombstones", ItemType::CompareExchangeTombstones),
    ("TimeSeries", ItemType::TimeSeries),
    ("ReplicationHubCertificates", ItemType::ReplicationHubCertificates),
    ("TimeSeriesDeletedRanges", ItemType::TimeSeriesDeletedRanges),
];

/// The counts of one kind of items.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    started: Option<OffsetDateTime>,
    /// Items taken.
    pub read: u64,
    /// Items left out on purpose.
    pub skipped: u64,
    /// Items rejected.
    pub errors: u64,
    /// Bytes of the items taken.
    pub bytes: u64,
    /// The whole kind is left out.
    is_skipped: bool,
    /// Attachments among them: taken, rejected, bytes.
    pub attachments: (u64, u64, u64),
}

/// The progress and result of an export or import.
#[derive(Debug, Clone)]
pub struct Report {
    begun: Instant,
    counts: BTreeMap<ItemType, Counts>,
    messages: Vec<String>,
    rejected: usize,
    more: u64,
    /// Members of the database record that were applied.
    pub applied: Vec<String>,
}

impl Report {
    pub fn new() -> Self {
        Self {
            begun: Instant::now(),
            counts: BTreeMap::new(),
            messages: Vec::new(),
            rejected: 0,
            more: 0,
            applied: Vec::new(),
        }
    }

    /// The counts of a kind.
    pub fn of(&mut self, kind: ItemType) -> &mut Counts {
        self.counts.entry(kind).or_default()
    }

    pub fn start(&mut self, kind: ItemType) {
        self.of(kind).started.get_or_insert_with(OffsetDateTime::now_utc);
        self.say("INFO", &format!("Started processing {}.", kind.name()));
    }

    pub fn finish(&mut self, kind: ItemType) {
        let Counts { read, skipped, errors, bytes, attachments, .. } = self.of(kind).clone();
        let mut text = format!("Finished processing {}. Read: {read}.", kind.name());
        for (name, count) in [("Skipped", skipped), ("Errors", errors)] {
            if count > 0 {
                text.push_str(&format!(" {name}: {count}."));
            }
        }
        if bytes > 0 {
            text.push_str(&format!(" Size: {}.", human_readable_size(bytes)));
        }
        if attachments.0 + attachments.1 > 0 {
            let size = human_readable_size(attachments.2);
            text.push_str(&format!("\nAttachments: Read: {}. Size: {size}.", attachments.0));
        }
        self.say("INFO", &text);
    }

    /// The whole kind is left out.
    pub fn skip(&mut self, kind: ItemType) {
        self.of(kind).is_skipped = true;
    }

    /// An item is rejected.
    pub fn reject(&mut self, kind: ItemType, what: &str, reason: &str) {
        self.of(kind).errors += 1;
        self.rejected += 1;
        self.push("ERROR", &format!("{what} was not imported: {reason}"));
    }

    /// Whether no further item may be rejected.
    pub fn is_full(&self) -> bool {
        self.rejected >= MOST_REJECTED
    }

    /// Notes the options that this server does not use.
    pub fn note_options(&mut self, options: &DumpOptions) {
        if options.script_steps.is_some() {
            self.warn(
                "MaxStepsForTransformScript was not used: this server limits the time and memory of a script, not its steps.",
            );
        }
    }

    pub fn warn(&mut self, text: &str) {
        self.say("WARNING", text);
    }

    pub fn say(&mut self, level: &str, text: &str) {
        if self.messages.len() - self.rejected >= MOST_MESSAGES {
            self.more += 1;
            return;
        }
        self.push(level, text);
    }

    fn push(&mut self, level: &str, text: &str) {
        let now = OffsetDateTime::now_utc();
        let text: String = text.chars().take(LONGEST).collect();
        let (hour, minute, second) = now.time().as_hms();
        self.messages.push(format!("[{hour:02}:{minute:02}:{second:02} {level}] {text}"));
    }

    /// `5 documents, 2 attachments`: what was taken, for the message of a failure.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        for (_, kind) in MEMBERS {
            let Some(counts) = self.counts.get(&kind) else { continue };
            if counts.read > 0 {
                parts.push(format!("{}: {}", kind.name(), counts.read));
            }
            if counts.attachments.0 > 0 {
                parts.push(format!("attachments of {}: {}", kind.name(), counts.attachments.0));
            }
        }
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// The counts, as progress has them.
    pub fn progress(&self) -> Value {
        let mut object = Map::new();
        for (name, kind) in MEMBERS {
            object.insert(name.to_owned(), self.member(kind));
        }
        Value::Object(object)
    }

    /// The counts with the messages.
    pub fn result(&self) -> Value {
        let mut result = self.progress();
        let mut messages = self.messages.clone();
        if self.more > 0 {
            messages.push(format!("… and {} more messages, which are not kept.", self.more));
        }
        result["Messages"] = json!(messages);
        result["Elapsed"] = json!(time_span(self.begun.elapsed()));
        result
    }

    fn member(&self, kind: ItemType) -> Value {
        let counts = self.counts.get(&kind).cloned().unwrap_or_default();
        let mut object = json!({
            "StartTime": counts.started.map(date),
            "Processed": true,
            "ReadCount": counts.read,
            "Skipped": counts.is_skipped,
            "ErroredCount": counts.errors,
            "SizeInBytes": counts.bytes,
        });
        if !matches!(kind, ItemType::DatabaseRecord | ItemType::Indexes | ItemType::Subscriptions) {
            object["SkippedCount"] = json!(counts.skipped);
            object["LastEtag"] = json!(0);
        }
        if matches!(kind, ItemType::Documents | ItemType::RevisionDocuments) {
            let (read, errors, bytes) = counts.attachments;
            object["Attachments"] = json!({
                "StartTime": null, "Processed": true, "ReadCount": read, "Skipped": false,
                "ErroredCount": errors, "SizeInBytes": bytes,
            });
        }
        if kind == ItemType::DatabaseRecord {
            for name in &self.applied {
                object[format!("{name}Updated")] = json!(true);
            }
        }
        object
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rejected_item_is_listed_and_other_messages_up_to_a_bound() {
        let mut report = Report::new();
        for number in 0..600 {
            report.reject(ItemType::Documents, &format!("Document 'x/{number}'"), "bad");
            report.warn("odd");
        }
        let result = report.result();
        assert_eq!(result["Documents"]["ErroredCount"], 600);
        let messages: Vec<_> =
            result["Messages"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(messages.len(), 600 + MOST_MESSAGES + 1);
        assert!(messages[0].contains("ERROR] Document 'x/0' was not imported: bad"));
        assert!(messages[1_099].contains("Document 'x/599'"));
        assert!(messages[1_100].contains("100 more"));
        assert!(!report.is_full());
    }

    #[test]
    fn a_summary_names_what_was_taken() {
        let mut report = Report::new();
        assert_eq!(report.summary(), "nothing");
        report.of(ItemType::Documents).read = 2;
        report.of(ItemType::Documents).attachments = (1, 0, 5);
        report.of(ItemType::Identities).read = 1;
        assert_eq!(report.summary(), "Documents: 2, attachments of Documents: 1, Identities: 1");
    }
}
