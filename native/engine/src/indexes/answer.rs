//! Queries answered by an index: chosen or made, waited for where asked, searched, its hits loaded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rookery_rql::{DocumentSource, PreparedQuery, QueryAnswer, QueryError, SourceError};

use super::choose::{fields_of, groups_of};
use super::definition::IndexDefinition;
use super::found::IndexAnswer;
use super::progress::{Committed, Covered};
use super::slot::Slot;
use crate::database::Database;
use crate::date;
use crate::error::EngineError;
use crate::query::SnapshotSource;

/// How long the query that makes an index waits for it.
const FIRST_WAIT: Duration = Duration::from_secs(15);

impl Database {
    /// Answers the query by an automatic index; gives it back when it needs none.
    pub(crate) fn query_by_index<'r>(
        &self,
        query: PreparedQuery<'r>,
        wait: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<Result<QueryAnswer, PreparedQuery<'r>>, QueryError> {
        if let Some(name) = query.source().index().map(str::to_owned) {
            return self.query_index(&name, query, wait, cancel).map(Ok);
        }
        if !self.core.disk.has_real_files() {
            return Ok(Err(query));
        }
        if query.grouping().is_some() {
            return self.query_groups(query, wait, cancel);
        }
        let Some(fields) = fields_of(&query) else {
            return Ok(Err(query));
        };
        let collection = query.source().collection().map(str::to_owned);
        let collection = collection.as_deref();
        let covered = Covered::new(collection.map(|name| vec![name.to_owned()]));
        let last = covered.last_change(&self.snapshot().map_err(SourceError::caused_by)?);
        let slot = match self.indexes.covering(collection, &fields, last) {
            Some(slot) => slot,
            None => {
                let made = self.indexes.make(&self.core, collection, fields, |all| self.save_indexes(all));
                let slot = made.map_err(SourceError::caused_by)?;
                slot.wait_for(last, FIRST_WAIT, cancel);
                slot
            }
        };
        self.caught_up(&slot, last, wait, cancel)?;
        self.find_in(&slot, query, cancel).map(Ok)
    }

    /// Answers a query about groups; gives it back when no index can.
    fn query_groups<'r>(
        &self,
        query: PreparedQuery<'r>,
        wait: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<Result<QueryAnswer, PreparedQuery<'r>>, QueryError> {
        let Some(wanted) = groups_of(&query) else { return Ok(Err(query)) };
        let collection = query.source().collection().map(str::to_owned);
        let collection = collection.as_deref();
        let covered = Covered::new(collection.map(|name| vec![name.to_owned()]));
        let last = covered.last_change(&self.snapshot().map_err(SourceError::caused_by)?);
        let slot = match self.indexes.grouping(collection, &wanted, last) {
            Some(slot) => slot,
            None => {
                let save = |all: &[IndexDefinition]| self.save_indexes(all);
                let slot = self.indexes.make_grouping(&self.core, collection, &wanted, save);
                let slot = slot.map_err(SourceError::caused_by)?;
                slot.wait_for(last, FIRST_WAIT, cancel);
                slot
            }
        };
        self.caught_up(&slot, last, wait, cancel)?;
        self.find_in(&slot, query, cancel).map(Ok)
    }

    /// Waits for an automatic index as long as the client wants to; one that is up to date does the work of narrower
    /// ones.
    fn caught_up(
        &self,
        slot: &Slot,
        last: i64,
        wait: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<(), QueryError> {
        if let Some(longest) = wait {
            // Still stale after that: the answer says so, and the client decides.
            slot.wait_for(last, longest, cancel);
        }
        if slot.state.lock().progress.complete >= last {
            self.indexes
                .supersede(&self.core, slot, |all| self.save_indexes(all))
                .map_err(SourceError::caused_by)?;
        }
        Ok(())
    }

    /// Answers a query on an index by name.
    fn query_index(
        &self,
        name: &str,
        query: PreparedQuery<'_>,
        wait: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<QueryAnswer, QueryError> {
        let until = wait.map(|longest| Instant::now() + longest);
        let slot = loop {
            let Some(slot) = self.indexes.get(name) else {
                return Err(QueryError::NoSuchIndex { index: name.to_owned() });
            };
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if let Some(left) = left {
                slot.wait_for_all(&self.snapshot().map_err(SourceError::caused_by)?, left, cancel);
            }
            // Another one may have taken its place meanwhile.
            let is_over = left.is_none_or(|left| left.is_zero()) || cancel.load(Ordering::Relaxed);
            if is_over || !slot.stop.load(Ordering::Acquire) {
                break slot;
            }
        };
        self.find_in(&slot, query, cancel)
    }

    fn find_in(
        &self,
        slot: &Slot,
        query: PreparedQuery<'_>,
        cancel: &AtomicBool,
    ) -> Result<QueryAnswer, QueryError> {
        let now = date::to_ticks(self.core.clock.now());
        slot.last_query.store(now, Ordering::Relaxed);
        // The index first: what it speaks of is in a snapshot taken later, or was changed since.
        let reader = slot.index.reader();
        let committed = Committed::read(reader.text());
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let keys = query.grouping().map(|groups| groups.keys()).unwrap_or_default();
        let answer = IndexAnswer { slot, reader, committed, keys, snapshot: &snapshot.0 };
        let query = query.with_facet_setups(&|id| Ok(snapshot.load(id)?.map(|document| document.body)))?;
        let query = match &slot.definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => query,
            IndexDefinition::Static(index) => {
                query.reading(&|field| index.reading(field, &answer.committed))?
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
