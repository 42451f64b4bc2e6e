//! What a patch script read and did when it ran off the writer.

use crate::document::stored::StoredValue;
use crate::extensions::counters::CounterOperation;
use crate::transaction::prepared_put::PreparedPut;
use bytes::Bytes;
use rookery_script::Actions;
use std::time::Duration;
/// One run of a patch script.
#[derive(Debug)]
pub(crate) struct RecordedRun {
    /// The document it ran for.
    pub document: Seen,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub left: Left,
    /// How long the script ran: the shortest of its runs.
    pub took: Duration,
}

/// What a script left behind besides its writes.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    /// The patched document, JSON.
    pub document: Bytes,
    pub actions: Actions,
    /// The patched document made ready to be saved; `None`: the script left it as it was.
    pub save: Option<PreparedPut>,
}

/// A version of a document as a script saw it. Tombstones count as missing.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    Missing,
    /// The version with this etag.
    Version(i64),
    /// A version made earlier in the same batch: its etag is not known before the batch is decided.
    OfBatch(StoredValue),
}

/// Something a script read that was there before it ran.
#[derive(Debug)]
pub(crate) enum Read {
    Document {
        key: String,
        seen: Seen,
    },
    Existence {
        key: String,
        exists: bool,
    },
    Counter {
        /// The row's key.
        row: Vec<u8>,
        value: Option<i64>,
    },
}

/// Something a script did, in order.
#[derive(Debug)]
pub(crate) enum Write {
    Put {
        put: Box<PreparedPut>,
        /// Bytes of the document as the script gave it.
        size: usize,
        /// The number in an id that was completed.
        number: Option<i64>,
    },
    Delete {
        id: String,
    },
    Counter {
        id: String,
        operation: CounterOperation,
    },
}

impl RecordedRun {
    /// Bytes its writes add to the journal.
    pub(crate) fn weight(&self) -> usize {
        let put = |put: &PreparedPut| put.draft.len() + 128;
        let of = |write: &Write| match write {
            Write::Put { put: document, .. } => put(document),
            Write::Delete { id } => id.len() + 128,
            Write::Counter { operation, .. } => operation.name.len() + 600,
        };
        self.writes.iter().map(of).sum::<usize>() + self.left.save.as_ref().map_or(0, put)
    }
}
