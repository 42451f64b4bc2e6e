//! Subscriptions: their definitions, and how far the documents of each were sent and acknowledged.
//!
//! All rows are in one side table, so that each change is one durable batch. Whoever sends documents to a worker
//! takes batches from a [`Distribution`](crate::Distribution): what was sent without an acknowledgement is sent again to the
//! next worker.

pub(crate) mod commits;
mod progress;
mod record;
pub(crate) mod start;

use bytes::Bytes;

pub use self::record::Subscription;
use self::record::{key_of, unconfirmed_key};
pub use self::start::SubscriptionStart;
use crate::database::Database;
use crate::error::EngineError;
use crate::index_definition::static_index::ArchivedDocuments;
use crate::state::snapshot::Snapshot;
use crate::store::side_table::SideTable;
use crate::subscription_fault::SubscriptionFault;
use crate::transaction::prepared::{Outcome, Prepared, SubscriptionRow};

/// Longest name, in bytes.
const MAX_NAME: usize = 512;
/// Longest query, in bytes.
const MAX_QUERY: usize = 1 << 20;
/// Most subscriptions of a database.
const MAX_SUBSCRIPTIONS: usize = 10_000;

/// A subscription to create.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewSubscription {
    /// The name; without one, the id as text.
    pub name: Option<String>,
    /// The query, which the caller has checked.
    pub query: String,
    /// Which documents come first.
    pub start: SubscriptionStart,
    /// No worker may use it.
    pub disabled: bool,
    /// Which documents it covers by their archived flag.
    pub archived: ArchivedDocuments,
    /// It is bound to this node.
    pub mentor_node: Option<String>,
    /// Never on another node than that one.
    pub pinned: bool,
}

/// A change of a subscription. Absent members stay.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriptionChange {
    /// The new name.
    pub name: Option<String>,
    /// The new query, which the caller has checked.
    pub query: Option<String>,
    /// Which documents come next.
    pub start: Option<SubscriptionStart>,
    /// Whether workers may not use it.
    pub disabled: Option<bool>,
    /// Which documents it covers by their archived flag.
    pub archived: Option<ArchivedDocuments>,
}

impl Database {
    /// All subscriptions, by name.
    pub fn subscriptions(&self) -> Result<Vec<Subscription>, EngineError> {
        self.snapshot()?.subscriptions()
    }

    /// The subscription with this id.
    pub fn subscription(&self, id: i64) -> Result<Option<Subscription>, EngineError> {
        self.snapshot()?.subscription(id)
    }

    /// The subscription of this name; case is ignored.
    pub fn subscription_named(&self, name: &str) -> Result<Option<Subscription>, EngineError> {
        Ok(self.subscriptions()?.into_iter().find(|subscription| subscription.is_named(name)))
    }

    /// Creates a subscription; durable when it returns.
    ///
    /// # Errors
    /// [`EngineError::Subscription`] for a name that is taken, a text that is too long, or an invalid starting point.
    pub fn create_subscription(&self, new: NewSubscription) -> Result<Subscription, EngineError> {
        self.check_open()?;
        let _lock = self.subscriptions.lock();
        let existing = self.subscriptions()?;
        if existing.len() >= MAX_SUBSCRIPTIONS {
            return Err(refused(
                SubscriptionFault::TooLarge,
                format!("The database has {MAX_SUBSCRIPTIONS} subscriptions, the most there can be."),
            ));
        }
        let position = self.position_of(&new.start)?;
        let id = self.raft.next_index()?;
        let subscription = Subscription {
            id,
            name: new.name.unwrap_or_else(|| id.to_string()),
            query: new.query,
            position,
            disabled: new.disabled,
            archived: new.archived,
            mentor_node: new.mentor_node,
            pinned: new.pinned,
            index: id,
            last_acknowledged: None,
            last_connected: None,
        };
        check(&subscription, &existing)?;
        self.write_subscription(vec![subscription.row()])?;
        Ok(subscription)
    }

    /// Changes a subscription; durable when it returns. A new starting point discards what was sent without an
    /// acknowledgement.
    ///
    /// # Errors
    /// As [`Database::create_subscription`]; also when there is no subscription with this id.
    pub fn change_subscription(
        &self,
        id: i64,
        change: SubscriptionChange,
    ) -> Result<Subscription, EngineError> {
        self.check_open()?;
        let _lock = self.subscriptions.lock();
        let existing = self.subscriptions()?;
        let found = existing.iter().find(|subscription| subscription.id == id);
        let mut changed = found.cloned().ok_or_else(|| unknown(&id.to_string()))?;
        let position = change.start.as_ref().map(|start| self.position(start)).transpose()?.flatten();
        let SubscriptionChange { name, query, disabled, archived, .. } = change;
        let is_definition = name.is_some() || query.is_some() || archived.is_some() || position.is_some();
        changed.name = name.unwrap_or(changed.name);
        changed.query = query.unwrap_or(changed.query);
        changed.disabled = disabled.unwrap_or(changed.disabled);
        changed.archived = archived.unwrap_or(changed.archived);
        if is_definition {
            changed.index = self.raft.next_index()?;
        }
        let mut rows = Vec::new();
        if let Some(position) = position {
            changed.position = position;
            rows.push((unconfirmed_key(id), None));
        }
        check(&changed, &existing)?;
        rows.push(changed.row());
        self.write_subscription(rows)?;
        Ok(changed)
    }

    /// Removes the subscription of this name, if there is one; returns it. Durable when it returns.
    pub fn delete_subscription(&self, name: &str) -> Result<Option<Subscription>, EngineError> {
        self.check_open()?;
        let _lock = self.subscriptions.lock();
        let Some(found) = self.subscription_named(name)? else { return Ok(None) };
        self.write_subscription(vec![(key_of(found.id), None), (unconfirmed_key(found.id), None)])?;
        Ok(Some(found))
    }

    /// The change vector of a position; `None` at the beginning.
    pub fn subscription_vector(&self, position: i64) -> Option<String> {
        Some(self.local_change_vector(position)).filter(|vector| !vector.is_empty())
    }

    fn write_subscription(&self, rows: Vec<SubscriptionRow>) -> Result<(), EngineError> {
        match self.submit_and_wait(vec![Prepared::Subscription(rows)])?.first() {
            Some(Outcome::Subscribed) => Ok(()),
            _ => Err(self.internal("the writer answered a subscription with something else")),
        }
    }
}

/// The error for a subscription that does not exist.
pub(crate) fn unknown(name: &str) -> EngineError {
    refused(
        SubscriptionFault::Unknown,
        format!("Subscription with name '{name}' does not exist. It may have been deleted."),
    )
}

/// The error for what cannot be done with a subscription.
pub(crate) fn refused(fault: SubscriptionFault, reason: String) -> EngineError {
    EngineError::Subscription { fault, reason }
}

/// Refuses what cannot be stored.
fn check(subscription: &Subscription, existing: &[Subscription]) -> Result<(), EngineError> {
    let Subscription { id, name, query, .. } = subscription;
    for (what, length, most) in [("name", name.len(), MAX_NAME), ("query", query.len(), MAX_QUERY)] {
        if length > most {
            let reason =
                format!("The {what} of a subscription has at most {most} bytes; this one has {length}.");
            return Err(refused(SubscriptionFault::TooLarge, reason));
        }
    }
    if let Some(other) = existing.iter().find(|other| other.id != *id && other.is_named(name)) {
        let reason = format!(
            "The name '{}' belongs to the subscription with the id {}. Choose another name.",
            other.name, other.id
        );
        return Err(refused(SubscriptionFault::NameTaken, reason));
    }
    Ok(())
}

impl Snapshot {
    pub(crate) fn subscriptions(&self) -> Result<Vec<Subscription>, EngineError> {
        let mut found = Vec::new();
        for row in self.side_rows_with_prefix(SideTable::Subscriptions, record::DEFINITIONS, false)? {
            found.push(self.decoded(&row?.1)?);
        }
        found.sort_by(|one: &Subscription, other| one.name.cmp(&other.name));
        Ok(found)
    }

    fn subscription(&self, id: i64) -> Result<Option<Subscription>, EngineError> {
        let row = self.side(SideTable::Subscriptions, &key_of(id))?;
        row.map(|row| self.decoded(&row)).transpose()
    }

    fn decoded(&self, row: &Bytes) -> Result<Subscription, EngineError> {
        self.intact(Subscription::from_row(row))
    }
}
