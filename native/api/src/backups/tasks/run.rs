//! Runs the backup of one task.

use std::time::Instant;

use rookery_engine::OperationHandle;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use super::{BackupTask, TaskStatus, retention};
use crate::backups::failure::BackupFailure;
use crate::backups::result::Written;
use crate::backups::settings::BackupSettings;
use crate::backups::write::{BackupJob, back_up};
use crate::dto::text::date;
use crate::error::ApiError;
use crate::running_backups::{RunningBackup, RunningBackups};
use crate::state::ApiState;

/// Begins the backup on a thread of its own; returns the number of its operation. One that runs already is not begun
/// again.
pub fn run_now(
    state: &ApiState,
    database: &str,
    task: BackupTask,
    now: OffsetDateTime,
) -> Result<i64, ApiError> {
    let runs = state.running_backups().clone();
    let key = (database.to_lowercase(), task.id);
    // Opened before the lock is taken: it may take long.
    let open = state.engine().database(database)?;
    let mut running = runs.0.lock();
    if let Some(running) = running.get(&key) {
        return Ok(running.operation);
    }
    // Without one, the scheduler tries again at its next look.
    let place = state.begun_backups().place()?;
    let description = format!("Full backup task: '{}'", task.name());
    let operation = open.operations().start("DatabaseBackup", &description, true);
    let id = operation.id();
    running.insert(key.clone(), RunningBackup { operation: id, since: now });
    drop(running);
    let ended = Ended { runs, key };
    let state = state.clone();
    let work = move || {
        let _ended = (ended, place);
        run(&state, &open, &task, operation, now);
    };
    let started = std::thread::Builder::new().name("rookery-backup".to_owned()).spawn(work);
    started.map_err(|error| {
        ApiError::from(BackupFailure::io("Starting a thread for", "a backup".as_ref())(error))
    })?;
    Ok(id)
}

/// Forgets a running backup, however it ends.
struct Ended {
    runs: RunningBackups,
    key: (String, i64),
}

impl Drop for Ended {
    fn drop(&mut self) {
        self.runs.0.lock().remove(&self.key);
    }
}

fn run(
    state: &ApiState,
    database: &rookery_engine::Database,
    task: &BackupTask,
    operation: OperationHandle,
    now: OffsetDateTime,
) {
    let (engine, name, begun) = (state.engine(), database.name(), Instant::now());
    // Without this a failing backup would be tried again immediately.
    let noted = TaskStatus::change(engine, name, task.id, |status| status.last_attempt = Some(now));
    let outcome = noted.map_err(BackupFailure::from).and_then(|()| {
        let settings = BackupSettings::read(&task.configuration)?;
        let root = engine.backup_path(settings.folder.as_ref())?;
        let job = BackupJob {
            engine,
            database,
            kind: settings.kind,
            root: &root,
            title: task.name(),
            operation: &operation,
        };
        back_up(&job, now)
    });
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let common = json!({
        "TaskId": task.id,
        "BackupType": task.configuration.get("BackupType"),
        "IsFull": true,
        "IsEncrypted": false,
        "NodeTag": engine.node_tag(),
        "LastOperationId": operation.id(),
        "DurationInMs": took,
    });
    let Value::Object(common) = common else { return };
    match outcome {
        Ok(mut written) => {
            let kept = note_success(state, name, task, &mut written, common, now);
            match kept {
                Ok(()) => operation.complete(written.result()),
                Err(error) => operation.fail(
                    "System.IO.IOException",
                    format!("The backup is complete, but its state was not kept: {error}"),
                ),
            }
        }
        Err(failure) => {
            let error = json!({ "Exception": failure.message(), "At": date(OffsetDateTime::now_utc()) });
            // The operation has the failure as well.
            let _ = TaskStatus::change(engine, name, task.id, |status| {
                status.last.extend(common);
                status.last.insert("Error".into(), error.clone());
                if let Some(Value::Object(local)) = status.last.get_mut("LocalBackup") {
                    local.insert("Exception".into(), error["Exception"].clone());
                }
            });
            failure.end(operation);
        }
    }
}

fn note_success(
    state: &ApiState,
    name: &str,
    task: &BackupTask,
    written: &mut Written,
    common: Map<String, Value>,
    now: OffsetDateTime,
) -> Result<(), rookery_engine::EngineError> {
    let engine = state.engine();
    let mut folders = TaskStatus::of(engine, name, task.id)?.folders;
    folders.push(written.folder.to_string_lossy().into_owned());
    if let Some(age) = task.least_age() {
        folders =
            retention::remove_old(engine, folders, &written.folder, name, age, now, &mut written.report);
    }
    let local = written.local_backup();
    TaskStatus::change(engine, name, task.id, |status| {
        status.folders = folders;
        let mut last = common;
        let version = status.last.get("Version").and_then(Value::as_i64).unwrap_or(0) + 1;
        let folder = local["BackupDirectory"].clone();
        last.extend([
            ("LastFullBackup".to_owned(), json!(date(written.moment))),
            ("LastFullBackupInternal".to_owned(), json!(date(written.moment))),
            ("LastIncrementalBackup".to_owned(), Value::Null),
            ("LastEtag".to_owned(), json!(written.last_etag)),
            ("FolderName".to_owned(), folder),
            ("LocalBackup".to_owned(), local),
            ("Error".to_owned(), Value::Null),
            ("Version".to_owned(), json!(version)),
        ]);
        status.last = last;
    })
}
