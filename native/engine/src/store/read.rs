//! A read transaction of the data file.

use std::collections::HashMap;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use redb::{ReadOnlyTable, ReadTransaction, ReadableDatabase as _, ReadableTable as _};

use super::tables::{
    ARCHIVE_DUE, BY_COLLECTION, COLLECTIONS, CollectionRow, DOCUMENTS, IDENTITIES, IDS, TOMBSTONES, side,
};
use crate::document::date::Ticks;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::store::side_table::{SideRow, SideTable};

/// A side table that is read.
type OpenSideTable = ReadOnlyTable<&'static [u8], &'static [u8]>;

/// A row of the documents table.
pub(crate) type Row = Result<(i64, StoredValue), EngineError>;
/// Rows, read lazily.
pub(crate) type Rows = Box<dyn Iterator<Item = Row>>;
/// Rows of a side table, read lazily.
pub(crate) type SideRows = Box<dyn Iterator<Item = Result<SideRow, EngineError>>>;

type Guarded<'a> = redb::AccessGuard<'a, &'static [u8]>;
type FoundSideRow<'a> = Result<(Guarded<'a>, Guarded<'a>), redb::StorageError>;

/// A read transaction. It and all its iterators hold the open file, so that the store can wait for the last
/// reader of an instance.
pub(crate) struct StoreRead {
    pub(super) transaction: ReadTransaction,
    /// The two tables of point lookups, opened once: a batch does thousands of them.
    ids: OnceLock<ReadOnlyTable<&'static [u8], i64>>,
    documents: OnceLock<ReadOnlyTable<i64, &'static [u8]>>,
    file: HeldFile,
}

/// The open file, and its path for errors.
#[derive(Clone)]
struct HeldFile {
    path: Arc<PathBuf>,
    _database: Arc<redb::Database>,
}

impl HeldFile {
    fn failed(&self, error: impl Into<redb::Error>) -> EngineError {
        super::failed(&self.path, "read", error)
    }
}

impl StoreRead {
    pub(crate) fn begin(database: Arc<redb::Database>, path: &Arc<PathBuf>) -> Result<Self, EngineError> {
        let transaction = database.begin_read().map_err(|error| super::failed(path, "read", error))?;
        let file = HeldFile { path: path.clone(), _database: database };
        Ok(Self { transaction, ids: OnceLock::new(), documents: OnceLock::new(), file })
    }

    /// The data file, for errors about its rows.
    pub(crate) fn path(&self) -> &Path {
        &self.file.path
    }

    fn ids(&self) -> Result<&ReadOnlyTable<&'static [u8], i64>, EngineError> {
        if let Some(open) = self.ids.get() {
            return Ok(open);
        }
        let table = self.transaction.open_table(IDS).map_err(|error| self.failed(error))?;
        Ok(self.ids.get_or_init(|| table))
    }

    fn documents(&self) -> Result<&ReadOnlyTable<i64, &'static [u8]>, EngineError> {
        if let Some(open) = self.documents.get() {
            return Ok(open);
        }
        let table = self.transaction.open_table(DOCUMENTS).map_err(|error| self.failed(error))?;
        Ok(self.documents.get_or_init(|| table))
    }

    /// The etag of a document (positive) or tombstone (negative).
    pub(crate) fn etag_of(&self, key: &str) -> Result<Option<i64>, EngineError> {
        Ok(self.ids()?.get(key.as_bytes()).map_err(|error| self.failed(error))?.map(|etag| etag.value()))
    }

    /// The document of this etag.
    pub(crate) fn document(&self, etag: i64) -> Result<Option<StoredValue>, EngineError> {
        let row = self.documents()?.get(etag).map_err(|error| self.failed(error))?;
        row.map(|value| self.value(etag, value.value())).transpose()
    }

    /// The tombstone of this etag.
    pub(crate) fn tombstone(&self, etag: i64) -> Result<Option<StoredValue>, EngineError> {
        let tombstones = self.transaction.open_table(TOMBSTONES).map_err(|error| self.failed(error))?;
        let row = tombstones.get(etag).map_err(|error| self.failed(error))?;
        row.map(|value| self.value(etag, value.value())).transpose()
    }

    /// The identity's last value, 0 when it was never used.
    pub(crate) fn identity(&self, name: &str) -> Result<i64, EngineError> {
        let identities = self.transaction.open_table(IDENTITIES).map_err(|error| self.failed(error))?;
        Ok(identities.get(name).map_err(|error| self.failed(error))?.map_or(0, |value| value.value()))
    }

    /// All identities.
    pub(crate) fn identities(&self) -> Result<HashMap<String, i64>, EngineError> {
        let table = self.transaction.open_table(IDENTITIES).map_err(|error| self.failed(error))?;
        let mut identities = HashMap::new();
        for row in table.iter().map_err(|error| self.failed(error))? {
            let (name, value) = row.map_err(|error| self.failed(error))?;
            identities.insert(name.value().to_owned(), value.value());
        }
        Ok(identities)
    }

    /// Documents with this etag or a greater one, oldest first.
    pub(crate) fn documents_from(&self, etag: i64) -> Result<Rows, EngineError> {
        let documents = self.transaction.open_table(DOCUMENTS).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = documents.range(etag..).map_err(|error| self.failed(error))?;
        Ok(Box::new(rows.map(move |row| read_row(&file, row))))
    }

    /// Tombstones with this etag or a greater one, oldest first.
    pub(crate) fn tombstones_from(&self, etag: i64) -> Result<Rows, EngineError> {
        let tombstones = self.transaction.open_table(TOMBSTONES).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = tombstones.range(etag..).map_err(|error| self.failed(error))?;
        Ok(Box::new(rows.map(move |row| read_row(&file, row))))
    }

    /// All documents, newest first, without the first `skip`, of which nothing is read.
    pub(crate) fn documents_backwards(&self, skip: usize) -> Result<Rows, EngineError> {
        let documents = self.transaction.open_table(DOCUMENTS).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = documents.range::<i64>(..).map_err(|error| self.failed(error))?;
        Ok(Box::new(rows.rev().skip(skip).map(move |row| read_row(&file, row))))
    }

    /// The documents of one collection, oldest first. An unknown collection has none.
    pub(crate) fn collection(&self, name: &str) -> Result<Rows, EngineError> {
        self.collection_rows(name, i64::MIN, None)
    }

    /// The documents of one collection, newest first, without the first `skip`, which are not read.
    pub(crate) fn collection_backwards(&self, name: &str, skip: usize) -> Result<Rows, EngineError> {
        self.collection_rows(name, i64::MIN, Some(skip))
    }

    /// The documents of one collection with this etag or a greater one, oldest first.
    pub(crate) fn collection_from(&self, name: &str, etag: i64) -> Result<Rows, EngineError> {
        self.collection_rows(name, etag, None)
    }

    /// `backwards`: newest first, and how many are skipped.
    fn collection_rows(&self, name: &str, from: i64, backwards: Option<usize>) -> Result<Rows, EngineError> {
        let collections = self.transaction.open_table(COLLECTIONS).map_err(|error| self.failed(error))?;
        let row = collections.get(ids::key_of(name).as_str()).map_err(|error| self.failed(error))?;
        let Some(number) = row.and_then(|row| CollectionRow::from_bytes(row.value())).map(|row| row.number)
        else {
            return Ok(Box::new(std::iter::empty()));
        };
        let by_collection = self.transaction.open_table(BY_COLLECTION).map_err(|error| self.failed(error))?;
        let documents = self.transaction.open_table(DOCUMENTS).map_err(|error| self.failed(error))?;
        let entries =
            by_collection.range((number, from)..=(number, i64::MAX)).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let row = move |entry: Result<(redb::AccessGuard<'_, (u32, i64)>, _), redb::StorageError>| {
            let (key, _) = entry.map_err(|error| file.failed(error))?;
            let (_, etag) = key.value();
            let value = documents.get(etag).map_err(|error| file.failed(error))?;
            let Some(value) = value else {
                return Err(super::corrupt(
                    &file.path,
                    format!("document {etag} is listed in a collection but missing"),
                ));
            };
            stored(&file, etag, value.value()).map(|value| (etag, value))
        };
        Ok(match backwards {
            Some(skip) => Box::new(entries.rev().skip(skip).map(row)),
            None => Box::new(entries.map(row)),
        })
    }

    /// Ids in lower case from this one on, in order, with the etag of the document (tombstones left out).
    pub(crate) fn ids_from(
        &self,
        key: &str,
    ) -> Result<impl Iterator<Item = Result<(String, i64), EngineError>> + use<>, EngineError> {
        let table = self.transaction.open_table(IDS).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = table.range(key.as_bytes()..).map_err(|error| self.failed(error))?;
        Ok(rows.filter_map(move |row| match row {
            Ok((key, etag)) => {
                (etag.value() > 0).then(|| id_text(&file, key.value()).map(|id| (id, etag.value())))
            }
            Err(error) => Some(Err(file.failed(error))),
        }))
    }

    /// Every id in lower case with the etag of its document, or the negative etag of its tombstone.
    pub(crate) fn all_ids(
        &self,
    ) -> Result<impl Iterator<Item = Result<(String, i64), EngineError>> + use<>, EngineError> {
        let table = self.transaction.open_table(IDS).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = table.range::<&[u8]>(..).map_err(|error| self.failed(error))?;
        Ok(rows.map(move |row| match row {
            Ok((key, etag)) => id_text(&file, key.value()).map(|id| (id, etag.value())),
            Err(error) => Err(file.failed(error)),
        }))
    }

    /// Etags of the documents to be archived at or before `now`, earliest first.
    pub(crate) fn archive_due(
        &self,
        now: Ticks,
    ) -> Result<impl Iterator<Item = Result<i64, EngineError>> + use<>, EngineError> {
        let table = self.transaction.open_table(ARCHIVE_DUE).map_err(|error| self.failed(error))?;
        let file = self.file.clone();
        let rows = table.range((i64::MIN, i64::MIN)..=(now, i64::MAX)).map_err(|error| self.failed(error))?;
        Ok(rows.map(move |row| match row {
            Ok((key, _)) => Ok(key.value().1),
            Err(error) => Err(file.failed(error)),
        }))
    }

    /// The value of one row of a side table.
    pub(crate) fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        let Some(open) = self.side_table(table)? else { return Ok(None) };
        let row = open.get(key).map_err(|error| self.failed(error))?;
        Ok(row.map(|value| Bytes::copy_from_slice(value.value())))
    }

    /// The rows of a side table between two keys, in key order or backwards.
    pub(crate) fn side_rows(
        &self,
        table: SideTable,
        range: (Bound<&[u8]>, Bound<&[u8]>),
        backwards: bool,
    ) -> Result<SideRows, EngineError> {
        let Some(open) = self.side_table(table)? else { return Ok(Box::new(std::iter::empty())) };
        let file = self.file.clone();
        let rows = open.range::<&[u8]>(range).map_err(|error| self.failed(error))?;
        let row = move |row: FoundSideRow<'_>| {
            let (key, value) = row.map_err(|error| file.failed(error))?;
            Ok((Bytes::copy_from_slice(key.value()), Bytes::copy_from_slice(value.value())))
        };
        if backwards { Ok(Box::new(rows.rev().map(row))) } else { Ok(Box::new(rows.map(row))) }
    }

    /// A side table; `None` in a file of an earlier release that had no such table.
    pub(super) fn side_table(&self, table: SideTable) -> Result<Option<OpenSideTable>, EngineError> {
        match self.transaction.open_table(side(table)) {
            Ok(open) => Ok(Some(open)),
            Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn value(&self, etag: i64, bytes: &[u8]) -> Result<StoredValue, EngineError> {
        stored(&self.file, etag, bytes)
    }

    pub(super) fn failed(&self, error: impl Into<redb::Error>) -> EngineError {
        self.file.failed(error)
    }
}

fn id_text(file: &HeldFile, bytes: &[u8]) -> Result<String, EngineError> {
    match std::str::from_utf8(bytes) {
        Ok(id) => Ok(id.to_owned()),
        Err(_) => Err(super::corrupt(&file.path, "an id is not UTF-8".to_owned())),
    }
}

fn read_row(
    file: &HeldFile,
    row: Result<(redb::AccessGuard<'_, i64>, redb::AccessGuard<'_, &'static [u8]>), redb::StorageError>,
) -> Row {
    let (etag, value) = row.map_err(|error| file.failed(error))?;
    let etag = etag.value();
    stored(file, etag, value.value()).map(|value| (etag, value))
}

fn stored(file: &HeldFile, etag: i64, bytes: &[u8]) -> Result<StoredValue, EngineError> {
    StoredValue::from_bytes(Bytes::copy_from_slice(bytes))
        .map_err(|reason| super::corrupt(&file.path, format!("the document with etag {etag}: {reason}")))
}
