//! Backups into local folders and restores from them.

use std::path::Path;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{EngineError, disk_space};
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::answer::ok;
use crate::backups::points::{RestorePoint, restore_points};
use crate::backups::restore::RestoreSource;
use crate::backups::settings::BackupSettings;
use crate::backups::{BackupFailure, BackupJob, back_up};
use crate::blocking::blocking;
use crate::body;
use crate::dto::text::human_readable_size;
use crate::error::ApiError;
use crate::operation_start;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_object};
use crate::route_table::RouteTable;
use crate::running_backups::BackupPlace;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .post("/databases/{db}/admin/backup", back_up_once)
        .get("/databases/{db}/admin/backup-data-directory", data_directory)
        .get("/databases/{db}/admin/periodic-backup/config", configuration)
        .post("/admin/restore/points", points)
        .post("/admin/restore/database", restore)
}

/// A body that is a JSON object.
pub(super) async fn object(
    state: &ApiState,
    headers: &HeaderMap,
    body: Body,
) -> Result<Map<String, Value>, ApiError> {
    json_object(&body::read(headers, body, state.body_limits()).await?)
}

/// Starts a thread for an operation, which has `place` until it ends.
fn begin_thread(place: BackupPlace, work: impl FnOnce() + Send + 'static) -> Result<(), ApiError> {
    let work = move || {
        let _place = place;
        work();
    };
    let started = std::thread::Builder::new().name("rookery-backup".to_owned()).spawn(work);
    started.map(drop).map_err(|error| {
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "System.OutOfMemoryException",
            format!("No thread could be started: {error}. Try again later."),
        )
    })
}

impl From<BackupFailure> for ApiError {
    fn from(failure: BackupFailure) -> Self {
        match failure {
            BackupFailure::Killed => Self::cancelled(),
            BackupFailure::Failed { kind, message } => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, &kind, message)
            }
        }
    }
}

async fn back_up_once(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let configuration = object(&state, &headers, body).await?;
    let settings = BackupSettings::read(&configuration)?;
    blocking(move || {
        let root = state.engine().backup_path(Path::new(&settings.folder))?;
        let place = state.begun_backups().place()?;
        let description = format!("Manual backup for database: {}", database.name());
        let (operation, answer) =
            operation_start::begin(&state, &database, &query, "DatabaseBackup", &description)?;
        begin_thread(place, move || {
            let title = format!("One Time Backup #{}", operation.id());
            let (engine, kind) = (&**state.engine(), settings.kind);
            let job = BackupJob {
                engine,
                database: &database,
                kind,
                root: &root,
                title: &title,
                operation: &operation,
            };
            match back_up(&job, OffsetDateTime::now_utc()) {
                Ok(written) => operation.complete(written.result()),
                Err(failure) => failure.end(operation),
            }
        })?;
        Ok(answer)
    })
    .await
}

/// Where a path of a client leads, and the space there.
async fn data_directory(
    State(state): State<ApiState>,
    OpenDatabase(_): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let path = query.required("path")?.to_owned();
    blocking(move || {
        let allowed = state.engine().backup_path(Path::new(&path));
        let (full, mut error) = match allowed {
            Ok(full) => (full, None),
            Err(error @ EngineError::BackupFolder { .. }) => (path.into(), Some(error.to_string())),
            Err(other) => return Err(other.into()),
        };
        let space = match error.is_none() {
            true => disk_space(&full).map_err(|cause| error = Some(cause.to_string())).ok(),
            false => None,
        };
        let (free, total) = space.map_or((0, 0), |space| (space.available, space.total));
        Ok(ok(&json!({
            "NodeTag": state.engine().node_tag(),
            "FullPath": full.to_string_lossy(),
            "FreeSpaceInBytes": free,
            "FreeSpaceHumane": human_readable_size(free),
            "TotalSpaceInBytes": total,
            "TotalSpaceHumane": human_readable_size(total),
            "Error": error,
        })))
    })
    .await
}

async fn configuration(State(state): State<ApiState>, OpenDatabase(_): OpenDatabase) -> Response {
    ok(&json!({
        "LocalRootPath": state.engine().backups_dir().to_string_lossy(),
        "AllowedAwsRegions": null,
        "AllowedDestinations": ["Local"],
    }))
}

/// Only local folders have backups of this server.
fn check_local(kind: Option<&str>) -> Result<(), ApiError> {
    match kind {
        None => Ok(()),
        Some(kind) if kind.eq_ignore_ascii_case("Local") => Ok(()),
        Some(other) => Err(ApiError::not_supported(format!(
            "Backups of the type '{other}' are not supported by this server: copy them to a local folder, and use \
             the type Local."
        ))),
    }
}

async fn points(
    State(state): State<ApiState>,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    check_local(query.filled("type"))?;
    let settings = object(&state, &headers, body).await?;
    let Some(path) = text(&settings, "FolderPath") else {
        return Err(ApiError::bad_argument("FolderPath must name a folder with backups."));
    };
    blocking(move || {
        let folder = state.engine().backup_path(Path::new(&path))?;
        let points = restore_points(&**state.engine().disk(), &folder)?;
        let list: Vec<Value> = points.iter().map(RestorePoint::to_json).collect();
        Ok(ok(&json!({ "List": list })))
    })
    .await
}

async fn restore(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let settings = object(&state, &headers, body).await?;
    check_local(settings.get("Type").and_then(Value::as_str))?;
    let needed = |name: &'static str| {
        text(&settings, name).ok_or_else(|| ApiError::bad_argument(format!("{name} must not be empty.")))
    };
    let (name, location) = (needed("DatabaseName")?, needed("BackupLocation")?);
    let last = text(&settings, "LastFileNameToRestore");
    if text(&settings, "DataDirectory").is_some() || text(&settings, "EncryptionKey").is_some() {
        return Err(ApiError::not_supported(
            "DataDirectory and EncryptionKey are not supported by this server: leave both out.",
        ));
    }
    let skip_indexes = settings.get("SkipIndexes").and_then(Value::as_bool).unwrap_or(false);
    let memory = state.body_limits().memory.reservation();
    blocking(move || {
        let engine = state.engine();
        if engine.info(&name).is_ok() {
            return Err(EngineError::AlreadyExists(name).into());
        }
        let source = RestoreSource::find(engine, Path::new(&location), last.as_deref())?;
        if source.is_one_file && skip_indexes {
            return Err(ApiError::not_supported(
                "SkipIndexes is not possible for a one-file backup: it has the definitions among its settings. \
                 Restore it, and delete the indexes.",
            ));
        }
        let place = state.begun_backups().place()?;
        let description = format!("Database restore: {name}");
        let operation = engine.operations().start("RestoreDatabase", &description, true);
        let answer = json!({ "OperationId": operation.id(), "OperationNodeTag": engine.node_tag() });
        let state = state.clone();
        begin_thread(place, move || {
            match source.restore(state.engine(), &name, skip_indexes, memory, &operation) {
                Ok(result) => operation.complete(result),
                Err(failure) => failed(&name, failure).end(operation),
            }
        })?;
        Ok(ok(&answer))
    })
    .await
}

fn failed(name: &str, failure: BackupFailure) -> BackupFailure {
    match failure {
        BackupFailure::Killed => BackupFailure::Killed,
        BackupFailure::Failed { kind, message } => {
            let message =
                format!("The database '{name}' was not restored; nothing of it was kept. {message}");
            BackupFailure::Failed { kind, message }
        }
    }
}

/// A member with a text that is not empty.
fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    let text = object.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
