//! Changing and deleting what a query finds: operations that continue after the answer, and the test of an
//! update.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{
    ByQueryDetail, ByQueryError, ByQueryOptions, ByQueryReport, Database, Limits, OperationHandle,
    PatchStatus, QueryRequest, UpdateByQuery, parse_time_span,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{bare, json as json_answer};
use crate::blocking::blocking;
use crate::dto::patch::test_answer;
use crate::error::ApiError;
use crate::operation_start;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::routes::queries::{QueryBody, ReadRequest, makes_no_index, request_of_body};
use crate::state::ApiState;

/// What a script may take for one document when the caller lifts the usual limit.
const STALE_TIMEOUT: Duration = Duration::from_secs(30);

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .patch("/databases/{db}/queries", update)
        .delete("/databases/{db}/queries", delete)
        .patch("/databases/{db}/queries/test", test)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct UpdateBody {
    #[serde(default)]
    query: Option<QueryBody>,
}

async fn update_query(state: &ApiState, headers: &HeaderMap, body: Body) -> Result<QueryRequest, ApiError> {
    let requested: UpdateBody = json_body(state, headers, body, "The update's JSON").await?;
    requested.query.ok_or_else(|| ApiError::bad_request("Missing 'Query' property."))?.into_request()
}

async fn update(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let request = update_query(&state, &headers, body).await?;
    let request = QueryRequest { no_new_index: makes_no_index(&query)?, ..request };
    let text = request.query.clone();
    let update = blocking(move || Ok(UpdateByQuery::read(&request)?)).await?;
    start(&state, database, &query, "UpdateByQuery", &text, move |database, options, progress| {
        database.update_by_query(&update, options, progress)
    })
}

async fn delete(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let ReadRequest { request, .. } = request_of_body(&state, &headers, body).await?;
    let request = QueryRequest { no_new_index: makes_no_index(&query)?, ..request };
    let text = request.query.clone();
    // Syntax errors are returned here; errors of its values are reported by the operation.
    let parsed = rookery_rql::parse(&text)?;
    if parsed.update.is_some() {
        return Err(ApiError::bad_request(
            "A query that deletes what it finds cannot have an 'update' clause. Send it with PATCH to change documents.",
        ));
    }
    start(&state, database, &query, "DeleteByQuery", &text, move |database, options, progress| {
        database.delete_by_query(&request, options, progress)
    })
}

async fn test(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    let request = update_query(&state, &headers, body).await?;
    blocking(move || {
        let update = UpdateByQuery::read(&request)?;
        let result = database.test_update(&update, &id)?;
        Ok(match result.status {
            PatchStatus::DocumentDoesNotExist => bare(StatusCode::NOT_FOUND),
            _ => json_answer(StatusCode::OK, test_answer(&result)),
        })
    })
    .await
}

fn start(
    state: &ApiState,
    database: Arc<Database>,
    query: &Parameters,
    kind: &'static str,
    text: &str,
    work: impl FnOnce(
        &Database,
        ByQueryOptions,
        &mut dyn FnMut(&ByQueryReport) -> bool,
    ) -> Result<Option<ByQueryReport>, ByQueryError>
    + Send
    + 'static,
) -> Result<Response, ApiError> {
    let limits = if query.flag("ignoreMaxStepsForScript")? {
        Limits { time: STALE_TIMEOUT }
    } else {
        Limits::default()
    };
    let stale_timeout = match query.filled("staleTimeout") {
        None => None,
        Some(text) => Some(parse_time_span(text).ok_or_else(|| {
            ApiError::bad_argument(format!(
                "'staleTimeout' is '{text}', which is not a time span; write it as hh:mm:ss."
            ))
        })?),
    };
    let options = ByQueryOptions {
        most_per_second: query.number::<u32>("maxOpsPerSec")?.filter(|most| *most > 0),
        details: query.flag("details")?,
        allow_stale: query.flag("allowStale")?,
        stale_timeout,
        limits,
    };
    let (handle, answer) = operation_start::begin(state, &database, query, kind, text)?;
    // Continues after the request; the operation has the result.
    tokio::task::spawn_blocking(move || run_operation(&database, handle, options, work));
    Ok(answer)
}

fn run_operation(
    database: &Database,
    handle: OperationHandle,
    options: ByQueryOptions,
    work: impl FnOnce(
        &Database,
        ByQueryOptions,
        &mut dyn FnMut(&ByQueryReport) -> bool,
    ) -> Result<Option<ByQueryReport>, ByQueryError>,
) {
    let token = handle.cancel_token();
    let _entered = token.enter();
    let done = work(database, options, &mut |report| {
        handle.progress(json!({ "Processed": report.processed, "Total": report.total }));
        !handle.is_cancelled()
    });
    match done {
        Ok(Some(report)) => handle.complete(result(&report)),
        Ok(None) => handle.cancel(),
        Err(error) => operation_start::fail(handle, error),
    }
}

fn result(report: &ByQueryReport) -> Value {
    let details = report.details.iter().map(|detail| match detail {
        ByQueryDetail::Patched { id, status, change_vector } => json!({
            "$type": "Raven.Client.Documents.Operations.BulkOperationResult+PatchDetails, Raven.Client",
            "Id": id, "ChangeVector": change_vector, "Status": status.name(),
        }),
        ByQueryDetail::Deleted { id, change_vector } => json!({
            "$type": "Raven.Client.Documents.Operations.BulkOperationResult+DeleteDetails, Raven.Client",
            "Id": id, "ChangeVector": change_vector,
        }),
    });
    json!({
        "Total": report.processed,
        "Message": format!("Processed {} items.", report.processed),
        "Details": details.collect::<Vec<_>>(),
        "Query": null,
        "DocumentsProcessed": 0,
        "AttachmentsProcessed": 0,
        "CountersProcessed": 0,
        "TimeSeriesProcessed": 0,
    })
}

impl From<ByQueryError> for ApiError {
    fn from(error: ByQueryError) -> Self {
        match error {
            ByQueryError::Query(error) => error.into(),
            ByQueryError::Engine(error) => error.into(),
            ByQueryError::Script(_) => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.InvalidQueryException",
                error.to_string(),
            ),
            ByQueryError::Stale { .. } => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.InvalidOperationException",
                error.to_string(),
            ),
            ByQueryError::NotForThis(message) => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Server.Documents.Queries.Parser.QueryParser+ParseException",
                message,
            ),
        }
    }
}
