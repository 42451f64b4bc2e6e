//! Numbers of ids generated for scripts.

use std::sync::atomic::AtomicI64;
use std::sync::atomic::Ordering;
/// Numbers of ids generated for scripts. Each is used once, and none that is already an etag.
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
