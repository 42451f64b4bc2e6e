//! Administrative changes of revisions: deleting some, and reverting to one.
//!
//! The revisions are chosen under a snapshot; the writer then removes those that still exist.

use time::OffsetDateTime;

use super::walks::changes_in;
use crate::database::Database;
use crate::document::DocumentFlags;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::state::snapshot::{Row, Snapshot};
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Prepared;

/// Revisions removed in one request.
const BATCH: usize = 1024;

/// Which revisions of which documents to delete.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RevisionDeletion {
    /// The documents.
    pub ids: Vec<String>,
    /// Only those made at this moment or later.
    pub from: Option<OffsetDateTime>,
    /// Only those made at this moment or before it.
    pub to: Option<OffsetDateTime>,
    /// Only those with these change vectors, if there are any here.
    pub change_vectors: Vec<String>,
    /// Also those created on request.
    pub force_created: bool,
}

impl Database {
    /// Deletes revisions; returns how many. The documents stay as they are.
    pub fn delete_revisions(&self, request: &RevisionDeletion) -> Result<u64, EngineError> {
        let (from, to) = (request.from.map(date::to_ticks), request.to.map(date::to_ticks));
        let mut removed = 0;
        for id in &request.ids {
            let snapshot = self.snapshot()?;
            let wanted = |(etag, value): &Row| {
                let made = value.last_modified();
                let vector = || value.change_vector(*etag, &snapshot.database_id);
                (request.force_created || !value.flags().contains(DocumentFlags::FORCE_CREATED))
                    && from.is_none_or(|from| made >= from)
                    && to.is_none_or(|to| made <= to)
                    && (request.change_vectors.is_empty() || request.change_vectors.contains(&vector()))
            };
            let key = ids::key_of(id);
            let etags = snapshot.revision_etags(&key, wanted)?;
            drop(snapshot);
            removed += self.remove_revisions(&key, &etags, false)?;
        }
        Ok(removed)
    }

    /// Reverts documents to these revisions (id and change vector): all of them or none.
    pub fn revert_documents(&self, documents: &[(String, String)]) -> Result<(), EngineError> {
        let mut commands = Vec::with_capacity(documents.len());
        for (id, vector) in documents {
            let refuse = |reason: String| EngineError::BadRevision { id: id.clone(), reason };
            let Some(Some(revision)) = self.revisions_at(&[vector])?.pop() else {
                return Err(refuse(format!("it has no revision with the change vector '{vector}'")));
            };
            if !ids::same_ignoring_case(&revision.id, id) {
                return Err(refuse(format!("the revision '{vector}' is of the document '{}'", revision.id)));
            }
            commands.push(Prepared::Revert { id_key: ids::key_of(id), etag: revision.etag });
        }
        self.submit_and_wait(commands).map(|_| ())
    }

    fn remove_revisions(&self, id_key: &str, etags: &[i64], unmark: bool) -> Result<u64, EngineError> {
        let mut removed = 0;
        for etags in etags.chunks(BATCH) {
            let etags = etags.to_vec();
            let command = Prepared::RemoveRevisions { id_key: id_key.to_owned(), etags, unmark };
            removed += self.submit_and_wait(vec![command])?.iter().map(changes_in).sum::<u64>();
        }
        Ok(removed)
    }
}

impl Snapshot {
    /// The etags of a document's matching revisions, oldest first.
    fn revision_etags(&self, id_key: &str, wanted: impl Fn(&Row) -> bool) -> Result<Vec<i64>, EngineError> {
        let mut etags = Vec::new();
        for row in self.side_rows_with_prefix(SideTable::Revisions, &rows::prefix(id_key), false)? {
            let row = self.revision_row(row?)?;
            if wanted(&row) {
                etags.push(row.0);
            }
        }
        Ok(etags)
    }
}
