//! The documents that may match a condition, according to an automatic index: for readers that check
//! documents one by one and must not miss any.
//!
//! Documents that the index has not processed are candidates too; a found document that was changed since is
//! one in its current version. So a reader that checks the condition again gets the result of reading all
//! documents of the snapshot, however stale the index is.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rookery_cancel::CancelToken;
use rookery_index::SearchRequest;
use rookery_rql::ast::Source;
use rookery_rql::{
    DocumentSource, OwnedDocument, PreparedQuery, QueryError, ScanItem, SeriesSource, SourceError,
};

use super::matches::IndexAnswer;
use serde_json::Value;

use crate::database::Database;
use crate::document::DocumentFlags;
use crate::document::date;
use crate::indexes::progress::Committed;
use crate::query::SnapshotSource;

/// Documents to check, all from one snapshot. Holds their etags, not the files of the index.
pub(crate) struct Candidates {
    documents: SnapshotSource,
    collection: Option<String>,
    /// Those the index found, ascending.
    etags: Vec<i64>,
    /// The index has not processed documents with this etag or a greater one.
    unseen: i64,
    pub index: Option<AnswerRequest>,
}

/// The index that found them.
pub(crate) struct AnswerRequest {
    pub name: String,
    /// The timestamp of the index, as in answers.
    pub timestamp: Option<String>,
    pub result_etag: i64,
    /// It has every change: all candidates match the condition.
    pub is_fresh: bool,
}

impl Candidates {
    /// The exact number, if the index has every change.
    pub(crate) fn total(&self) -> Option<u64> {
        self.index.as_ref().filter(|index| index.is_fresh).map(|_| self.etags.len() as u64)
    }

    /// Skips the first ones.
    pub(crate) fn skip(&mut self, count: u64) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.etags.drain(..count.min(self.etags.len()));
    }
}

impl Database {
    /// The candidates for a query's condition, by an automatic index that may take up to `longest` to catch
    /// up. `None`: the query needs no index.
    pub(crate) fn candidates(
        &self,
        query: &PreparedQuery<'_>,
        longest: Duration,
        cancel: &CancelToken,
    ) -> Result<Option<Candidates>, QueryError> {
        let chosen = match self.automatic(query) {
            Ok(None) => return Ok(None),
            Ok(Some(chosen)) => chosen,
            // Documents can be read even when no index can be created.
            Err(QueryError::Source(_)) => return self.every_candidate(query.source()).map(Some),
            Err(refused) => return Err(refused),
        };
        self.comes_to_be_fresh(&chosen, longest, cancel);
        let handle = &chosen.handle;
        let now = date::to_ticks(self.core.clock.now());
        handle.last_query.store(now, Ordering::Relaxed);
        // The index first: the snapshot taken later has everything that it has indexed.
        let reader = handle.index.reader();
        let mut candidates = self.every_candidate(query.source())?;
        let committed = Committed::read(reader.text());
        let (progress, timestamp) = (committed.progress, date::moment(committed.indexed_at));
        let snapshot = &candidates.documents.0;
        let answer = IndexAnswer { handle, reader, committed, keys: Vec::new(), snapshot };
        let found = answer.etags(query, cancel);
        if cancel.is_cancelled() {
            return Err(QueryError::Cancelled { scanned: 0 });
        }
        // Its files may be deleted, when a wider one replaced it just now.
        let found = found.ok().filter(|_| progress.document > 0);
        let (result_etag, is_fresh) = (answer.result_etag(), !answer.is_stale());
        let index = AnswerRequest { name: handle.name(), timestamp, result_etag, is_fresh };
        if let Some(mut etags) = found {
            etags.truncate(etags.partition_point(|etag| *etag <= progress.document));
            candidates.etags = etags;
            candidates.unseen = progress.document + 1;
            candidates.index = Some(index);
        }
        Ok(Some(candidates))
    }

    /// Every document that an automatic index would cover.
    pub(crate) fn every_candidate(&self, source: &Source) -> Result<Candidates, QueryError> {
        Ok(Candidates {
            documents: SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?),
            collection: source.collection().map(str::to_owned),
            etags: Vec::new(),
            unseen: 0,
            index: None,
        })
    }
}

impl IndexAnswer<'_> {
    fn etags(
        &self,
        query: &PreparedQuery<'_>,
        cancel: &CancelToken,
    ) -> Result<Vec<i64>, rookery_index::IndexError> {
        self.reader.etags(&SearchRequest {
            columns: query.columns(),
            field_of: &|column| self.number_of(column),
            location_of: &|column, longitude| self.number_of_place(column, longitude),
            condition: query.condition(),
            more_like_this: None,
            sort: &[],
            skip: 0,
            take: None,
            cancel,
        })
    }
}

impl DocumentSource for Candidates {
    fn estimate(&self, source: &Source) -> u64 {
        self.documents.estimate(source)
    }

    /// The collection is the one of the candidates.
    fn scan(
        &self,
        _: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        self.documents.visit_scan_items(visit, |each| {
            self.documents.0.picked(&self.etags, self.collection.as_deref(), self.unseen, &mut |row| {
                // An index without its own option excludes archived documents.
                row.1.flags().contains(DocumentFlags::ARCHIVED) || each(row)
            })
        })
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        self.documents.load(id)
    }

    fn compare_exchange(&self, key: &str) -> Result<Option<Value>, SourceError> {
        self.documents.compare_exchange(key)
    }

    fn series(&self) -> &dyn SeriesSource {
        self.documents.series()
    }

    fn last_etag(&self) -> i64 {
        self.documents.last_etag()
    }
}
