//! The settings in the record of a database, replaced as a whole.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value};

use crate::answer::bare;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.put("/databases/{db}/admin/configuration/settings", put)
}

/// Names and values are not checked, as on the server: those that mean nothing here have no effect. Those that take effect only
/// when a database is created cannot change.
async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let settings: Map<String, Value> = json_body(&state, &headers, body, "The settings' JSON").await?;
    blocking(move || {
        let (mut record, etag) = state.engine().record(database.name())?;
        record["Settings"] = Value::Object(settings);
        state.engine().update_record(database.name(), record, Some(etag))?;
        Ok(bare(StatusCode::CREATED))
    })
    .await
}
