//! The limit on open live feeds.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;

use crate::error::ApiError;

/// The live feeds that are open, and how many may be: each costs threads or wakes up every few seconds.
pub(crate) struct FeedCount {
    limit: usize,
    open: Arc<AtomicUsize>,
}

/// One of the feeds that may be open.
pub(crate) struct FeedPermit(Arc<AtomicUsize>);

impl FeedCount {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, open: Arc::default() }
    }

    pub(crate) fn permit(&self) -> Result<FeedPermit, ApiError> {
        let one_more = |open: usize| (open < self.limit).then_some(open + 1);
        if self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_err() {
            return Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "System.InvalidOperationException",
                format!(
                    "{} live feeds are open, the most this server has. Close one, or start the server with a larger \
                     --max-feeds.",
                    self.limit
                ),
            )
            .with_header("retry-after", "5"));
        }
        Ok(FeedPermit(self.open.clone()))
    }
}

impl Drop for FeedPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
