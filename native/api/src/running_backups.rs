//! The backups of tasks that are being written.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use time::OffsetDateTime;

/// The numbers of the operations that write backups of tasks now, by database and task.
#[derive(Debug, Clone, Default)]
pub struct RunningBackups(pub Arc<Mutex<BTreeMap<(String, i64), RunningBackup>>>);

/// A backup of a task under way.
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
