//! The state for readers: two in-memory tables of changes that are durable in the journal but not yet in the
//! data file, plus the totals that belong to them.
//!
//! A view is cheap to copy, and a copy never changes: that makes a read a snapshot. `active` overrides
//! `frozen`, and `frozen` overrides the data file. Etags in `active` are greater than all in `frozen`, and
//! those greater than all in the file, except that the file may already have what is still in `frozen`;
//! merging by id makes that harmless.

use crate::store::totals::Totals;
use std::sync::Arc;

use crate::document::stored::StoredValue;
pub(crate) use crate::store::mem_table::{Entry, MemTable};

/// The in-memory state of a reader.
#[derive(Debug, Clone, Default)]
pub(crate) struct View {
    pub active: MemTable,
    pub frozen: Arc<MemTable>,
    pub totals: Arc<Totals>,
    pub last_etag: i64,
}

impl View {
    /// The unflushed change of this id, if there is one.
    pub(crate) fn entry(&self, key: &str) -> Option<Arc<Entry>> {
        self.active.get(key).or_else(|| self.frozen.get(key))
    }

    /// Whether an unflushed change hides this id in the data file.
    pub(crate) fn hides(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    /// The latest bytes of the document with this etag; `value` is what a lower table has.
    pub(crate) fn newest_bytes(&self, etag: i64, value: StoredValue) -> StoredValue {
        let recoded = self.active.recoded.get(&etag).or_else(|| self.frozen.recoded.get(&etag));
        recoded.cloned().unwrap_or(value)
    }

    pub(crate) fn has_unflushed(&self) -> bool {
        self.active.len() + self.frozen.len() > 0
    }

    pub(crate) fn documents(&self) -> u64 {
        self.totals.values().map(|totals| totals.documents).sum()
    }

    /// Whether a tombstone is removed; until the next flush the data file may still have it.
    pub(crate) fn has_forgotten(&self, etag: i64) -> bool {
        self.active.forgotten.contains_key(&etag) || self.frozen.forgotten.contains_key(&etag)
    }

    pub(crate) fn tombstones(&self) -> u64 {
        self.totals.values().map(|totals| totals.tombstones).sum()
    }
}
