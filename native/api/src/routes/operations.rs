//! Long-running work: a number before it starts, its state, the list, and stopping it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::OperationError;
use serde_json::{Value, json};

use crate::answer::{bare, ok};
use crate::dto::operation::{info_object, state_object};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/operations", list)
        .get("/databases/{db}/operations/next-operation-id", next_id)
        .get("/databases/{db}/operations/state", state)
        .post("/databases/{db}/operations/kill", kill)
        .get("/operations/state", server_state)
        .post("/admin/operations/kill", kill_server_operation)
}

async fn next_id(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    Ok(ok(&json!({ "Id": database.operations().next_id(), "NodeTag": state.engine().node_tag() })))
}

async fn list(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let wanted = query.number::<i64>("id")?;
    let page = query.page()?;
    let start = usize::try_from(page.start).unwrap_or(usize::MAX);
    let take = usize::try_from(page.take).unwrap_or(usize::MAX);
    let entries: Vec<Value> = database
        .operations()
        .list()
        .iter()
        .filter(|info| wanted.is_none_or(|id| id == info.id))
        .skip(start)
        .take(take)
        .map(info_object)
        .collect();
    // Official servers answer this for a missing operation.
    if wanted.is_some() && entries.is_empty() {
        return Ok(bare(StatusCode::NOT_FOUND));
    }
    Ok(ok(&json!({ "Results": entries })))
}

async fn state(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    Ok(match database.operations().get(id(&query)?) {
        Some(info) => ok(&state_object(&info.kind, &info.state)),
        None => bare(StatusCode::NOT_FOUND),
    })
}

async fn kill(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    database.operations().kill(id(&query)?)?;
    Ok(bare(StatusCode::NO_CONTENT))
}

/// Operations of the server, such as compactions.
async fn server_state(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    Ok(match state.engine().operations().get(id(&query)?) {
        Some(info) => ok(&state_object(&info.kind, &info.state)),
        None => bare(StatusCode::NOT_FOUND),
    })
}

async fn kill_server_operation(
    State(state): State<ApiState>,
    query: Parameters,
) -> Result<Response, ApiError> {
    state.engine().operations().kill(id(&query)?)?;
    Ok(bare(StatusCode::NO_CONTENT))
}

fn id(query: &Parameters) -> Result<i64, ApiError> {
    query.required("id")?;
    query.number("id").map(|number| number.unwrap_or(0))
}

impl From<OperationError> for ApiError {
    fn from(error: OperationError) -> Self {
        let kind = match error {
            OperationError::Unknown(_) => "System.ArgumentException",
            OperationError::Running(_) | OperationError::NotKillable(_) => "System.InvalidOperationException",
        };
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, error.to_string())
    }
}
