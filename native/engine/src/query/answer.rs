//! Queries by index: choose or create one, wait for it if requested, search it, load the hits.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_rql::{DocumentSource, PreparedQuery, QueryAnswer, QueryError, SourceError};

use super::choose::need_of;
use super::matches::IndexAnswer;
use crate::database::Database;
use crate::document::date;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::RunningStatus;
use crate::indexes::handle::IndexHandle;
use crate::indexes::progress::{Committed, Covered, LastChange};
use crate::query::SnapshotSource;

/// How long a query waits for an index that it creates, and a stream for any.
pub(crate) const FIRST_WAIT: Duration = Duration::from_secs(15);

/// The automatic index for a query.
pub(crate) struct Chosen {
    pub handle: Arc<IndexHandle>,
    /// The newest change when it was chosen.
    pub last: i64,
    /// The query created it.
    is_new: bool,
}

/// Whether an index answered a query.
pub(crate) enum IndexUse<'r> {
    Answered(Box<QueryAnswer>),
    /// The query must be answered from documents.
    NotNeeded(Box<PreparedQuery<'r>>),
}

/// The answer of an index that must have seen every change.
pub(crate) enum Fresh {
    Answer(Box<QueryAnswer>),
    /// It did not catch up in time.
    Late,
    /// The query needs no index.
    NotNeeded,
}

impl Database {
    /// Answers the query by the index it names, or by an automatic one if it needs one.
    pub(crate) fn query_by_index<'r>(
        &self,
        query: PreparedQuery<'r>,
        wait: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<IndexUse<'r>, QueryError> {
        if let Some(name) = query.source().index().map(str::to_owned) {
            let answer = self.query_index(&name, query, wait, cancel)?;
            return Ok(IndexUse::Answered(Box::new(answer)));
        }
        let begun = Instant::now();
        let Some(Chosen { handle, last, is_new }) = self.automatic(&query)? else {
            return Ok(IndexUse::NotNeeded(Box::new(query)));
        };
        if is_new {
            handle.wait_for(LastChange::of_documents(last), FIRST_WAIT, cancel);
        }
        if let Some(longest) = wait {
            // If it is still stale, the answer reports it, and the client decides.
            handle.wait_for(LastChange::of_documents(last), longest, cancel);
        }
        if cancel.is_cancelled() {
            return Err(QueryError::Cancelled { scanned: 0 });
        }
        self.supersede_by(&handle, last).map_err(SourceError::caused_by)?;
        let waited_for_new_index = is_new.then(|| begun.elapsed());
        let answer = self.find_in(&handle, query, cancel)?;
        Ok(IndexUse::Answered(Box::new(QueryAnswer { waited_for_new_index, ..answer })))
    }

    /// Answers the query by an automatic index that has indexed everything of this snapshot.
    pub(crate) fn query_by_fresh_index(
        &self,
        query: PreparedQuery<'_>,
        longest: Duration,
        cancel: &CancelToken,
    ) -> Result<Fresh, QueryError> {
        Ok(match self.automatic(&query) {
            Ok(None) => Fresh::NotNeeded,
            Ok(Some(chosen)) if self.comes_to_be_fresh(&chosen, longest, cancel) => {
                Fresh::Answer(Box::new(self.find_in(&chosen.handle, query, cancel)?))
            }
            // Documents can be read even when no index can be created.
            Ok(Some(_)) | Err(QueryError::Source(_)) => Fresh::Late,
            Err(refused) => return Err(refused),
        })
    }

    /// The automatic index for the query, created if there is none and the query allows it; `None` when it
    /// needs none. [`QueryError::Source`]: it could not be created.
    pub(crate) fn automatic(&self, query: &PreparedQuery<'_>) -> Result<Option<Chosen>, QueryError> {
        if !self.core.disk.has_real_files() {
            return Ok(None);
        }
        let Some(need) = need_of(query) else { return Ok(None) };
        let collection = query.source().collection();
        let last = self.last_change_in(collection)?;
        if let Some(handle) = self.indexes.find_matching(collection, &need, last) {
            return Ok(Some(Chosen { handle, last, is_new: false }));
        }
        if !query.may_make_index() {
            return Err(QueryError::NewIndexNeeded { index: need.name(collection) });
        }
        let save = |all: &[IndexDefinition]| self.save_indexes(all);
        let made = self.indexes.create_matching(&self.core, collection, need, save);
        let handle = made.map_err(SourceError::caused_by)?;
        Ok(Some(Chosen { handle, last, is_new: true }))
    }

    /// The newest change of a collection's documents, or of all.
    pub(crate) fn last_change_in(&self, collection: Option<&str>) -> Result<i64, SourceError> {
        let covered = Covered::new(collection.map(|name| vec![name.to_owned()]));
        Ok(covered.last_change(&self.snapshot().map_err(SourceError::caused_by)?))
    }

    /// Waits until the index has every change up to its selection, unless it does not run. Returns whether it
    /// has.
    pub(crate) fn comes_to_be_fresh(&self, chosen: &Chosen, longest: Duration, cancel: &CancelToken) -> bool {
        let Chosen { handle, last, .. } = chosen;
        let longest = if handle.running() == RunningStatus::Running { longest } else { Duration::ZERO };
        let is_fresh = handle.wait_for(LastChange::of_documents(*last), longest, cancel);
        // A wider one may have replaced it meanwhile and deleted its files.
        is_fresh && !handle.stop.load(Ordering::Acquire) && self.supersede_by(handle, *last).is_ok()
    }

    /// An automatic index that is up to date replaces narrower ones.
    fn supersede_by(&self, handle: &IndexHandle, last: i64) -> Result<(), EngineError> {
        if handle.state.lock().progress.complete >= last {
            self.indexes.supersede(&self.core, handle, |all| self.save_indexes(all))?;
        }
        Ok(())
    }

    /// Answers a query on an index by name.
    fn query_index(
        &self,
        name: &str,
        query: PreparedQuery<'_>,
        wait: Option<Duration>,
        cancel: &CancelToken,
    ) -> Result<QueryAnswer, QueryError> {
        let until = wait.map(|longest| Instant::now() + longest);
        let handle = loop {
            let Some(handle) = self.indexes.get(name) else {
                return Err(QueryError::NoSuchIndex { index: name.to_owned() });
            };
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if let Some(left) = left {
                handle.wait_for_all(&self.snapshot().map_err(SourceError::caused_by)?, left, cancel);
            }
            // Another one may have replaced it meanwhile.
            let is_over = left.is_none_or(|left| left.is_zero()) || cancel.is_cancelled();
            if is_over || !handle.stop.load(Ordering::Acquire) {
                break handle;
            }
        };
        if handle.errored.load(Ordering::Acquire) {
            let reason = handle.attempts.counts().sentence();
            return Err(QueryError::ErroredIndex { index: handle.name(), reason });
        }
        self.find_in(&handle, query, cancel)
    }

    fn find_in(
        &self,
        handle: &IndexHandle,
        query: PreparedQuery<'_>,
        cancel: &CancelToken,
    ) -> Result<QueryAnswer, QueryError> {
        let now = date::to_ticks(self.core.clock.now());
        handle.last_query.store(now, Ordering::Relaxed);
        // The index first: the snapshot taken later has its documents, unless they were changed since.
        let reader = handle.index.reader();
        let committed = Committed::read(reader.text());
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let keys = query.grouping().map(|groups| groups.keys()).unwrap_or_default();
        let answer = IndexAnswer { handle, reader, committed, keys, snapshot: &snapshot.0 };
        let query = query.with_facet_setups(&|id| Ok(snapshot.load(id)?.map(|document| document.body)))?;
        let query = match &handle.definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => query,
            IndexDefinition::Static(index) => {
                query.reading(&|field| answer.committed.reading(index, field))?
            }
        };
        answer.check_fields(&query)?;
        let indexed_at = answer.committed.indexed_at;
        let found = query.find(&snapshot, &answer, cancel)?;
        Ok(QueryAnswer {
            index_timestamp: date::moment(indexed_at),
            last_query_time: date::moment(now),
            ..found
        })
    }

    pub(crate) fn save_indexes(&self, all: &[IndexDefinition]) -> Result<(), EngineError> {
        self.check_open()?;
        self.indexes.save(&self.core, all, None)
    }
}
