//! Reads the counters of a document as a request sees them.

use bytes::Bytes;

use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::counters::Counter;
use crate::extensions::counters::rows;
use crate::store::side_table::SideTable;

/// A counter by its row's key.
pub(crate) fn counter_in(transaction: &Transaction<'_>, row: &[u8]) -> Result<Option<Counter>, EngineError> {
    let row = transaction.side(SideTable::Counters, row)?;
    row.map(|row| transaction.intact(rows::from_bytes(&row))).transpose()
}

/// A document's counters by name in lower case, with their keys.
pub(crate) fn counter_rows(
    transaction: &Transaction<'_>,
    document: &str,
) -> Result<Vec<(Bytes, Counter)>, EngineError> {
    let rows = transaction.side_rows(SideTable::Counters, &rows::prefix(document), false)?;
    rows.map(|row| row.and_then(|(key, value)| Ok((key, transaction.intact(rows::from_bytes(&value))?))))
        .collect()
}

/// Whether a document has counters.
pub(crate) fn has_counters(transaction: &Transaction<'_>, document: &str) -> Result<bool, EngineError> {
    let mut rows = transaction.side_rows(SideTable::Counters, &rows::prefix(document), false)?;
    Ok(rows.next().transpose()?.is_some())
}
