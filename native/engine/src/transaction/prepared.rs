//! Prepared commands: parsed, checked and encoded on the caller's thread.

use std::sync::Arc;

use bytes::Bytes;
use rookery_cancel::CancelToken;

use crate::document::compression::Candidate;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::compare_exchange::CompareExchangeResult;
use crate::extensions::revisions::RevisionsConfiguration;
use crate::files::settings::DocumentsCompression;
use crate::transaction::cluster::ClusterTransactionResult;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::expected::Expected;
use crate::transaction::import::{PreparedContent, PreparedCounterValues, PreparedImport, PreparedRevision};
use crate::transaction::patch::Patch;
use crate::transaction::prepare_attachment::{Place, PreparedAttachment};
use crate::transaction::prepare_time_series::{PreparedTimeSeries, PreparedTimeSeriesCopy};
use crate::transaction::prepared_cluster::{PreparedCluster, PreparedExchange};
use crate::transaction::prepared_counters::PreparedCounters;
use crate::transaction::prepared_put::PreparedPut;
use crate::transaction::preparer::Preparer;
use crate::transaction::recorded_run::RecordedRun;

/// A command that has been parsed, checked and encoded on the caller's thread.
#[derive(Debug, Clone)]
pub(crate) enum Prepared {
    Put(PreparedPut),
    Delete {
        id: String,
        expected: Expected,
    },
    DeletePrefixed {
        prefix: String,
    },
    /// From the archive sweep: only if the document is still the version it read.
    Archive {
        id: String,
        etag: i64,
        body: Bytes,
        encoded: EncodedBody,
    },
    /// From the refresh sweep, likewise.
    Refresh {
        id: String,
        etag: i64,
        body: Bytes,
        encoded: EncodedBody,
    },
    /// From the expiration sweep, likewise.
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
    /// Creates a revision of the current version.
    ForceRevision {
        id: String,
        before_save: bool,
    },
    Counters(PreparedCounters),
    TimeSeries(PreparedTimeSeries),
    TimeSeriesCopy(PreparedTimeSeriesCopy),
    Patch(Box<PreparedPatch>),
    /// A document of a dump.
    ImportDocument(Box<PreparedImport>),
    /// A revision of a dump.
    ImportRevision(Box<PreparedRevision>),
    /// Counters of a dump.
    ImportCounters(PreparedCounterValues),
    /// Entries of a time series of a dump.
    ImportTimeSeries(PreparedTimeSeries),
    /// Remove these revisions, and the flag of a document without further ones.
    RemoveRevisions {
        id_key: String,
        etags: Vec<i64>,
        unmark: bool,
    },
    /// Revert the document to this revision.
    Revert {
        id_key: String,
        etag: i64,
    },
    /// The next value of an identity.
    NextIdentity {
        name: String,
    },
    /// From tombstone cleaning: removes this tombstone, if it is still the version that was read.
    Forget {
        /// The id's key.
        key: Arc<str>,
        etag: i64,
    },
    /// From tombstone cleaning: removes the rows of these changes of collections.
    ForgetCollectionChanges {
        etags: Vec<i64>,
    },
    /// From compaction: the same document with a recoded body, if it is still the version that was read.
    Recode {
        id: String,
        etag: i64,
        encoded: EncodedBody,
    },
    /// The same for a revision.
    RecodeRevision {
        id_key: String,
        etag: i64,
        encoded: EncodedBody,
    },
    /// From the training: a dictionary to save.
    Dictionary(Candidate),
    /// Saves or removes a compare-exchange value.
    Exchange {
        exchange: PreparedExchange,
        /// The index that it gets if the database has given no greater one.
        index: i64,
        request_id: Option<String>,
    },
    /// A compare-exchange value of a dump.
    ImportExchange {
        exchange: PreparedExchange,
        index: i64,
    },
    /// Removes a due compare-exchange value, if it still has this index.
    ExpireExchange {
        /// The key in lower case.
        row: String,
        index: i64,
    },
    /// A cluster-wide transaction.
    Cluster(Box<PreparedCluster>),
    /// Rows of subscriptions, decided under the lock of the subscriptions.
    Subscription(Vec<SubscriptionRow>),
    /// Sets an identity; a smaller value only with `force`.
    SeedIdentity {
        name: String,
        value: i64,
        force: bool,
    },
}

/// Key and new value of a subscription's row; `None` removes it.
pub(crate) type SubscriptionRow = (Vec<u8>, Option<Bytes>);

/// A script to run for a document, with the storage settings of its result.
#[derive(Debug, Clone)]
pub(crate) struct PreparedPatch {
    pub patch: Patch,
    /// The token of the calling thread.
    pub cancel: CancelToken,
    pub settings: Option<DocumentsCompression>,
    pub revisions: Option<RevisionsConfiguration>,
    /// The recording of the script's run off the writer.
    pub recorded: Option<Arc<RecordedRun>>,
}

impl Prepared {
    /// Checks and encodes a command.
    pub(crate) fn from_command(command: Command, by: &mut Preparer<'_>) -> Result<Self, EngineError> {
        match command {
            Command::Put { id, body, expected } => by.put(id, &body, expected).map(Self::Put),
            Command::Delete { id, expected } => {
                ids::check(&id)?;
                Ok(Self::Delete { id, expected })
            }
            Command::Counters { id, operations } => PreparedCounters::new(id, operations).map(Self::Counters),
            Command::TimeSeries { id, update } => PreparedTimeSeries::new(id, update).map(Self::TimeSeries),
            Command::TimeSeriesCopy { id, name, destination_id, destination_name, range } => {
                PreparedTimeSeriesCopy::new(&id, &name, destination_id, destination_name, range)
                    .map(Self::TimeSeriesCopy)
            }
            Command::Patch(patch) => {
                ids::check(&patch.id)?;
                if patch.id.ends_with(['/', '|']) {
                    return Err(EngineError::BadId {
                        id: patch.id,
                        reason: "a patch needs the whole id of one document; only a PUT completes ids"
                            .to_owned(),
                    });
                }
                let (settings, revisions) = (by.settings.cloned(), by.revisions.cloned());
                Ok(Self::Patch(Box::new(PreparedPatch {
                    patch: *patch,
                    cancel: CancelToken::current(),
                    settings,
                    revisions,
                    recorded: None,
                })))
            }
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

    /// Its approximate size in the journal.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Put(PreparedPut { draft, .. }) => draft.len() + 128,
            Self::Archive { body, .. } | Self::Refresh { body, .. } => body.len() + 128,
            Self::Delete { id, .. } | Self::Expire { id, .. } | Self::ForceRevision { id, .. } => {
                id.len() + 128
            }
            Self::Counters(PreparedCounters { operations, .. }) => {
                operations.iter().map(|(operation, _)| operation.name.len() + 600).sum()
            }
            Self::TimeSeries(prepared) | Self::ImportTimeSeries(prepared) => prepared.weight(),
            Self::TimeSeriesCopy(_) => 4096,
            Self::ImportDocument(import) => {
                let attachments = import.attachments.as_deref().map_or(0, PreparedContent::weight);
                import.put.draft.len() + attachments + 256
            }
            Self::ImportRevision(revision) => {
                revision.encoded.stored_len() + PreparedContent::weight(&revision.attachments) + 512
            }
            Self::ImportCounters(import) => (import.counters.len() + 1) * 600,
            Self::Patch(prepared) => prepared.recorded.as_ref().map_or(4096, |run| run.weight() + 512),
            Self::RemoveRevisions { id_key, etags, .. } => (id_key.len() + 32) * (etags.len() + 1),
            // The body comes from the data file, so this is an estimate.
            Self::Revert { id_key, .. } => id_key.len() + 4096,
            Self::AttachmentPut(put) => put.content.len() + put.content_type.len() + 1024,
            Self::AttachmentDelete { .. } | Self::AttachmentCopy { .. } | Self::AttachmentMove { .. } => 1024,
            Self::Forget { key, .. } => key.len() + 16,
            Self::ForgetCollectionChanges { etags } => etags.len() * 32,
            Self::Recode { id, encoded, .. } | Self::RecodeRevision { id_key: id, encoded, .. } => {
                encoded.stored_len() + id.len() + 128
            }
            Self::Dictionary(candidate) => candidate.bytes.len() + 128,
            Self::DeletePrefixed { prefix } => prefix.len() + 128,
            Self::Exchange { exchange, .. } | Self::ImportExchange { exchange, .. } => exchange.weight(),
            Self::ExpireExchange { row, .. } => 2 * row.len() + 128,
            Self::Cluster(cluster) => cluster.weight(),
            Self::Subscription(rows) => {
                rows.iter().map(|(key, value)| key.len() + value.as_ref().map_or(0, Bytes::len) + 64).sum()
            }
            Self::NextIdentity { name } | Self::SeedIdentity { name, .. } => name.len() + 32,
        }
    }
}

/// The result of a prepared command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    Document(CommandResult),
    /// The outcome was not requested.
    Unwanted,
    /// Whether a sweep's document was still the version it read.
    Swept(bool),
    Identity(i64),
    Recoded(bool),
    /// The number it was given.
    Dictionary(u32),
    /// How many revisions.
    Removed(u64),
    /// Whether the document had to be changed.
    Reverted(bool),
    /// Whether an item of a dump added anything.
    Imported(bool),
    /// Its result is that of the later save.
    RevisedBeforeSave,
    /// Of one compare-exchange operation.
    Exchanged(CompareExchangeResult),
    Cluster(ClusterTransactionResult),
    /// Rows of subscriptions were written.
    Subscribed,
}

/// A batch that is checked and prepared but not yet submitted.
#[derive(Debug)]
pub struct PreparedBatch(pub(crate) Vec<Prepared>);
