//! Marking a document as archived, if it is still the one the sweep saw.

use super::Resolver;
use super::attempt::{Attempt, Change};
use crate::database::prepared::Outcome;
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::ids;
use crate::stored::{EncodedBody, Parts, StoredValue};

impl Resolver<'_> {
    pub(super) fn archive(
        &self,
        attempt: &mut Attempt<'_>,
        id: &str,
        seen: i64,
        encoded: &EncodedBody,
    ) -> Result<Outcome, EngineError> {
        let key = ids::key_of(id);
        let old = attempt.find(&key)?;
        let Some(found) = old.as_ref().filter(|old| !old.deleted && old.etag == seen) else {
            return Ok(Outcome::Archived(false));
        };
        let collection_key = ids::key_of(found.value.collection());
        let plan = self.plan_revision(attempt, &key, &collection_key, old.as_ref())?;
        let value = StoredValue::build(
            &Parts {
                id: found.value.id(),
                collection: found.value.collection(),
                node_tag: self.node_tag,
                flags: found.value.flags().with(DocumentFlags::ARCHIVED).with(plan.marks()),
                last_modified: self.now,
                archive_at: None,
            },
            encoded,
        );
        let etag = attempt.next_etag();
        self.keep_revision(attempt, plan, &key, etag, &value, old.as_ref())?;
        attempt
            .add(Change { etag, key, collection_key: &collection_key, value, deleted: false }, old.as_ref());
        Ok(Outcome::Archived(true))
    }
}
