//! Starting an operation that continues after the answer, and reporting its failure.

use axum::response::Response;
use rookery_engine::{Database, OperationHandle};
use serde_json::json;

use crate::answer::ok;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::ApiState;

/// Starts an operation, with the client's number if given.
pub fn start(
    database: &Database,
    query: &Parameters,
    kind: &'static str,
    description: &str,
) -> Result<OperationHandle, ApiError> {
    let operations = database.operations();
    match query.number::<i64>("operationId")? {
        Some(id) => Ok(operations.start_with_id(id, kind, description, true)?),
        None => Ok(operations.start(kind, description, true)),
    }
}

/// The same, with the answer that has its number.
pub fn begin(
    state: &ApiState,
    database: &Database,
    query: &Parameters,
    kind: &'static str,
    description: &str,
) -> Result<(OperationHandle, Response), ApiError> {
    let handle = start(database, query, kind, description)?;
    let answer = ok(&json!({ "OperationId": handle.id(), "OperationNodeTag": state.engine().node_tag() }));
    Ok((handle, answer))
}

/// Fails an operation with the error that a request would have been answered with.
pub fn fail(handle: OperationHandle, error: impl Into<ApiError>) {
    let error = error.into();
    handle.fail(&error.kind, error.message.clone());
}
