//! Reads committed rows, below the changes that a request has made so far.

use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::store::read::SideRows;
use crate::store::read::StoreRead;
use crate::store::side_table::KeyRange;
use crate::store::side_table::SideTable;
use bytes::Bytes;
use std::path::Path;
/// Where the resolver finds rows that are not in the view: the data file.
pub(crate) trait CommittedReader {
    /// The data file, for errors.
    fn path(&self) -> &Path;
    /// The document or tombstone of this key: etag, value, whether it is a tombstone.
    fn find(&self, key: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError>;
    /// The keys of documents (not tombstones) that begin with this text.
    fn keys_with_prefix(&self, prefix: &str) -> Result<Vec<String>, EngineError>;
    /// The identity's value, 0 when it was never used.
    fn identity(&self, name: &str) -> Result<i64, EngineError>;
    /// The value of a side table's row.
    fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError>;
    /// A side table's rows between two keys.
    fn side_rows(
        &self,
        table: SideTable,
        range: KeyRange<'_>,
        backwards: bool,
    ) -> Result<SideRows, EngineError>;
}

impl CommittedReader for StoreRead {
    fn path(&self) -> &Path {
        StoreRead::path(self)
    }

    fn find(&self, key: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError> {
        match self.etag_of(key)? {
            None => Ok(None),
            Some(etag) if etag > 0 => Ok(self.document(etag)?.map(|value| (etag, value, false))),
            Some(etag) => Ok(self.tombstone(-etag)?.map(|value| (-etag, value, true))),
        }
    }

    fn keys_with_prefix(&self, prefix: &str) -> Result<Vec<String>, EngineError> {
        self.ids_from(prefix)?
            .map(|row| row.map(|(key, _)| key))
            .take_while(|key| key.as_ref().map_or(true, |key| key.starts_with(prefix)))
            .collect()
    }

    fn identity(&self, name: &str) -> Result<i64, EngineError> {
        StoreRead::identity(self, name)
    }

    fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        StoreRead::side(self, table, key)
    }

    fn side_rows(
        &self,
        table: SideTable,
        range: KeyRange<'_>,
        backwards: bool,
    ) -> Result<SideRows, EngineError> {
        StoreRead::side_rows(self, table, range, backwards)
    }
}
