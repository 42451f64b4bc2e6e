//! One request while it is resolved: its changes so far, over the state before it.

use crate::store::totals;
use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;

use super::touched::Touched;
use super::{Resolver, WriteSet};
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::attachments::ContentHash;
use crate::state::committed_reader::CommittedReader;
use crate::state::side_rows;
use crate::state::side_rows::{MergedRows, SideLayer};
use crate::state::view::View;
use crate::store::mem_table::Entry;
use crate::store::side_table::{KeyRange, SideChange, SideTable};
use crate::store::totals::Totals;
use crate::transaction::pending::Pending;

/// The current document or tombstone of an id.
pub(crate) struct Old {
    pub etag: i64,
    pub value: StoredValue,
    pub deleted: bool,
}

/// A change to a document, not yet counted.
pub(crate) struct Change<'a> {
    pub etag: i64,
    /// The id in lower case.
    pub key: Arc<str>,
    /// The collection's name in lower case.
    pub collection_key: &'a str,
    pub value: StoredValue,
    pub deleted: bool,
}

/// A cluster-wide transaction whose documents are being saved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClusterStamp {
    /// Its index, if it writes atomic guards.
    pub guarded_by: Option<i64>,
}

/// One request's changes and the layers below them.
pub(crate) struct Transaction<'a> {
    pub write_set: WriteSet,
    /// Whether an outcome of each command is requested.
    pub outcomes: bool,
    own: Pending,
    /// Copied at the first change.
    totals: Arc<Totals>,
    group: &'a Pending,
    /// Oldest first.
    earlier: &'a [Arc<Pending>],
    view: &'a View,
    old: &'a dyn CommittedReader,
    /// Documents whose extensions changed.
    touched: Touched,
    /// Keys of documents whose current version got a revision because the next save requires one before it.
    pub revised_before_save: Vec<String>,
    /// Contents without users; removed at the end of the request if they have no new one.
    pub unused_contents: BTreeSet<ContentHash>,
    /// Bytes that scripts saved.
    pub scripted: usize,
    /// Bytes of rows of time series that were written.
    pub series_bytes: usize,
    /// Set while the documents of a cluster-wide transaction are saved.
    pub cluster: Option<ClusterStamp>,
    /// Greater etags belong to this request.
    begun_at: i64,
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(resolver: &'a Resolver<'_>, commands: usize, outcomes: bool) -> Self {
        Self {
            write_set: WriteSet {
                entries: Vec::with_capacity(commands),
                outcomes: Vec::with_capacity(if outcomes { commands } else { 0 }),
                last_etag: resolver.last_etag,
                ..WriteSet::default()
            },
            outcomes,
            own: Pending::for_commands(commands),
            totals: resolver.totals.clone(),
            group: &resolver.group,
            earlier: resolver.earlier,
            view: resolver.view,
            old: resolver.old,
            touched: Touched::default(),
            revised_before_save: Vec::new(),
            unused_contents: BTreeSet::new(),
            scripted: 0,
            series_bytes: 0,
            cluster: None,
            begun_at: resolver.last_etag,
        }
    }

    /// The write set, the changes as later requests see them, and the new totals.
    pub(crate) fn succeed(mut self) -> (WriteSet, Pending, Arc<Totals>) {
        let side = self.own.side.iter();
        let side = side.map(|(key, value)| SideChange { key: key.clone(), value: value.clone() });
        self.write_set.side = side.collect();
        (self.write_set, self.own, self.totals)
    }

    /// The decoded row, or the error with the data file's path.
    pub(crate) fn intact<T>(&self, row: Result<T, String>) -> Result<T, EngineError> {
        row.map_err(|reason| self.damaged(reason))
    }

    /// The error for a damaged row.
    pub(crate) fn damaged(&self, reason: String) -> EngineError {
        EngineError::corrupt(self.old.path(), reason)
    }

    /// The layers above the published state, newest first.
    fn pending(&self) -> impl Iterator<Item = &Pending> {
        [&self.own, self.group].into_iter().chain(self.earlier.iter().rev().map(|pending| &**pending))
    }

    /// Whether this request assigned an etag.
    pub(crate) fn is_own(&self, etag: i64) -> bool {
        etag > self.begun_at
    }

    /// Skips all etags up to this one.
    pub(crate) fn skip_etags_to(&mut self, etag: i64) {
        self.write_set.last_etag = self.write_set.last_etag.max(etag);
    }

    /// A new etag. Everything decided with it must be part of the effects.
    pub(crate) fn next_etag(&mut self) -> i64 {
        self.write_set.last_etag += 1;
        self.write_set.last_etag
    }

    /// The document or tombstone under this key.
    pub(crate) fn find(&self, key: &str) -> Result<Option<Old>, EngineError> {
        let pending = self.pending().find_map(|pending| pending.entries.get(key).cloned());
        let found = match pending.or_else(|| self.view.entry(key)) {
            Some(entry) => Old { etag: entry.etag, value: entry.value.clone(), deleted: entry.deleted },
            None => match self.old.find(key)? {
                Some((etag, value, deleted)) => Old { etag, value, deleted },
                None => return Ok(None),
            },
        };
        if found.deleted && self.is_forgotten(found.etag) {
            return Ok(None);
        }
        let recoded = self.pending().find_map(|pending| pending.recoded.get(&found.etag));
        let value = match recoded {
            Some(value) => value.clone(),
            None => self.view.newest_bytes(found.etag, found.value),
        };
        Ok(Some(Old { value, ..found }))
    }

    /// Whether a tombstone was removed, though it may still be in the data file.
    fn is_forgotten(&self, etag: i64) -> bool {
        self.pending().any(|pending| pending.forgotten.contains(&etag)) || self.view.has_forgotten(etag)
    }

    /// Removes a tombstone.
    pub(crate) fn forget_tombstone(&mut self, key: Arc<str>, old: &Old) {
        totals::count_forgotten(Arc::make_mut(&mut self.totals), &old.value);
        self.own.forgotten.insert(old.etag);
        self.write_set.forgotten.push((old.etag, key));
    }

    /// Recodes a document, under the etag it keeps.
    pub(crate) fn recode(&mut self, old: &Old, value: StoredValue) {
        totals::count_recoded(Arc::make_mut(&mut self.totals), &old.value, &value);
        self.own.recoded.insert(old.etag, value.clone());
        self.write_set.recoded.push((old.etag, value));
    }

    /// The keys with this prefix, of documents and possibly of deleted ones, in order.
    pub(crate) fn keys_with_prefix(&self, prefix: &str) -> Result<BTreeSet<String>, EngineError> {
        let mut keys: BTreeSet<String> = self.old.keys_with_prefix(prefix)?.into_iter().collect();
        let published = [&self.view.active, &*self.view.frozen];
        let published = published.into_iter().flat_map(|table| table.with_prefix(prefix, prefix));
        keys.extend(published.map(|entry| entry.key.to_string()));
        let pending = self.pending().flat_map(|pending| pending.entries.keys());
        keys.extend(pending.filter(|key| key.starts_with(prefix)).map(|key| key.to_string()));
        Ok(keys)
    }

    /// The name of a collection as first written.
    pub(crate) fn collection_name(&self, key: &str) -> Option<&str> {
        self.totals.get(key).map(|totals| totals.name.as_str())
    }

    /// Changes a document.
    pub(crate) fn add(&mut self, change: Change<'_>, old: Option<&Old>) {
        let Change { etag, key, collection_key, value, deleted } = change;
        let entry = Arc::new(Entry { etag, key, value, deleted });
        let old = old.map(|old| (&old.value, old.deleted));
        totals::count(Arc::make_mut(&mut self.totals), old, &entry, collection_key);
        self.own.entries.insert(entry.key.clone(), entry.clone());
        self.write_set.entries.push(entry);
    }

    /// The next value of an identity.
    pub(crate) fn next_identity(&mut self, name: &str) -> Result<i64, EngineError> {
        let next = self.identity(name)? + 1;
        self.set_identity(name, next);
        Ok(next)
    }

    /// An identity's value, 0 when it was never used.
    pub(crate) fn identity(&self, name: &str) -> Result<i64, EngineError> {
        let key = crate::document::ids::key_of(name);
        let pending = self.pending().find_map(|pending| pending.identities.get(key.as_str()));
        let published = || {
            let tables = [&self.view.active, &*self.view.frozen];
            tables.into_iter().find_map(|table| table.identities.get(key.as_str()))
        };
        pending.or_else(published).map_or_else(|| self.old.identity(&key), |value| Ok(*value))
    }

    /// Sets an identity.
    pub(crate) fn set_identity(&mut self, name: &str, value: i64) {
        let key: Arc<str> = Arc::from(crate::document::ids::key_of(name));
        self.own.identities.insert(key.clone(), value);
        self.write_set.identities.push((key, value));
    }

    /// Records that a document's extensions changed; it is saved again at the end of the request.
    pub(crate) fn touch(&mut self, document: &str) {
        self.touched.add(document);
    }

    pub(crate) fn is_touched(&self, document: &str) -> bool {
        self.touched.contains(document)
    }

    /// Removes a document that is being deleted.
    pub(crate) fn forget_touch(&mut self, document: &str) {
        self.touched.forget(document);
    }

    /// The recorded documents, in the order of their first change; `None` when there never was one.
    pub(crate) fn take_touched(&mut self) -> Option<Vec<String>> {
        self.touched.take()
    }

    fn layers(&self) -> Vec<&SideLayer> {
        let published = [&self.view.active.side, &self.view.frozen.side];
        self.pending().map(|pending| &pending.side).chain(published).collect()
    }

    /// The value of a side table's row.
    pub(crate) fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        side_rows::get(&self.layers(), self.old, table, key)
    }

    /// A side table's rows whose key begins with `prefix`. Do not change the table while walking it:
    /// collect first.
    pub(crate) fn side_rows(
        &self,
        table: SideTable,
        prefix: &[u8],
        backwards: bool,
    ) -> Result<MergedRows<'_>, EngineError> {
        side_rows::rows_with_prefix(&self.layers(), self.old, table, prefix, backwards)
    }

    /// A side table's rows between two keys; as above.
    pub(crate) fn side_range(
        &self,
        table: SideTable,
        range: KeyRange<'_>,
        backwards: bool,
    ) -> Result<MergedRows<'_>, EngineError> {
        side_rows::rows(&self.layers(), self.old, table, range, backwards)
    }

    /// Writes a side table's row, or removes it.
    pub(crate) fn set_side(&mut self, table: SideTable, key: &[u8], value: Option<Bytes>) {
        self.own.side.insert((table, Arc::from(key)), value);
    }
}
