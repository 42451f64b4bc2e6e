//! Changes that are durable in the journal and not yet in the data file, in memory.
//!
//! All copies of a table share their rows, which are append-only, and each copy has the number of rows it may
//! see. So a copy never changes, appending copies nothing, and the newest change of an id *as of a copy* is
//! found by going back from the newest of all. Locks are held briefly: readers take rows in small chunks, and
//! so does the one thread that appends.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use imbl::OrdMap;
use parking_lot::RwLock;

use crate::document::stored::StoredValue;
use crate::store::id_hash::IdHashing;
use crate::store::side_table::{SideChange, SideKey};

/// One change: the newest version of a document, or its deletion.
#[derive(Debug)]
pub(crate) struct Entry {
    pub etag: i64,
    /// The id in lower case.
    pub key: Arc<str>,
    /// The document; for a tombstone the same without a body.
    pub value: StoredValue,
    pub deleted: bool,
}

/// No row.
const NONE: u32 = u32::MAX;
/// Rows read or added under one lock.
const HANDFUL: usize = 64;

#[derive(Debug)]
struct Row {
    entry: Arc<Entry>,
    /// The row of this id before this one.
    previous: u32,
    /// The row of this id after this one.
    next: u32,
}

#[derive(Debug, Default)]
struct Rows {
    rows: Vec<Row>,
    /// The newest row of each id.
    newest: HashMap<Arc<str>, u32, IdHashing>,
}

impl Rows {
    /// Adds a row; returns whether its id is new here.
    fn push(&mut self, entry: Arc<Entry>) -> bool {
        let row = u32::try_from(self.rows.len()).expect("a table is flushed long before four billion rows");
        let previous = self.newest.insert(entry.key.clone(), row).unwrap_or(NONE);
        if let Some(overtaken) = self.rows.get_mut(previous as usize) {
            overtaken.next = row;
        }
        self.rows.push(Row { entry, previous, next: NONE });
        previous == NONE
    }
}

/// Changes by id and in the order they were made.
#[derive(Debug, Clone, Default)]
pub(crate) struct MemTable {
    shared: Arc<RwLock<Rows>>,
    /// Rows this copy sees.
    seen: usize,
    /// Ids among them.
    ids: usize,
    /// Identity values changed since the table began.
    pub identities: OrdMap<Arc<str>, i64>,
    /// Rows of side tables changed since the table began; `None`: deleted.
    pub side: OrdMap<SideKey, Option<Bytes>>,
    /// Recoded bytes by etag, for documents of this table or of one below it. Readers may use either.
    pub recoded: OrdMap<i64, StoredValue>,
    /// Removed tombstones of the data file, by etag: the id's key. Readers may still see them.
    pub forgotten: OrdMap<i64, Arc<str>>,
    /// Bytes of the values, including overwritten ones.
    pub bytes: usize,
    /// Sequence number of the last journal record inside, 0 when none.
    pub last_record: u64,
}

impl MemTable {
    /// An empty table with capacity for this many ids.
    pub(crate) fn with_room(ids: usize) -> Self {
        let newest = HashMap::with_capacity_and_hasher(ids, IdHashing);
        let rows = Rows { rows: Vec::with_capacity(ids), newest };
        Self { shared: Arc::new(RwLock::new(rows)), ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.last_record == 0
    }

    /// Appends changes, etags ascending. Only the newest copy may be appended to.
    pub(crate) fn insert_all<'a>(&mut self, entries: impl Iterator<Item = &'a Arc<Entry>>) {
        let mut entries = entries.peekable();
        while entries.peek().is_some() {
            let mut shared = self.shared.write();
            assert_eq!(shared.rows.len(), self.seen, "only the newest copy of a table is added to");
            for entry in entries.by_ref().take(HANDFUL) {
                debug_assert!(
                    shared.rows.last().is_none_or(|last| last.entry.etag < entry.etag),
                    "etags ascend"
                );
                self.bytes += entry.value.len();
                self.seen += 1;
                self.ids += usize::from(shared.push(entry.clone()));
            }
        }
    }

    /// Adds one change.
    pub(crate) fn insert(&mut self, entry: Arc<Entry>) {
        self.insert_all(std::iter::once(&entry));
    }

    /// The newest change of this id.
    pub(crate) fn get(&self, key: &str) -> Option<Arc<Entry>> {
        if self.seen == 0 {
            return None;
        }
        let shared = self.shared.read();
        let mut row = *shared.newest.get(key)?;
        while row != NONE && row as usize >= self.seen {
            row = shared.rows[row as usize].previous;
        }
        shared.rows.get(row as usize).map(|row| row.entry.clone())
    }

    /// How many ids have changed.
    pub(crate) fn len(&self) -> usize {
        self.ids
    }

    /// The newest change of each id, etags ascending.
    pub(crate) fn entries(&self) -> Entries<'_> {
        Entries { table: self, from: 0, to: self.seen, backwards: false, taken: Vec::new().into_iter() }
    }

    /// The newest change of each id, etags descending.
    pub(crate) fn entries_backwards(&self) -> Entries<'_> {
        Entries { backwards: true, ..self.entries() }
    }

    /// The newest change of each id from `from` on with this prefix, in id order. Scans every entry: the
    /// table is bounded by the size of a few flushes.
    pub(crate) fn with_prefix(&self, prefix: &str, from: &str) -> Vec<Arc<Entry>> {
        let wanted = |entry: &Arc<Entry>| entry.key.starts_with(prefix) && &*entry.key >= from;
        let mut found: Vec<_> = self.entries().filter(wanted).collect();
        found.sort_unstable_by(|left, right| left.key.cmp(&right.key));
        found
    }

    /// Adds recoded bytes of the document with this etag.
    pub(crate) fn insert_recoded(&mut self, etag: i64, value: StoredValue) {
        self.bytes += value.len();
        if let Some(old) = self.recoded.insert(etag, value) {
            self.bytes -= old.len();
        }
    }

    /// Adds the removal of a tombstone.
    pub(crate) fn insert_forgotten(&mut self, etag: i64, key: Arc<str>) {
        self.bytes += key.len();
        self.forgotten.insert(etag, key);
    }

    pub(crate) fn insert_side(&mut self, change: SideChange) {
        let weight = |value: &Option<Bytes>| value.as_ref().map_or(0, Bytes::len);
        self.bytes += change.key.1.len() + weight(&change.value);
        let key_length = change.key.1.len();
        if let Some(old) = self.side.insert(change.key, change.value) {
            self.bytes -= key_length + weight(&old);
        }
    }
}

/// A walk over a table's entries.
pub(crate) struct Entries<'a> {
    table: &'a MemTable,
    /// Rows not yet taken.
    from: usize,
    to: usize,
    backwards: bool,
    taken: std::vec::IntoIter<Arc<Entry>>,
}

impl Iterator for Entries<'_> {
    type Item = Arc<Entry>;

    fn next(&mut self) -> Option<Arc<Entry>> {
        loop {
            if let Some(entry) = self.taken.next() {
                return Some(entry);
            }
            if self.from == self.to {
                return None;
            }
            let size = HANDFUL.min(self.to - self.from);
            let range = if self.backwards { self.to - size..self.to } else { self.from..self.from + size };
            let shared = self.table.shared.read();
            // A row overwritten after this copy was made is still the newest it sees.
            let newest = |row: &&Row| row.next as usize >= self.table.seen;
            let taken = shared.rows[range].iter().filter(newest).map(|row| row.entry.clone());
            let mut taken: Vec<_> = taken.collect();
            if self.backwards {
                taken.reverse();
                self.to -= size;
            } else {
                self.from += size;
            }
            self.taken = taken.into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::document::DocumentFlags;
    use crate::document::compression::encoded_body::EncodedBody;
    use crate::document::stored::Parts;

    fn entry(etag: i64, key: &str) -> Arc<Entry> {
        let parts = Parts {
            id: key,
            collection: "C",
            node_tag: "A",
            flags: DocumentFlags::default(),
            last_modified: 0,
            archive_at: None,
        };
        let value = StoredValue::build(&parts, &EncodedBody::empty());
        Arc::new(Entry { etag, key: Arc::from(key), value, deleted: false })
    }

    fn etags(entries: impl Iterator<Item = Arc<Entry>>) -> Vec<i64> {
        entries.map(|entry| entry.etag).collect()
    }

    proptest! {
        #[test]
        fn each_copy_keeps_seeing_what_it_saw_when_it_was_made(
            batches in proptest::collection::vec(proptest::collection::vec(0..12u8, 0..100), 0..8),
        ) {
            let mut table = MemTable::default();
            let mut model: BTreeMap<String, i64> = BTreeMap::new();
            let mut copies = Vec::new();
            let mut etag = 0;
            for batch in batches {
                let entries: Vec<_> = batch
                    .into_iter()
                    .map(|number| {
                        etag += 1;
                        model.insert(format!("k{number}"), etag);
                        entry(etag, &format!("k{number}"))
                    })
                    .collect();
                table.insert_all(entries.iter());
                copies.push((table.clone(), model.clone()));
            }
            for (copy, model) in copies {
                let mut expected: Vec<i64> = model.values().copied().collect();
                expected.sort_unstable();
                prop_assert_eq!(copy.len(), model.len());
                prop_assert_eq!(etags(copy.entries()), expected.clone());
                expected.reverse();
                prop_assert_eq!(etags(copy.entries_backwards()), expected);
                for number in 0..12 {
                    let key = format!("k{number}");
                    prop_assert_eq!(copy.get(&key).map(|entry| entry.etag), model.get(&key).copied());
                }
                let ordered: Vec<i64> = model.range("k1".to_owned()..).map(|(_, etag)| *etag).collect();
                prop_assert_eq!(etags(copy.with_prefix("k", "k1").into_iter()), ordered);
            }
        }
    }
}
