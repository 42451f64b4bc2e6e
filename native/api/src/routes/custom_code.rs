//! Custom analyzers and sorters, which are C# classes: there are none here, and new ones are refused by their name.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_rql::search::Analyzer;
use serde::Deserialize;
use serde_json::json;

use crate::answer::{bare, ok};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/analyzers", async || ok(&json!({ "Analyzers": [] })))
        .get("/sorters", async || ok(&json!({ "Sorters": [] })))
        .get("/databases/{db}/analyzers", async |_: OpenDatabase| ok(&json!({ "Analyzers": [] })))
        .get("/databases/{db}/sorters", async |_: OpenDatabase| ok(&json!({ "Sorters": [] })))
        .put("/admin/analyzers", put_analyzers)
        .put("/admin/sorters", put_sorters)
        .put("/databases/{db}/admin/analyzers", put_analyzers_of_database)
        .put("/databases/{db}/admin/sorters", put_sorters_of_database)
        .delete("/admin/analyzers", delete)
        .delete("/admin/sorters", delete)
        .delete("/databases/{db}/admin/analyzers", delete_of_database)
        .delete("/databases/{db}/admin/sorters", delete_of_database)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Analyzers {
    analyzers: Vec<Class>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Sorters {
    sorters: Vec<Class>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Class {
    name: Option<String>,
}

async fn put_analyzers(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let Analyzers { analyzers } = json_body(&state, &headers, body, "The list of analyzers").await?;
    let instead = format!("Fields can have these analyzers: {}.", Analyzer::NAMES);
    refused(&analyzers, ("analyzer", "Analyzer"), &instead)
}

async fn put_sorters(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let Sorters { sorters } = json_body(&state, &headers, body, "The list of sorters").await?;
    let instead = "An index can compute a field to order by.";
    refused(&sorters, ("sorter", "Sorter"), instead)
}

async fn put_analyzers_of_database(
    _: OpenDatabase,
    state: State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    put_analyzers(state, headers, body).await
}

async fn put_sorters_of_database(
    _: OpenDatabase,
    state: State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    put_sorters(state, headers, body).await
}

/// The error that clients have for code that does not compile. An empty list changes nothing.
fn refused(classes: &[Class], (noun, kind): (&str, &str), instead: &str) -> Result<Response, ApiError> {
    let Some(first) = classes.first() else { return Ok(bare(StatusCode::CREATED)) };
    let name = first.name.as_deref().unwrap_or_default();
    Err(ApiError::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        &format!("Raven.Client.Exceptions.Documents.Compilation.{kind}CompilationException"),
        format!("The custom {noun} '{name}' is C# code, which cannot run here. {instead}"),
    ))
}

/// There is none: it is deleted already.
async fn delete(parameters: Parameters) -> Result<Response, ApiError> {
    parameters.required("name")?;
    Ok(bare(StatusCode::NO_CONTENT))
}

async fn delete_of_database(_: OpenDatabase, parameters: Parameters) -> Result<Response, ApiError> {
    delete(parameters).await
}
