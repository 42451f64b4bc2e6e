//! Backups at fixed times: their configuration in a database's record, when they are due, running them, and removing
//! old ones.

mod cron;
mod retention;
mod run;
mod scheduler;
mod status;

use std::time::Duration;

use rookery_engine::{BACKUPS, Engine, EngineError, parse_time_span};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use super::settings::BackupSettings;
use crate::error::ApiError;

pub use self::run::run_now;
pub use self::scheduler::{BackupScheduler, run_due};
pub use self::status::TaskStatus;

/// One task, as it is kept in the record.
#[derive(Debug, Clone, PartialEq)]
pub struct BackupTask {
    pub id: i64,
    pub configuration: Map<String, Value>,
}

/// Most tasks of one database.
const MOST: usize = 100;

impl BackupTask {
    /// Checks a configuration of a client. What this server does not support is an error.
    pub fn read(engine: &Engine, mut configuration: Map<String, Value>) -> Result<Self, ApiError> {
        let settings = BackupSettings::read(&configuration)?;
        engine.backup_path(settings.folder.as_ref())?;
        let text = |name: &str| {
            let text = configuration.get(name).and_then(Value::as_str).map(str::trim).unwrap_or_default();
            text.to_owned()
        };
        if !text("IncrementalBackupFrequency").is_empty() {
            return Err(ApiError::not_supported(
                "Incremental backups are not supported by this server: leave IncrementalBackupFrequency out.",
            ));
        }
        let frequency = text("FullBackupFrequency");
        cron::parse(&frequency).map_err(|reason| {
            ApiError::bad_argument(format!("FullBackupFrequency '{frequency}' cannot be used: {reason}"))
        })?;
        retention::least_age(&configuration).map_err(ApiError::bad_argument)?;
        let id = configuration.get("TaskId").and_then(Value::as_i64).unwrap_or(0);
        if text("Name").is_empty() {
            configuration.insert("Name".into(), "Backup to a local folder".into());
        }
        Ok(Self { id, configuration })
    }

    /// The tasks in a record.
    pub fn all(record: &Value) -> Vec<Self> {
        let listed = record.get(BACKUPS).and_then(Value::as_array).into_iter().flatten();
        let objects = listed.filter_map(Value::as_object);
        objects
            .filter_map(|configuration| {
                let id = configuration.get("TaskId")?.as_i64()?;
                Some(Self { id, configuration: configuration.clone() })
            })
            .collect()
    }

    /// The task of a number.
    pub fn find(engine: &Engine, database: &str, id: i64) -> Result<Option<Self>, EngineError> {
        Ok(Self::all(&engine.record(database)?.0).into_iter().find(|task| task.id == id))
    }

    /// Adds or replaces the task. Returns the record's new etag.
    pub fn save(
        mut self,
        engine: &Engine,
        database: &str,
        now: OffsetDateTime,
    ) -> Result<(i64, i64), ApiError> {
        let is_new = self.id == 0;
        if is_new {
            self.id = engine.next_raft_index();
        }
        let id = self.id;
        self.configuration.insert("TaskId".into(), json!(id));
        let mut refused = None;
        let etag = engine.change_record(database, |record, _| {
            let mut list = record.get(BACKUPS).and_then(Value::as_array).cloned().unwrap_or_default();
            let place = list.iter().position(|known| known.get("TaskId") == Some(&json!(id)));
            match place {
                Some(place) => list[place] = Value::Object(self.configuration),
                None if is_new && list.len() < MOST => list.push(Value::Object(self.configuration)),
                None if is_new => refused = Some(format!("A database has at most {MOST} backup tasks.")),
                None => refused = Some(format!("Periodic backup task ID: {id} doesn't exist")),
            }
            if refused.is_none() {
                record.insert(BACKUPS.into(), list.into());
            }
            Ok(())
        })?;
        if let Some(reason) = refused {
            return Err(ApiError::bad_argument(reason));
        }
        TaskStatus::change(engine, database, id, |status| status.since = Some(now))?;
        Ok((etag, id))
    }

    /// Removes a task and how it ended. Backups stay.
    pub fn delete(engine: &Engine, database: &str, id: i64) -> Result<i64, EngineError> {
        let etag = engine.change_record(database, |record, _| {
            if let Some(Value::Array(list)) = record.get_mut(BACKUPS) {
                list.retain(|known| known.get("TaskId") != Some(&json!(id)));
            }
            Ok(())
        })?;
        TaskStatus::remove(engine, database, id)?;
        Ok(etag)
    }

    pub fn name(&self) -> &str {
        self.configuration.get("Name").and_then(Value::as_str).unwrap_or_default()
    }

    pub fn is_disabled(&self) -> bool {
        self.configuration.get("Disabled").and_then(Value::as_bool) == Some(true)
    }

    /// The age from which its backups are removed, if they are.
    pub fn least_age(&self) -> Option<Duration> {
        retention::least_age(&self.configuration).ok().flatten()
    }

    /// When it is due after its last run, or after it was saved. `None` when its times cannot be read or never come.
    pub fn due(&self, status: &TaskStatus) -> Option<OffsetDateTime> {
        let base = [status.since, status.last_attempt].into_iter().flatten().max()?;
        let frequency = self.configuration.get("FullBackupFrequency")?.as_str()?;
        cron::parse(frequency).ok()?.next_after(base)
    }
}

/// `d.hh:mm:ss` of a configuration.
fn time_span(value: &Value) -> Option<Duration> {
    parse_time_span(value.as_str()?)
}
