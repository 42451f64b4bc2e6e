//! Documents compression, data archival, expiration and refresh: read and changed per database. Never
//! configured is 404.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{DataArchival, DocumentsCompression, Expiration, Refresh};
use serde::Serialize;

use crate::answer::{bare, changed, json as json_answer};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/documents-compression/config", get_compression)
        .post("/databases/{db}/admin/documents-compression/config", set_compression)
        .get("/databases/{db}/data-archival/config", get_archival)
        .post("/databases/{db}/admin/data-archival/config", set_archival)
        .get("/databases/{db}/expiration/config", get_expiration)
        .post("/databases/{db}/admin/expiration/config", set_expiration)
        .get("/databases/{db}/refresh/config", get_refresh)
        .post("/databases/{db}/admin/refresh/config", set_refresh)
}

async fn get_compression(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || found(database.documents_compression())).await
}

async fn get_archival(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || found(database.data_archival())).await
}

async fn get_expiration(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || found(database.expiration())).await
}

async fn get_refresh(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || found(database.refresh())).await
}

fn found<T: Serialize>(setting: Option<T>) -> Result<Response, ApiError> {
    let Some(setting) = setting else { return Ok(bare(StatusCode::NOT_FOUND)) };
    let body =
        serde_json::to_vec(&setting).map_err(|error| ApiError::bad_json("The stored setting", &error))?;
    Ok(json_answer(StatusCode::OK, body))
}

async fn set_compression(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let setting: DocumentsCompression =
        json_body(&state, &headers, body, "The documents compression configuration").await?;
    blocking(move || {
        database.set_documents_compression(setting)?;
        Ok(changed(&state))
    })
    .await
}

async fn set_archival(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let setting: DataArchival = json_body(&state, &headers, body, "The data archival configuration").await?;
    blocking(move || {
        database.set_data_archival(setting)?;
        Ok(changed(&state))
    })
    .await
}

async fn set_expiration(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let setting: Expiration = json_body(&state, &headers, body, "The expiration configuration").await?;
    blocking(move || {
        database.set_expiration(setting)?;
        Ok(changed(&state))
    })
    .await
}

async fn set_refresh(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let setting: Refresh = json_body(&state, &headers, body, "The refresh configuration").await?;
    blocking(move || {
        database.set_refresh(setting)?;
        Ok(changed(&state))
    })
    .await
}
