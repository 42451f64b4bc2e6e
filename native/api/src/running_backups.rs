//! The backups and restores that are in progress.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use parking_lot::Mutex;
use time::OffsetDateTime;

use crate::error::ApiError;

/// The numbers of the operations that write backups of tasks now, by database and task.
#[derive(Debug, Clone, Default)]
pub struct RunningBackups(pub Arc<Mutex<BTreeMap<(String, i64), RunningBackup>>>);

/// A backup of a task in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningBackup {
    pub operation: i64,
    pub since: OffsetDateTime,
}

impl RunningBackups {
    pub fn of(&self, database: &str, task: i64) -> Option<RunningBackup> {
        self.0.lock().get(&(database.to_lowercase(), task)).copied()
    }
}

/// Most backups and restores at the same time: each has a thread, a read transaction, and a part of a file in memory.
const MOST: usize = 16;

/// Counts all of them.
#[derive(Debug, Clone, Default)]
pub struct BegunBackups(Arc<AtomicUsize>);

impl BegunBackups {
    /// A place for one more, until it is dropped.
    ///
    /// # Errors
    /// 503 when all are taken.
    pub fn place(&self) -> Result<BackupPlace, ApiError> {
        let more = |count: usize| (count < MOST).then_some(count + 1);
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(BackupPlace(self.0.clone())),
            Err(_) => Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "System.InvalidOperationException",
                format!(
                    "{MOST} backups and restores are running, which is the maximum. Try again when one has ended."
                ),
            )
            .with_header("retry-after", "5")),
        }
    }
}

/// One of the places.
#[derive(Debug)]
pub struct BackupPlace(Arc<AtomicUsize>);

impl Drop for BackupPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_and_free_again() {
        let begun = BegunBackups::default();
        let places: Vec<_> = (0..MOST).map(|_| begun.place().unwrap()).collect();
        assert_eq!(begun.place().unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        drop(places);
        assert!(begun.place().is_ok());
    }
}
