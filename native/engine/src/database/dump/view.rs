//! One consistent view of a database for an export, read piece by piece.

use std::ops::Bound;
use std::sync::Arc;

use rookery_cancel::CancelToken;

use crate::database::Database;
use crate::database::attachments::AttachmentContent;
use crate::database::subscriptions::Subscription;
use crate::document::{Document, DocumentFlags, ids};
use crate::error::EngineError;
use crate::extensions::attachments::{Attachment, ContentHash};
use crate::extensions::compare_exchange::CompareExchangeValue;
use crate::extensions::counters::{Counter, rows as counter_rows};
use crate::extensions::time_series::{Points, TimeSeriesStats, rows as series_rows};
use crate::state::snapshot::{Row, Snapshot};
use crate::store::side_table::SideTable;

/// Everything a database has at one moment. While it exists, overwritten versions stay on disk.
pub struct DumpView {
    snapshot: Arc<Snapshot>,
}

impl std::fmt::Debug for DumpView {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DumpView").finish_non_exhaustive()
    }
}

impl Database {
    /// The current state, for an export.
    pub fn dump_view(&self) -> Result<DumpView, EngineError> {
        Ok(DumpView { snapshot: Arc::new(self.snapshot()?) })
    }
}

impl DumpView {
    /// Visits all documents, oldest change first, until `visit` returns false. Stops with
    /// [`EngineError::Cancelled`] when the thread's current token is cancelled.
    pub fn documents(&self, visit: &mut dyn FnMut(Document) -> bool) -> Result<(), EngineError> {
        self.walk(|_| true, &mut |document| document.is_none_or(&mut *visit))
    }

    /// Visits all documents like [`Self::documents`], those without counters as `None`, so that the visitor can stop.
    /// Reads nothing when the database has no counters.
    pub fn documents_with_counters(
        &self,
        visit: &mut dyn FnMut(Option<Document>) -> bool,
    ) -> Result<(), EngineError> {
        let all = (Bound::Unbounded, Bound::Unbounded);
        if self.snapshot.side_rows(SideTable::Counters, all, false)?.next().transpose()?.is_none() {
            return Ok(());
        }
        self.walk(|flags| flags.contains(DocumentFlags::HAS_COUNTERS), visit)
    }

    /// Visits all documents like [`Self::documents`], those without time series as `None`, so that the visitor can stop.
    /// Reads nothing when the database has no time series.
    pub fn documents_with_time_series(
        &self,
        visit: &mut dyn FnMut(Option<Document>) -> bool,
    ) -> Result<(), EngineError> {
        if self.snapshot.time_series_segments()? == 0 {
            return Ok(());
        }
        self.walk(|flags| flags.contains(DocumentFlags::HAS_TIME_SERIES), visit)
    }

    /// All time series of a document, by name without case.
    pub fn time_series(&self, id: &str) -> Result<Vec<TimeSeriesStats>, EngineError> {
        self.snapshot.time_series_of(&ids::key_of(id))
    }

    /// Visits the entries of a series, segment by segment in the order of their times, until `visit` returns false.
    pub fn segments(
        &self,
        id: &str,
        name: &str,
        visit: &mut dyn FnMut(Points) -> bool,
    ) -> Result<(), EngineError> {
        let cancel = CancelToken::current();
        let prefix = series_rows::segments_of(&ids::key_of(id), &ids::key_of(name));
        for row in self.snapshot.side_rows_with_prefix(SideTable::TimeSeriesSegments, &prefix, false)? {
            if cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            let points = self.snapshot.intact(series_rows::points_of(&row?.1))?;
            if !visit(points) {
                break;
            }
        }
        Ok(())
    }

    /// The subscriptions at that moment, by name.
    pub fn subscriptions(&self) -> Result<Vec<Subscription>, EngineError> {
        self.snapshot.subscriptions()
    }

    /// Visits all revisions, those of one document together and in their order, until `visit` returns false.
    pub fn revisions(&self, visit: &mut dyn FnMut(Document) -> bool) -> Result<(), EngineError> {
        let cancel = CancelToken::current();
        let all = (Bound::Unbounded, Bound::Unbounded);
        for row in self.snapshot.side_rows(SideTable::Revisions, all, false)? {
            let row = self.snapshot.revision_row(row?)?;
            if !visit(self.read(&cancel, row)?) {
                break;
            }
        }
        Ok(())
    }

    /// The content with this hash; `None` when it is not stored, as of old revisions.
    pub fn content(&self, hash: &str, size: u64) -> Result<Option<AttachmentContent>, EngineError> {
        let Some(hash) = ContentHash::parse(hash) else { return Ok(None) };
        if self.snapshot.side(SideTable::AttachmentHashes, &hash.0)?.is_none() {
            return Ok(None);
        }
        let attachment = Attachment {
            document_id: String::new(),
            name: String::new(),
            content_type: String::new(),
            hash: hash.to_text(),
            size,
            etag: 0,
            change_vector: String::new(),
        };
        Ok(Some(AttachmentContent::new(attachment, hash, self.snapshot.clone())))
    }

    /// All counters of a document.
    pub fn counters(&self, id: &str) -> Result<Vec<Counter>, EngineError> {
        let prefix = counter_rows::prefix(&ids::key_of(id));
        let rows = self.snapshot.side_rows_with_prefix(SideTable::Counters, &prefix, false)?;
        rows.map(|row| self.snapshot.intact(counter_rows::from_bytes(&row?.1))).collect()
    }

    /// Visits all compare-exchange values in the order of their keys, until `visit` returns false.
    pub fn compare_exchange(
        &self,
        visit: &mut dyn FnMut(CompareExchangeValue) -> bool,
    ) -> Result<(), EngineError> {
        let cancel = CancelToken::current();
        for value in self.snapshot.exchanges(b"")? {
            if cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            if !visit(value?) {
                break;
            }
        }
        Ok(())
    }

    /// Visits all documents, oldest change first; those with flags that are not read as `None`.
    fn walk(
        &self,
        is_read: impl Fn(DocumentFlags) -> bool,
        visit: &mut dyn FnMut(Option<Document>) -> bool,
    ) -> Result<(), EngineError> {
        let cancel = CancelToken::current();
        let mut failure = None;
        self.snapshot.oldest_from(0, &mut |row| {
            if !is_read(row.1.flags()) {
                return visit(None);
            }
            match self.read(&cancel, row) {
                Ok(document) => visit(Some(document)),
                Err(error) => {
                    failure = Some(error);
                    false
                }
            }
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn read(&self, cancel: &CancelToken, row: Row) -> Result<Document, EngineError> {
        if cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        self.snapshot.to_document(row)
    }
}
