//! Parts of a request in addition to the query string: the opened database, the caller's address.

use std::sync::Arc;

use axum::RequestPartsExt;
use axum::extract::{FromRequestParts, Path};
use axum::http::header;
use axum::http::request::Parts;
use rookery_engine::{Database, EngineError};
use serde::Deserialize;
use serde_json::Value;

use crate::blocking::blocking;
use crate::error::ApiError;
use crate::etag;
use crate::state::ApiState;

/// The database named in the path, opened when it was not.
pub struct OpenDatabase(pub Arc<Database>);

#[derive(Deserialize)]
struct DatabaseInPath {
    db: String,
}

impl FromRequestParts<ApiState> for OpenDatabase {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let Path(DatabaseInPath { db }) = parts.extract::<Path<DatabaseInPath>>().await.map_err(|error| {
            ApiError::bad_request(format!("The database name in the path cannot be read: {error}."))
        })?;
        open(state, db).await.map(Self)
    }
}

/// Opens a database by name.
pub async fn open(state: &ApiState, name: String) -> Result<Arc<Database>, ApiError> {
    // Nearly always it is open; going to another thread to find that out would cost more than most requests
    // do.
    if let Some(database) = state.engine().opened(&name) {
        return Ok(database);
    }
    let engine = state.engine().clone();
    blocking(move || {
        engine.database(&name).map_err(|error| match error {
            EngineError::UnknownDatabase(_) => ApiError::unknown_database(&name),
            other => other.into(),
        })
    })
    .await
}

/// The address under which the caller reached this server: what topologies name.
pub struct CallerUrl(pub String);

impl FromRequestParts<ApiState> for CallerUrl {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, Self::Rejection> {
        let host = parts
            .headers
            .get(header::HOST)
            .and_then(|value| value.to_str().ok())
            .or_else(|| parts.uri.authority().map(|authority| authority.as_str()))
            .filter(|host| !host.is_empty());
        Ok(Self(match host {
            Some(host) => format!("{}://{host}", state.options().scheme()),
            None => state.options().public_url.clone(),
        }))
    }
}

/// The version that `If-Match` expects: any version without the header, a new document if it is empty.
pub fn expected(headers: &axum::http::HeaderMap) -> rookery_engine::Expected {
    expected_version(etag::unquoted(headers, header::IF_MATCH).as_deref())
}

/// The protocol's three forms of an expected change vector: absent, empty, given.
pub fn expected_version(change_vector: Option<&str>) -> rookery_engine::Expected {
    match change_vector {
        None => rookery_engine::Expected::Any,
        Some("") => rookery_engine::Expected::MustNotExist,
        Some(text) => rookery_engine::Expected::ChangeVector(text.to_owned()),
    }
}

/// A body read whole and as `what`, which begins the sentence of an error.
pub async fn json_body<T: serde::de::DeserializeOwned>(
    state: &ApiState,
    headers: &axum::http::HeaderMap,
    body: axum::body::Body,
    what: &'static str,
) -> Result<T, ApiError> {
    let body = crate::body::read(headers, body, state.body_limits()).await?;
    json_text(&body, what)
}

/// A JSON text as `what`, which begins the sentence of an error.
pub fn json_text<T: serde::de::DeserializeOwned>(text: &[u8], what: &'static str) -> Result<T, ApiError> {
    rookery_nesting::json::check(what, text).map_err(|error| ApiError::too_deep(&error))?;
    serde_json::from_slice(text).map_err(|error| ApiError::bad_json(what, &error))
}

/// A body that must be a JSON object.
pub fn json_object(body: &[u8]) -> Result<serde_json::Map<String, Value>, ApiError> {
    match json_text(body, "The JSON in the request body")? {
        Value::Object(object) => Ok(object),
        _ => Err(ApiError::bad_request("The request body must be a JSON object.")),
    }
}
