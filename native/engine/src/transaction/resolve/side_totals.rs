//! Totals that would be expensive to count: stored as rows and updated with every change.

use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::attachments::rows;
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
}
