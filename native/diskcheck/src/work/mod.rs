//! Runs steps: files, the threads that use them, and the journal.

mod files;
mod journal;
mod operations;
mod threads;

pub(crate) use files::Files;
pub(crate) use journal::JournalWork;
pub(crate) use threads::{Measured, run};

use std::time::Duration;

use rookery_storage::StorageError;

/// One thread's operation, repeated until the step ends.
pub(crate) type Operation<'a> = Box<dyn FnMut() -> Result<Done, StorageError> + Send + 'a>;

/// What one operation reports in addition to its time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Done {
    /// How long its sync took, where it has one.
    pub sync: Option<Duration>,
}
