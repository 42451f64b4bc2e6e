//! Totals that would be expensive to count: stored as rows and updated with every change.

use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::attachments::rows;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::item_totals::ItemTotals;
use crate::store::side_table::SideTable;

impl Transaction<'_> {
    /// Changes a total by `by`; a total of 0 has no row.
    pub(crate) fn count_side(&mut self, total: &[u8], by: i64) -> Result<(), EngineError> {
        let before =
            self.side(SideTable::SideTotals, total)?.map_or(Ok(0), |row| self.intact(rows::number(&row)))?;
        let now = before.saturating_add_signed(by);
        let row = (now > 0).then(|| now.to_le_bytes().to_vec().into());
        self.set_side(SideTable::SideTotals, total, row);
        Ok(())
    }

    /// Changes the totals of counters or time series: of the database, and of the collection with this key.
    pub(crate) fn count_items(
        &mut self,
        kind: ItemKind,
        collection: &str,
        number: i64,
        bytes: i64,
    ) -> Result<(), EngineError> {
        if number != 0 {
            self.count_side(kind.total(), number)?;
        }
        if (number, bytes) != (0, 0) {
            let key = kind.collection_total(collection);
            let row = self.side(SideTable::SideTotals, &key)?;
            let before = self.intact(ItemTotals::read(row.as_ref()))?;
            self.set_side(SideTable::SideTotals, &key, before.plus(number, bytes).to_row());
        }
        Ok(())
    }
}
