//! The effect of a sweep on a document, if it is still the version the sweep read: archive, refresh, remove.

use super::Resolver;
use super::due::{set_due, take_due};
use super::transaction::{Change, Transaction};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::transaction::expected::Expected;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Replaces the body by an archived or refreshed one.
    pub(crate) fn swept(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        seen: i64,
        encoded: &EncodedBody,
        archived: bool,
    ) -> Result<Outcome, EngineError> {
        let key = ids::key_of(id);
        let old = transaction.find(&key)?;
        let Some(found) = old.as_ref().filter(|old| !old.deleted && old.etag == seen) else {
            return Ok(Outcome::Swept(false));
        };
        let mut dates = take_due(transaction, old.as_ref())?;
        let mut flags = found.value.flags().without(DocumentFlags::HAS_DUE_ROWS);
        let archive_at = match archived {
            true => {
                flags = flags.with(DocumentFlags::ARCHIVED);
                None
            }
            false => {
                dates.refresh = None;
                found.value.archive_at()
            }
        };
        let collection_key = ids::key_of(found.value.collection());
        let plan = self.plan_revision(transaction, &key, &collection_key, old.as_ref())?;
        let value = StoredValue::build(
            &Parts {
                id: found.value.id(),
                collection: found.value.collection(),
                node_tag: self.node_tag,
                flags: flags.with(plan.marks()).with(dates.marks()),
                last_modified: self.now,
                archive_at,
            },
            encoded,
        );
        let etag = transaction.next_etag();
        let value = self.versioned(transaction, value, etag, old.as_ref())?;
        set_due(transaction, &key, etag, dates);
        self.keep_revision(transaction, plan, &key, etag, &value, old.as_ref())?;
        transaction.add(
            Change { etag, key: key.into(), collection_key: &collection_key, value, deleted: false },
            old.as_ref(),
        );
        Ok(Outcome::Swept(true))
    }

    /// Removes the document.
    pub(crate) fn expire(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        seen: i64,
    ) -> Result<Outcome, EngineError> {
        let found = transaction.find(&ids::key_of(id))?;
        if found.is_none_or(|found| found.deleted || found.etag != seen) {
            return Ok(Outcome::Swept(false));
        }
        self.delete(transaction, id, &Expected::Any)?;
        Ok(Outcome::Swept(true))
    }
}
