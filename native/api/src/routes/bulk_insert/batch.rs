//! What is saved in one transaction: the items gathered since the last one, and where in the stream they stood.

use bytes::Bytes;
use rookery_engine::{Command, CommandResult, Database, EngineError, Expected};

use super::failure::Failure;
use super::unchanged;
use crate::bulk::{Found, Item};

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
}

/// Where a command came from, kept to name the culprit when a batch is refused.
#[derive(Debug)]
struct Origin {
    number: u64,
    offset: u64,
    document: Bytes,
}

/// What a batch came to.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Items taken, skipped ones included.
    pub items: u64,
    /// Of them documents.
    pub documents: u64,
    /// The last document's id.
    pub last_id: Option<String>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Whether it should be saved before more is added.
    pub fn is_full(&self) -> bool {
        self.commands.len() >= MOST_COMMANDS || self.bytes >= MOST_BYTES
    }

    /// Adds an item. An item that cannot be carried out is named, and nothing is added.
    pub fn add(&mut self, found: Found) -> Result<(), Failure> {
        let Found { number, offset, item } = found;
        let kind = match item {
            Item::HeartBeat => return Ok(()),
            Item::Put { id, document } => {
                self.bytes += document.len() + id.len() + 64;
                self.origins.push(Origin { number, offset, document: document.clone() });
                self.commands.push(Command::Put { id, body: document, expected: Expected::Any });
                return Ok(());
            }
            Item::Counters { .. } => "Counters",
            Item::TimeSeries { .. } => "TimeSeriesBulkInsert",
            Item::Attachment { .. } => "AttachmentPUT",
        };
        Err(Failure::not_supported(format!(
            "Item {number} (at byte {offset}): the sandbox does not carry out {kind} commands in a bulk insert yet. \
             Everything before it is saved; leave such items out."
        )))
    }

    /// Saves everything in one transaction. Blocks.
    pub fn save(mut self, database: &Database, skip_unchanged: bool) -> Result<Saved, Failure> {
        let mut saved = Saved {
            items: self.commands.len() as u64,
            documents: self.commands.len() as u64,
            last_id: self.commands.last().map(id_of),
        };
        if skip_unchanged {
            unchanged::leave_out(database, &mut self.commands).map_err(|error| self.refusal(error))?;
        }
        let commands = std::mem::take(&mut self.commands);
        let results = database.execute(commands).map_err(|error| self.refusal(error))?;
        // The id the engine gave, where the client left that to it.
        if let Some(CommandResult::Put { id, .. }) = results.last()
            && !saved.last_id.as_ref().is_some_and(|asked| is_whole(asked))
        {
            saved.last_id = Some(id.clone());
        }
        Ok(saved)
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

/// Whether the id is one as it stands, not one to be completed by the engine.
pub(super) fn is_whole(id: &str) -> bool {
    !id.is_empty() && !id.ends_with(['/', '|'])
}

fn id_of(command: &Command) -> String {
    match command {
        Command::Put { id, .. }
        | Command::Delete { id, .. }
        | Command::ForceRevision { id, .. }
        | Command::AttachmentPut { id, .. }
        | Command::AttachmentDelete { id, .. }
        | Command::AttachmentCopy { id, .. }
        | Command::AttachmentMove { id, .. } => id.clone(),
        Command::DeletePrefixed { prefix } => prefix.clone(),
    }
}
