//! Exports and imports of dumps. Named as in the protocol.

mod export;
mod import;
mod upload;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_dump::{DumpOptions, OptionError};

use crate::answer::bare;
use crate::error::ApiError;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .post("/databases/{db}/smuggler/export", export::export)
        .post("/databases/{db}/smuggler/import", import::import)
        .post("/databases/{db}/smuggler/validate-options", validate)
}

/// Whether the options can be used.
async fn validate(
    State(state): State<ApiState>,
    OpenDatabase(_): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let text = crate::body::read(&headers, body, state.body_limits()).await?;
    options(&text).map(|_| bare(StatusCode::NO_CONTENT))
}

/// Reads options; what this server does not support is an error.
fn options(text: &[u8]) -> Result<DumpOptions, ApiError> {
    DumpOptions::parse(text).map_err(|error| match error {
        OptionError::Encrypted => ApiError::not_supported(error.to_string()),
        other => ApiError::bad_argument(other.to_string()),
    })
}
