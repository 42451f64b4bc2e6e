//! How far a subscription was sent and acknowledged.

use super::record::{self, etags_of, unconfirmed_key, unconfirmed_row};
use super::{Subscription, refused, unknown};
use crate::database::Database;
use crate::error::EngineError;
use crate::store::side_table::SideTable;
use crate::subscription_fault::SubscriptionFault;

impl Database {
    /// Etags of the documents that were sent without an acknowledgement, ascending. Those changed since have another
    /// etag, after the position of the subscription.
    pub(crate) fn unconfirmed(&self, id: i64) -> Result<Vec<i64>, EngineError> {
        let snapshot = self.snapshot()?;
        let row = snapshot.side(SideTable::Subscriptions, &unconfirmed_key(id))?;
        row.map_or(Ok(Vec::new()), |row| snapshot.intact(etags_of(&row)))
    }

    /// Records that a worker connected.
    ///
    /// # Errors
    /// [`EngineError::Subscription`] when it was deleted or changed: its `index` is another one.
    pub fn subscription_connected(&self, id: i64, index: i64) -> Result<(), EngineError> {
        let now = record::moment(self.core.clock.now());
        self.progress(id, index, None, |subscription| subscription.last_connected = now)
    }

    /// Records that everything up to `position` was sent; `unconfirmed` of it is without an acknowledgement.
    /// Durable when it returns.
    ///
    /// # Errors
    /// As [`Database::subscription_connected`].
    pub(crate) fn subscription_sent(
        &self,
        id: i64,
        index: i64,
        position: i64,
        unconfirmed: &[i64],
    ) -> Result<(), EngineError> {
        self.progress(id, index, Some(unconfirmed), |subscription| subscription.position = position)
    }

    /// Records an acknowledgement; `left` of the documents sent earlier are still unconfirmed. Durable when it
    /// returns.
    ///
    /// # Errors
    /// As [`Database::subscription_connected`].
    pub(crate) fn subscription_acknowledged(
        &self,
        id: i64,
        index: i64,
        left: &[i64],
    ) -> Result<(), EngineError> {
        let now = record::moment(self.core.clock.now());
        self.progress(id, index, Some(left), |subscription| subscription.last_acknowledged = now)
    }

    fn progress(
        &self,
        id: i64,
        index: i64,
        unconfirmed: Option<&[i64]>,
        change: impl FnOnce(&mut Subscription),
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let _lock = self.subscriptions.lock();
        let mut subscription = self.subscription(id)?.ok_or_else(|| unknown(&id.to_string()))?;
        subscription.check_index(index)?;
        change(&mut subscription);
        let mut rows = vec![subscription.row()];
        rows.extend(unconfirmed.map(|etags| unconfirmed_row(id, etags)));
        self.write_subscription(rows)
    }
}

impl Subscription {
    /// Refuses when the definition is another one than that with this index.
    pub(crate) fn check_index(&self, index: i64) -> Result<(), EngineError> {
        if self.index == index {
            return Ok(());
        }
        let reason = format!("The subscription '{}' was changed meanwhile.", self.name);
        Err(refused(SubscriptionFault::Changed, reason))
    }
}
