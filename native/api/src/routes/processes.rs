//! Other processes of the user who runs this program: only where it was started for that, and on a port only
//! with the token printed at the start.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde_json::json;
use subtle::ConstantTimeEq;

use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::processes::{ProcessInspector, process_list_object};
use crate::route_table::RouteTable;
use crate::state::ApiState;
use crate::thread_request::{cpu_sample, interval, thread_ids};
use crate::threads::{info_object, stack_object};

/// Carries the token where `Authorization` is taken by something else.
const TOKEN_HEADER: &str = "x-rookery-token";

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/rookery/processes", list)
        .get("/rookery/processes/runaway", runaway)
        .get("/rookery/processes/stack-trace", stack_trace)
}

/// The inspector, for a caller that may use it.
fn inspector(state: &ApiState, headers: &HeaderMap) -> Result<Arc<dyn ProcessInspector>, ApiError> {
    let inspector = state.options().processes.clone().ok_or_else(|| {
        ApiError::not_supported(
            "Other processes are not shown here: this program was not started with --other-processes.",
        )
    })?;
    let Some(token) = &state.options().processes_token else { return Ok(inspector) };
    let carried = carried_token(headers).unwrap_or_default();
    // Takes the same time wherever the first difference is.
    if bool::from(carried.as_bytes().ct_eq(token.as_bytes())) {
        return Ok(inspector);
    }
    Err(ApiError::new(
        StatusCode::UNAUTHORIZED,
        "System.UnauthorizedAccessException",
        "Other processes are shown only to callers with the token that this server printed when it started. Send it in \
         the header 'Authorization: Bearer TOKEN' or 'X-Rookery-Token: TOKEN'.",
    )
    .with_header("www-authenticate", "Bearer"))
}

fn carried_token(headers: &HeaderMap) -> Option<&str> {
    if let Some(token) = headers.get(TOKEN_HEADER) {
        return token.to_str().ok();
    }
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

async fn list(State(state): State<ApiState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let inspector = inspector(&state, &headers)?;
    blocking(move || Ok(ok(&process_list_object(&inspector.processes().map_err(failed)?)))).await
}

/// One sample of the threads of one process, in the shape the server's own threads have.
async fn runaway(
    State(state): State<ApiState>,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let inspector = inspector(&state, &headers)?;
    let process = process_id(&query)?;
    let interval = interval(&state, &query, 1)?;
    blocking(move || {
        let report = inspector.runaway(process, interval).map_err(failed)?;
        Ok(ok(&json!({ "ProcessId": process, "Runaway Threads": info_object(&report, usize::MAX) })))
    })
    .await
}

async fn stack_trace(
    State(state): State<ApiState>,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let inspector = inspector(&state, &headers)?;
    let ids = thread_ids(&query)?;
    let process = process_id(&query)?;
    let cpu_sample = cpu_sample(&query)?;
    blocking(move || {
        let report = inspector.stack_trace(process, &ids, cpu_sample).map_err(failed)?;
        let mut object = stack_object(&report, &ids);
        object["Rookery"]["ProcessId"] = json!(process);
        Ok(ok(&object))
    })
    .await
}

fn process_id(query: &Parameters) -> Result<u32, ApiError> {
    query.number("processId")?.ok_or_else(|| {
        ApiError::bad_argument(
            "Query string value 'processId' is missing: it names the process to look into.",
        )
    })
}

fn failed(sentence: String) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException", sentence)
}
