//! `bulk_insert`: an array of commands of any length, saved while it arrives.
//!
//! Each batch is one transaction, so a failure leaves the batches before it saved. While one batch is being
//! saved the next is read. The answer is sent at the end of the array, even if the request body does not end.

mod batch;
mod failure;
mod progress;
mod receive;
mod unchanged;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rookery_engine::{OperationFailure, OperationHandle};
use tokio::sync::oneshot;

use self::failure::Failure;
use self::progress::Progress;
use self::receive::{Insert, reached_its_end};
use crate::answer::{JSON, bare};
use crate::body::drain;
use crate::bulk::Decoder;
use crate::content_coding;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.post("/databases/{db}/bulk_insert", bulk_insert)
}

async fn bulk_insert(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    query.required("id")?;
    let id = query.number("id")?.unwrap_or(0);
    let skip_unchanged = query.flag("skipOverwriteIfUnchanged")?;
    let encoding = content_coding::named(&headers)?.unwrap_or_default();
    let decoder = Decoder::for_encoding(&encoding)
        .map_err(|error| ApiError::bad_request(format!("The body's decoder could not be made: {error}.")))?
        .ok_or_else(|| {
            ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "System.NotSupportedException",
                format!("The body's Content-Encoding '{encoding}' is not known; use gzip, zstd or none."),
            )
        })?;
    let operation = database.operations().start_with_id(id, "BulkInsert", "Bulk Insert", true)?;
    let insert = Insert {
        database,
        operation,
        decoder,
        encoding,
        skip_unchanged,
        limit: state.body_limits().bytes,
        held: state.body_limits().memory.reservation(),
        closes: headers
            .get(header::CONNECTION)
            .is_some_and(|value| value.as_bytes().to_ascii_lowercase().ends_with(b"close")),
    };
    let (answer, answered) = oneshot::channel();
    // A separate task: if the client disconnects, the operation still ends with its totals.
    tokio::spawn(run_operation(insert, body, answer));
    answered.await.unwrap_or_else(|_| Err(ApiError::panicked("a bulk insert ended without an answer")))
}

async fn run_operation(
    mut insert: Insert,
    mut body: Body,
    answer: oneshot::Sender<Result<Response, ApiError>>,
) {
    let (progress, outcome) = insert.run(&mut body).await;
    let Insert { operation, closes, .. } = insert;
    match outcome {
        Ok(()) => {
            operation.complete(progress.result());
            let mut response = bare(StatusCode::CREATED);
            response.headers_mut().insert(header::CONTENT_TYPE, JSON);
            if closes || !reached_its_end(&mut body).await {
                close_after(&mut response);
            }
            // The caller may have disconnected; everything is saved.
            let _ = answer.send(Ok(response));
        }
        Err(failure) => {
            let error = end_as_failed(operation, &progress, &failure);
            let _ = answer.send(Err(error));
            // Closing while the client still sends would take the answer away from it.
            drain(&mut body).await;
        }
    }
}

fn end_as_failed(operation: OperationHandle, progress: &Progress, failure: &Failure) -> ApiError {
    const KIND: &str = "System.InvalidOperationException";
    let summary = progress.summary_of_failure();
    let details = format!("{KIND}: {summary}\n ---> {}: {}", failure.kind, failure.message);
    let message = format!("{summary} {}", failure.message);
    operation.fail_with(OperationFailure {
        kind: KIND.to_owned(),
        message: message.clone(),
        details: details.clone(),
    });
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, KIND, message)
        .with_member("Error", details)
        .with_header("connection", "close")
}

fn close_after(response: &mut Response) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}
