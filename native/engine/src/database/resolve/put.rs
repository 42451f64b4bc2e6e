//! Saving a document.

use super::Resolver;
use super::attempt::{Attempt, Change};
use super::due::{set_due, take_due};
use crate::command::CommandResult;
use crate::database::prepared::{Outcome, PreparedPut};
use crate::date;
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::ids::{self, IdChoice};
use crate::incoming;
use crate::stored::{Parts, StoredValue};

impl Resolver<'_> {
    pub(super) fn put(&self, attempt: &mut Attempt<'_>, put: &PreparedPut) -> Result<Outcome, EngineError> {
        let etag = attempt.next_etag();
        let id = match &put.id {
            IdChoice::Given(id) => id.clone(),
            IdChoice::Numbered(prefix) => format!("{prefix}{etag:019}-{}", self.node_tag),
            IdChoice::Identity(name) => {
                let number = attempt.next_identity(name)?;
                format!("{}/{number}", name.trim_end_matches('|'))
            }
        };
        ids::check(&id)?;
        let key = ids::key_of(&id);
        let old = attempt.find(&key)?;
        let found = old.as_ref().filter(|old| !old.deleted);
        self.expect("Put", &id, &put.expected, found)?;
        let mut flags = DocumentFlags::default();
        let mut encoded = None;
        let mut body = put.body.clone();
        if let Some(found) = found {
            let current = found.value.collection();
            if !ids::same_ignoring_case(current, &put.collection) {
                return Err(EngineError::CollectionMismatch {
                    id,
                    current: current.to_owned(),
                    requested: put.collection.clone(),
                });
            }
            if found.value.flags().contains(DocumentFlags::ARCHIVED) {
                // As a real server does: an archived document stays archived when it is saved again.
                let refuse = |reason| EngineError::BadDocument { id: id.clone(), reason };
                let still = incoming::still_archived(&put.body).map_err(|error| refuse(error.to_string()))?;
                encoded = Some(self.compression.encode(&put.collection_key, &still, true).map_err(refuse)?);
                flags = flags.with(DocumentFlags::ARCHIVED);
                body = still;
            }
            if let Some(belongings) = self.belongings(attempt, &key, found.value.flags())? {
                let refuse = |reason| EngineError::BadDocument { id: id.clone(), reason };
                let listed = belongings.listed_in(&body).map_err(|error| refuse(error.to_string()))?;
                let compress = encoded.as_ref().unwrap_or(&put.encoded).is_compressed();
                encoded =
                    Some(self.compression.encode(&put.collection_key, &listed, compress).map_err(refuse)?);
                flags = flags.with(belongings.flags());
                body = listed;
            }
        }
        let plan = self.plan_revision(attempt, &key, &put.collection_key, old.as_ref())?;
        let plan = plan.unless_same(old.as_ref(), &body, &self.compression.dictionaries)?;
        flags = flags.with(plan.marks()).with(put.due.marks());
        let collection = attempt.collection_name(&put.collection_key).unwrap_or(&put.collection).to_owned();
        let parts = Parts {
            id: &id,
            collection: &collection,
            node_tag: self.node_tag,
            flags,
            last_modified: self.now,
            archive_at: put.archive_at,
        };
        let value = StoredValue::build(&parts, encoded.as_ref().unwrap_or(&put.encoded));
        take_due(attempt, old.as_ref())?;
        set_due(attempt, &key, etag, put.due);
        // Made ready for the body as it came, not for one that was changed here.
        let revision = put.revision.as_ref().filter(|_| encoded.is_none());
        self.keep_revision(attempt, plan.encoded(revision), &key, etag, &value, old.as_ref())?;
        let change = Change { etag, key, collection_key: &put.collection_key, value, deleted: false };
        attempt.add(change, old.as_ref());
        if !attempt.outcomes {
            return Ok(Outcome::Unwanted);
        }
        Ok(Outcome::Document(CommandResult::Put {
            id,
            collection,
            etag,
            change_vector: self.change_vector(etag),
            last_modified: date::from_ticks(self.now),
            flags,
        }))
    }
}
