//! The rows of due documents, updated with each version of a document.

use bytes::Bytes;

use super::transaction::{Old, Transaction};
use crate::document::DocumentFlags;
use crate::document::due_dates::DueDates;
use crate::error::EngineError;
use crate::extensions::expiration::rows;
use crate::store::side_table::SideTable;

/// Removes the rows of the replaced version and returns its due moments.
pub(crate) fn take_due(
    transaction: &mut Transaction<'_>,
    old: Option<&Old>,
) -> Result<DueDates, EngineError> {
    let marked = |old: &&Old| !old.deleted && old.value.flags().contains(DocumentFlags::HAS_DUE_ROWS);
    let Some(old) = old.filter(marked) else { return Ok(DueDates::default()) };
    let mut taken = [None; 2];
    for (table, taken) in rows::TABLES.into_iter().zip(&mut taken) {
        let Some(moment) = transaction.side(table, &rows::by_etag(old.etag))? else { continue };
        let ticks = transaction.intact(rows::ticks_of(&moment))?;
        transaction.set_side(table, &rows::by_etag(old.etag), None);
        transaction.set_side(table, &rows::by_moment(ticks, old.etag), None);
        *taken = Some(ticks);
    }
    let [expires, refresh] = taken;
    Ok(DueDates { expires, refresh })
}

/// Writes the rows of a new version, which has the flag of [`DueDates::marks`].
pub(crate) fn set_due(transaction: &mut Transaction<'_>, id_key: &str, etag: i64, dates: DueDates) {
    for (table, moment) in [(SideTable::ExpiresDue, dates.expires), (SideTable::RefreshDue, dates.refresh)] {
        let Some(ticks) = moment else { continue };
        let id = Bytes::copy_from_slice(id_key.as_bytes());
        transaction.set_side(table, &rows::by_moment(ticks, etag), Some(id));
        transaction.set_side(table, &rows::by_etag(etag), Some(Bytes::copy_from_slice(&rows::moment(ticks))));
    }
}
