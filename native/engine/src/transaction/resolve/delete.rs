//! Removing a document.

use super::Resolver;
use super::due::take_due;
use super::transaction::{Change, Transaction};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::transaction::command::CommandResult;
use crate::transaction::expected::Expected;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Removes all documents with an id prefix; returns whether there were any.
    pub(crate) fn delete_prefixed(
        &self,
        transaction: &mut Transaction<'_>,
        prefix: &str,
    ) -> Result<Outcome, EngineError> {
        let mut any = false;
        for key in transaction.keys_with_prefix(&ids::key_of(prefix))? {
            let outcome = self.delete(transaction, &key, &Expected::Any)?;
            any |= matches!(outcome, Outcome::Document(CommandResult::Delete { deleted: true, .. }));
        }
        Ok(Outcome::Document(CommandResult::Delete {
            id: prefix.to_owned(),
            deleted: any,
            change_vector: None,
        }))
    }

    pub(crate) fn delete(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        expected: &Expected,
    ) -> Result<Outcome, EngineError> {
        let key = ids::key_of(id);
        let old = transaction.find(&key)?;
        let found = old.as_ref().filter(|old| !old.deleted);
        self.expect_delete(id, expected, found)?;
        let Some(found) = found else {
            return Ok(Outcome::Document(CommandResult::Delete {
                id: id.to_owned(),
                deleted: false,
                change_vector: None,
            }));
        };
        let collection_key = ids::key_of(found.value.collection());
        self.drop_extensions(transaction, &key, &collection_key, found.value.flags())?;
        let etag = transaction.next_etag();
        take_due(transaction, Some(found))?;
        let plan = self.plan_revision(transaction, &key, &collection_key, Some(found))?;
        let marks = self.keep_deletion(transaction, plan, &key, etag, found)?;
        let value = StoredValue::build(
            &Parts {
                id: found.value.id(),
                collection: found.value.collection(),
                node_tag: self.node_tag,
                flags: found
                    .value
                    .flags()
                    .without(DocumentFlags::HAS_REVISIONS)
                    .without(DocumentFlags::HAS_DUE_ROWS)
                    .with(marks),
                last_modified: self.now,
                archive_at: None,
            },
            &EncodedBody::empty(),
        );
        let value = self.versioned(transaction, value, etag, old.as_ref())?;
        transaction.add(
            Change { etag, key: key.into(), collection_key: &collection_key, value, deleted: true },
            old.as_ref(),
        );
        Ok(Outcome::Document(CommandResult::Delete {
            id: id.to_owned(),
            deleted: true,
            change_vector: Some(self.change_vector(etag)),
        }))
    }
}
