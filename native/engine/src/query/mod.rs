//! Lets the query core read a database: [`rookery_rql::DocumentSource`] over a snapshot.
pub(crate) mod answer;
pub(crate) mod by_query;
pub(crate) mod candidates;
pub(crate) mod choose;
pub(crate) mod explain;
pub(crate) mod index_test;
pub(crate) mod matches;
pub(crate) mod more_like_this;
pub(crate) mod options;
pub(crate) mod script_text;
pub(crate) mod scripts;
pub(crate) mod stream;
pub(crate) mod subscription;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Duration;

use rookery_cancel::CancelToken;
use rookery_rql::ast::Source;
use rookery_rql::{
    DocumentSource, OwnedDocument, PreparedQuery, QueryAnswer, QueryError, QueryRequest, ScanItem,
    SeriesBounds, SeriesEntry, SeriesSource, SourceError, compare_exchange_keys, may_read_compare_exchange,
    may_read_time_series,
};
use serde_json::Value;

use crate::database::Database;
use crate::document::ids;
use crate::document::scan_item::with_scan_item;
use crate::error::EngineError;
use crate::extensions::compare_exchange::object_of;
use crate::extensions::time_series::{TimeRange, increment_tag, is_incremental, is_rollup};
use crate::query::answer::IndexUse;
use crate::query::options::QueryOptions;
use crate::query::scripts::QueryScripts;
use crate::state::snapshot::{Row, Snapshot};

impl Database {
    /// Answers an RQL query from one snapshot of the database.
    ///
    /// # Errors
    ///
    /// [`QueryError::Cancelled`] when the query's token is cancelled.
    pub fn query(&self, request: &QueryRequest, options: &QueryOptions) -> Result<QueryAnswer, QueryError> {
        let cancel = options.cancel.clone().unwrap_or_else(CancelToken::current);
        if !options.listed {
            return self.run_query(request, options.wait, &cancel);
        }
        let listed = self.queries.list(request, self.core.clock.now(), options.wait, cancel.child());
        self.run_query(request, options.wait, listed.cancel())
    }

    fn run_query(
        &self,
        request: &QueryRequest,
        wait: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<QueryAnswer, QueryError> {
        // Scripts poll the token of their thread.
        let _entered = cancel.enter();
        let answer = || {
            let scripts = QueryScripts::default();
            let request = self.with_compare_exchange(request)?;
            let query = PreparedQuery::new(&request)?.with_scripting(&scripts);
            match self.query_by_index(query, wait, cancel)? {
                IndexUse::Answered(answer) => Ok(*answer),
                IndexUse::NotNeeded(query) => {
                    let snapshot = self.snapshot().map_err(SourceError::caused_by)?;
                    query.scan(&SnapshotSource(snapshot), cancel)
                }
            }
        };
        let mut answer = answer().map_err(|error| as_cancelled(error, cancel))?;
        // Entries of time series change without the documents.
        if may_read_time_series(&request.query) {
            let snapshot = self.snapshot().map_err(SourceError::caused_by)?;
            answer.result_etag = answer.result_etag.wrapping_add(snapshot.view.last_etag);
        }
        if may_read_compare_exchange(&request.query) {
            let version = self.snapshot().and_then(|snapshot| snapshot.last_exchange_change());
            answer.result_etag = answer.result_etag.wrapping_add(version.map_err(SourceError::caused_by)?);
        }
        Ok(answer)
    }

    /// The request with the values that its conditions compare with: `cmpxchg(key)`.
    pub(crate) fn with_compare_exchange<'r>(
        &self,
        request: &'r QueryRequest,
    ) -> Result<Cow<'r, QueryRequest>, QueryError> {
        let keys = compare_exchange_keys(request)?;
        if keys.is_empty() {
            return Ok(Cow::Borrowed(request));
        }
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let mut request = request.clone();
        for key in keys {
            let value = snapshot.compare_exchange(&key)?.unwrap_or_default();
            request.compare_exchange.insert(key, value);
        }
        Ok(Cow::Owned(request))
    }
}

/// Maps an error caused by cancellation (an interrupted script reports its own error) to a cancellation.
pub(crate) fn as_cancelled(error: QueryError, cancel: &CancelToken) -> QueryError {
    match error {
        error @ QueryError::Cancelled { .. } => error,
        _ if cancel.is_cancelled() => QueryError::Cancelled { scanned: 0 },
        error => error,
    }
}

pub(crate) struct SnapshotSource(pub(crate) Snapshot);

impl SnapshotSource {
    /// Passes the documents of a row walk to `visit`, until it breaks.
    pub(crate) fn visit_scan_items(
        &self,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
        walk: impl FnOnce(&mut dyn FnMut(Row) -> bool) -> Result<(), EngineError>,
    ) -> Result<(), SourceError> {
        let mut failure: Option<EngineError> = None;
        let walked = walk(&mut |row| match self.0.to_document(row) {
            Ok(document) => with_scan_item(&document, &mut *visit).is_continue(),
            Err(error) => {
                failure = Some(error);
                false
            }
        });
        walked.and(failure.map_or(Ok(()), Err)).map_err(SourceError::caused_by)
    }
}

impl DocumentSource for SnapshotSource {
    fn estimate(&self, source: &Source) -> u64 {
        match source.collection() {
            None => self.0.view.documents(),
            Some(name) => self.0.view.totals.get(&ids::key_of(name)).map_or(0, |totals| totals.documents),
        }
    }

    fn scan(
        &self,
        collection: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        self.visit_scan_items(visit, |each| match collection {
            None => self.0.oldest_from(0, each),
            Some(name) => self.0.collection(name, each),
        })
    }

    fn scan_prefix(
        &self,
        collection: Option<&str>,
        prefix: &str,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        let prefix = ids::key_of(prefix);
        let mut visit = |item: ScanItem<'_>| match collection {
            Some(name) if !ids::same_ignoring_case(name, item.collection) => ControlFlow::Continue(()),
            _ => visit(item),
        };
        self.visit_scan_items(&mut visit, |each| self.0.walk_ids(&prefix, &prefix, &mut |_| true, each))
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        let row = self.0.document(id).map_err(SourceError::caused_by)?;
        let document = row.map(|row| self.0.to_document(row)).transpose().map_err(SourceError::caused_by)?;
        Ok(document.map(|document| with_scan_item(&document, |item| item.to_owned_document())))
    }

    fn compare_exchange(&self, key: &str) -> Result<Option<Value>, SourceError> {
        let value = self.0.exchange(key).map_err(SourceError::caused_by)?;
        value.map(|value| object_of(&value.value).map_err(SourceError::caused_by)).transpose()
    }

    fn series(&self) -> &dyn SeriesSource {
        self
    }

    fn last_etag(&self) -> i64 {
        self.0.view.last_etag
    }
}

impl SeriesSource for SnapshotSource {
    fn bounds(&self, document: &str, name: &str) -> Result<Option<SeriesBounds>, SourceError> {
        let found = self.0.series(&ids::key_of(document), name).map_err(SourceError::caused_by)?;
        Ok(found.map(|found| SeriesBounds { entries: found.entries, first: found.first, last: found.last }))
    }

    fn entries(
        &self,
        document: &str,
        name: &str,
        from: i64,
        to: i64,
        visit: &mut dyn FnMut(SeriesEntry<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        let range = TimeRange { from: Some(from), to: Some(to) };
        // As clients get it: the increments of this node.
        let is_rollup = is_rollup(name);
        let node = is_incremental(name).then(|| increment_tag(&self.0.database_id));
        let read = self.0.read_series(&ids::key_of(document), name, range, 0, &mut |entry| {
            let tag = node.as_deref().or(entry.tag);
            let (timestamp, values) = (entry.timestamp, entry.values);
            visit(SeriesEntry { timestamp, values, tag, is_rollup }).is_continue()
        });
        read.map(|_| ()).map_err(SourceError::caused_by)
    }
}
