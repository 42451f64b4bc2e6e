//! What a patch script read and did when it ran off the writer: the writer checks the reads and repeats the writes.

use std::time::Duration;

use bytes::Bytes;
use rookery_script::Actions;

use super::Resolver;
use super::attempt::{Attempt, Old};
use crate::counters::{CounterOperation, rows};
use crate::database::prepared::PreparedPut;
use crate::error::EngineError;
use crate::side_table::SideTable;
use crate::stored::StoredValue;

/// One run of a patch script.
#[derive(Debug)]
pub(crate) struct RecordedRun {
    /// The document it ran for.
    pub document: Seen,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub left: Left,
    /// How long the script ran.
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

impl Seen {
    pub(super) fn of(attempt: &Attempt<'_>, found: Option<&Old>) -> Self {
        match found.filter(|old| !old.deleted) {
            None => Self::Missing,
            Some(old) if attempt.is_own(old.etag) => Self::OfBatch(old.value.clone()),
            Some(old) => Self::Version(old.etag),
        }
    }
}

impl Resolver<'_> {
    /// Whether a script would read the same now as it did then.
    pub(super) fn is_valid(
        &self,
        attempt: &Attempt<'_>,
        run: &RecordedRun,
        document: Option<&Old>,
    ) -> Result<bool, EngineError> {
        if !self.is_same(attempt, &run.document, document)? {
            return Ok(false);
        }
        for read in &run.reads {
            let same = match read {
                Read::Document { key, seen } => self.is_same(attempt, seen, attempt.find(key)?.as_ref())?,
                Read::Existence { key, exists } => {
                    attempt.find(key)?.is_some_and(|old| !old.deleted) == *exists
                }
                Read::Counter { row, value } => {
                    let found = attempt.side(SideTable::Counters, row)?;
                    found
                        .map(|row| attempt.intact(rows::from_bytes(&row)))
                        .transpose()?
                        .map(|counter| counter.value)
                        == *value
                }
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_same(&self, attempt: &Attempt<'_>, seen: &Seen, now: Option<&Old>) -> Result<bool, EngineError> {
        Ok(match (seen, now.filter(|old| !old.deleted)) {
            (Seen::Missing, None) => true,
            (Seen::Version(etag), Some(old)) => old.etag == *etag,
            (Seen::OfBatch(value), Some(old)) => {
                attempt.is_own(old.etag)
                    && value.collection() == old.value.collection()
                    && value.flags() == old.value.flags()
                    && self.body(attempt, value)? == self.body(attempt, &old.value)?
            }
            (Seen::Missing, Some(_)) | (Seen::Version(_) | Seen::OfBatch(_), None) => false,
        })
    }

    fn body(&self, attempt: &Attempt<'_>, value: &StoredValue) -> Result<Bytes, EngineError> {
        attempt.intact(value.body(&self.compression.dictionaries))
    }
}
