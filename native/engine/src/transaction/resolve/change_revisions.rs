//! Removes revisions on request.

use super::Resolver;
use super::revisions::count_of_document;
use super::transaction::Transaction;
use crate::document::DocumentFlags;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Removes the existing ones of these revisions of a document. With `unmark` a document without further
    /// revisions gets a version without the flag.
    pub(crate) fn remove_revisions(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        etags: &[i64],
        unmark: bool,
    ) -> Result<Outcome, EngineError> {
        let mut removed = 0;
        for etag in etags {
            if let Some(value) = revision(transaction, id_key, *etag)? {
                self.remove_revision(transaction, id_key, *etag, &value)?;
                removed += 1;
            }
        }
        if unmark && removed > 0 && count_of_document(transaction, id_key)?.revisions == 0 {
            let old = transaction.find(id_key)?;
            let marked = |old: &&super::transaction::Old| {
                !old.deleted && old.value.flags().contains(DocumentFlags::HAS_REVISIONS)
            };
            if let Some(old) = old.as_ref().filter(marked) {
                self.marked(transaction, id_key.to_owned(), old, DocumentFlags::default())?;
            }
        }
        Ok(Outcome::Removed(removed))
    }
}

/// A revision of a document.
pub(crate) fn revision(
    transaction: &Transaction<'_>,
    id_key: &str,
    etag: i64,
) -> Result<Option<StoredValue>, EngineError> {
    let row = transaction.side(SideTable::Revisions, &rows::revision(id_key, etag))?;
    row.map(|row| transaction.intact(StoredValue::from_bytes(row))).transpose()
}
