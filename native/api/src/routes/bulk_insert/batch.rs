//! The items of one transaction, and their positions in the stream.

use bytes::Bytes;
use rookery_engine::{Command, Database, EngineError, Expected, PreparedBatch};
use tokio::sync::oneshot;

use super::failure::Failure;
use super::unchanged::{self, is_whole};
use crate::bulk::{Found, Item};
use crate::dto::counters::DocumentOperations;
use crate::dto::time_series::bulk_appends;
use crate::error::ApiError;

/// Most commands of one transaction.
const MOST_COMMANDS: usize = 8_192;
/// Most bytes of one transaction, unless a single item has more.
const MOST_BYTES: usize = 8 << 20;

/// Items waiting to be saved together.
#[derive(Debug, Default)]
pub struct Batch {
    commands: Vec<Command>,
    origins: Vec<Origin>,
    bytes: usize,
    attachments: u64,
    counters: u64,
    time_series: u64,
}

/// The origin of a command, to name it when a batch is refused.
#[derive(Debug)]
struct Origin {
    number: u64,
    offset: u64,
    document: Bytes,
}

/// A batch that can be saved.
#[derive(Debug)]
pub struct Checked {
    saved: Saved,
    commands: PreparedBatch,
}

/// A batch on its way to the disk.
#[derive(Debug)]
pub struct Submitted {
    /// The totals, if it is not refused.
    pub saved: Saved,
    /// Whether it was.
    pub answer: oneshot::Receiver<Result<(), Failure>>,
}

/// The totals of a batch.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Items taken, skipped ones included.
    pub items: u64,
    /// Of them documents.
    pub documents: u64,
    /// Of them attachments.
    pub attachments: u64,
    /// Of them changes of counters.
    pub counters: u64,
    /// Of them appends to time series.
    pub time_series: u64,
    /// The last document's id.
    pub last_id: Option<String>,
    /// Bytes received for it.
    pub bytes: usize,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Bytes received for it.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether it should be saved before more is added.
    pub fn is_full(&self) -> bool {
        self.commands.len() >= MOST_COMMANDS || self.bytes >= MOST_BYTES
    }

    /// Adds an item. An item that cannot be carried out is named, and nothing is added.
    pub fn add(&mut self, found: Found) -> Result<(), Failure> {
        let Found { number, offset, item } = found;
        match item {
            Item::HeartBeat => return Ok(()),
            Item::Put { id, document } => {
                self.bytes += document.len() + id.len() + 64;
                self.origins.push(Origin { number, offset, document: document.clone() });
                self.commands.push(Command::Put { id, body: document, expected: Expected::Any });
            }
            Item::Attachment { id, name, content_type, content } => {
                self.bytes += content.len() + id.len() + name.len() + 64;
                self.attachments += 1;
                self.commands.push(Command::AttachmentPut {
                    id,
                    name,
                    content_type,
                    content,
                    expected: Expected::Any,
                });
            }
            Item::Counters { counters, .. } => {
                let place = format!("Item {number} (at byte {offset})");
                let command = serde_json::from_slice::<DocumentOperations>(&counters)
                    .map_err(|error| {
                        ApiError::bad_json(&format!("{place}: what it says about counters"), &error)
                    })
                    .and_then(|operations| operations.into_command(&place));
                self.commands.push(command.map_err(|error| Failure::of_api(&error))?);
                self.counters += 1;
                self.bytes += counters.len() + 64;
            }
            Item::TimeSeries { id, series } => {
                let place = format!("Item {number} (at byte {offset})");
                let update = bulk_appends::read(&series, &place);
                let update = update.map_err(|error| Failure::of_api(&error))?;
                self.commands.push(Command::TimeSeries { id, update });
                self.time_series += 1;
                self.bytes += series.len() + 64;
            }
        }
        Ok(())
    }

    /// Checks everything and makes it ready, which takes processor time and waits for nothing; several
    /// batches can be checked in parallel.
    pub fn check(mut self, database: &Database, skip_unchanged: bool) -> Result<Checked, Failure> {
        let last_id = self.commands.iter().rev().find_map(|command| match command {
            Command::Put { id, .. } if is_whole(id) => Some(id.clone()),
            _ => None,
        });
        let items = self.commands.len() as u64;
        let documents = items - self.attachments - self.counters - self.time_series;
        let saved = Saved {
            items,
            documents,
            attachments: self.attachments,
            counters: self.counters,
            time_series: self.time_series,
            last_id,
            bytes: self.bytes,
        };
        if skip_unchanged {
            unchanged::remove_unchanged(database, &mut self.commands).map_err(|error| self.refusal(error))?;
        }
        let commands = std::mem::take(&mut self.commands);
        let commands = database.prepare_batch(commands).map_err(|error| self.refusal(error))?;
        Ok(Checked { saved, commands })
    }

    /// The engine's refusal, with the item that caused it where that can be found.
    fn refusal(&self, error: EngineError) -> Failure {
        let is_document = matches!(error, EngineError::BadDocument { .. });
        let failure = Failure::of(error);
        if !is_document {
            return failure;
        }
        let culprit = self.origins.iter().find_map(|origin| {
            let mistake = serde_json::from_slice::<serde::de::IgnoredAny>(&origin.document).err()?;
            Some(format!(
                "Item {} (at byte {}): the document is not valid JSON at line {}, column {} of it. {}",
                origin.number,
                origin.offset,
                mistake.line(),
                mistake.column(),
                failure.message
            ))
        });
        match culprit {
            Some(message) => Failure { message, ..failure },
            None => failure,
        }
    }
}

impl Checked {
    /// Hands everything to the engine as one transaction, without waiting. Batches are saved in the order in
    /// which they are submitted.
    pub fn submit(self, database: &Database) -> Result<Submitted, Failure> {
        let (done, answer) = oneshot::channel();
        database
            .submit_quietly(self.commands, move |result| {
                // The insert may have failed and no longer wait; saved data remains.
                let _ = done.send(result.map_err(Failure::of));
            })
            .map_err(Failure::of)?;
        Ok(Submitted { saved: self.saved, answer })
    }
}
