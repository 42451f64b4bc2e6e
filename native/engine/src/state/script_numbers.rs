//! Numbers in ids that scripts had completed.

use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering;
/// Numbers in ids that scripts had completed. Each is given out once, and none twice that is an etag already.
#[derive(Debug, Default)]
pub(crate) struct ScriptNumbers(AtomicI64);

impl ScriptNumbers {
    /// The next number, at least `least`.
    pub(crate) fn next(&self, least: i64) -> i64 {
        let next = |last: i64| last.saturating_add(1).max(least);
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last))) {
            Ok(last) | Err(last) => next(last),
        }
    }
}
