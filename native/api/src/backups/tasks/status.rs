//! How the backups of a task ended, kept next to the database's record.

use parking_lot::Mutex;
use rookery_engine::{BACKUP_STATUS, Engine, EngineError, parse_date};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::dto::text::date;

/// Most folders that are remembered for the retention of one task.
const MOST_FOLDERS: usize = 10_000;

/// The status of one task.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskStatus {
    /// When the task was saved.
    pub since: Option<OffsetDateTime>,
    /// When a backup was begun.
    pub last_attempt: Option<OffsetDateTime>,
    /// The backups that are there, oldest first.
    pub folders: Vec<String>,
    /// `PeriodicBackupStatus` of the last backup.
    pub last: Map<String, Value>,
}

impl TaskStatus {
    /// The status of a task; empty when it has none.
    pub fn of(engine: &Engine, database: &str, task: i64) -> Result<Self, EngineError> {
        let record = engine.record(database)?.0;
        Ok(Self::in_record(&record, task))
    }

    /// The same of a record that was read.
    pub fn in_record(record: &Value, task: i64) -> Self {
        let Some(stored) = record.get(BACKUP_STATUS).and_then(|all| all.get(task.to_string())) else {
            return Self::default();
        };
        let moment = |name: &str| stored.get(name).and_then(Value::as_str).and_then(parse_date);
        let folders = stored.get("Folders").and_then(Value::as_array).into_iter().flatten();
        Self {
            since: moment("Since"),
            last_attempt: moment("LastAttempt"),
            folders: folders.filter_map(Value::as_str).map(str::to_owned).collect(),
            last: stored.get("Last").and_then(Value::as_object).cloned().unwrap_or_default(),
        }
    }

    /// Changes the status of a task.
    pub fn change(
        engine: &Engine,
        database: &str,
        task: i64,
        change: impl FnOnce(&mut Self),
    ) -> Result<(), EngineError> {
        Self::edit(engine, database, |all| {
            let mut status = Self::in_record(&json!({ BACKUP_STATUS: all }), task);
            change(&mut status);
            let surplus = status.folders.len().saturating_sub(MOST_FOLDERS);
            status.folders.drain(..surplus);
            let stored = json!({
                "Since": status.since.map(date),
                "LastAttempt": status.last_attempt.map(date),
                "Folders": status.folders,
                "Last": status.last,
            });
            all.insert(task.to_string(), stored);
        })
    }

    /// Forgets the status of a task.
    pub fn remove(engine: &Engine, database: &str, task: i64) -> Result<(), EngineError> {
        Self::edit(engine, database, |all| drop(all.remove(&task.to_string())))
    }

    fn edit(
        engine: &Engine,
        database: &str,
        change: impl FnOnce(&mut Map<String, Value>),
    ) -> Result<(), EngineError> {
        // Several backups of one database may end at the same time.
        static EDITING: Mutex<()> = Mutex::new(());
        let _editing = EDITING.lock();
        let record = engine.record(database)?.0;
        let mut all = record.get(BACKUP_STATUS).and_then(Value::as_object).cloned().unwrap_or_default();
        change(&mut all);
        engine.note_backup_status(database, Value::Object(all))
    }
}
