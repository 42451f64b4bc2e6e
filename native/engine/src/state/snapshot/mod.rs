//! A consistent snapshot of a database: the view's unflushed changes merged over the data file.

mod by_id;
pub(crate) mod item_changes;
pub(crate) mod side_rows;
pub(crate) mod time_series;

use std::sync::Arc;

use rookery_cancel::CancelToken;

use super::view::View;
use crate::document::Document;
use crate::document::compression::Dictionaries;
use crate::document::date;
use crate::document::date::Ticks;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::store::mem_table::Entry;
use crate::store::row_cache::RowCache;
use crate::store::{Rows, StoreRead};

/// Skipped rows between two checks whether the request is cancelled.
const ROWS_PER_CHECK: u64 = 256;

/// Whether an unflushed change is of this collection; `None`: of any.
fn is_of(entry: &Entry, collection: Option<&str>) -> bool {
    collection.is_none_or(|name| ids::same_ignoring_case(entry.value.collection(), name))
}

/// `visit` without the first `skip` rows. Says stop while it skips when the request is cancelled.
pub(crate) fn without_first(mut skip: u64, visit: &mut dyn FnMut(Row) -> bool) -> impl FnMut(Row) -> bool {
    let cancel = CancelToken::current();
    move |row| {
        if skip == 0 {
            return visit(row);
        }
        skip -= 1;
        !skip.is_multiple_of(ROWS_PER_CHECK) || !cancel.is_cancelled()
    }
}

/// A consistent snapshot. Taking one is cheap.
pub(crate) struct Snapshot {
    pub view: View,
    pub store: Arc<StoreRead>,
    pub row_cache: Arc<RowCache>,
    pub database_id: Arc<str>,
    /// Grows only: it has every dictionary that values of this snapshot use.
    pub dictionaries: Arc<Dictionaries>,
}

/// A row: etag and value.
pub(crate) type Row = (i64, StoredValue);

impl Snapshot {
    /// A document of a table, with its latest bytes.
    fn row(&self, etag: i64, value: StoredValue) -> Row {
        (etag, self.view.newest_bytes(etag, value))
    }

    /// The error for a damaged row of the data file.
    pub(crate) fn damaged(&self, reason: String) -> EngineError {
        EngineError::corrupt(self.store.path(), reason)
    }

    /// The decoded row, or the error with the data file's path.
    pub(crate) fn intact<T>(&self, row: Result<T, String>) -> Result<T, EngineError> {
        row.map_err(|reason| self.damaged(reason))
    }

    /// The document with this id.
    pub(crate) fn document(&self, id: &str) -> Result<Option<Row>, EngineError> {
        let key = ids::key_of(id);
        if let Some(entry) = self.view.entry(&key) {
            return Ok((!entry.deleted).then(|| self.row(entry.etag, entry.value.clone())));
        }
        if let Some(etag) = self.row_cache.hint(&key)
            && let Some(value) = self.store.document(etag)?
            && ids::same_ignoring_case(value.id(), &key)
        {
            return Ok(Some(self.row(etag, value)));
        }
        match self.store.etag_of(&key)? {
            Some(etag) if etag > 0 => {
                self.row_cache.remember(&key, etag);
                Ok(self.store.document(etag)?.map(|value| self.row(etag, value)))
            }
            _ => Ok(None),
        }
    }

    /// Documents with this etag or a greater one, oldest first, until `visit` says stop.
    pub(crate) fn oldest_from(
        &self,
        etag: i64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        self.ascending(self.store.documents_from(etag)?, |value| value.etag >= etag, visit)
    }

    /// The documents of a collection (or of all), newest first, without the first `start`, until `visit` says
    /// stop or the request is cancelled while documents are skipped.
    pub(crate) fn newest(
        &self,
        collection: Option<&str>,
        start: u64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        // Unflushed changes come first and hide rows of the file, which are read one by one to be counted then.
        let (skip, start) = if self.view.has_unflushed() { (0, start) } else { (start, 0) };
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let rows = match collection {
            None => self.store.documents_backwards(skip)?,
            Some(name) => self.store.collection_backwards(name, skip)?,
        };
        self.descending(rows, |entry| is_of(entry, collection), &mut without_first(start, visit))
    }

    /// A collection's documents, oldest first, until `visit` says stop.
    pub(crate) fn collection(
        &self,
        name: &str,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        self.ascending(self.store.collection(name)?, |entry| is_of(entry, Some(name)), visit)
    }

    /// Documents of a collection (or of all) with this etag or a greater one, oldest first, until `visit`
    /// says stop.
    pub(crate) fn changed_from(
        &self,
        collection: Option<&str>,
        etag: i64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        let Some(name) = collection else { return self.oldest_from(etag, visit) };
        let wanted = |entry: &Entry| entry.etag >= etag && is_of(entry, collection);
        self.ascending(self.store.collection_from(name, etag)?, wanted, visit)
    }

    /// Documents with one of these etags, which ascend and are less than `from`, and those of the collection
    /// (or of all) with `from` or a greater one, oldest first, until `visit` returns false. Documents changed
    /// since are missing under their former etag.
    pub(crate) fn picked(
        &self,
        etags: &[i64],
        collection: Option<&str>,
        from: i64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        let unflushed = self.view.has_unflushed();
        for etag in etags {
            let Some(value) = self.store.document(*etag)? else { continue };
            if unflushed && self.view.hides(&ids::key_of(value.id())) {
                continue;
            }
            if !visit(self.row(*etag, value)) {
                return Ok(());
            }
        }
        let rows = match collection {
            None => self.store.documents_from(from)?,
            Some(name) => self.store.collection_from(name, from)?,
        };
        let wanted = |entry: &Entry| match entry.etag < from {
            true => etags.binary_search(&entry.etag).is_ok(),
            false => is_of(entry, collection),
        };
        self.ascending(rows, wanted, visit)
    }

    /// Ids deleted at this etag or a greater one, with the etag. Some may have been created again since.
    pub(crate) fn tombstones_from(
        &self,
        etag: i64,
        visit: &mut dyn FnMut(i64, &str),
    ) -> Result<(), EngineError> {
        for row in self.store.tombstones_from(etag)? {
            let (etag, value) = row?;
            visit(etag, value.id());
        }
        for entry in self.view.frozen.entries().chain(self.view.active.entries()) {
            if entry.deleted && entry.etag >= etag {
                visit(entry.etag, entry.value.id());
            }
        }
        Ok(())
    }

    fn ascending(
        &self,
        rows: Rows,
        wanted: impl Fn(&Entry) -> bool,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        if !self.stored(rows, visit)? {
            return Ok(());
        }
        let frozen = self.view.frozen.entries().filter(|entry| self.view.active.get(&entry.key).is_none());
        for entry in frozen.chain(self.view.active.entries()) {
            if !entry.deleted && wanted(&entry) && !visit(self.row(entry.etag, entry.value.clone())) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn descending(
        &self,
        rows: Rows,
        wanted: impl Fn(&Entry) -> bool,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        for entry in self.view.active.entries_backwards() {
            if !entry.deleted && wanted(&entry) && !visit(self.row(entry.etag, entry.value.clone())) {
                return Ok(());
            }
        }
        for entry in self.view.frozen.entries_backwards() {
            let current = self.view.active.get(&entry.key).is_none();
            if current
                && !entry.deleted
                && wanted(&entry)
                && !visit(self.row(entry.etag, entry.value.clone()))
            {
                return Ok(());
            }
        }
        self.stored(rows, visit).map(|_| ())
    }

    /// Visits the file's rows that no unflushed change hides; returns whether to continue.
    fn stored(&self, rows: Rows, visit: &mut dyn FnMut(Row) -> bool) -> Result<bool, EngineError> {
        let unflushed = self.view.has_unflushed();
        for row in rows {
            let (etag, value) = row?;
            if unflushed && self.view.hides(&ids::key_of(value.id())) {
                continue;
            }
            if !visit(self.row(etag, value)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Documents to be archived at or before `now`, at most `most`, those longest due first.
    pub(crate) fn archive_due(&self, now: Ticks, most: usize) -> Result<Vec<Row>, EngineError> {
        let mut due: Vec<(Ticks, Row)> = Vec::new();
        let frozen = self.view.frozen.entries().filter(|entry| self.view.active.get(&entry.key).is_none());
        for entry in self.view.active.entries().chain(frozen) {
            if let Some(moment) = entry.value.archive_at().filter(|moment| *moment <= now && !entry.deleted) {
                due.push((moment, (entry.etag, entry.value.clone())));
            }
        }
        let mut from_store = 0;
        for etag in self.store.archive_due(now)? {
            if from_store == most {
                break;
            }
            let etag = etag?;
            let Some(value) = self.store.document(etag)? else { continue };
            if let Some(moment) = value.archive_at().filter(|_| !self.view.hides(&ids::key_of(value.id()))) {
                due.push((moment, (etag, value)));
                from_store += 1;
            }
        }
        due.sort_by_key(|(moment, (etag, _))| (*moment, *etag));
        due.truncate(most);
        Ok(due.into_iter().map(|(_, row)| row).collect())
    }

    /// The row as readers get it.
    pub(crate) fn to_document(&self, (etag, value): Row) -> Result<Document, EngineError> {
        Ok(Document {
            id: value.id().to_owned(),
            collection: value.collection().to_owned(),
            etag,
            change_vector: value.change_vector(etag, &self.database_id),
            last_modified: date::from_ticks(value.last_modified()),
            flags: value.flags(),
            stored_size: value.len(),
            compressed: value.is_compressed(),
            body: self.intact(value.into_body(&self.dictionaries))?,
        })
    }

    /// Collects at most `take` documents of a walk, unless the request is cancelled.
    pub(crate) fn page(
        &self,
        take: u64,
        walk: impl FnOnce(&mut dyn FnMut(Row) -> bool) -> Result<(), EngineError>,
    ) -> Result<Vec<Document>, EngineError> {
        let mut rows = Vec::new();
        if take > 0 {
            walk(&mut |row| {
                rows.push(row);
                (rows.len() as u64) < take
            })?;
        }
        if CancelToken::current().is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        rows.into_iter().map(|row| self.to_document(row)).collect()
    }
}
