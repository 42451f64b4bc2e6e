//! Writing answers: JSON bodies, and lists of documents pasted in as the raw bytes the engine keeps.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use rookery_engine::Document;
use serde_json::{Value, json as value};
use time::OffsetDateTime;

use crate::dto::json_writer::{write_document, write_list};
use crate::dto::text::date;
use crate::state::ApiState;

/// The content type of every answer with a body.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// An answer with a JSON body.
pub fn json(status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    response
}

/// 200 with this value.
pub fn ok(value: &Value) -> Response {
    json(StatusCode::OK, value.to_string().into_bytes())
}

/// What a change of configuration answers: the number it was given.
pub fn changed(state: &ApiState) -> Response {
    ok(&value!({ "RaftCommandIndex": state.engine().next_raft_index() }))
}

/// 201 with this value.
pub fn created(value: &Value) -> Response {
    json(StatusCode::CREATED, value.to_string().into_bytes())
}

/// A status and nothing else.
pub fn bare(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// 304 with the tag the caller already holds.
pub fn not_modified(tag: HeaderValue) -> Response {
    tagged(bare(StatusCode::NOT_MODIFIED), tag)
}

/// The response with an `ETag`.
pub fn tagged(mut response: Response, tag: HeaderValue) -> Response {
    response.headers_mut().insert(header::ETAG, tag);
    response
}

/// The `@metadata` with which debug answers begin.
pub fn debug_metadata(url: &str, node_tag: &str) -> Value {
    serde_json::json!({ "DateTime": date(OffsetDateTime::now_utc()), "WebUrl": url, "NodeTag": node_tag })
}

/// `{"Results": [documents]}`.
pub fn document_page(documents: &[Document], metadata_only: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(documents.iter().map(|document| document.body.len() + 256).sum());
    out.extend_from_slice(b"{\"Results\":");
    write_list(&mut out, documents, |out, document| write_document(out, document, metadata_only));
    out.push(b'}');
    out
}
