//! Commands of a batch and their results.

use crate::transaction::expected::Expected;
use bytes::Bytes;
use time::OffsetDateTime;

use crate::document::DocumentFlags;
use crate::extensions::attachments::Attachment;
use crate::extensions::counters::{Counter, CounterOperation};
use crate::transaction::patch::{Patch, PatchResult};

/// One change to a document or to what hangs on it.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Saves a document.
    Put {
        /// Empty: a guid is made; ending in `/`: number and node tag are appended; ending in `|`: the next identity.
        id: String,
        /// A JSON object, `@metadata` included.
        body: Bytes,
        /// What must be there now.
        expected: Expected,
    },
    /// Removes a document.
    Delete {
        /// The document's id.
        id: String,
        /// What must be there now.
        expected: Expected,
    },
    /// Hangs an attachment on a document, or replaces it.
    AttachmentPut {
        /// The document's id.
        id: String,
        /// The attachment's name.
        name: String,
        /// What kind of content it is; may be empty.
        content_type: String,
        /// The content.
        content: Bytes,
        /// Which attachment must be there now.
        expected: Expected,
    },
    /// Removes an attachment.
    AttachmentDelete {
        /// The document's id.
        id: String,
        /// The attachment's name.
        name: String,
        /// Which attachment must be there now.
        expected: Expected,
    },
    /// Hangs the same content on a document again; never replaces.
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
    /// Copies an attachment and removes it where it was.
    AttachmentMove {
        /// The document that has it.
        id: String,
        /// Its name there.
        name: String,
        /// The document that gets it.
        destination_id: String,
        /// Its name there.
        destination_name: String,
        /// Which attachment must be there now, at the source.
        expected: Expected,
    },
    /// Removes all documents whose id begins with a text.
    DeletePrefixed {
        /// The beginning, case ignored. Not empty.
        prefix: String,
    },
    /// Keeps the document's present version as a revision, unless it is one already.
    ForceRevision {
        /// The document's id.
        id: String,
        /// The same batch is about to save the document: it is not changed itself, and there is no result
        /// of its own. Otherwise a document that had no revisions gets a new version that says it has.
        before_save: bool,
    },
    /// Adds to, reads and removes counters of a document, in order.
    Counters {
        /// The document's id.
        id: String,
        /// What to do.
        operations: Vec<CounterOperation>,
    },
    /// Changes a document by a script.
    Patch(Box<Patch>),
}

/// The result of a command, in the order of the commands.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandResult {
    /// The document is saved.
    Put {
        /// Its id, made up if need be.
        id: String,
        /// Its collection.
        collection: String,
        /// Its etag.
        etag: i64,
        /// Its new change vector.
        change_vector: String,
        /// When it was saved.
        last_modified: OffsetDateTime,
        /// Its marks.
        flags: DocumentFlags,
    },
    /// The document is gone.
    Delete {
        /// The id as given.
        id: String,
        /// Whether there was one.
        deleted: bool,
        /// The tombstone's change vector, if there was one.
        change_vector: Option<String>,
    },
    /// The attachment hangs on its document.
    AttachmentPut {
        /// What it is now.
        attachment: Box<Attachment>,
        /// The document's change vector at the end of the batch; `None`: the batch deletes it.
        document_change_vector: Option<String>,
    },
    /// The attachment is gone.
    AttachmentDelete {
        /// The document's id as given.
        id: String,
        /// The attachment's name as given.
        name: String,
        /// Whether there was one.
        deleted: bool,
        /// The document's change vector at the end of the batch, if it is there.
        document_change_vector: Option<String>,
    },
    /// The copy hangs on its document.
    AttachmentCopy {
        /// The copy.
        attachment: Box<Attachment>,
        /// The change vector of the document that got it.
        document_change_vector: Option<String>,
    },
    /// The attachment has moved.
    AttachmentMove {
        /// The id of its former document, as given.
        id: String,
        /// Its former name, as given.
        name: String,
        /// What it is now.
        attachment: Box<Attachment>,
        /// The change vector of the document that got it.
        destination_document_change_vector: Option<String>,
        /// The change vector of the document that had it.
        document_change_vector: Option<String>,
    },
    /// The document's version is kept.
    Revision {
        /// The document's id.
        id: String,
        /// Whether a revision had to be made. If not, the rest is empty.
        created: bool,
        /// The document's change vector, which is the revision's too.
        change_vector: Option<String>,
        /// When the document was saved.
        last_modified: Option<OffsetDateTime>,
        /// The document's marks.
        flags: DocumentFlags,
    },
    /// What the counters are now.
    Counters {
        /// The document's id as given.
        id: String,
        /// One for each counter added to or read; `None`: there is none of that name.
        counters: Vec<Option<Counter>>,
        /// The document's change vector at the end of the batch; `None` when no counter's name came or went.
        document_change_vector: Option<String>,
    },
    /// What a script made of the document.
    Patch(Box<PatchResult>),
}

/// A client's request for a range of ids it may give out itself.
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

/// A range of ids that is the asking client's alone.
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
