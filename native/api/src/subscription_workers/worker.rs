//! A worker that is connected.

use rookery_engine::Subscription;
use time::OffsetDateTime;
use tokio::sync::watch;

use super::ending::Ending;
use super::strategy::Strategy;

/// A subscription of a database: its id, and the database's.
pub(crate) type SubscriptionKey = (String, i64);

/// A connected worker.
#[derive(Debug)]
pub(crate) struct Worker {
    /// Its address.
    pub client: String,
    /// Its id.
    pub id: String,
    /// How it was opened.
    pub strategy: Strategy,
    /// The subscription when it was opened.
    pub subscription: Subscription,
    /// When it was opened.
    pub connected: OffsetDateTime,
    end: watch::Sender<Option<Ending>>,
}

impl Worker {
    pub(crate) fn new(client: String, id: String, strategy: Strategy, subscription: Subscription) -> Self {
        let connected = OffsetDateTime::now_utc();
        Self { client, id, strategy, subscription, connected, end: watch::Sender::new(None) }
    }

    /// Requests its end. The first reason counts.
    pub(super) fn end(&self, ending: Ending) {
        self.end.send_if_modified(|end| {
            let is_first = end.is_none();
            end.get_or_insert(ending);
            is_first
        });
    }

    /// Waits until it must end.
    pub(crate) async fn ended(&self) -> Ending {
        let mut end = self.end.subscribe();
        // The sender lives as long as `self`.
        let reason = end.wait_for(Option::is_some).await.ok().and_then(|end| end.clone());
        reason.unwrap_or(Ending::TakenOver)
    }

    /// The reason to end, if there is one.
    pub(crate) fn must_end(&self) -> Option<Ending> {
        self.end.borrow().clone()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use rookery_engine::ArchivedDocuments;

    use super::*;

    pub(in super::super) fn worker(strategy: Strategy) -> Arc<Worker> {
        let subscription = Subscription {
            id: 1,
            name: "s".into(),
            query: "from Ps".into(),
            position: 0,
            disabled: false,
            archived: ArchivedDocuments::default(),
            mentor_node: None,
            pinned: false,
            index: 1,
            last_acknowledged: None,
            last_connected: None,
        };
        Arc::new(Worker::new("c".into(), "w".into(), strategy, subscription))
    }
}
