//! A revision created on request, whether or not the configuration would keep one.

use super::Resolver;
use super::due::{set_due, take_due};
use super::transaction::{Change, Old, Transaction};
use crate::document::DocumentFlags;
use crate::document::date;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::store::side_table::SideTable;
use crate::transaction::command::CommandResult;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    pub(crate) fn force_revision(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        before_save: bool,
    ) -> Result<Outcome, EngineError> {
        let key = ids::key_of(id);
        let old = transaction.find(&key)?;
        let Some(found) = old.as_ref().filter(|old| !old.deleted) else {
            return Err(EngineError::NoDocumentToRevise { id: id.to_owned() });
        };
        let result = |created, etag: Option<i64>, value: Option<&StoredValue>| {
            Ok(Outcome::Document(CommandResult::Revision {
                id: found.value.id().to_owned(),
                created,
                change_vector: etag.map(|etag| found.value.change_vector(etag, self.database_id)),
                last_modified: value.map(|value| date::from_ticks(value.last_modified())),
                flags: value.map_or_else(DocumentFlags::default, StoredValue::flags),
            }))
        };
        if transaction.side(SideTable::Revisions, &rows::revision(&key, found.etag))?.is_some() {
            return if before_save { Ok(Outcome::RevisedBeforeSave) } else { result(false, None, None) };
        }
        if before_save {
            self.add_forced(transaction, &key, found.etag, &found.value)?;
            transaction.revised_before_save.push(key);
            return Ok(Outcome::RevisedBeforeSave);
        }
        if found.value.flags().contains(DocumentFlags::HAS_REVISIONS) {
            self.add_forced(transaction, &key, found.etag, &found.value)?;
            return result(true, Some(found.etag), Some(&found.value));
        }
        // The document gets the flag of revisions, which is a change of it.
        let (etag, value) = self.marked(transaction, key.clone(), found, DocumentFlags::HAS_REVISIONS)?;
        self.add_forced(transaction, &key, etag, &value)?;
        let change_vector = Some(value.change_vector(etag, self.database_id));
        Ok(Outcome::Document(CommandResult::Revision {
            id: found.value.id().to_owned(),
            created: true,
            change_vector,
            last_modified: Some(date::from_ticks(self.now)),
            flags: value.flags(),
        }))
    }

    fn add_forced(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        etag: i64,
        value: &StoredValue,
    ) -> Result<(), EngineError> {
        let flags = value
            .flags()
            .without(DocumentFlags::HAS_DUE_ROWS)
            .with(DocumentFlags::HAS_REVISIONS)
            .with(DocumentFlags::REVISION)
            .with(DocumentFlags::FORCE_CREATED);
        let revision = self.as_revision(transaction, id_key, value, None)?.with_flags(flags);
        self.add_revision(transaction, id_key, etag, revision)
    }

    /// A new version of a document that differs only in its flag of revisions.
    pub(crate) fn marked(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: String,
        old: &Old,
        mark: DocumentFlags,
    ) -> Result<(i64, StoredValue), EngineError> {
        let etag = transaction.next_etag();
        let dates = take_due(transaction, Some(old))?;
        set_due(transaction, &id_key, etag, dates);
        let flags = old.value.flags().without(DocumentFlags::HAS_REVISIONS).with(mark);
        let value = old.value.touched(flags, self.now);
        let value = self.versioned(transaction, value, etag, Some(old))?;
        let collection_key = ids::key_of(value.collection());
        let change = Change {
            etag,
            key: id_key.into(),
            collection_key: &collection_key,
            value: value.clone(),
            deleted: false,
        };
        transaction.add(change, Some(old));
        Ok((etag, value))
    }
}
