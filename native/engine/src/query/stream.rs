//! Answers a query result by result, with a bounded number of documents in memory.
//!
//! Documents are processed in batches; the query core gets each batch as a separate source. With a condition
//! the documents are those that an automatic index found and those it has not processed, otherwise the
//! collection. The total is the index's, if it is up to date; else the documents are processed twice, first
//! to count. Queries that need all results — an order, groups, `distinct`, ids by name — are answered
//! in one response, orders and groups by the index itself.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_rql::ast::{Operand, OperandKind, Paging, Source};
use rookery_rql::{
    DocumentSource, NoSeries, OwnedDocument, PreparedQuery, QueryAnswer, QueryError, QueryRequest,
    ResultItem, ScanItem, Scripting, SeriesSource, SourceError,
};
use serde_json::Value;

use crate::database::Database;
use crate::query::answer::{FIRST_WAIT, Fresh};
use crate::query::options::QueryOptions;
use crate::query::scripts::QueryScripts;
use crate::query::{SnapshotSource, as_cancelled};

/// Documents per batch.
const BATCH: usize = 2_048;
/// The most bytes per batch.
const BATCH_BYTES: usize = 4 << 20;

/// A batch that failed later than this is not answered again.
const LONGEST_AGAIN: Duration = Duration::from_secs(1);

/// The head of a streamed answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamStart {
    /// The number of results without paging.
    pub total: u64,
    /// As in [`QueryAnswer::index_name`].
    pub index_name: String,
    /// As in [`QueryAnswer::result_etag`].
    pub result_etag: i64,
    /// As in [`QueryAnswer::is_stale`].
    pub is_stale: bool,
    /// As in [`QueryAnswer::index_timestamp`].
    pub index_timestamp: Option<String>,
}

impl Database {
    /// Answers a query result by result, all from one snapshot: `start` once, then `each` until it returns
    /// false. An error before `start` is an error of the query, a later one interrupts the answer. Listed in
    /// [`Database::running_queries`] while it runs. Stops with [`QueryError::Cancelled`] when it is killed or the
    /// thread's current token is cancelled.
    pub fn query_streamed(
        &self,
        request: &QueryRequest,
        start: &mut dyn FnMut(StreamStart) -> bool,
        each: &mut dyn FnMut(ResultItem) -> bool,
    ) -> Result<(), QueryError> {
        let now = self.core.clock.now();
        let listed = self.queries.list_streamed(request, now, CancelToken::current().child());
        let cancel = listed.cancel();
        let _entered = cancel.enter();
        let mut was_cancelled = false;
        self.query_streamed_within(FIRST_WAIT, request, start, &mut |item| {
            was_cancelled = cancel.is_cancelled();
            !was_cancelled && each(item)
        })?;
        if was_cancelled { Err(QueryError::Cancelled { scanned: 0 }) } else { Ok(()) }
    }

    /// The same with a limit on how long an automatic index may take to catch up; documents it has not
    /// processed then are read.
    pub(crate) fn query_streamed_within(
        &self,
        longest: Duration,
        request: &QueryRequest,
        start: &mut dyn FnMut(StreamStart) -> bool,
        each: &mut dyn FnMut(ResultItem) -> bool,
    ) -> Result<(), QueryError> {
        let cancel = CancelToken::current();
        let streamed = self.stream_query(longest, request, &cancel, start, each);
        streamed.map_err(|error| as_cancelled(error, &cancel))
    }

    fn stream_query(
        &self,
        longest: Duration,
        request: &QueryRequest,
        cancel: &CancelToken,
        start: &mut dyn FnMut(StreamStart) -> bool,
        each: &mut dyn FnMut(ResultItem) -> bool,
    ) -> Result<(), QueryError> {
        let mut query = rookery_rql::parse(&request.query)?;
        if query.from.source.index().is_some() {
            return whole(self.query(request, &QueryOptions::default())?, start, each);
        }
        let completed = self.with_compare_exchange(request)?;
        let request = &*completed;
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let probe = Probe { behind: &snapshot, documents: Vec::new(), scanned: Cell::new(false) };
        let scripts = QueryScripts::default();
        // Errors of the query are reported before an index is created for it.
        let empty = run(&probe, request, &scripts, cancel)?;
        if !probe.scanned.get() {
            return whole(run(&snapshot, request, &scripts, cancel)?, start, each);
        }
        let prepared = PreparedQuery::new(request)?;
        if !prepared.sort().is_empty() || prepared.grouping().is_some() {
            let prepared = prepared.with_scripting(&scripts);
            let answer = match self.query_by_fresh_index(prepared, longest, cancel)? {
                Fresh::Answer(answer) => *answer,
                Fresh::Late => run(&self.every_candidate(&query.from.source)?, request, &scripts, cancel)?,
                Fresh::NotNeeded => run(&snapshot, request, &scripts, cancel)?,
            };
            return whole(answer, start, each);
        }
        let candidates = self.candidates(&prepared, longest, cancel)?;
        let QueryAnswer { index_name, result_etag, .. } = empty;
        let mut first =
            StreamStart { total: 0, index_name, result_etag, is_stale: false, index_timestamp: None };
        if let Some(index) = candidates.as_ref().and_then(|found| found.index.as_ref()) {
            first.index_name.clone_from(&index.name);
            first.index_timestamp.clone_from(&index.timestamp);
            first.result_etag = index.result_etag;
        }
        if prepared.is_whole() {
            let source = candidates.as_ref().map_or(&snapshot as &dyn DocumentSource, |found| found);
            let answer = run(source, request, &scripts, cancel)?;
            let StreamStart { index_name, index_timestamp, result_etag, .. } = first;
            return whole(QueryAnswer { index_name, index_timestamp, result_etag, ..answer }, start, each);
        }
        let Paging { skip, take, .. } = std::mem::take(&mut query.paging);
        let mut skip = match &skip {
            Some(skip) => number(Some(skip), request).unwrap_or(0),
            None => request.skip,
        };
        let mut left =
            number(take.as_ref(), request).into_iter().chain(request.take).min().unwrap_or(u64::MAX);
        let unpaged = QueryRequest { query: query.to_string(), skip: 0, take: None, ..request.clone() };
        let (known, source): (_, Box<dyn DocumentSource>) = match candidates {
            Some(mut found) => {
                drop(snapshot);
                let total = found.total();
                if total.is_some() {
                    found.skip(std::mem::take(&mut skip));
                }
                (total, Box::new(found))
            }
            None => {
                let all = snapshot.estimate(&query.from.source);
                // As the server: of ids with a prefix, the total is that of the collection too.
                let is_all = query.condition.is_none() || prepared.id_prefix().is_some();
                (is_all.then_some(all), Box::new(snapshot))
            }
        };
        let source = AnswerRequest {
            documents: &*source,
            from: &query.from.source,
            prefix: prepared.id_prefix(),
            scripts: &scripts,
            cancel,
        };
        first.total = match known {
            Some(total) => total,
            None => source.count(&unpaged)?,
        };
        if !start(first) || left == 0 {
            return Ok(());
        }
        source.batches(&unpaged, &mut |answer| {
            for item in answer.results {
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                left -= 1;
                if !each(item) || left == 0 {
                    return false;
                }
            }
            true
        })
    }
}

pub(super) fn run(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    scripts: &dyn Scripting,
    cancel: &CancelToken,
) -> Result<QueryAnswer, QueryError> {
    PreparedQuery::new(request)?.with_scripting(scripts).scan(source, cancel)
}

fn whole(
    answer: QueryAnswer,
    start: &mut dyn FnMut(StreamStart) -> bool,
    each: &mut dyn FnMut(ResultItem) -> bool,
) -> Result<(), QueryError> {
    let QueryAnswer { total, index_name, result_etag, is_stale, index_timestamp, results, .. } = answer;
    if start(StreamStart { total, index_name, result_etag, is_stale, index_timestamp }) {
        // Stops at the first result for which `each` returns false.
        let _all = results.into_iter().all(each);
    }
    Ok(())
}

/// A page's number; other values than numbers and null were rejected before.
fn number(operand: Option<&Operand>, request: &QueryRequest) -> Option<u64> {
    match &operand?.kind {
        OperandKind::Integer(value) => u64::try_from(*value).ok(),
        OperandKind::Parameter(name) => request.parameters.get(name)?.as_u64(),
        _ => None,
    }
}

/// The documents of a query, in batches.
struct AnswerRequest<'q> {
    documents: &'q dyn DocumentSource,
    from: &'q Source,
    /// Only documents whose id starts so, in the order of ids.
    prefix: Option<&'q str>,
    scripts: &'q QueryScripts,
    cancel: &'q CancelToken,
}

impl AnswerRequest<'_> {
    /// The number of results.
    fn count(&self, request: &QueryRequest) -> Result<u64, QueryError> {
        let counting = QueryRequest { metadata_only: true, ..request.clone() };
        let mut total = 0;
        self.batches(&counting, &mut |answer| {
            total += answer.results.len() as u64;
            true
        })?;
        Ok(total)
    }

    /// Answers the query for one batch after the other until `take` returns false. The first batches are small, and a
    /// batch that fails soon is answered again document by document, so that the results before the failure are taken.
    fn batches(
        &self,
        request: &QueryRequest,
        take: &mut dyn FnMut(QueryAnswer) -> bool,
    ) -> Result<(), QueryError> {
        let mut batch = Vec::new();
        let (mut bytes, mut most) = (0, 1);
        let mut outcome = Ok(true);
        let mut answer = |batch: &mut Vec<OwnedDocument>| {
            let documents = std::mem::take(batch);
            let mut probe = Probe { behind: self.documents, documents, scanned: Cell::new(false) };
            let begun = Instant::now();
            let failed = match run(&probe, request, self.scripts, self.cancel) {
                Ok(answer) => return Ok(take(answer)),
                Err(error) => error,
            };
            let documents = std::mem::take(&mut probe.documents);
            let is_of_document =
                matches!(failed, QueryError::Invalid { .. } | QueryError::UnreadableDocument { .. });
            // What took long would take as long again: a script at its limit of time.
            if documents.len() == 1 || !is_of_document || begun.elapsed() > LONGEST_AGAIN {
                return Err(failed);
            }
            for document in documents {
                probe.documents = vec![document];
                if !take(run(&probe, request, self.scripts, self.cancel)?) {
                    return Ok(false);
                }
            }
            Err(failed)
        };
        let mut visit = |item: ScanItem<'_>| {
            if self.cancel.is_cancelled() {
                outcome = Err(QueryError::Cancelled { scanned: 0 });
                return ControlFlow::Break(());
            }
            bytes += item.body.len();
            batch.push(item.to_owned_document());
            if batch.len() == most || bytes >= BATCH_BYTES {
                (bytes, most) = (0, (most * 2).min(BATCH));
                outcome = answer(&mut batch);
            }
            if matches!(outcome, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        match self.prefix {
            Some(prefix) => self.documents.scan_prefix(self.from.collection(), prefix, &mut visit)?,
            None => self.documents.scan(self.from.collection(), &mut visit)?,
        }
        if outcome? && !batch.is_empty() {
            answer(&mut batch)?;
        }
        Ok(())
    }
}

/// A batch of documents as a source; documents by id come from the underlying source.
pub(super) struct Probe<'s> {
    pub(super) behind: &'s dyn DocumentSource,
    pub(super) documents: Vec<OwnedDocument>,
    pub(super) scanned: Cell<bool>,
}

impl Probe<'static> {
    /// No documents at all.
    pub(super) fn empty() -> Self {
        Self { behind: &NoDocuments, documents: Vec::new(), scanned: Cell::new(false) }
    }
}

/// A database without documents.
struct NoDocuments;

impl DocumentSource for NoDocuments {
    fn estimate(&self, _: &Source) -> u64 {
        0
    }

    fn scan(
        &self,
        _: Option<&str>,
        _: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        Ok(())
    }

    fn load(&self, _: &str) -> Result<Option<OwnedDocument>, SourceError> {
        Ok(None)
    }

    fn compare_exchange(&self, _: &str) -> Result<Option<Value>, SourceError> {
        Ok(None)
    }

    fn series(&self) -> &dyn SeriesSource {
        &NoSeries
    }

    fn last_etag(&self) -> i64 {
        0
    }
}

impl DocumentSource for Probe<'_> {
    fn estimate(&self, source: &Source) -> u64 {
        self.behind.estimate(source)
    }

    fn scan(
        &self,
        _: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        self.scanned.set(true);
        for document in &self.documents {
            if visit(document.as_item()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        self.behind.load(id)
    }

    fn compare_exchange(&self, key: &str) -> Result<Option<Value>, SourceError> {
        self.behind.compare_exchange(key)
    }

    fn series(&self) -> &dyn SeriesSource {
        self.behind.series()
    }

    fn last_etag(&self) -> i64 {
        self.behind.last_etag()
    }
}
