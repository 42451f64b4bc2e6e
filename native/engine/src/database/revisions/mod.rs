//! Reading revisions: those of a document, one by its change vector, and those of deleted documents.
pub(crate) mod changes;
pub(crate) mod walks;

use std::ops::Bound;

use bytes::Bytes;
use time::OffsetDateTime;

use super::Database;
use crate::document::Document;
use crate::document::date;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::extensions::revisions::rows::Count;
use crate::extensions::revisions::{RevisionsConfiguration, RevisionsOfCollection};
use crate::state::snapshot::{Row, Snapshot};
use crate::store::side_table::SideTable;

/// A page of a longer list, and the length of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct RevisionPage {
    /// The revisions of the page, newest first.
    pub revisions: Vec<Document>,
    /// The number of revisions of this document.
    pub total: u64,
}

impl Database {
    /// The revisions setting, `None` when it was never set.
    pub fn revisions_configuration(&self) -> Option<RevisionsConfiguration> {
        self.core.file.revisions().as_deref().cloned()
    }

    /// Changes the revisions setting; it holds for changes from now on.
    pub fn set_revisions_configuration(&self, settings: RevisionsConfiguration) -> Result<(), EngineError> {
        settings.check()?;
        self.set("Revisions", serde_json::to_value(settings))
    }

    /// The configuration of revisions for conflicts. One node has no conflicts; the setting is stored for
    /// clients.
    pub fn revisions_for_conflicts(&self) -> RevisionsOfCollection {
        self.core.file.revisions_for_conflicts().unwrap_or_else(RevisionsOfCollection::for_conflicts)
    }

    /// Changes the setting that [`Database::revisions_for_conflicts`] returns.
    pub fn set_revisions_for_conflicts(&self, settings: RevisionsOfCollection) -> Result<(), EngineError> {
        settings.check("conflicts")?;
        self.set("RevisionsForConflicts", serde_json::to_value(settings))
    }

    /// A document's revisions, newest first. The document may be deleted.
    pub fn revisions(&self, id: &str, start: u64, take: u64) -> Result<RevisionPage, EngineError> {
        let snapshot = self.snapshot()?;
        let key = ids::key_of(id);
        let total = snapshot.count_at(&rows::of_document(&key))?.revisions;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let take = usize::try_from(take).unwrap_or(usize::MAX);
        let walk = snapshot.side_rows_with_prefix(SideTable::Revisions, &rows::prefix(&key), true)?;
        let revisions = walk
            .skip(start)
            .take(take)
            .map(|row| snapshot.to_document(snapshot.revision_row(row?)?))
            .collect::<Result<_, _>>()?;
        Ok(RevisionPage { revisions, total })
    }

    /// How many revisions a document has.
    pub fn count_of_revisions(&self, id: &str) -> Result<u64, EngineError> {
        Ok(self.snapshot()?.count_at(&rows::of_document(&ids::key_of(id)))?.revisions)
    }

    /// The revisions with these change vectors, in the order of the argument, all from one snapshot.
    pub fn revisions_at(&self, change_vectors: &[&str]) -> Result<Vec<Option<Document>>, EngineError> {
        let snapshot = self.snapshot()?;
        change_vectors.iter().map(|vector| snapshot.revision(vector)).collect()
    }

    /// The newest revision of a document that was made at this moment or before it.
    pub fn revision_before(&self, id: &str, moment: OffsetDateTime) -> Result<Option<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        let moment = date::to_ticks(moment);
        for row in
            snapshot.side_rows_with_prefix(SideTable::Revisions, &rows::prefix(&ids::key_of(id)), true)?
        {
            let row = snapshot.revision_row(row?)?;
            if row.1.last_modified() <= moment {
                return snapshot.to_document(row).map(Some);
            }
        }
        Ok(None)
    }

    /// The delete revisions of currently deleted documents, latest deletion first.
    pub fn revision_bin(&self, start: u64, take: u64) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let take = usize::try_from(take).unwrap_or(usize::MAX);
        let bin = snapshot.side_rows(SideTable::RevisionBin, (Bound::Unbounded, Bound::Unbounded), true)?;
        let mut found = Vec::new();
        for row in bin.skip(start).take(take) {
            let (key, id_key) = row?;
            let etag = rows::etag_of(&key).map_err(|reason| snapshot.damaged(reason))?;
            let id_key = rows::id_key_of(&id_key).map_err(|reason| snapshot.damaged(reason))?;
            found.extend(snapshot.revision_of(&id_key, etag)?);
        }
        Ok(found)
    }
}

impl Snapshot {
    /// A row of the revisions table in the form of the document walks.
    pub(crate) fn revision_row(&self, (key, value): (Bytes, Bytes)) -> Result<Row, EngineError> {
        Ok((self.intact(rows::etag_of(&key))?, self.intact(StoredValue::from_bytes(value))?))
    }

    /// The revision with this change vector.
    pub(crate) fn revision(&self, change_vector: &str) -> Result<Option<Document>, EngineError> {
        if change_vector.starts_with("RAFT:") {
            return self.cluster_revision(change_vector);
        }
        let Some(etag) = etag_in(change_vector) else { return Ok(None) };
        let Some(id_key) = self.side(SideTable::RevisionIds, &rows::by_etag(etag))? else { return Ok(None) };
        let found =
            self.revision_of(&rows::id_key_of(&id_key).map_err(|reason| self.damaged(reason))?, etag)?;
        // Another database's change vector may carry the same number.
        Ok(found.filter(|found| found.change_vector == change_vector))
    }

    /// The revision of a version that a cluster-wide transaction saved. Its change vector has no etag, so all
    /// revisions are looked at.
    fn cluster_revision(&self, change_vector: &str) -> Result<Option<Document>, EngineError> {
        let all = (std::ops::Bound::Unbounded, std::ops::Bound::Unbounded);
        for row in self.side_rows(SideTable::Revisions, all, false)? {
            let row = self.revision_row(row?)?;
            if row.1.stored_change_vector() == Some(change_vector) {
                return self.to_document(row).map(Some);
            }
        }
        Ok(None)
    }

    fn revision_of(&self, id_key: &str, etag: i64) -> Result<Option<Document>, EngineError> {
        self.revision_value(id_key, etag)?.map(|row| self.to_document(row)).transpose()
    }

    /// A revision of a document in the form of the document walks.
    pub(crate) fn revision_value(&self, id_key: &str, etag: i64) -> Result<Option<Row>, EngineError> {
        let Some(value) = self.side(SideTable::Revisions, &rows::revision(id_key, etag))? else {
            return Ok(None);
        };
        Ok(Some((etag, self.intact(StoredValue::from_bytes(value))?)))
    }

    /// The count under a key of the totals.
    pub(crate) fn count_at(&self, key: &[u8]) -> Result<Count, EngineError> {
        Count::read(self.side(SideTable::SideTotals, key)?.as_ref()).map_err(|reason| self.damaged(reason))
    }

    /// The counts of all collections: the collection's key and its count.
    pub(crate) fn revision_counts(&self) -> Result<Vec<(String, Count)>, EngineError> {
        let counts = self.side_rows_with_prefix(SideTable::SideTotals, rows::OF_COLLECTIONS, false)?;
        counts
            .map(|row| {
                let (key, value) = row?;
                let name = rows::id_key_of(&key.slice(rows::OF_COLLECTIONS.len()..))
                    .map_err(|reason| self.damaged(reason))?;
                Ok((name, Count::read(Some(&value)).map_err(|reason| self.damaged(reason))?))
            })
            .collect()
    }
}

/// The number in `A:<number>-<database id>`.
fn etag_in(change_vector: &str) -> Option<i64> {
    let (_, rest) = change_vector.split_once(':')?;
    rest.split_once('-')?.0.parse().ok()
}
