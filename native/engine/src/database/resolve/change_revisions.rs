//! Removing revisions by hand, and going back to one.

use super::Resolver;
use super::attempt::{Attempt, Change};
use super::due::{set_due, take_due};
use super::revisions::{count_of_document, damaged, remove};
use crate::command::Expected;
use crate::database::prepared::Outcome;
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::ids;
use crate::incoming;
use crate::revisions::{rows, same_content};
use crate::side_table::SideTable;
use crate::stored::{Parts, StoredValue};

impl Resolver<'_> {
    /// Removes these revisions of a document, those that are there. With `unmark` a document that has
    /// none left gets a version that says so.
    pub(super) fn remove_revisions(
        &self,
        attempt: &mut Attempt<'_>,
        id_key: &str,
        etags: &[i64],
        unmark: bool,
    ) -> Result<Outcome, EngineError> {
        let mut removed = 0;
        for etag in etags {
            if let Some(value) = revision(attempt, id_key, *etag)? {
                remove(attempt, id_key, *etag, &value)?;
                removed += 1;
            }
        }
        if unmark && removed > 0 && count_of_document(attempt, id_key)?.revisions == 0 {
            let old = attempt.find(id_key)?;
            let marked = |old: &&super::attempt::Old| {
                !old.deleted && old.value.flags().contains(DocumentFlags::HAS_REVISIONS)
            };
            if let Some(old) = old.as_ref().filter(marked) {
                self.marked(attempt, id_key.to_owned(), old, DocumentFlags::default())?;
            }
        }
        Ok(Outcome::Removed(removed))
    }

    /// Makes a document what it was in this revision: a new version with the old content, or deleted.
    /// What hangs on the document now stays.
    pub(super) fn revert(
        &self,
        attempt: &mut Attempt<'_>,
        id_key: &str,
        revision_etag: i64,
    ) -> Result<Outcome, EngineError> {
        let Some(past) = revision(attempt, id_key, revision_etag)? else {
            return Err(EngineError::BadRevision {
                id: id_key.to_owned(),
                reason: "the revision to go back to was removed meanwhile".to_owned(),
            });
        };
        let old = attempt.find(id_key)?;
        let found = old.as_ref().filter(|old| !old.deleted);
        if past.flags().contains(DocumentFlags::DELETE_REVISION) {
            if found.is_some() {
                self.delete(attempt, past.id(), &Expected::Any)?;
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
        let body = past.body(&self.compression.dictionaries).map_err(|reason| damaged(&reason))?;
        let dates = incoming::read(past.id(), &body)?.due;
        let marks = found.map_or_else(DocumentFlags::default, |found| found.value.flags());
        let belongings = self.belongings(attempt, id_key, marks)?;
        let listed = match &belongings {
            Some(belongings) => belongings.listed_in(&body),
            None => incoming::with_lists(&body, None, None),
        };
        let body = listed.map_err(|error| refuse(error.to_string()))?;
        if let Some(found) = found {
            let now = found.value.body(&self.compression.dictionaries).map_err(|reason| damaged(&reason))?;
            if same_content(&now, &body) {
                return Ok(Outcome::Reverted(false));
            }
        }
        let encoded =
            self.compression.encode(&collection_key, &body, past.is_compressed()).map_err(refuse)?;
        let plan = self.plan_revision(attempt, id_key, &collection_key, old.as_ref())?;
        let flags = match past.flags().contains(DocumentFlags::ARCHIVED) {
            true => DocumentFlags::ARCHIVED,
            false => DocumentFlags::default(),
        };
        let flags = flags
            .with(DocumentFlags::REVERTED)
            .with(plan.marks())
            .with(dates.marks())
            .with(belongings.map_or_else(DocumentFlags::default, |found| found.flags()));
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
        let etag = attempt.next_etag();
        self.keep_revision(attempt, plan, id_key, etag, &value, old.as_ref())?;
        take_due(attempt, old.as_ref())?;
        set_due(attempt, id_key, etag, dates);
        let key = id_key.to_owned();
        attempt
            .add(Change { etag, key, collection_key: &collection_key, value, deleted: false }, old.as_ref());
        Ok(Outcome::Reverted(true))
    }
}

fn revision(attempt: &Attempt<'_>, id_key: &str, etag: i64) -> Result<Option<StoredValue>, EngineError> {
    let row = attempt.side(SideTable::Revisions, &rows::revision(id_key, etag))?;
    row.map(|row| StoredValue::from_bytes(row).map_err(|reason| damaged(&reason))).transpose()
}
