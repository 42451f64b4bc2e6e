//! The connections of the last time that ended or were rejected, a few per subscription, in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use time::OffsetDateTime;

use super::worker::{SubscriptionKey, Worker};

/// Connections of each kind per subscription; as many as a server keeps.
const CONNECTIONS: usize = 11;
/// Subscriptions with a history; the one whose last connection is oldest is forgotten.
const SUBSCRIPTIONS: usize = 1_000;

/// A connection that ended or was rejected.
#[derive(Debug, Clone)]
pub(crate) struct PastConnection {
    /// The worker.
    pub worker: Arc<Worker>,
    /// When it ended.
    pub ended: OffsetDateTime,
    /// Why.
    pub reason: String,
    /// The position of the subscription then.
    pub position: i64,
}

impl PastConnection {
    pub(crate) fn now(worker: Arc<Worker>, position: i64, reason: String) -> Self {
        Self { worker, ended: OffsetDateTime::now_utc(), reason, position }
    }
}

/// The past connections of one subscription, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// They were accepted.
    pub recent: VecDeque<PastConnection>,
    /// They were not.
    pub rejected: VecDeque<PastConnection>,
}

impl History {
    fn last(&self) -> Option<OffsetDateTime> {
        self.recent.iter().chain(&self.rejected).map(|past| past.ended).max()
    }
}

/// Of all subscriptions.
#[derive(Debug, Default)]
pub(super) struct Histories(HashMap<SubscriptionKey, History>);

impl Histories {
    pub(super) fn ended(&mut self, key: &SubscriptionKey, past: PastConnection) {
        keep(&mut self.entry(key).recent, past);
    }

    pub(super) fn rejected(&mut self, key: &SubscriptionKey, past: PastConnection) {
        keep(&mut self.entry(key).rejected, past);
    }

    pub(super) fn of(&self, key: &SubscriptionKey) -> History {
        self.0.get(key).cloned().unwrap_or_default()
    }

    pub(super) fn forget(&mut self, key: &SubscriptionKey) {
        self.0.remove(key);
    }

    fn entry(&mut self, key: &SubscriptionKey) -> &mut History {
        if !self.0.contains_key(key) && self.0.len() >= SUBSCRIPTIONS {
            let oldest = self.0.iter().min_by_key(|(_, history)| history.last());
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.0.remove(&oldest);
            }
        }
        self.0.entry(key.clone()).or_default()
    }
}

fn keep(list: &mut VecDeque<PastConnection>, past: PastConnection) {
    if list.len() >= CONNECTIONS {
        list.pop_front();
    }
    list.push_back(past);
}

#[cfg(test)]
mod tests {
    use super::super::strategy::Strategy;
    use super::super::worker::tests::worker;
    use super::*;

    #[test]
    fn the_last_connections_of_the_last_subscriptions_are_kept() {
        let mut histories = Histories::default();
        let past = |position| PastConnection::now(worker(Strategy::OpenIfFree), position, "x".into());
        for position in 0..50 {
            histories.ended(&("db".into(), 1), past(position));
        }
        histories.rejected(&("db".into(), 1), past(50));
        let History { recent, rejected } = histories.of(&("db".into(), 1));
        assert_eq!((recent.len(), recent[0].position, rejected.len()), (CONNECTIONS, 39, 1));
        for id in 2..=1_001 {
            histories.rejected(&("db".into(), id), past(0));
        }
        assert_eq!(histories.0.len(), SUBSCRIPTIONS);
        assert!(histories.of(&("db".into(), 1)).recent.is_empty());
        histories.forget(&("db".into(), 2));
        assert!(histories.of(&("db".into(), 2)).rejected.is_empty());
    }
}
