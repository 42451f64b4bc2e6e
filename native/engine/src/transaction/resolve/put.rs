//! Saving a document.

use std::sync::Arc;

use bytes::Bytes;

use super::Resolver;
use super::due::{set_due, take_due};
use super::transaction::{Change, Transaction};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::date;
use crate::document::ids;
use crate::document::ids::IdChoice;
use crate::document::normalize;
use crate::document::stored::{EncodedDraft, Parts, StoredValue};
use crate::error::EngineError;
use crate::state::collection_changes;
use crate::store::side_table::SideTable;
use crate::transaction::command::CommandResult;
use crate::transaction::import::PutOfImport;
use crate::transaction::prepared::Outcome;
use crate::transaction::prepared_put::PreparedPut;

impl Resolver<'_> {
    pub(crate) fn put(
        &self,
        transaction: &mut Transaction<'_>,
        put: PreparedPut,
    ) -> Result<Outcome, EngineError> {
        self.put_as(transaction, put, None)
    }

    /// The same; a document of a dump has its own date and flags.
    pub(crate) fn put_as(
        &self,
        transaction: &mut Transaction<'_>,
        put: PreparedPut,
        import: Option<PutOfImport>,
    ) -> Result<Outcome, EngineError> {
        let last_modified = import.and_then(|import| import.last_modified).unwrap_or(self.now);
        let PreparedPut { id, key, draft, revision, collection, mut archive_at, due, expected, unarchive } =
            put;
        let etag = transaction.next_etag();
        let (id, made_up) = match id {
            IdChoice::Given(id) => (id, false),
            IdChoice::Numbered(prefix) => (ids::numbered(&prefix, etag, self.node_tag), true),
            IdChoice::Identity(name) => {
                let number = transaction.next_identity(&name)?;
                (format!("{}/{number}", name.trim_end_matches('|')), true)
            }
        };
        if made_up {
            ids::check(&id)?;
        }
        let key = key.unwrap_or_else(|| Arc::from(ids::key_of(&id)));
        let old = transaction.find(&key)?;
        let found = old.as_ref().filter(|old| !old.deleted);
        self.expect("Put", &id, &expected, found)?;
        let mut flags = DocumentFlags::default();
        let refuse = |reason| EngineError::BadDocument { id: id.clone(), reason };
        // A body that differs from the draft's, and its encoding.
        let mut other: Option<(Bytes, EncodedBody)> = None;
        if let Some(found) = found {
            let current = found.value.collection();
            if !ids::same_ignoring_case(current, &collection.name) {
                return Err(EngineError::CollectionMismatch {
                    id: id.clone(),
                    current: current.to_owned(),
                    requested: collection.name.clone(),
                });
            }
            if found.value.flags().contains(DocumentFlags::ARCHIVED) && !unarchive {
                // As in RavenDB: an archived document stays archived when it is saved again.
                let body = self.body_of(&id, &draft, None)?;
                let still = normalize::still_archived(&body).map_err(|error| refuse(error.to_string()))?;
                let encoded = self.compression.encode(&collection.key, &still, true).map_err(refuse)?;
                flags = flags.with(DocumentFlags::ARCHIVED);
                other = Some((still, encoded));
            }
        }
        if import.is_some_and(|import| import.archived) {
            let body = self.body_of(&id, &draft, other.as_ref())?;
            let body = normalize::archived(&body).map_err(|error| refuse(error.to_string()))?;
            let encoded = self.compression.encode(&collection.key, &body, true).map_err(refuse)?;
            flags = flags.with(DocumentFlags::ARCHIVED);
            archive_at = None;
            other = Some((body, encoded));
        }
        let marks = found.map(|found| found.value.flags()).or(import.map(|_| DocumentFlags::default()));
        if let Some(marks) = marks
            && let Some(extensions) = self.extensions(transaction, &key, marks)?
        {
            let body = self.body_of(&id, &draft, other.as_ref())?;
            let listed = extensions.listed_in(&body).map_err(|error| refuse(error.to_string()))?;
            let compress =
                other.as_ref().map_or(draft.is_compressed(), |(_, encoded)| encoded.is_compressed());
            let encoded = self.compression.encode(&collection.key, &listed, compress).map_err(refuse)?;
            flags = flags.with(extensions.flags());
            other = Some((listed, encoded));
        }
        let plan = self.plan_revision(transaction, &key, &collection.key, old.as_ref())?;
        let plan = plan.unless_quiet(import.is_some_and(|import| !import.creates_revision));
        let plan = plan.unless_same(old.as_ref(), self, || self.body_of(&id, &draft, other.as_ref()))?;
        flags = flags.with(plan.marks()).with(due.marks());
        let name = transaction.collection_name(&collection.key).unwrap_or(&collection.name);
        let as_named = name == collection.name;
        let parts =
            Parts { id: &id, collection: name, node_tag: self.node_tag, flags, last_modified, archive_at };
        // Prepared for the original body, not for one that was changed here.
        let revision = revision.as_ref().filter(|_| other.is_none());
        let value = match &other {
            Some((_, encoded)) => StoredValue::build(&parts, encoded),
            None if made_up || !as_named => draft.finish_as(&parts),
            None => draft.finish(flags, last_modified),
        };
        let value = self.versioned(transaction, value, etag, old.as_ref())?;
        take_due(transaction, old.as_ref())?;
        set_due(transaction, &key, etag, due);
        self.keep_revision(transaction, plan.encoded(revision), &key, etag, &value, old.as_ref())?;
        let outcome = match transaction.outcomes {
            false => Outcome::Unwanted,
            true => Outcome::Document(CommandResult::Put {
                collection: value.collection().to_owned(),
                etag,
                change_vector: value.change_vector(etag, self.database_id),
                last_modified: date::from_ticks(last_modified),
                flags: value.flags(),
                id,
            }),
        };
        if let Some(old) = old.as_ref().filter(|old| old.deleted)
            && !ids::same_ignoring_case(old.value.collection(), &collection.name)
        {
            let id = Bytes::copy_from_slice(old.value.id().as_bytes());
            transaction.set_side(SideTable::CollectionChanges, &collection_changes::key(etag), Some(id));
        }
        let change = Change { etag, key, collection_key: &collection.key, value, deleted: false };
        transaction.add(change, old.as_ref());
        Ok(outcome)
    }

    /// The decoded body to store: a replaced one, or the draft's.
    fn body_of(
        &self,
        id: &str,
        draft: &EncodedDraft,
        other: Option<&(Bytes, EncodedBody)>,
    ) -> Result<Bytes, EngineError> {
        match other {
            Some((body, _)) => Ok(body.clone()),
            None => draft
                .body(&self.compression.dictionaries)
                .map_err(|reason| EngineError::BadDocument { id: id.to_owned(), reason }),
        }
    }
}
