//! Databases as a whole: enabled and disabled, protected against deletion, the order of their nodes.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{EngineError, null_as_default};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::json_body;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .post("/admin/databases/enable", enable)
        .post("/admin/databases/disable", disable)
        .post("/admin/databases/set-lock", set_lock)
        .post("/admin/databases/reorder", reorder)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Named {
    #[serde(default, deserialize_with = "null_as_default")]
    database_names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Locked {
    database_names: Option<Vec<String>>,
    mode: Option<String>,
}

async fn enable(State(state): State<ApiState>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    set_disabled(state, headers, body, false).await
}

async fn disable(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    set_disabled(state, headers, body, true).await
}

/// Each database on its own: one that is missing does not stop the others.
async fn set_disabled(
    state: ApiState,
    headers: HeaderMap,
    body: Body,
    disabled: bool,
) -> Result<Response, ApiError> {
    let Named { database_names } =
        json_body(&state, &headers, body, "The list of databases to enable or disable").await?;
    let engine = state.engine().clone();
    blocking(move || {
        let mut status: Vec<Value> = Vec::new();
        for name in database_names {
            status.push(match engine.set_disabled(&name, disabled) {
                Ok(()) => json!({
                    "Name": name,
                    "Success": true,
                    "Disabled": disabled,
                    "Reason": if disabled { "The database is disabled." } else { "The database is enabled." },
                }),
                Err(error) => json!({ "Name": name, "Success": false, "Reason": reason(&error) }),
            });
        }
        Ok(ok(&json!({ "Status": status })))
    })
    .await
}

fn reason(error: &EngineError) -> String {
    match error {
        EngineError::UnknownDatabase(_) => "database not found".to_owned(),
        other => other.to_string(),
    }
}

/// All of the databases or none.
async fn set_lock(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let Locked { database_names, mode } =
        json_body(&state, &headers, body, "The lock mode of databases").await?;
    let Some(names) = database_names else {
        return Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.ArgumentNullException",
            "'DatabaseNames' must list the databases whose lock mode is set.",
        ));
    };
    let engine = state.engine().clone();
    blocking(move || {
        for name in &names {
            engine.info(name)?;
        }
        for name in &names {
            engine.set_lock_mode(name, mode.as_deref().unwrap_or("Unlock"))?;
        }
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Order {
    #[serde(default, deserialize_with = "null_as_default")]
    members_order: Vec<String>,
}

/// A database is on this node alone, so there is one order.
async fn reorder(
    State(state): State<ApiState>,
    parameters: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let name = parameters.required("name")?.to_owned();
    let Order { members_order } = json_body(&state, &headers, body, "The order of the nodes").await?;
    state.engine().info(&name)?;
    let node = state.engine().node_tag();
    if members_order != [node] {
        return Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.ArgumentException",
            format!(
                "'MembersOrder' must have the nodes of the database '{name}', which is only on node {node}."
            ),
        ));
    }
    Ok(bare(StatusCode::NO_CONTENT))
}
