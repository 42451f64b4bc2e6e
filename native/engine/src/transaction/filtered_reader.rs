//! Reads the data file for the resolver, except for ids that the filter rules out.

use std::path::Path;

use bytes::Bytes;

use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::state::committed_reader::CommittedReader;
use crate::store::id_filter::IdFilter;
use crate::store::side_table::KeyRange;
use crate::store::side_table::SideTable;
use crate::store::{SideRows, StoreRead};

/// A reader of the data file that first checks the filter of its ids.
pub(crate) struct FilteredReader<'a> {
    pub store: std::sync::Arc<StoreRead>,
    pub filter: &'a IdFilter,
}

impl CommittedReader for FilteredReader<'_> {
    fn path(&self) -> &Path {
        self.store.path()
    }

    fn find(&self, key: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError> {
        if self.filter.may_have(key) { CommittedReader::find(&*self.store, key) } else { Ok(None) }
    }

    fn keys_with_prefix(&self, prefix: &str) -> Result<Vec<String>, EngineError> {
        CommittedReader::keys_with_prefix(&*self.store, prefix)
    }

    fn identity(&self, name: &str) -> Result<i64, EngineError> {
        self.store.identity(name)
    }

    fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        self.store.side(table, key)
    }

    fn side_rows(
        &self,
        table: SideTable,
        range: KeyRange<'_>,
        backwards: bool,
    ) -> Result<SideRows, EngineError> {
        self.store.side_rows(table, range, backwards)
    }
}
