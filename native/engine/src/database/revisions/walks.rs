//! Walks over all revisions: reverting to a point in time, and enforcing a new configuration.
//!
//! Each step reads some documents under one snapshot and submits one request; other writes continue between
//! the requests.

use std::ops::Bound;

use time::OffsetDateTime;

use crate::database::Database;
use crate::document::DocumentFlags;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::revisions::{Kept, RevisionsOfCollection, rows};
use crate::state::snapshot::Snapshot;
use crate::store::side_table::{SideTable, end_of_prefix};
use crate::transaction::prepared::{Outcome, Prepared};

/// Documents per snapshot.
const DOCUMENTS: usize = 256;

/// The progress of a walk over all revisions, and at the end its result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RevisionReport {
    /// Documents processed, including deleted ones.
    pub documents: u64,
    /// Revisions processed.
    pub revisions: u64,
    /// Revisions removed, or documents changed, depending on the operation.
    pub changed: u64,
    /// What was skipped, and why: by document or collection.
    pub warnings: Vec<(String, String)>,
    /// Whether it was cancelled.
    pub cancelled: bool,
}

/// The scope of a walk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RevisionScope {
    /// Only these collections; all when `None`.
    pub collections: Option<Vec<String>>,
    /// Without a configuration, also remove revisions created on request.
    pub force_created: bool,
}

/// A document with revisions, deleted or not.
struct Revised {
    /// The id in lower case.
    key: String,
    id: String,
    /// That of the newest revision.
    collection: String,
    /// Oldest first.
    revisions: Vec<Kept>,
}

/// Called periodically with the progress; returns whether to continue.
pub type RevisionProgress<'a> = &'a mut dyn FnMut(&RevisionReport) -> bool;

impl Database {
    /// Reverts all documents that have revisions to a point in time. Documents created later are deleted,
    /// unless their earlier revisions may have been removed.
    pub fn revert_all(
        &self,
        moment: OffsetDateTime,
        scope: &RevisionScope,
        progress: RevisionProgress<'_>,
    ) -> Result<RevisionReport, EngineError> {
        let moment = date::to_ticks(moment);
        let settings = self.core.file.revisions();
        self.each_document(scope, progress, |snapshot, document, report| {
            let now = snapshot.document(&document.key)?;
            let etag_now = now.as_ref().map(|(etag, _)| *etag);
            let mut leave = |why: &str| {
                report.warnings.push((document.id.clone(), why.to_owned()));
                Ok(None)
            };
            let Some(past) = document.revisions.iter().rev().find(|kept| kept.made <= moment) else {
                let of = settings.as_ref().and_then(|settings| settings.of(&document.collection));
                if etag_now.is_some() && !of.is_some_and(RevisionsOfCollection::keeps_all) {
                    return leave("it was not changed: its revisions may not reach back that far");
                }
                return Ok(etag_now.map(|etag| Prepared::Expire { id: document.id.clone(), etag }));
            };
            let deleted = past.flags.contains(DocumentFlags::DELETE_REVISION);
            let as_it_is = if deleted { etag_now.is_none() } else { etag_now == Some(past.etag) };
            if as_it_is {
                return Ok(None);
            }
            let moved = now
                .is_some_and(|(_, value)| !ids::same_ignoring_case(value.collection(), &document.collection));
            if moved {
                return leave("it was not changed: it is in another collection now");
            }
            Ok(Some(Prepared::Revert { id_key: document.key.clone(), etag: past.etag }))
        })
    }

    /// Applies the configuration to all existing revisions: removes those it would not keep. Without a
    /// configuration only revisions created on request are kept.
    pub fn enforce_revisions(
        &self,
        scope: &RevisionScope,
        progress: RevisionProgress<'_>,
    ) -> Result<RevisionReport, EngineError> {
        let settings = self.core.file.revisions();
        self.each_document(scope, progress, |snapshot, document, _| {
            let now = date::to_ticks(self.core.clock.now());
            let all = |kept: &Kept| scope.force_created || !kept.flags.contains(DocumentFlags::FORCE_CREATED);
            let etags: Vec<i64> = match settings.as_ref().and_then(|all| all.of(&document.collection)) {
                Some(of) if of.purge_on_delete && snapshot.document(&document.key)?.is_none() => {
                    document.revisions.iter().map(|kept| kept.etag).collect()
                }
                Some(of) => of.to_remove(&document.revisions, now),
                None => document.revisions.iter().filter(|kept| all(kept)).map(|kept| kept.etag).collect(),
            };
            let id_key = document.key.clone();
            Ok((!etags.is_empty()).then_some(Prepared::RemoveRevisions { id_key, etags, unmark: true }))
        })
    }

    /// Walks the documents that have revisions, some under each snapshot, and submits what `decide` returns
    /// for each.
    fn each_document(
        &self,
        scope: &RevisionScope,
        progress: RevisionProgress<'_>,
        decide: impl Fn(&Snapshot, &Revised, &mut RevisionReport) -> Result<Option<Prepared>, EngineError>,
    ) -> Result<RevisionReport, EngineError> {
        let mut report = RevisionReport::default();
        let mut after: Option<String> = None;
        loop {
            if !progress(&report) {
                report.cancelled = true;
                return Ok(report);
            }
            let snapshot = self.snapshot()?;
            let keys = snapshot.documents_with_revisions(after.as_deref(), DOCUMENTS)?;
            let Some(last) = keys.last().cloned() else { return Ok(report) };
            let mut commands = Vec::new();
            for key in keys {
                let Some(document) = snapshot.revised(key)? else { continue };
                let in_scope = |name: &String| ids::same_ignoring_case(name, &document.collection);
                if !scope.collections.as_ref().is_none_or(|names| names.iter().any(in_scope)) {
                    continue;
                }
                report.documents += 1;
                report.revisions += document.revisions.len() as u64;
                commands.extend(decide(&snapshot, &document, &mut report)?);
            }
            drop(snapshot);
            if !commands.is_empty() {
                report.changed += self.submit_and_wait(commands)?.iter().map(changes_in).sum::<u64>();
            }
            after = Some(last);
        }
    }
}

/// The number of changes in an outcome.
pub(crate) fn changes_in(outcome: &Outcome) -> u64 {
    match outcome {
        Outcome::Removed(count) => *count,
        Outcome::Reverted(done) | Outcome::Swept(done) => u64::from(*done),
        _ => 0,
    }
}

impl Snapshot {
    /// A document's revisions without their contents, oldest first.
    fn revised(&self, key: String) -> Result<Option<Revised>, EngineError> {
        let mut revisions = Vec::new();
        let mut newest = None;
        for row in self.side_rows_with_prefix(SideTable::Revisions, &rows::prefix(&key), false)? {
            let (etag, value) = self.revision_row(row?)?;
            revisions.push(Kept { etag, made: value.last_modified(), flags: value.flags() });
            newest = Some(value);
        }
        Ok(newest.map(|newest| Revised {
            key,
            id: newest.id().to_owned(),
            collection: newest.collection().to_owned(),
            revisions,
        }))
    }

    /// Keys of documents with revisions, in order, after `after`.
    fn documents_with_revisions(&self, after: Option<&str>, most: usize) -> Result<Vec<String>, EngineError> {
        let prefix = rows::of_document("");
        let from = rows::of_document(after.unwrap_or_default());
        let end = end_of_prefix(&prefix);
        let to = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let walk = self.side_rows(SideTable::SideTotals, (Bound::Excluded(from.as_slice()), to), false)?;
        walk.take(most)
            .map(|row| {
                let (key, _) = row?;
                self.intact(rows::id_key_of(&key.slice(prefix.len()..)))
            })
            .collect()
    }
}
