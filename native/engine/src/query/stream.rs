//! Answers a query result by result, with a bounded number of documents in memory.
//!
//! Documents are gone through a batch at a time; the query core sees each batch as a source of its own. Which documents:
//! with a condition those an automatic index found and those it has not seen, otherwise the collection. How many
//! results there will be is what the index found, if it has seen everything; else they are gone through again, to be
//! counted. What can only be answered as a whole — an order, groups, `distinct`, ids asked by name — is answered as a
//! whole, orders and groups by the index itself.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

use rookery_cancel::CancelToken;
use rookery_rql::ast::{Operand, OperandKind, Paging, Source};
use rookery_rql::{
    DocumentSource, OwnedDocument, PreparedQuery, QueryAnswer, QueryError, QueryRequest, ResultItem,
    ScanItem, SourceError,
};

use crate::database::Database;
use crate::query::answer::{FIRST_WAIT, Fresh};
use crate::query::options::QueryOptions;
use crate::query::scripts::QueryScripts;
use crate::query::{SnapshotSource, as_cancelled};

/// Documents given to the query core at once.
const BATCH: usize = 2_048;
/// Bytes of documents after which a batch is given to it though it has fewer.
const BATCH_BYTES: usize = 4 << 20;

/// What is known before the first result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamStart {
    /// Results without paging.
    pub total: u64,
    /// What was read, as in [`QueryAnswer::index_name`].
    pub index_name: String,
    /// As in [`QueryAnswer::result_etag`].
    pub result_etag: i64,
    /// As in [`QueryAnswer::is_stale`].
    pub is_stale: bool,
    /// As in [`QueryAnswer::index_timestamp`].
    pub index_timestamp: Option<String>,
}

impl Database {
    /// Answers a query result by result, all from one moment: `start` once, then `each` until it says stop. An error
    /// before `start` is the query's fault, one after it comes in the middle of an answer. Stops with
    /// [`QueryError::Cancelled`] when the thread's current token is cancelled.
    pub fn query_streamed(
        &self,
        request: &QueryRequest,
        start: &mut dyn FnMut(StreamStart) -> bool,
        each: &mut dyn FnMut(ResultItem) -> bool,
    ) -> Result<(), QueryError> {
        self.query_streamed_within(FIRST_WAIT, request, start, each)
    }

    /// Likewise. An automatic index may take so long to see what was changed up to now; what it has not seen then is read.
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
        let mut skip = number(skip.as_ref(), request).unwrap_or(0);
        let mut left = number(take.as_ref(), request).unwrap_or(u64::MAX);
        let unpaged = QueryRequest { query: query.to_string(), ..request.clone() };
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
                (query.condition.is_none().then_some(all), Box::new(snapshot))
            }
        };
        let source =
            AnswerRequest { documents: &*source, from: &query.from.source, scripts: &scripts, cancel };
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

fn run(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    scripts: &QueryScripts,
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
        // Stops at the first that says so.
        let _all = results.into_iter().all(each);
    }
    Ok(())
}

/// A page's number; what is neither a number nor null was refused before.
fn number(operand: Option<&Operand>, request: &QueryRequest) -> Option<u64> {
    match &operand?.kind {
        OperandKind::Integer(value) => u64::try_from(*value).ok(),
        OperandKind::Parameter(name) => request.parameters.get(name)?.as_u64(),
        _ => None,
    }
}

/// Documents that a query is applied to, a batch at a time.
struct AnswerRequest<'q> {
    documents: &'q dyn DocumentSource,
    from: &'q Source,
    scripts: &'q QueryScripts,
    cancel: &'q CancelToken,
}

impl AnswerRequest<'_> {
    /// How many results there are.
    fn count(&self, request: &QueryRequest) -> Result<u64, QueryError> {
        let counting = QueryRequest { metadata_only: true, ..request.clone() };
        let mut total = 0;
        self.batches(&counting, &mut |answer| {
            total += answer.results.len() as u64;
            true
        })?;
        Ok(total)
    }

    /// Answers the query for batch after batch of the documents until `take` says stop.
    fn batches(
        &self,
        request: &QueryRequest,
        take: &mut dyn FnMut(QueryAnswer) -> bool,
    ) -> Result<(), QueryError> {
        let mut batch = Vec::with_capacity(BATCH);
        let mut bytes = 0;
        let mut outcome = Ok(true);
        let mut answer = |batch: &mut Vec<OwnedDocument>| {
            let documents = std::mem::take(batch);
            let probe = Probe { behind: self.documents, documents, scanned: Cell::new(false) };
            run(&probe, request, self.scripts, self.cancel).map(&mut *take)
        };
        self.documents.scan(self.from.collection(), &mut |item| {
            if self.cancel.is_cancelled() {
                outcome = Err(QueryError::Cancelled { scanned: 0 });
                return ControlFlow::Break(());
            }
            bytes += item.body.len();
            batch.push(item.to_owned_document());
            if batch.len() == BATCH || bytes >= BATCH_BYTES {
                bytes = 0;
                outcome = answer(&mut batch);
            }
            if matches!(outcome, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if outcome? && !batch.is_empty() {
            answer(&mut batch)?;
        }
        Ok(())
    }
}

/// A few documents as a source; documents by id come from the source behind it.
struct Probe<'s> {
    behind: &'s dyn DocumentSource,
    documents: Vec<OwnedDocument>,
    scanned: Cell<bool>,
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

    fn last_etag(&self) -> i64 {
        self.behind.last_etag()
    }
}
