//! The configuration that the clients of a database read from the server and follow.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/configuration/client", get)
        .put("/databases/{db}/admin/configuration/client", put)
}

/// The members that clients know; others are not kept.
#[derive(Deserialize, Serialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Configuration {
    disabled: Option<bool>,
    /// Given by the engine.
    #[serde(skip_deserializing)]
    etag: Option<i64>,
    max_number_of_requests_per_session: Option<i32>,
    read_balance_behavior: Option<ReadBalance>,
    load_balance_behavior: Option<LoadBalance>,
    load_balancer_context_seed: Option<i32>,
    identity_parts_separator: Option<char>,
}

#[derive(Deserialize, Serialize)]
enum ReadBalance {
    None,
    RoundRobin,
    FastestNode,
}

#[derive(Deserialize, Serialize)]
enum LoadBalance {
    None,
    UseSessionContext,
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
    let mut all = json!(Configuration::default());
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
    let wanted = Configuration::deserialize(Value::Object(object))
        .map_err(|error| ApiError::bad_json("The client configuration", &error))?;
    if let Some(separator) = wanted.identity_parts_separator.filter(|separator| *separator != '/') {
        return Err(ApiError::not_supported(format!(
            "The sandbox separates the parts of ids with '/', not with '{separator}'; leave 'IdentityPartsSeparator' out."
        )));
    }
    let Ok(Value::Object(configuration)) = serde_json::to_value(&wanted) else {
        return Err(ApiError::bad_request("The client configuration must be a JSON object."));
    };
    let engine = state.engine().clone();
    blocking(move || {
        engine.set_client_configuration(database.name(), configuration)?;
        Ok(bare(StatusCode::CREATED))
    })
    .await
}
