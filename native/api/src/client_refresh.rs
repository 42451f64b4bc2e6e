//! A header by which clients read their configuration again: a request carries the version that they follow.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use crate::state::ApiState;

const HELD: HeaderName = HeaderName::from_static("client-configuration-etag");
const REFRESH: HeaderName = HeaderName::from_static("refresh-client-configuration");

/// Marks the answers to requests with an older version.
pub async fn mark(State(state): State<ApiState>, request: Request, next: Next) -> Response {
    let is_outdated = is_outdated(&state, request.uri().path(), request.headers());
    let mut response = next.run(request).await;
    if is_outdated {
        add_header(&mut response);
    }
    response
}

/// Whether the request names an older version of the configuration of its database.
pub fn is_outdated(state: &ApiState, path: &str, headers: &HeaderMap) -> bool {
    let Some(held) = headers.get(HELD) else { return false };
    let Some(name) = path.strip_prefix("/databases/").and_then(|rest| rest.split('/').next()) else {
        return false;
    };
    let held = held.to_str().ok().and_then(|held| held.trim_matches('"').parse::<i64>().ok());
    let name = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
    let current = state.engine().client_configuration_etag(&name);
    matches!((held, current), (Some(held), Some(current)) if held < current)
}

pub fn add_header(response: &mut Response) {
    response.headers_mut().insert(REFRESH, HeaderValue::from_static("true"));
}
