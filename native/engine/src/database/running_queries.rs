//! Running queries: listed while they run, and killed on request.
//!
//! Which index answers a query is determined when the list is read, so that listing costs a query little.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rookery_cancel::CancelToken;
use rookery_rql::QueryRequest;
use time::OffsetDateTime;

use crate::database::Database;
use crate::document::ids;

/// The queries of one database that run now.
#[derive(Debug, Default)]
pub(crate) struct RunningQueries {
    last: AtomicU64,
    by_number: Mutex<BTreeMap<u64, Arc<Running>>>,
}

#[derive(Debug)]
struct Running {
    request: QueryRequest,
    started: OffsetDateTime,
    began: Instant,
    waits: Option<Duration>,
    is_streamed: bool,
    cancel: CancelToken,
}

/// A running query.
#[derive(Debug, Clone)]
pub struct RunningQuery {
    /// Its number; unique while the database is open.
    pub id: u64,
    /// The index that answers it, or `collection/` and the collection that is read.
    pub index: String,
    /// The request.
    pub request: QueryRequest,
    /// Since when.
    pub started: OffsetDateTime,
    /// For how long by now.
    pub duration: Duration,
    /// The longest wait for its index; `None` when it does not wait.
    pub waits: Option<Duration>,
    /// Whether its results are streamed.
    pub is_streamed: bool,
}

/// A listed query; dropping it removes it from the list.
pub(crate) struct Listed<'q> {
    queries: &'q RunningQueries,
    number: u64,
    cancel: CancelToken,
}

impl Listed<'_> {
    /// Cancelled when the query is killed.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.queries.by_number.lock().remove(&self.number);
    }
}

impl RunningQueries {
    /// Lists a query that starts `now`.
    pub(crate) fn list(
        &self,
        request: &QueryRequest,
        now: OffsetDateTime,
        waits: Option<Duration>,
        cancel: CancelToken,
    ) -> Listed<'_> {
        self.add(Running {
            request: request.clone(),
            started: now,
            began: Instant::now(),
            waits,
            is_streamed: false,
            cancel,
        })
    }

    /// Lists a query that starts `now` and streams its results.
    pub(crate) fn list_streamed(
        &self,
        request: &QueryRequest,
        now: OffsetDateTime,
        cancel: CancelToken,
    ) -> Listed<'_> {
        self.add(Running {
            request: request.clone(),
            started: now,
            began: Instant::now(),
            waits: None,
            is_streamed: true,
            cancel,
        })
    }

    fn add(&self, running: Running) -> Listed<'_> {
        let cancel = running.cancel.clone();
        let number = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        self.by_number.lock().insert(number, Arc::new(running));
        Listed { queries: self, number, cancel }
    }
}

impl Database {
    /// The running queries, oldest first.
    pub fn running_queries(&self) -> Vec<RunningQuery> {
        let running: Vec<_> =
            self.queries.by_number.lock().iter().map(|(number, one)| (*number, one.clone())).collect();
        let one = |(id, running): (u64, Arc<Running>)| RunningQuery {
            id,
            index: self.answered_by(&running.request),
            request: running.request.clone(),
            started: running.started,
            duration: running.began.elapsed(),
            waits: running.waits,
            is_streamed: running.is_streamed,
        };
        running.into_iter().map(one).collect()
    }

    /// Kills a running query. Returns whether there was one of that number on that index.
    pub fn kill_query(&self, index: &str, id: u64) -> bool {
        let known = self.queries.by_number.lock().get(&id).cloned();
        let Some(running) =
            known.filter(|one| ids::same_ignoring_case(&self.answered_by(&one.request), index))
        else {
            return false;
        };
        running.cancel.cancel();
        true
    }

    fn answered_by(&self, request: &QueryRequest) -> String {
        match self.explain_query(request) {
            Ok(Some(explained)) => explained.index.unwrap_or(explained.source),
            _ => rookery_rql::parse(&request.query)
                .ok()
                .and_then(|query| query.from.source.index().map(str::to_owned))
                .unwrap_or_default(),
        }
    }
}
