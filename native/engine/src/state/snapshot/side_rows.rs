//! Side tables of a snapshot.

use crate::error::EngineError;
use crate::extensions::attachments::rows::number;
use crate::state::side_rows;
use crate::state::side_rows::MergedRows;
use crate::state::side_rows::SideLayer;
use crate::state::snapshot::Snapshot;
use crate::store::side_table::KeyRange;
use crate::store::side_table::SideTable;
use bytes::Bytes;

impl Snapshot {
    fn side_layers(&self) -> [&SideLayer; 2] {
        [&self.view.active.side, &self.view.frozen.side]
    }

    /// The value of a side table's row.
    pub(crate) fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        side_rows::get(&self.side_layers(), &*self.store, table, key)
    }

    /// A number of the side totals, 0 without a row.
    pub(crate) fn side_number(&self, name: &[u8]) -> Result<u64, EngineError> {
        self.side(SideTable::SideTotals, name)?.map_or(Ok(0), |row| self.intact(number(&row)))
    }

    /// A side table's rows between two keys.
    pub(crate) fn side_rows(
        &self,
        table: SideTable,
        range: KeyRange<'_>,
        backwards: bool,
    ) -> Result<MergedRows<'_>, EngineError> {
        side_rows::rows(&self.side_layers(), &*self.store, table, range, backwards)
    }

    /// A side table's rows whose key begins with `prefix`.
    pub(crate) fn side_rows_with_prefix(
        &self,
        table: SideTable,
        prefix: &[u8],
        backwards: bool,
    ) -> Result<MergedRows<'_>, EngineError> {
        side_rows::rows_with_prefix(&self.side_layers(), &*self.store, table, prefix, backwards)
    }
}
