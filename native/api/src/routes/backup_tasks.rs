//! Backups at fixed times: their configuration, state, runs and the list of tasks.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::Engine;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::backups::object;
use crate::answer::{bare, created, debug_metadata, ok};
use crate::backups::tasks::{BackupTask, TaskStatus, run_now};
use crate::blocking::blocking;
use crate::dto::text::{date, time_span};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::routes::handshake::missing_or;
use crate::routes::subscriptions::{self, set_disabled};
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .post("/databases/{db}/admin/periodic-backup", save)
        .post("/databases/{db}/admin/backup/database", run)
        .get("/databases/{db}/tasks", list)
        .get("/databases/{db}/task", one)
        .post("/databases/{db}/admin/tasks/state", set_state)
        .delete("/databases/{db}/admin/tasks", delete)
        .get("/periodic-backup", configuration)
        .get("/periodic-backup/status", status)
}

async fn save(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let configuration = object(&state, &headers, body).await?;
    blocking(move || {
        let engine = state.engine();
        let task = BackupTask::read(engine, configuration)?;
        let (etag, id) = task.save(engine, database.name(), OffsetDateTime::now_utc())?;
        Ok(created(&json!({ "RaftCommandIndex": etag, "TaskId": id })))
    })
    .await
}

fn missing(id: i64) -> ApiError {
    ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "System.InvalidOperationException",
        format!("Periodic backup task ID: {id} doesn't exist"),
    )
}

fn find(engine: &Engine, database: &str, id: i64) -> Result<BackupTask, ApiError> {
    BackupTask::find(engine, database, id)
        .map_err(|error| missing_or(error, database, 404))?
        .ok_or_else(|| missing(id))
}

fn number(query: &Parameters, name: &str) -> Result<i64, ApiError> {
    query.required(name)?;
    query.number(name).map(|number| number.unwrap_or(0))
}

/// Runs a backup immediately; one that runs already is not begun again.
async fn run(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let id = number(&query, "taskId")?;
    if query.filled("isFullBackup").is_some() && !query.flag("isFullBackup")? {
        return Err(ApiError::not_supported(
            "Incremental backups are not supported by this server: use isFullBackup=true.",
        ));
    }
    blocking(move || {
        let task = find(state.engine(), database.name(), id)?;
        let operation = run_now(&state, database.name(), task, OffsetDateTime::now_utc())?;
        Ok(ok(&json!({ "ResponsibleNode": state.engine().node_tag(), "OperationId": operation })))
    })
    .await
}

fn check_type(kind: Option<&str>) -> Result<(), ApiError> {
    match kind {
        Some(kind) if !kind.eq_ignore_ascii_case("Backup") => Err(ApiError::not_supported(format!(
            "Tasks of the type '{kind}' are not supported by this server."
        ))),
        _ => Ok(()),
    }
}

async fn list(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    CallerUrl(url): CallerUrl,
) -> Result<Response, ApiError> {
    blocking(move || {
        let record = state.engine().record(database.name())?.0;
        let backups = BackupTask::all(&record);
        let backups = backups.iter().map(|task| task_object(&state, database.name(), &url, task, &record));
        let listed = database.subscriptions()?;
        let tasks: Vec<Value> = listed
            .iter()
            .map(|one| subscriptions::task_object(&state, &database, &url, one))
            .chain(backups)
            .collect();
        Ok(ok(&json!({
            "@metadata": debug_metadata(&url, state.engine().node_tag()),
            "OngoingTasks": tasks,
            "SubscriptionsCount": listed.len(),
            "PullReplications": [],
        })))
    })
    .await
}

async fn one(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    check_type(query.filled("type"))?;
    let (key, name) = (query.number::<i64>("key")?, query.filled("taskName").map(str::to_owned));
    blocking(move || {
        let record = state.engine().record(database.name())?.0;
        let tasks = BackupTask::all(&record);
        let found = tasks.iter().find(|task| match (key, &name) {
            (Some(key), _) => task.id == key,
            (None, Some(name)) => task.name() == name,
            (None, None) => false,
        });
        Ok(match found {
            Some(task) => ok(&task_object(&state, database.name(), &url, task, &record)),
            None => bare(StatusCode::NOT_FOUND),
        })
    })
    .await
}

/// `OngoingTaskBackup`.
fn task_object(state: &ApiState, database: &str, url: &str, task: &BackupTask, record: &Value) -> Value {
    let status = TaskStatus::in_record(record, task.id);
    let running = state.running_backups().of(database, task.id);
    let tag = state.engine().node_tag();
    let next = task.due(&status).filter(|_| !task.is_disabled()).map(|due| {
        let left = (due - OffsetDateTime::now_utc()).max(time::Duration::ZERO).unsigned_abs();
        json!({ "TimeSpan": time_span(left), "DateTime": date(due), "OriginalBackupTime": date(due), "IsFull": true })
    });
    let last = |name: &str| status.last.get(name).cloned().unwrap_or_default();
    json!({
        "TaskId": task.id,
        "TaskType": "Backup",
        "ResponsibleNode": { "NodeTag": tag, "NodeUrl": url, "ResponsibleNode": null },
        "TaskState": if task.is_disabled() { "Disabled" } else { "Enabled" },
        "TaskConnectionStatus": if running.is_some() { "Active" } else { "NotActive" },
        "TaskName": task.name(),
        "Error": last("Error").get("Exception"),
        "MentorNode": null,
        "PinToMentorNode": false,
        "BackupType": task.configuration.get("BackupType"),
        "BackupDestinations": ["Local"],
        "LastFullBackup": last("LastFullBackup"),
        "LastIncrementalBackup": null,
        "OnGoingBackup": running.map(|running| json!({
            "StartTime": date(running.since), "IsFull": true, "RunningBackupTaskId": running.operation,
        })),
        "NextBackup": next,
        "RetentionPolicy": task.configuration.get("RetentionPolicy"),
        "IsEncrypted": false,
        "LastExecutingNodeTag": last("NodeTag"),
    })
}

/// Enables or disables a task.
async fn set_state(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let (id, disable) = (number(&query, "key")?, query.flag("disable")?);
    if query.filled("type").is_some_and(|kind| kind.eq_ignore_ascii_case("Subscription")) {
        return blocking(move || {
            let id = set_disabled(&state, &database, id, query.filled("taskName"), disable)?;
            Ok(ok(&json!({ "RaftCommandIndex": state.engine().next_raft_index(), "TaskId": id })))
        })
        .await;
    }
    check_type(query.filled("type"))?;
    blocking(move || {
        let mut task = find(state.engine(), database.name(), id)?;
        task.configuration.insert("Disabled".into(), disable.into());
        let (etag, id) = task.save(state.engine(), database.name(), OffsetDateTime::now_utc())?;
        Ok(ok(&json!({ "RaftCommandIndex": etag, "TaskId": id })))
    })
    .await
}

async fn delete(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    check_type(query.filled("type"))?;
    let id = number(&query, "id")?;
    blocking(move || {
        let etag = BackupTask::delete(state.engine(), database.name(), id)?;
        Ok(ok(&json!({ "RaftCommandIndex": etag, "TaskId": id })))
    })
    .await
}

async fn configuration(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let (name, id) = (query.required("name")?.to_owned(), number(&query, "taskId")?);
    blocking(move || {
        let task = find(state.engine(), &name, id)?;
        Ok(ok(&Value::Object(task.configuration)))
    })
    .await
}

async fn status(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let (name, id) = (query.required("name")?.to_owned(), number(&query, "taskId")?);
    blocking(move || {
        let status =
            TaskStatus::of(state.engine(), &name, id).map_err(|error| missing_or(error, &name, 404))?;
        let last = (!status.last.is_empty()).then_some(status.last);
        Ok(ok(&json!({ "IsSharded": false, "Status": last })))
    })
    .await
}
