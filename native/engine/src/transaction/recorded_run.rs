//! The reads and writes of a patch script that ran off the writer.

use crate::document::stored::StoredValue;
use crate::extensions::counters::CounterOperation;
use crate::transaction::prepare_time_series::PreparedTimeSeries;
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
    pub effort: Effort,
}

/// What the runs of a script have cost until now.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The duration of the shortest run: on a busy machine a fast script may be slow once, but not each time.
    pub shortest: Duration,
    /// How often it ran.
    pub runs: u32,
}

impl Effort {
    /// With one more run.
    pub(crate) fn after(earlier: Option<Self>, took: Duration) -> Self {
        match earlier {
            None => Self { shortest: took, runs: 1 },
            Some(Self { shortest, runs }) => {
                Self { shortest: shortest.min(took), runs: runs.saturating_add(1) }
            }
        }
    }
}

/// The result of a script, apart from its writes.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    /// The patched document, JSON.
    pub document: Bytes,
    pub actions: Actions,
    /// The patched document prepared for saving; `None`: the script did not change it.
    pub save: Option<PreparedPut>,
}

/// A document version as a script read it. Tombstones count as missing.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    Missing,
    /// The version with this etag.
    Version(i64),
    /// A version of the same batch: its etag is not known before the batch is decided.
    OfBatch(StoredValue),
}

/// Something a script read that existed before it ran.
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
    TimeSeries {
        /// The row's key.
        row: Vec<u8>,
        /// Of its last change; `None`: there is no such series. That of a change of the same batch matches none.
        etag: Option<i64>,
    },
    CompareExchange {
        /// The key in lower case.
        row: String,
        index: Option<i64>,
    },
}

/// One write of a script, in order.
#[derive(Debug)]
pub(crate) enum Write {
    Put {
        put: Box<PreparedPut>,
        /// Bytes of the document as returned by the script.
        size: usize,
        /// The number in a generated id.
        number: Option<i64>,
    },
    Delete {
        id: String,
    },
    Counter {
        id: String,
        operation: CounterOperation,
    },
    TimeSeries(Box<PreparedTimeSeries>),
}

impl RecordedRun {
    /// The size of its writes in the journal.
    pub(crate) fn weight(&self) -> usize {
        let put = |put: &PreparedPut| put.draft.len() + 128;
        let of = |write: &Write| match write {
            Write::Put { put: document, .. } => put(document),
            Write::Delete { id } => id.len() + 128,
            Write::Counter { operation, .. } => operation.name.len() + 600,
            Write::TimeSeries(changes) => changes.weight(),
        };
        self.writes.iter().map(of).sum::<usize>() + self.left.save.as_ref().map_or(0, put)
    }
}
