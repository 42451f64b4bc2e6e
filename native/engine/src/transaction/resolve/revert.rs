//! Reverts a document to one of its revisions.

use super::Resolver;
use super::change_revisions::revision;
use super::document_extensions::DocumentExtensions;
use super::due::{set_due, take_due};
use super::transaction::{Change, Transaction};
use crate::document::DocumentFlags;
use crate::document::ids;
use crate::document::normalize;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::extensions::revisions::same_content;
use crate::transaction::expected::Expected;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Reverts a document to this revision: a new version with the old content, or a deletion. Its attachments
    /// and counters are replaced by those of the revision; its time series stay.
    pub(crate) fn revert(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        revision_etag: i64,
    ) -> Result<Outcome, EngineError> {
        let Some(past) = revision(transaction, id_key, revision_etag)? else {
            return Err(EngineError::BadRevision {
                id: id_key.to_owned(),
                reason: "the revision to go back to was removed meanwhile".to_owned(),
            });
        };
        let old = transaction.find(id_key)?;
        let found = old.as_ref().filter(|old| !old.deleted);
        if past.flags().contains(DocumentFlags::DELETE_REVISION) {
            if found.is_some() {
                self.delete(transaction, past.id(), &Expected::Any)?;
            }
            return Ok(Outcome::Reverted(found.is_some()));
        }
        let collection_key = ids::key_of(past.collection());
        if let Some(found) =
            found.filter(|found| !ids::same_ignoring_case(found.value.collection(), past.collection()))
        {
            return Err(EngineError::CollectionMismatch {
                id: past.id().to_owned(),
                current: found.value.collection().to_owned(),
                requested: past.collection().to_owned(),
            });
        }
        let refuse = |reason: String| EngineError::BadRevision { id: past.id().to_owned(), reason };
        let body = past.body(&self.compression.dictionaries).map_err(|reason| self.damaged(reason))?;
        let dates = normalize::read(past.id(), &body)?.due;
        self.restore_attachments(transaction, id_key, &past)?;
        let counters_changed = self.restore_counters(transaction, id_key, &past, &body)?;
        let extensions = DocumentExtensions::of(transaction, id_key)?;
        let body = normalize::without_snapshots(&body).and_then(|body| extensions.listed_in(&body));
        let body = body.map_err(|error| refuse(error.to_string()))?;
        if let Some(found) = found {
            let now =
                found.value.body(&self.compression.dictionaries).map_err(|reason| self.damaged(reason))?;
            if !counters_changed && same_content(&now, &body) {
                return Ok(Outcome::Reverted(false));
            }
        }
        let encoded =
            self.compression.encode(&collection_key, &body, past.is_compressed()).map_err(refuse)?;
        let plan = self.plan_revision(transaction, id_key, &collection_key, old.as_ref())?;
        let flags = match past.flags().contains(DocumentFlags::ARCHIVED) {
            true => DocumentFlags::ARCHIVED,
            false => DocumentFlags::default(),
        };
        let flags = flags
            .with(DocumentFlags::REVERTED)
            .with(plan.marks())
            .with(dates.marks())
            .with(extensions.flags());
        let value = StoredValue::build(
            &Parts {
                id: found.map_or(past.id(), |found| found.value.id()),
                collection: past.collection(),
                node_tag: self.node_tag,
                flags,
                last_modified: self.now,
                archive_at: past.archive_at(),
            },
            &encoded,
        );
        let etag = transaction.next_etag();
        let value = self.versioned(transaction, value, etag, old.as_ref())?;
        self.keep_revision(transaction, plan, id_key, etag, &value, old.as_ref())?;
        take_due(transaction, old.as_ref())?;
        set_due(transaction, id_key, etag, dates);
        let key = id_key.into();
        transaction
            .add(Change { etag, key, collection_key: &collection_key, value, deleted: false }, old.as_ref());
        Ok(Outcome::Reverted(true))
    }
}
