//! `smuggler/import`: a form with the options and then the file, which is imported while it arrives.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_dump::{DumpOptions, Limits};
use rookery_engine::{Database, OperationHandle};
use serde_json::{Map, Value};
use tokio::sync::{Notify, oneshot};

use super::options;
use super::upload::{Upload, UploadReader};
use crate::answer::ok;
use crate::body_memory::Reservation;
use crate::dumps::Report;
use crate::dumps::import::{Import, ImportFailure};
use crate::error::ApiError;
use crate::operation_start;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::state::ApiState;

const RESULT_TYPE: &str = "Raven.Client.Documents.Smuggler.SmugglerResult, Raven.Client";

pub(super) async fn import(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let mut upload = Upload::new(&headers, body)?;
    let options = options(&upload.options().await?)?;
    let description = format!("Import to: {}", database.name());
    let operation = operation_start::start(&database, &query, "DatabaseImport", &description)?;
    let killed = Arc::new(Notify::new());
    let bell = killed.clone();
    operation.on_kill(move || bell.notify_one());
    let limit = state.body_limits().bytes as u64;
    let work = Work {
        database,
        options,
        operation,
        limits: Limits { item: limit, content: limit },
        memory: state.body_limits().memory.reservation(),
    };
    let (reader, feed) = UploadReader::new();
    let (answer, answered) = oneshot::channel();
    // A thread of its own, which ends its operation even if the client disconnects.
    std::thread::Builder::new()
        .name("rookery-import".to_owned())
        .spawn(move || drop(answer.send(work.run(reader))))
        .map_err(|error| {
            ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "System.OutOfMemoryException",
                format!("No thread could be started for this import: {error}. Try again later."),
            )
        })?;
    // A killed import does not wait for the rest of its file.
    let is_killed = tokio::select! {
        () = upload.send(feed) => false,
        () = killed.notified() => true,
    };
    let outcome =
        answered.await.unwrap_or_else(|_| Err(ApiError::panicked("an import ended without an answer")));
    if outcome.is_err() && !is_killed {
        // Closing while the client still sends would take the answer away from it.
        upload.drain().await;
    }
    outcome.map(|report| ok(&typed(&report)))
}

struct Work {
    database: Arc<Database>,
    options: DumpOptions,
    operation: OperationHandle,
    limits: Limits,
    memory: Reservation,
}

impl Work {
    fn run(self, reader: UploadReader) -> Result<Report, ApiError> {
        let Self { database, options, operation, limits, memory } = self;
        let mut import = Import::new(&database, &options, &operation, memory);
        let outcome = import.run(reader, limits);
        let report = import.report;
        match outcome {
            Ok(()) => {
                operation.complete(report.result());
                Ok(report)
            }
            Err(failure) => Err(end_as_failed(operation, &report, failure)),
        }
    }
}

fn end_as_failed(operation: OperationHandle, report: &Report, failure: ImportFailure) -> ApiError {
    let ImportFailure { kind, message, cancelled } = failure;
    let message = format!("{message} Imported before that: {}.", report.summary());
    if cancelled {
        operation.progress(report.progress());
        operation.cancel();
    } else {
        operation.fail(&kind, message.clone());
    }
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, &kind, message)
        .with_member("Result", typed(report))
        .with_header("connection", "close")
}

fn typed(report: &Report) -> Value {
    let mut object = Map::from_iter([("$type".to_owned(), RESULT_TYPE.into())]);
    if let Value::Object(members) = report.result() {
        object.extend(members);
    }
    Value::Object(object)
}
