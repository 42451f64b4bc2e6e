//! A worker that is connected.

use rookery_engine::Subscription;
use time::OffsetDateTime;
use tokio::sync::watch;

use super::ending::Ending;
use super::strategy::Strategy;

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
