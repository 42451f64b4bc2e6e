//! Totals of documents and tombstones by collection, updated with every change.

use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::store::mem_table::Entry;
use std::collections::BTreeMap;
/// Totals of one collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CollectionTotals {
    /// The name as first written.
    pub name: String,
    pub documents: u64,
    /// Bytes of the stored values.
    pub bytes: u64,
    pub tombstones: u64,
    pub tombstone_bytes: u64,
    pub last_etag: i64,
    pub compressed: CompressedTotals,
}

/// Compression totals of one collection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CompressedTotals {
    /// Documents whose body is stored compressed.
    pub documents: u64,
    /// Bytes of their bodies before and after.
    pub before: u64,
    pub after: u64,
}

impl CompressedTotals {
    /// Adds a document.
    pub(crate) fn add(&mut self, value: &StoredValue) {
        if value.is_compressed() {
            self.documents += 1;
            self.before += value.original_len() as u64;
            self.after += value.body_len() as u64;
        }
    }

    /// Subtracts a document.
    pub(crate) fn remove(&mut self, value: &StoredValue) {
        if value.is_compressed() {
            self.documents = self.documents.saturating_sub(1);
            self.before = self.before.saturating_sub(value.original_len() as u64);
            self.after = self.after.saturating_sub(value.body_len() as u64);
        }
    }
}

/// Totals by collection, keyed by the name in lower case.
pub(crate) type Totals = BTreeMap<String, CollectionTotals>;

/// Updates the totals for one change: `old` is the previous version of the id, `new` the new one, `key` the
/// name of `new`'s collection in lower case.
pub(crate) fn count(totals: &mut Totals, old: Option<(&StoredValue, bool)>, new: &Entry, key: &str) {
    let name = new.value.collection();
    if let Some((value, deleted)) = old {
        let old_name = value.collection();
        let old_totals = match ids::same_ignoring_case(old_name, name) {
            true => totals.get_mut(key),
            false => totals.get_mut(&ids::key_of(old_name)),
        };
        if let Some(totals) = old_totals {
            let (number, bytes) = totals.pair(deleted);
            *number = number.saturating_sub(1);
            *bytes = bytes.saturating_sub(value.len() as u64);
            totals.compressed.remove(value);
        }
    }
    if !totals.contains_key(key) {
        totals.insert(
            key.to_owned(),
            CollectionTotals { name: name.to_owned(), ..CollectionTotals::default() },
        );
    }
    let totals = totals.get_mut(key).expect("it was inserted above");
    let (number, bytes) = totals.pair(new.deleted);
    *number += 1;
    *bytes += new.value.len() as u64;
    totals.compressed.add(&new.value);
    totals.last_etag = totals.last_etag.max(new.etag);
}

/// Updates the totals for a removed tombstone.
pub(crate) fn count_forgotten(totals: &mut Totals, tombstone: &StoredValue) {
    if let Some(totals) = totals.get_mut(&ids::key_of(tombstone.collection())) {
        totals.tombstones = totals.tombstones.saturating_sub(1);
        totals.tombstone_bytes = totals.tombstone_bytes.saturating_sub(tombstone.len() as u64);
    }
}

/// Updates the totals for a recoded document.
pub(crate) fn count_recoded(totals: &mut Totals, old: &StoredValue, new: &StoredValue) {
    if let Some(totals) = totals.get_mut(&ids::key_of(new.collection())) {
        totals.bytes = totals.bytes.saturating_sub(old.len() as u64) + new.len() as u64;
        totals.compressed.remove(old);
        totals.compressed.add(new);
    }
}

impl CollectionTotals {
    fn pair(&mut self, tombstones: bool) -> (&mut u64, &mut u64) {
        if tombstones {
            (&mut self.tombstones, &mut self.tombstone_bytes)
        } else {
            (&mut self.documents, &mut self.bytes)
        }
    }
}
