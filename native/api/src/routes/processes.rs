//! Other processes of the user who runs this program. Only where whoever started it asked for that.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::threads::{cpu_sample, interval, thread_ids};
use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::processes::{ProcessInspector, list_object};
use crate::state::ApiState;
use crate::table::RouteTable;
use crate::threads::{info_object, stack_object};

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/rookery/processes", list)
        .get("/rookery/processes/runaway", runaway)
        .get("/rookery/processes/stack-trace", stack_trace)
}

fn inspector(state: &ApiState) -> Result<Arc<dyn ProcessInspector>, ApiError> {
    state.options().processes.clone().ok_or_else(|| {
        ApiError::not_supported(
            "Other processes are not shown here: this program was not started with --other-processes.",
        )
    })
}

async fn list(State(state): State<ApiState>) -> Result<Response, ApiError> {
    let inspector = inspector(&state)?;
    blocking(move || Ok(ok(&list_object(&inspector.processes().map_err(failed)?)))).await
}

/// One sample of the threads of one process, in the shape the server's own threads have.
async fn runaway(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let inspector = inspector(&state)?;
    let process = process_id(&query)?;
    let interval = interval(&state, &query, 1)?;
    blocking(move || {
        let report = inspector.runaway(process, interval).map_err(failed)?;
        Ok(ok(&json!({ "ProcessId": process, "Runaway Threads": info_object(&report, usize::MAX) })))
    })
    .await
}

async fn stack_trace(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let inspector = inspector(&state)?;
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
