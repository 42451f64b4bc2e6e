//! Whether indexes work, how urgently, and whether they may be changed.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{IndexPriority, IndexingOf, LockMode, null_as_default};
use serde::Deserialize;

use crate::answer::bare;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::state::ApiState;

pub(super) async fn stop(database: OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    stop_or_start(database, query, true).await
}

pub(super) async fn start(database: OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    stop_or_start(database, query, false).await
}

async fn stop_or_start(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    stop: bool,
) -> Result<Response, ApiError> {
    blocking(move || {
        let of = match (query.filled("type"), query.filled("name")) {
            (None, None) => IndexingOf::All,
            (Some(kind), _) if kind.eq_ignore_ascii_case("map") => IndexingOf::Maps,
            (Some(kind), _) if kind.eq_ignore_ascii_case("map-reduce") => IndexingOf::MapReduces,
            // A real server ignores any other type.
            (Some(_), _) => return Ok(bare(StatusCode::NO_CONTENT)),
            (None, Some(name)) => IndexingOf::Named(name),
        };
        match stop {
            true => database.stop_indexing(of)?,
            false => database.start_indexing(of)?,
        }
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

pub(super) async fn disable(database: OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    set_disabled(database, query, true).await
}

pub(super) async fn enable(database: OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    set_disabled(database, query, false).await
}

async fn set_disabled(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    disabled: bool,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    let everywhere = query.flag("clusterWide")?;
    blocking(move || {
        database.set_index_disabled(&name, disabled, everywhere)?;
        Ok(bare(if everywhere { StatusCode::OK } else { StatusCode::NO_CONTENT }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct LockBody {
    #[serde(default, deserialize_with = "null_as_default")]
    index_names: Vec<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    mode: LockMode,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct PriorityBody {
    #[serde(default, deserialize_with = "null_as_default")]
    index_names: Vec<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    priority: IndexPriority,
}

pub(super) async fn set_lock(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let LockBody { index_names, mode } = json_body(&state, &headers, body, "The lock's JSON").await?;
    let names = named(index_names)?;
    blocking(move || {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        database.set_index_lock(&names, mode)?;
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

pub(super) async fn set_priority(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let PriorityBody { index_names, priority } =
        json_body(&state, &headers, body, "The priority's JSON").await?;
    let names = named(index_names)?;
    blocking(move || {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        database.set_index_priority(&names, priority)?;
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

fn named(names: Vec<String>) -> Result<Vec<String>, ApiError> {
    if names.is_empty() {
        return Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.ArgumentNullException",
            "'IndexNames' is missing or empty. Put the names of the indexes there.",
        ));
    }
    Ok(names)
}
