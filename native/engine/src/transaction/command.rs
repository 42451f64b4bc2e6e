//! Commands of a batch and their results.

use crate::transaction::expected::Expected;
use bytes::Bytes;
use time::OffsetDateTime;

use crate::document::DocumentFlags;
use crate::extensions::attachments::Attachment;
use crate::extensions::counters::{Counter, CounterOperation};
use crate::extensions::time_series::{TimeRange, TimeSeriesUpdate};
use crate::transaction::patch::{Patch, PatchResult};

/// One change of a document, attachment, counter or time series.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Saves a document.
    Put {
        /// Empty: a guid is generated; ending in `/`: number and node tag are appended; ending in `|`: the
        /// next identity.
        id: String,
        /// A JSON object, `@metadata` included.
        body: Bytes,
        /// The required current version.
        expected: Expected,
    },
    /// Removes a document.
    Delete {
        /// The document's id.
        id: String,
        /// The required current version.
        expected: Expected,
    },
    /// Adds an attachment to a document, or replaces it.
    AttachmentPut {
        /// The document's id.
        id: String,
        /// The attachment's name.
        name: String,
        /// Its content type; may be empty.
        content_type: String,
        /// The content.
        content: Bytes,
        /// The required current attachment.
        expected: Expected,
    },
    /// Removes an attachment.
    AttachmentDelete {
        /// The document's id.
        id: String,
        /// The attachment's name.
        name: String,
        /// The required current attachment.
        expected: Expected,
    },
    /// Adds the same content to a document again; never replaces.
    AttachmentCopy {
        /// The document that has it.
        id: String,
        /// Its name there.
        name: String,
        /// The document that gets it.
        destination_id: String,
        /// Its name there.
        destination_name: String,
    },
    /// Copies an attachment and removes the original.
    AttachmentMove {
        /// The document that has it.
        id: String,
        /// Its name there.
        name: String,
        /// The document that gets it.
        destination_id: String,
        /// Its name there.
        destination_name: String,
        /// The required current attachment, at the source.
        expected: Expected,
    },
    /// Removes all documents whose id has a prefix.
    DeletePrefixed {
        /// The prefix, case ignored. Not empty.
        prefix: String,
    },
    /// Creates a revision of the document's current version, unless there is one.
    ForceRevision {
        /// The document's id.
        id: String,
        /// The same batch saves the document afterwards: the document is not changed here, and there is no
        /// separate result. Otherwise a document without revisions gets a new version with the flag.
        before_save: bool,
    },
    /// Adds to, reads and removes counters of a document, in order.
    Counters {
        /// The document's id.
        id: String,
        /// The operations.
        operations: Vec<CounterOperation>,
    },
    /// Changes a document by a script.
    Patch(Box<Patch>),
    /// Removes, saves and adds entries of a time series.
    TimeSeries {
        /// The document's id.
        id: String,
        /// The changes.
        update: Box<TimeSeriesUpdate>,
    },
    /// Saves the entries of a time series in another one. A missing source changes nothing.
    TimeSeriesCopy {
        /// The document that has it.
        id: String,
        /// Its name there.
        name: String,
        /// The document that gets the entries.
        destination_id: String,
        /// The series's name there.
        destination_name: String,
        /// The entries to copy.
        range: TimeRange,
    },
}

/// The result of a command, in the order of the commands.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandResult {
    /// The document is saved.
    Put {
        /// Its id, generated if necessary.
        id: String,
        /// Its collection.
        collection: String,
        /// Its etag.
        etag: i64,
        /// Its new change vector.
        change_vector: String,
        /// When it was saved.
        last_modified: OffsetDateTime,
        /// Its flags.
        flags: DocumentFlags,
    },
    /// The document was deleted.
    Delete {
        /// The id as given.
        id: String,
        /// Whether there was one.
        deleted: bool,
        /// The tombstone's change vector, if there was one.
        change_vector: Option<String>,
    },
    /// The attachment was saved.
    AttachmentPut {
        /// The saved attachment.
        attachment: Box<Attachment>,
        /// The document's change vector at the end of the batch; `None`: the batch deletes it.
        document_change_vector: Option<String>,
    },
    /// The attachment was deleted.
    AttachmentDelete {
        /// The document's id as given.
        id: String,
        /// The attachment's name as given.
        name: String,
        /// Whether there was one.
        deleted: bool,
        /// The document's change vector at the end of the batch, if it exists.
        document_change_vector: Option<String>,
    },
    /// The attachment was copied.
    AttachmentCopy {
        /// The copy.
        attachment: Box<Attachment>,
        /// The change vector of the destination document.
        document_change_vector: Option<String>,
    },
    /// The attachment was moved.
    AttachmentMove {
        /// The id of its former document, as given.
        id: String,
        /// Its former name, as given.
        name: String,
        /// The moved attachment.
        attachment: Box<Attachment>,
        /// The change vector of the destination document.
        destination_document_change_vector: Option<String>,
        /// The change vector of the source document.
        document_change_vector: Option<String>,
    },
    /// A revision of the document exists.
    Revision {
        /// The document's id.
        id: String,
        /// Whether a revision was created. If not, the rest is empty.
        created: bool,
        /// The document's change vector, which is the revision's too.
        change_vector: Option<String>,
        /// When the document was saved.
        last_modified: Option<OffsetDateTime>,
        /// The document's flags.
        flags: DocumentFlags,
    },
    /// The counters' new values.
    Counters {
        /// The document's id as given.
        id: String,
        /// One for each counter that was changed or read; `None`: there is none of that name.
        counters: Vec<Option<Counter>>,
        /// The document's change vector at the end of the batch; `None` when no counter was created or
        /// removed.
        document_change_vector: Option<String>,
    },
    /// The result of a patch.
    Patch(Box<PatchResult>),
    /// A time series was changed.
    TimeSeries {
        /// The id of the changed series's document, as given.
        id: String,
        /// The change vector of the series, not of its document; `None`: there is no such series.
        change_vector: Option<String>,
        /// Whether the command was a copy.
        is_copy: bool,
    },
}

/// A client's request for a range of ids.
#[derive(Debug, Clone, PartialEq)]
pub struct HiloRequest {
    /// The range's name, e.g. `users`.
    pub tag: String,
    /// Size of the client's last range, 0 at first.
    pub last_batch_size: i64,
    /// When it got that range.
    pub last_range_at: Option<OffsetDateTime>,
    /// The separator between tag and number, normally `/`.
    pub separator: char,
    /// The highest number of its last range, 0 at first.
    pub last_max: i64,
}

/// A range of ids that is reserved for one client.
#[derive(Debug, Clone, PartialEq)]
pub struct HiloRange {
    /// Tag and separator.
    pub prefix: String,
    /// First number.
    pub low: i64,
    /// Last number.
    pub high: i64,
    /// How many numbers.
    pub last_size: i64,
    /// The node's tag, which the client appends.
    pub server_tag: String,
    /// When it was given.
    pub last_range_at: OffsetDateTime,
}
