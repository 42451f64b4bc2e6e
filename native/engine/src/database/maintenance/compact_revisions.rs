//! Compaction of revisions: rewrites their bodies and nothing else.

use std::ops::Bound;

use bytes::Bytes;

use super::compact::{BATCH_BYTES, BATCH_DOCUMENTS, CompactReport, in_collection};
use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::state::snapshot::Row;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Prepared;

/// Some revisions, and the key after which the next batch starts.
struct Batch {
    revisions: Vec<Row>,
    last_key: Bytes,
}

impl Database {
    /// The number of revisions, of one collection or of all.
    pub(crate) fn revisions_to_recode(&self, only: Option<&str>) -> Result<u64, EngineError> {
        let counts = self.snapshot()?.revision_counts()?;
        let wanted = |key: &str| only.is_none_or(|name| ids::key_of(name) == key);
        Ok(counts.iter().filter(|(key, _)| wanted(key)).map(|(_, count)| count.revisions).sum())
    }

    pub(crate) fn recode_revisions(
        &self,
        only: Option<&str>,
        report: &mut CompactReport,
        progress: &mut dyn FnMut(&CompactReport) -> bool,
    ) -> Result<(), EngineError> {
        let mut after = Bytes::new();
        while let Some(batch) = self.revisions_behind(&after)? {
            if !progress(report) {
                report.cancelled = true;
                return Ok(());
            }
            after = batch.last_key;
            let settings = self.core.file.documents_compression().unwrap_or_default();
            let (mut commands, mut sizes) = (Vec::new(), Vec::new());
            for (etag, value) in batch.revisions {
                if !in_collection(&value, only) {
                    continue;
                }
                report.revisions += 1;
                if let Some(encoded) = self.core.recoded(&value, &settings)? {
                    sizes.push((value.body_len(), encoded.stored_len()));
                    commands.push(Prepared::RecodeRevision {
                        id_key: ids::key_of(value.id()),
                        etag,
                        encoded,
                    });
                }
            }
            if !commands.is_empty() {
                self.rewrite(commands, &sizes, report)?;
            }
        }
        progress(report);
        Ok(())
    }

    /// The next batch of revisions after a key; `None` at the end.
    fn revisions_behind(&self, after: &[u8]) -> Result<Option<Batch>, EngineError> {
        let snapshot = self.snapshot()?;
        let range = (Bound::Excluded(after), Bound::Unbounded);
        let (mut revisions, mut last_key, mut bytes) = (Vec::new(), None, 0);
        for row in snapshot.side_rows(SideTable::Revisions, range, false)? {
            let (key, value) = row?;
            let revision = snapshot.revision_row((key.clone(), value))?;
            bytes += revision.1.original_len();
            revisions.push(revision);
            last_key = Some(key);
            if revisions.len() >= BATCH_DOCUMENTS || bytes >= BATCH_BYTES {
                break;
            }
        }
        Ok(last_key.map(|last_key| Batch { revisions, last_key }))
    }
}
