//! Removes a tombstone. That is not a change of a document: it takes no etag and sends no event.

use std::sync::Arc;

use super::Resolver;
use super::revisions::count_of_document;
use super::transaction::Transaction;
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Only if the tombstone is still current and has no revisions: the next save of the document reads its
    /// flag, and the revisions bin lists it.
    pub(crate) fn forget(
        &self,
        transaction: &mut Transaction<'_>,
        key: &Arc<str>,
        seen: i64,
    ) -> Result<Outcome, EngineError> {
        let Some(found) = transaction.find(key)?.filter(|found| found.deleted && found.etag == seen) else {
            return Ok(Outcome::Swept(false));
        };
        if found.value.flags().contains(DocumentFlags::HAS_REVISIONS)
            && count_of_document(transaction, key)?.revisions > 0
        {
            return Ok(Outcome::Swept(false));
        }
        transaction.forget_tombstone(key.clone(), &found);
        Ok(Outcome::Swept(true))
    }
}
