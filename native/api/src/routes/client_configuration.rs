//! The configuration that the clients of a database read from the server and follow.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::dto::client_configuration::{self, ClientConfiguration, Problem};
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/configuration/client", get)
        .put("/databases/{db}/admin/configuration/client", put)
}

async fn get(
    OpenDatabase(database): OpenDatabase,
    State(state): State<ApiState>,
) -> Result<Response, ApiError> {
    let configuration = state.engine().client_configuration(database.name())?;
    let Some(mut stored) = configuration else {
        return Ok(ok(&json!({ "Etag": -2, "Configuration": null })));
    };
    let etag = stored.get("Etag").cloned();
    // A record that a client saved may lack members.
    let mut all = json!(ClientConfiguration::default());
    for (member, value) in all.as_object_mut().into_iter().flatten() {
        *value = stored.remove(member).unwrap_or_default();
    }
    Ok(ok(&json!({ "Etag": etag, "Configuration": all })))
}

async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let object: Map<String, Value> =
        json_body(&state, &headers, body, "The client configuration's JSON").await?;
    let configuration = client_configuration::checked(object).map_err(|problem| match problem {
        Problem::Json(error) => ApiError::bad_json("The client configuration", &error),
        other => ApiError::not_supported(other.to_string()),
    })?;
    let engine = state.engine().clone();
    blocking(move || {
        engine.set_client_configuration(database.name(), configuration)?;
        Ok(bare(StatusCode::CREATED))
    })
    .await
}
