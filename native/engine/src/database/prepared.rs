//! Commands made ready for the writer: read, checked and encoded on the caller's thread.

use bytes::Bytes;

use crate::attachments::prepare::{Place, PreparedAttachment};
use crate::command::{Command, CommandResult, Expected};
use crate::compression::{Candidate, Compression};
use crate::counters::{CounterOperation, MAX_COUNTER_NAME};
use crate::date::Ticks;
use crate::error::EngineError;
use crate::expiration::DueDates;
use crate::ids::{self, IdChoice};
use crate::incoming;
use crate::revisions::RevisionsConfiguration;
use crate::settings::DocumentsCompression;
use crate::stored::EncodedBody;

/// A command whose document has been read, checked and encoded on the caller's thread.
#[derive(Debug)]
pub(crate) enum Prepared {
    Put(PreparedPut),
    Delete {
        id: String,
        expected: Expected,
    },
    DeletePrefixed {
        prefix: String,
    },
    /// The archive sweep's own: only if the document is still the one the sweep saw.
    Archive {
        id: String,
        etag: i64,
        body: Bytes,
        encoded: EncodedBody,
    },
    /// The refresh sweep's own, likewise.
    Refresh {
        id: String,
        etag: i64,
        body: Bytes,
        encoded: EncodedBody,
    },
    /// The expiration sweep's own, likewise.
    Expire {
        id: String,
        etag: i64,
    },
    AttachmentPut(PreparedAttachment),
    AttachmentDelete {
        place: Place,
        expected: Expected,
    },
    AttachmentCopy {
        from: Place,
        to: Place,
    },
    AttachmentMove {
        from: Place,
        to: Place,
        expected: Expected,
    },
    /// Keep the present version.
    ForceRevision {
        id: String,
        before_save: bool,
    },
    Counters(PreparedCounters),
    /// Remove these revisions, and the mark of a document that has none left.
    RemoveRevisions {
        id_key: String,
        etags: Vec<i64>,
        unmark: bool,
    },
    /// Make the document what it was in this revision.
    Revert {
        id_key: String,
        etag: i64,
    },
    /// The next value of an identity.
    NextIdentity {
        name: String,
    },
    /// Compacting's own: the same document with its body encoded in another way, if it is still the one seen.
    Recode {
        id: String,
        etag: i64,
        encoded: EncodedBody,
    },
    /// The training's own: a dictionary to be kept.
    Dictionary(Candidate),
    /// Another value for an identity; a smaller one only by force.
    SeedIdentity {
        name: String,
        value: i64,
        force: bool,
    },
}

/// What is done to the counters of one document, checked.
#[derive(Debug)]
pub(crate) struct PreparedCounters {
    /// The document's id as asked.
    pub id: String,
    /// The same in lower case.
    pub document: String,
    /// Each with its counter's name in lower case.
    pub operations: Vec<(CounterOperation, String)>,
}

impl PreparedCounters {
    fn new(id: String, operations: Vec<CounterOperation>) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let with_key = |operation: CounterOperation| {
            let reason = match operation.name.len() {
                0 => "its name is empty".to_owned(),
                length if length > MAX_COUNTER_NAME => {
                    format!("its name is {length} bytes long, and {MAX_COUNTER_NAME} is the most")
                }
                _ => {
                    let key = ids::key_of(&operation.name);
                    return Ok((operation, key));
                }
            };
            Err(EngineError::BadCounter { id: id.clone(), reason })
        };
        let operations = operations.into_iter().map(with_key).collect::<Result<_, _>>()?;
        Ok(Self { document: ids::key_of(&id), operations, id })
    }
}

/// A document to be saved.
#[derive(Debug)]
pub(crate) struct PreparedPut {
    pub id: IdChoice,
    pub body: Bytes,
    pub encoded: EncodedBody,
    /// The body as a revision of it will be stored, if that is another way.
    pub revision: Option<EncodedBody>,
    pub collection: String,
    /// The same in lower case.
    pub collection_key: String,
    pub archive_at: Option<Ticks>,
    pub due: DueDates,
    pub expected: Expected,
}

impl Prepared {
    /// Checks a command and makes it ready for the writer.
    pub(crate) fn from_command(
        command: Command,
        compression: &Compression,
        settings: Option<&DocumentsCompression>,
        revisions: Option<&RevisionsConfiguration>,
    ) -> Result<Self, EngineError> {
        match command {
            Command::Put { id, body, expected } => {
                let id = IdChoice::of(&id)?;
                let read = incoming::read(id.asked(), &body)?;
                let compress = settings.is_some_and(|settings| settings.covers(&read.collection));
                let collection_key = ids::key_of(&read.collection);
                let refuse = |reason| EngineError::BadDocument { id: id.asked().to_owned(), reason };
                let encoded = compression.encode(&collection_key, &read.body, compress).map_err(refuse)?;
                let compress_revision = settings.is_some_and(|settings| settings.compress_revisions)
                    && revisions.and_then(|revisions| revisions.of(&collection_key)).is_some();
                let revision = match compress_revision && !compress {
                    true => Some(compression.encode(&collection_key, &read.body, true).map_err(refuse)?),
                    false => None,
                };
                Ok(Self::Put(PreparedPut {
                    id,
                    body: read.body,
                    encoded,
                    revision,
                    collection_key,
                    collection: read.collection,
                    archive_at: read.archive_at,
                    due: read.due,
                    expected,
                }))
            }
            Command::Delete { id, expected } => {
                ids::check(&id)?;
                Ok(Self::Delete { id, expected })
            }
            Command::Counters { id, operations } => PreparedCounters::new(id, operations).map(Self::Counters),
            Command::AttachmentPut { id, name, content_type, content, expected } => {
                let place = Place::check(id, name)?;
                PreparedAttachment::new(place, content_type, content, expected).map(Self::AttachmentPut)
            }
            Command::AttachmentDelete { id, name, expected } => {
                Ok(Self::AttachmentDelete { place: Place::check(id, name)?, expected })
            }
            Command::AttachmentCopy { id, name, destination_id, destination_name } => {
                let to = Place::check(destination_id, destination_name)?;
                Ok(Self::AttachmentCopy { from: Place::check(id, name)?, to })
            }
            Command::AttachmentMove { id, name, destination_id, destination_name, expected } => {
                let to = Place::check(destination_id, destination_name)?;
                Ok(Self::AttachmentMove { from: Place::check(id, name)?, to, expected })
            }
            Command::DeletePrefixed { prefix } => {
                ids::check(&prefix)?;
                Ok(Self::DeletePrefixed { prefix })
            }
            Command::ForceRevision { id, before_save } => {
                ids::check(&id)?;
                Ok(Self::ForceRevision { id, before_save })
            }
        }
    }

    /// Roughly how many bytes it adds to the journal.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Put(PreparedPut { body, .. }) | Self::Archive { body, .. } | Self::Refresh { body, .. } => {
                body.len() + 128
            }
            Self::Delete { id, .. } | Self::Expire { id, .. } | Self::ForceRevision { id, .. } => {
                id.len() + 128
            }
            Self::Counters(PreparedCounters { operations, .. }) => {
                operations.iter().map(|(operation, _)| operation.name.len() + 600).sum()
            }
            Self::RemoveRevisions { id_key, etags, .. } => (id_key.len() + 32) * (etags.len() + 1),
            // The body comes from the data file, so this is a guess.
            Self::Revert { id_key, .. } => id_key.len() + 4096,
            Self::AttachmentPut(put) => put.content.len() + put.content_type.len() + 1024,
            Self::AttachmentDelete { .. } | Self::AttachmentCopy { .. } | Self::AttachmentMove { .. } => 1024,
            Self::Recode { id, encoded, .. } => encoded.stored_len() + id.len() + 128,
            Self::Dictionary(candidate) => candidate.bytes.len() + 128,
            Self::DeletePrefixed { prefix } => prefix.len() + 128,
            Self::NextIdentity { name } | Self::SeedIdentity { name, .. } => name.len() + 32,
        }
    }
}

/// What became of a prepared command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Document(CommandResult),
    /// Nobody asked.
    Unwanted,
    /// Whether a sweep's document was still the one it saw.
    Swept(bool),
    Identity(i64),
    Recoded(bool),
    /// The number it was given.
    Dictionary(u32),
    /// How many revisions.
    Removed(u64),
    /// Whether the document had to be changed.
    Reverted(bool),
    /// Its result is that of the save it was for.
    RevisedBeforeSave,
}
