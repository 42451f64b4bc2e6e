//! Waiting for changes without a thread.

use std::sync::Arc;
use std::task::{Context, Poll};

use crate::database::Database;
use crate::state::core::Core;

/// Notices changes of one database, for as long as it exists.
pub struct CommitListener {
    core: Arc<Core>,
}

impl std::fmt::Debug for CommitListener {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("CommitListener").field("database", &self.core.name).finish()
    }
}

impl Database {
    /// Begins to notice changes.
    pub fn listen_for_commits(&self) -> CommitListener {
        self.core.signal.listen();
        CommitListener { core: self.core.clone() }
    }
}

impl CommitListener {
    /// A number that grows with every change. Read it before the data, and wait for another one after.
    pub fn count(&self) -> u64 {
        self.core.signal.count()
    }

    /// Ready when the number is another one than `seen`; also when the database closes.
    pub fn poll_changed(&self, seen: u64, context: &Context<'_>) -> Poll<u64> {
        self.core.signal.poll_changed(seen, context)
    }
}

impl Drop for CommitListener {
    fn drop(&mut self) {
        self.core.signal.leave();
    }
}
