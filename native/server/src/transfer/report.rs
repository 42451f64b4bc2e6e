//! What was transferred: as text for a person or as JSON for a program.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde_json::{Value, json};

use super::arguments::{Direction, Task};
use super::ending::Ending;
use crate::remote::{Failure, Reply};

/// The report of one command.
pub struct Report {
    command: String,
    database: String,
    file: String,
    bytes: u64,
    ending: Ending,
    error: Option<String>,
    /// The server's result, as in `SmugglerResult`.
    result: Option<Value>,
}

impl Report {
    pub fn new(task: &Task) -> Self {
        let file = match &task.direction {
            Direction::Export { out, .. } => out,
            Direction::Import { file, .. } => file,
        };
        Self {
            command: task.command.to_string(),
            database: task.database.clone(),
            file: file.display().to_string(),
            bytes: 0,
            ending: Ending::Failed,
            error: None,
            result: None,
        }
    }

    /// Bytes of the dump's file.
    pub fn bytes(&mut self, bytes: u64) {
        self.bytes = bytes;
    }

    /// The result of a complete transfer.
    pub fn result(&mut self, result: &Value) {
        self.result = Some(result.clone());
    }

    /// What the answer of a failed or stopped import says about items that were stored.
    pub fn partial_result(&mut self, reply: &Reply) {
        let Some(body) = reply.any_json() else { return };
        let found = body.get("Result").cloned().or_else(|| body.get("Documents").is_some().then_some(body));
        self.result = found.filter(Value::is_object);
    }

    pub fn fail(&mut self, failure: &Failure) {
        self.error = Some(failure.to_string());
    }

    pub fn end(&mut self, ending: Ending) {
        self.ending = ending;
    }

    /// Complete, or complete with rejected items.
    pub fn ending(&self) -> Ending {
        if self.rejected() == 0 { Ending::Completed } else { Ending::Rejected }
    }

    /// Items that were rejected, attachments included.
    fn rejected(&self) -> u64 {
        self.kinds().iter().map(|kind| kind.rejected).sum()
    }

    /// Prints to standard output.
    pub fn print(&self, as_json: bool) -> io::Result<()> {
        let text = if as_json { format!("{}\n", self.to_json()) } else { self.to_text() };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn to_json(&self) -> Value {
        json!({
            "Command": self.command,
            "Database": self.database,
            "File": self.file,
            "FileSizeInBytes": self.bytes,
            "Status": self.ending.name(),
            "Error": self.error,
            "RejectedCount": self.rejected(),
            "Result": self.result,
        })
    }

    fn to_text(&self) -> String {
        let mut text = format!("{} of '{}': {}\n", self.command, self.database, self.ending.name());
        // Writing into a text cannot fail.
        let _ = writeln!(text, "File: {} ({} bytes)", self.file, self.bytes);
        if let Some(error) = &self.error {
            let _ = writeln!(text, "Error: {error}");
        }
        let kinds = self.kinds();
        if kinds.is_empty() {
            if self.ending == Ending::Cancelled && self.command == "import" {
                text.push_str("The server did not report which items it stored.\n");
            }
            return text;
        }
        let _ = writeln!(text, "\n{:<28}{:>12}{:>12}{:>12}", "kind", "taken", "skipped", "rejected");
        for kind in &kinds {
            let _ = writeln!(
                text,
                "{:<28}{:>12}{:>12}{:>12}",
                kind.name, kind.taken, kind.skipped, kind.rejected
            );
        }
        let messages = self.messages();
        if !messages.is_empty() {
            text.push_str("\nMessages\n");
            for message in messages {
                let _ = writeln!(text, "  {}", message.replace('\n', " "));
            }
        }
        text
    }

    /// The kinds with items.
    fn kinds(&self) -> Vec<Kind> {
        let members = self.result.as_ref().and_then(Value::as_object);
        let mut kinds = Vec::new();
        for (name, member) in members.into_iter().flatten() {
            if member.get("ReadCount").is_none() {
                continue;
            }
            kinds.push(Kind::of(name.clone(), member));
            if let Some(attachments) = member.get("Attachments").filter(|value| value.is_object()) {
                kinds.push(Kind::of(format!("  attachments of {name}"), attachments));
            }
        }
        kinds.retain(|kind| kind.taken + kind.skipped + kind.rejected > 0);
        kinds
    }

    /// Errors, warnings and the note about further ones; not the steps.
    fn messages(&self) -> Vec<&str> {
        let messages = self.result.as_ref().and_then(|result| result.get("Messages")?.as_array());
        let texts = messages.into_iter().flatten().filter_map(Value::as_str);
        texts.filter(|line| !line.contains(" INFO]")).collect()
    }
}

struct Kind {
    name: String,
    taken: u64,
    skipped: u64,
    rejected: u64,
}

impl Kind {
    fn of(name: String, counts: &Value) -> Self {
        let number = |member: &str| counts.get(member).and_then(Value::as_u64).unwrap_or(0);
        Self {
            name,
            taken: number("ReadCount"),
            skipped: number("SkippedCount"),
            rejected: number("ErroredCount"),
        }
    }
}
