//! The options of a query.

use std::time::Duration;

use rookery_cancel::CancelToken;

/// The options of a query. By default it does not wait, is cancelled with its thread's current token, and is
/// not listed.
#[derive(Debug, Clone, Default)]
pub struct QueryOptions {
    /// The longest wait for the index to process every change before the query. A result after that is marked
    /// stale.
    pub wait: Option<Duration>,
    /// Cancels the query; `None`: the thread's current token.
    pub cancel: Option<CancelToken>,
    /// Whether the query is in [`crate::Database::running_queries`] while it runs, where it can be killed.
    pub listed: bool,
}

impl QueryOptions {
    /// Waits at most this long for the index to catch up.
    pub fn waiting(longest: Duration) -> Self {
        Self { wait: Some(longest), ..Self::default() }
    }
}
