//! Answers a query result by result, with a bounded number of documents in memory.
//!
//! Documents are scanned once to count (only if there is a condition) and once to answer, a batch at a time; the query
//! core sees each batch as a source of its own. What can only be answered as a whole — an order, `distinct`, ids
//! asked by name — is answered as a whole.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rookery_rql::ast::{Operand, OperandKind, Paging, Source};
use rookery_rql::{
    DocumentSource, OwnedDocument, PreparedQuery, QueryAnswer, QueryError, QueryRequest, ResultItem,
    ScanItem, SourceError,
};

use crate::database::Database;
use crate::query::SnapshotSource;
use crate::query_scripts::QueryScripts;

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
    /// before `start` is the query's fault, one after it comes in the middle of an answer.
    pub fn query_streamed(
        &self,
        request: &QueryRequest,
        start: &mut dyn FnMut(StreamStart) -> bool,
        each: &mut dyn FnMut(ResultItem) -> bool,
    ) -> Result<(), QueryError> {
        let mut query = rookery_rql::parse(&request.query)?;
        if query.from.source.index().is_some() {
            return whole(self.query(request)?, start, each);
        }
        let snapshot = self.snapshot().map_err(SourceError::caused_by)?;
        let paging = std::mem::take(&mut query.paging);
        let probe =
            Probe { snapshot: SnapshotSource(snapshot), documents: Vec::new(), scanned: Cell::new(false) };
        let scripts = QueryScripts::default();
        let empty = run(&probe, request, &scripts)?;
        if PreparedQuery::new(request)?.is_whole() || !probe.scanned.get() {
            return whole(run(&probe.snapshot, request, &scripts)?, start, each);
        }
        let unpaged = QueryRequest { query: query.to_string(), ..request.clone() };
        let snapshot = probe.snapshot;
        let total = match query.condition {
            None => snapshot.estimate(&query.from.source),
            Some(_) => {
                let counting = QueryRequest { metadata_only: true, ..unpaged.clone() };
                let mut total = 0;
                batches(&snapshot, &query.from.source, &counting, &scripts, &mut |answer| {
                    total += answer.results.len() as u64;
                    true
                })?;
                total
            }
        };
        let QueryAnswer { index_name, result_etag, .. } = empty;
        let first = StreamStart { total, index_name, result_etag, is_stale: false, index_timestamp: None };
        if !start(first) {
            return Ok(());
        }
        let Paging { skip, take, .. } = paging;
        let mut skip = number(skip.as_ref(), request).unwrap_or(0);
        let mut left = number(take.as_ref(), request).unwrap_or(u64::MAX);
        if left == 0 {
            return Ok(());
        }
        batches(&snapshot, &query.from.source, &unpaged, &scripts, &mut |answer| {
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
) -> Result<QueryAnswer, QueryError> {
    PreparedQuery::new(request)?.with_scripting(scripts).scan(source, &AtomicBool::new(false))
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

/// Answers the query for batch after batch of the source's documents until `take` says stop.
fn batches(
    snapshot: &SnapshotSource,
    source: &Source,
    request: &QueryRequest,
    scripts: &QueryScripts,
    take: &mut dyn FnMut(QueryAnswer) -> bool,
) -> Result<(), QueryError> {
    let mut batch = Vec::with_capacity(BATCH);
    let mut bytes = 0;
    let mut outcome = Ok(true);
    let mut answer = |batch: &mut Vec<OwnedDocument>| {
        let probe = Probe { snapshot, documents: std::mem::take(batch), scanned: Cell::new(false) };
        run(&probe, request, scripts).map(&mut *take)
    };
    snapshot.scan(source.collection(), &mut |item| {
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

/// A few documents as a source; what is asked by id comes from the whole database.
struct Probe<S> {
    snapshot: S,
    documents: Vec<OwnedDocument>,
    scanned: Cell<bool>,
}

impl<S: std::borrow::Borrow<SnapshotSource>> DocumentSource for Probe<S> {
    fn estimate(&self, source: &Source) -> u64 {
        self.snapshot.borrow().estimate(source)
    }

    fn scan(
        &self,
        _: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        self.scanned.set(true);
        for document in &self.documents {
            let item = ScanItem {
                id: &document.id,
                collection: &document.collection,
                body: &document.body,
                etag: document.etag,
                change_vector: &document.change_vector,
                last_modified: &document.last_modified,
                flags: &document.flags,
            };
            if visit(item).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        self.snapshot.borrow().load(id)
    }

    fn last_etag(&self) -> i64 {
        self.snapshot.borrow().last_etag()
    }
}
