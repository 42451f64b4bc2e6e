//! One flush: writes the frozen in-memory table to the data file, in one durable transaction together with
//! the number of its last journal record.

use std::collections::HashMap;

use bytes::Bytes;
use redb::{Durability, ReadableDatabase as _, ReadableTable as _, Table};

use super::tables::{
    APPLIED_RECORD, ARCHIVE_DUE, BY_COLLECTION, COLLECTIONS, CollectionRow, DOCUMENTS, IDENTITIES, IDS,
    LAST_ETAG, META, TOMBSTONES, side,
};
use super::{Store, compressed_totals, corrupt, failed, with_cause};
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::store::mem_table::MemTable;
use crate::store::side_table::SideKey;
use crate::store::totals::Totals;

impl Store {
    /// Writes `changes` and everything that belongs to them. Either all of it is durable when this returns,
    /// or nothing has happened (and [`Store::reopen`] must be called before a retry).
    pub(crate) fn apply(
        &self,
        changes: &MemTable,
        totals: &Totals,
        last_etag: i64,
    ) -> Result<(), EngineError> {
        if !self.is_writable() {
            self.reopen()?;
        }
        let applied = self.try_apply(changes, totals, last_etag);
        self.forget_shared();
        applied.map_err(|error| with_cause(error, self.failure().as_deref()))
    }

    fn try_apply(&self, changes: &MemTable, totals: &Totals, last_etag: i64) -> Result<(), EngineError> {
        let database = self.database()?;
        let fail = |error: redb::Error| failed(&self.path, "write", error);
        // While a reader holds the former state, redb frees its pages with the next commit. Without one it does so in
        // a second, non-durable commit, after which each read that misses its cache walks all of its write buffers.
        let _former_state = database.begin_read().map_err(|error| fail(error.into()))?;
        let mut transaction = database.begin_write().map_err(|error| fail(error.into()))?;
        transaction.set_durability(Durability::Immediate).map_err(|error| {
            failed(&self.path, "write", redb::Error::Io(std::io::Error::other(error.to_string())))
        })?;
        transaction.set_quick_repair(true);
        {
            let mut collections = transaction.open_table(COLLECTIONS).map_err(|error| fail(error.into()))?;
            let numbers = self.write_totals(&mut collections, totals)?;
            let mut ids_table = transaction.open_table(IDS).map_err(|error| fail(error.into()))?;
            let mut replaced = Vec::new();
            // Sorted by id: adjacent ids share tree pages.
            let entries: Vec<_> = changes.entries().collect();
            let mut sorted: Vec<_> = entries.iter().map(|entry| (&entry.key, entry)).collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            for (key, entry) in &sorted {
                let etag = if entry.deleted { -entry.etag } else { entry.etag };
                let old = ids_table.insert(key.as_bytes(), etag).map_err(|error| fail(error.into()))?;
                if let Some(old) = old.map(|old| old.value()).filter(|old| *old != etag) {
                    replaced.push(old);
                }
            }
            replaced.sort_unstable();
            let mut documents = transaction.open_table(DOCUMENTS).map_err(|error| fail(error.into()))?;
            let mut tombstones = transaction.open_table(TOMBSTONES).map_err(|error| fail(error.into()))?;
            let mut by_collection =
                transaction.open_table(BY_COLLECTION).map_err(|error| fail(error.into()))?;
            let mut due = transaction.open_table(ARCHIVE_DUE).map_err(|error| fail(error.into()))?;
            for etag in replaced {
                if etag < 0 {
                    tombstones.remove(-etag).map_err(|error| fail(error.into()))?;
                    continue;
                }
                let old = documents.remove(etag).map_err(|error| fail(error.into()))?;
                let Some(old) = old.map(|old| Bytes::copy_from_slice(old.value())) else {
                    return Err(corrupt(&self.path, format!("document {etag} has an id but no content")));
                };
                let old = StoredValue::from_bytes(old).map_err(|reason| corrupt(&self.path, reason))?;
                if let Some(number) = numbers.get(&ids::key_of(old.collection())) {
                    by_collection.remove((*number, etag)).map_err(|error| fail(error.into()))?;
                }
                if let Some(moment) = old.archive_at() {
                    due.remove((moment, etag)).map_err(|error| fail(error.into()))?;
                }
            }
            // Adjacent documents mostly have one collection.
            let mut last_collection: Option<(&str, u32)> = None;
            let mut listed = Vec::with_capacity(changes.len());
            for entry in &entries {
                let etag = &entry.etag;
                let bytes = &entry.value.as_bytes()[..];
                if entry.deleted {
                    tombstones.insert(*etag, bytes).map_err(|error| fail(error.into()))?;
                    continue;
                }
                documents.insert(*etag, bytes).map_err(|error| fail(error.into()))?;
                let collection = entry.value.collection();
                let number = match last_collection {
                    Some((name, number)) if name == collection => number,
                    _ => *numbers
                        .get(&ids::key_of(collection))
                        .expect("every change was counted in the totals of its collection"),
                };
                last_collection = Some((collection, number));
                listed.push((number, *etag));
                if let Some(moment) = entry.value.archive_at() {
                    due.insert((moment, *etag), ()).map_err(|error| fail(error.into()))?;
                }
            }
            for (etag, value) in &changes.recoded {
                // Not when a later change in the same table has replaced the document.
                if documents.get(*etag).map_err(|error| fail(error.into()))?.is_some() {
                    documents.insert(*etag, &value.as_bytes()[..]).map_err(|error| fail(error.into()))?;
                }
            }
            for (etag, key) in &changes.forgotten {
                // A later change in the same table may have reused the id.
                let now = ids_table.get(key.as_bytes()).map_err(|error| fail(error.into()))?;
                if now.is_some_and(|found| found.value() == -*etag) {
                    ids_table.remove(key.as_bytes()).map_err(|error| fail(error.into()))?;
                }
                tombstones.remove(*etag).map_err(|error| fail(error.into()))?;
            }
            listed.sort_unstable();
            for row in listed {
                by_collection.insert(row, ()).map_err(|error| fail(error.into()))?;
            }
            let mut identities = transaction.open_table(IDENTITIES).map_err(|error| fail(error.into()))?;
            for (name, value) in &changes.identities {
                identities.insert(&**name, *value).map_err(|error| fail(error.into()))?;
            }
            write_side_rows(&transaction, &changes.side).map_err(fail)?;
            compressed_totals::write(&transaction, totals).map_err(fail)?;
            let mut meta = transaction.open_table(META).map_err(|error| fail(error.into()))?;
            meta.insert(APPLIED_RECORD, changes.last_record).map_err(|error| fail(error.into()))?;
            let last_etag = u64::try_from(last_etag).expect("etags count up from 1");
            meta.insert(LAST_ETAG, last_etag).map_err(|error| fail(error.into()))?;
        }
        transaction.commit().map_err(|error| fail(error.into()))
    }

    /// Writes the changed totals and returns every collection's number; new ones get theirs.
    fn write_totals(
        &self,
        table: &mut Table<'_, &'static str, &'static [u8]>,
        totals: &Totals,
    ) -> Result<HashMap<String, u32>, EngineError> {
        let fail = |error: redb::StorageError| failed(&self.path, "write", error);
        let mut known = HashMap::new();
        for row in table.iter().map_err(fail)? {
            let (name, row) = row.map_err(fail)?;
            let row = CollectionRow::from_bytes(row.value())
                .ok_or_else(|| corrupt(&self.path, format!("the totals of collection '{}'", name.value())))?;
            known.insert(name.value().to_owned(), row);
        }
        let mut next = known.values().map(|row| row.number + 1).max().unwrap_or(1);
        let mut numbers = HashMap::with_capacity(totals.len());
        for (key, totals) in totals {
            let row = known.get(key);
            let number = row.map_or(next, |row| row.number);
            next = next.max(number + 1);
            numbers.insert(key.clone(), number);
            let bytes = CollectionRow { number, totals: totals.clone() }.to_bytes();
            if row.is_none_or(|row| row.to_bytes() != bytes) {
                table.insert(key.as_str(), &bytes[..]).map_err(fail)?;
            }
        }
        Ok(numbers)
    }
}

/// Rows come sorted by table and key, so each table is opened once.
fn write_side_rows(
    transaction: &redb::WriteTransaction,
    rows: &imbl::OrdMap<SideKey, Option<Bytes>>,
) -> Result<(), redb::Error> {
    let mut rows = rows.iter().peekable();
    while let Some(((table, _), _)) = rows.peek() {
        let name = *table;
        let mut table = transaction.open_table(side(name))?;
        while let Some(((_, key), value)) = rows.next_if(|((table, _), _)| *table == name) {
            match value {
                Some(value) => table.insert(&**key, &**value)?,
                None => table.remove(&**key)?,
            };
        }
    }
    Ok(())
}
