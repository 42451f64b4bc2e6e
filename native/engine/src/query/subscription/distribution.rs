//! Distributing the documents of a subscription to its workers: each batch goes to one of them, and no document is with
//! two at the same time. A single worker uses the same code.
//!
//! The position and the etags without an acknowledgement are durable before a batch is sent, so a crash repeats
//! documents and skips none. The leases of the workers are kept in memory only: after a crash every document without an
//! acknowledgement is sent again.

use std::sync::Arc;

use parking_lot::Mutex;
use rookery_rql::QueryError;

use super::SubscriptionQuery;
use super::batch::{BatchLimits, BatchRequest, BatchSource, SubscriptionBatch};
use super::outstanding::{LeaseNumber, Outstanding};
use crate::database::Database;
use crate::database::subscriptions::{Subscription, refused, unknown};
use crate::document::ids;
use crate::error::EngineError;
use crate::index_definition::static_index::ArchivedDocuments;
use crate::subscription_fault::SubscriptionFault;

/// The documents of one definition of a subscription, for all of its workers.
#[derive(Debug)]
pub struct Distribution {
    database: Arc<Database>,
    id: i64,
    /// Of the definition.
    index: i64,
    archived: ArchivedDocuments,
    /// Held while a batch is read: the next one begins where it ended.
    reading: Mutex<()>,
    /// Held while progress is written, so that the last row has the last state.
    writing: Mutex<()>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    position: i64,
    outstanding: Outstanding,
}

/// What a worker gets.
#[derive(Debug)]
pub struct Delivery {
    /// The documents; may be none.
    pub batch: SubscriptionBatch,
    /// The worker's right to them; `None` without any.
    pub lease: Option<Lease>,
    /// There are no further documents at present.
    pub is_last: bool,
    /// Documents wait until another worker is done with an older version.
    pub has_postponed: bool,
}

/// Documents that one worker has. Dropped without an acknowledgement, they come again.
#[derive(Debug)]
pub struct Lease {
    distribution: Arc<Distribution>,
    number: LeaseNumber,
}

/// Why there is no delivery.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The documents could not be read or evaluated.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The progress could not be written: the definition was changed or deleted, or the disk failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl Distribution {
    /// Continues where the subscription was. There may be one for each definition.
    ///
    /// # Errors
    /// [`EngineError::Subscription`] when the subscription was deleted or changed: its `index` is another one.
    pub fn open(database: Arc<Database>, id: i64, index: i64) -> Result<Self, EngineError> {
        let subscription = database.subscription(id)?.ok_or_else(|| unknown(&id.to_string()))?;
        subscription.check_index(index)?;
        let outstanding = Outstanding::new(database.unconfirmed(id)?);
        let Subscription { archived, position, .. } = subscription;
        let state = Mutex::new(State { position, outstanding });
        Ok(Self {
            database,
            id,
            index,
            archived,
            reading: Mutex::default(),
            writing: Mutex::default(),
            state,
        })
    }

    /// The number of the definition that it distributes.
    pub fn index(&self) -> i64 {
        self.index
    }

    /// The etag up to which documents were sent.
    pub fn position(&self) -> i64 {
        self.state.lock().position
    }

    /// The next documents for a worker: first those that come again. What it returns is recorded durably. Waits while
    /// another worker's batch is read; stops when the thread's current token is cancelled.
    ///
    /// # Errors
    /// See [`DeliveryError`]; the documents come again.
    pub fn next(
        self: &Arc<Self>,
        query: &SubscriptionQuery,
        limits: BatchLimits,
    ) -> Result<Delivery, DeliveryError> {
        let _reading = self.reading.lock();
        self.database.check_subscribed(query)?;
        loop {
            let returned = self.state.lock().outstanding.returned();
            if returned.is_empty() {
                return self.next_after_position(query, limits);
            }
            let batch = self.read(query, BatchSource::Etags(&returned), limits)?;
            let read = match batch.read_to {
                Some(last) if !batch.is_last => returned.partition_point(|etag| *etag <= last),
                // The others were changed or deleted: they follow with their new version, or never.
                _ => returned.len(),
            };
            let mut state = self.state.lock();
            state.outstanding.was_read(&returned[..read]);
            // Nothing is written: what is forgotten here is not found again either.
            if let Some(delivery) = self.delivery(&mut state, query, batch, false) {
                return Ok(delivery);
            }
        }
    }

    fn next_after_position(
        self: &Arc<Self>,
        query: &SubscriptionQuery,
        limits: BatchLimits,
    ) -> Result<Delivery, DeliveryError> {
        let position = self.state.lock().position;
        let batch = self.read(query, BatchSource::After(position), limits)?;
        let is_last = batch.is_last && batch.items.is_empty();
        if let Some(position) = batch.read_to {
            let _writing = self.writing.lock();
            let mut new: Vec<i64> = batch.items.iter().map(|item| item.etag).collect();
            new.extend(batch.postponed.iter().map(|(_, etag)| *etag));
            let unconfirmed = self.state.lock().outstanding.etags(None, &new);
            self.database.subscription_sent(self.id, self.index, position, &unconfirmed)?;
            let mut state = self.state.lock();
            state.position = position;
            if let Some(delivery) = self.delivery(&mut state, query, batch, is_last) {
                return Ok(delivery);
            }
        }
        let state = self.state.lock();
        let outstanding = &state.outstanding;
        // One that was postponed may have become free meanwhile.
        let is_last = is_last && outstanding.returned().is_empty();
        let has_postponed = outstanding.has_postponed();
        Ok(Delivery { batch: SubscriptionBatch::default(), lease: None, is_last, has_postponed })
    }

    /// Leases a batch; `None` when it is empty.
    fn delivery(
        self: &Arc<Self>,
        state: &mut State,
        query: &SubscriptionQuery,
        mut batch: SubscriptionBatch,
        is_last: bool,
    ) -> Option<Delivery> {
        let outstanding = &mut state.outstanding;
        outstanding.postpone(std::mem::take(&mut batch.postponed));
        if batch.items.is_empty() {
            return None;
        }
        let etags = batch.items.iter().map(|item| item.etag).collect();
        let ids = match query.reads_revisions() {
            // Each revision is on its own.
            true => Vec::new(),
            false => batch.items.iter().map(|item| ids::key_of(&item.id)).collect(),
        };
        let lease = Lease { number: outstanding.lease(etags, ids), distribution: self.clone() };
        let has_postponed = outstanding.has_postponed();
        Some(Delivery { batch, lease: Some(lease), is_last, has_postponed })
    }

    fn read(
        &self,
        query: &SubscriptionQuery,
        from: BatchSource<'_>,
        limits: BatchLimits,
    ) -> Result<SubscriptionBatch, QueryError> {
        let is_held = |id: &str| self.state.lock().outstanding.is_held(id);
        let request = BatchRequest { from, archived: self.archived, limits, is_held: &is_held };
        self.database.subscription_batch(query, request)
    }
}

impl Database {
    /// Refuses a query about revisions that are not kept.
    ///
    /// # Errors
    /// [`EngineError::Subscription`].
    pub fn check_subscribed(&self, query: &SubscriptionQuery) -> Result<(), EngineError> {
        if !query.reads_revisions() {
            return Ok(());
        }
        let kept = self.revisions_configuration().is_some_and(|all| match query.collection() {
            Some(name) => all.of(name).is_some_and(|of| !of.disabled),
            None => all.default.is_some_and(|of| !of.disabled),
        });
        if kept {
            return Ok(());
        }
        let what = query.collection().map_or("all collections".to_owned(), |name| format!("'{name}'"));
        let reason = format!(
            "Cannot use a revisions subscription, database {} does not have revisions configuration for {what}. Enable \
             revisions of {what} first.",
            self.name()
        );
        Err(refused(SubscriptionFault::NoRevisions, reason))
    }
}

impl Lease {
    /// Records the acknowledgement. Durable when it returns.
    ///
    /// # Errors
    /// [`EngineError::Subscription`] when the definition was changed or deleted; the documents come again.
    pub fn acknowledge(self) -> Result<(), EngineError> {
        let Distribution { database, id, index, writing, state, .. } = &*self.distribution;
        let _writing = writing.lock();
        let left = state.lock().outstanding.etags(Some(self.number), &[]);
        database.subscription_acknowledged(*id, *index, &left)?;
        self.end(true);
        Ok(())
    }

    /// Wakes the workers that wait, if there is something to send.
    fn end(&self, acknowledged: bool) {
        let is_more = self.distribution.state.lock().outstanding.end(self.number, acknowledged);
        if is_more {
            self.distribution.database.core.signal.call();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // Nothing after an acknowledgement.
        self.end(false);
    }
}
