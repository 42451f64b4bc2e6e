//! The traffic watch: every request with its duration, for the watchers of `/admin/traffic-watch`.
//!
//! Without a watcher a request costs one atomic read. Requests of live feeds are not reported.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::broadcast;

/// Requests that may wait for a slow watcher; it misses older ones.
const WAITING: usize = 4096;

/// A request that was answered.
#[derive(Debug)]
pub(crate) struct TrafficItem {
    /// Empty for requests of no database.
    pub database: String,
    /// The message of the protocol.
    pub text: String,
}

/// The watchers of one server.
pub(crate) struct TrafficWatch {
    watchers: Arc<AtomicUsize>,
    items: broadcast::Sender<Arc<TrafficItem>>,
    last_request: AtomicU64,
}

/// One watcher. Requests are reported as long as it exists.
pub(crate) struct TrafficWatcher {
    pub items: broadcast::Receiver<Arc<TrafficItem>>,
    watchers: Arc<AtomicUsize>,
}

impl Default for TrafficWatch {
    fn default() -> Self {
        Self {
            watchers: Arc::default(),
            items: broadcast::Sender::new(WAITING),
            last_request: AtomicU64::new(0),
        }
    }
}

impl TrafficWatch {
    pub(crate) fn watch(&self) -> TrafficWatcher {
        self.watchers.fetch_add(1, Ordering::Relaxed);
        TrafficWatcher { items: self.items.subscribe(), watchers: self.watchers.clone() }
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// Counted while somebody watches.
    pub(crate) fn next_request(&self) -> u64 {
        self.last_request.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn report(&self, item: TrafficItem) {
        // Without a receiver the last watcher has just left.
        let _ = self.items.send(Arc::new(item));
    }
}

impl Drop for TrafficWatcher {
    fn drop(&mut self) {
        self.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}
