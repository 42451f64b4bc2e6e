//! What the resolver asks the data file, without asking for ids that are surely not there.

use std::path::Path;

use bytes::Bytes;

use super::resolve::OldVersions;
use super::side_rows::KeyRange;
use crate::error::EngineError;
use crate::id_filter::IdFilter;
use crate::side_table::SideTable;
use crate::store::{SideRows, StoreRead};
use crate::stored::StoredValue;

/// A look at the data file behind the filter of its ids.
pub(super) struct KnownVersions<'a> {
    pub store: std::sync::Arc<StoreRead>,
    pub filter: &'a IdFilter,
}

impl OldVersions for KnownVersions<'_> {
    fn path(&self) -> &Path {
        self.store.path()
    }

    fn find(&self, key: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError> {
        if self.filter.may_have(key) { OldVersions::find(&*self.store, key) } else { Ok(None) }
    }

    fn keys_with_prefix(&self, prefix: &str) -> Result<Vec<String>, EngineError> {
        OldVersions::keys_with_prefix(&*self.store, prefix)
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
