//! Saves index definitions and returns their names.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{Database, StaticIndex};
use serde::Deserialize;
use serde_json::json;

use crate::answer::created;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::state::ApiState;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct IndexesBody {
    indexes: Vec<StaticIndex>,
}

/// JavaScript only: these need the rights of writing documents.
pub(super) async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let IndexesBody { indexes } = json_body(&state, &headers, body, "The indexes' JSON").await?;
    if let Some(index) = indexes.iter().find(|index| !index.is_javascript()) {
        return Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.UnauthorizedAccessException",
            format!(
                "Index {} is a C# index but was sent through a non-admin endpoint using REST api, this is not allowed. \
                 Send it to /admin/indexes.",
                index.name
            ),
        ));
    }
    make(database, indexes).await
}

pub(super) async fn put_any(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let IndexesBody { indexes } = json_body(&state, &headers, body, "The indexes' JSON").await?;
    make(database, indexes).await
}

async fn make(database: Arc<Database>, indexes: Vec<StaticIndex>) -> Result<Response, ApiError> {
    blocking(move || {
        let mut results = Vec::with_capacity(indexes.len());
        for index in indexes {
            let name = index.name.clone();
            database.put_index(index)?;
            results.push(json!({ "Index": name, "RaftCommandIndex": 0 }));
        }
        Ok(created(&json!({ "Results": results })))
    })
    .await
}
