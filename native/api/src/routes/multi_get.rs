//! `multi_get`: several requests in one, each answered by the same routes as if it had come alone.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use axum::routing::post;
use http_body_util::{BodyExt, Limited};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tower::ServiceExt;

use crate::answer::json as json_answer;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// `routes` is everything but this route: a `multi_get` inside another finds nothing.
pub fn mount(table: RouteTable, routes: Router) -> RouteTable {
    let answer = async move |State(state): State<ApiState>,
                             _: OpenDatabase,
                             headers: HeaderMap,
                             body: Body| { multi_get(state, routes, headers, body).await };
    table.route("POST", "/databases/{db}/multi_get", post(answer))
}

#[derive(Deserialize)]
struct Requests {
    #[serde(rename = "Requests")]
    requests: Option<Vec<OneRequest>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OneRequest {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    query: Option<String>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    headers: Option<Map<String, Value>>,
    #[serde(default)]
    content: Option<Box<RawValue>>,
}

async fn multi_get(
    state: ApiState,
    routes: Router,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let limit = state.options().body_limit;
    let requested: Requests = json_body(&state, &headers, body, "The list of requests").await?;
    let requests = requested.requests.ok_or_else(|| {
        ApiError::bad_argument("Request should have a property name 'Requests' which is mandatory.")
    })?;
    let mut out = b"{\"Results\":[".to_vec();
    for (index, request) in requests.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        let number = index + 1;
        let request = request.into_http(number, headers.get(header::HOST))?;
        let response = match routes.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        let left = limit.saturating_sub(out.len());
        write_result(&mut out, response, left, number).await?;
    }
    out.extend_from_slice(b"]}");
    Ok(json_answer(StatusCode::OK, out))
}

impl OneRequest {
    fn into_http(
        self,
        number: usize,
        host: Option<&axum::http::HeaderValue>,
    ) -> Result<Request<Body>, ApiError> {
        let url = self.url.filter(|url| !url.is_empty()).ok_or_else(|| {
            ApiError::bad_request(format!("Request {number} of the list must have a 'Url' property."))
        })?;
        let query = self.query.unwrap_or_default();
        let query = query.trim_start_matches('?');
        let uri = if query.is_empty() { url } else { format!("{url}?{query}") };
        let method = self.method.filter(|method| !method.is_empty()).unwrap_or_else(|| "GET".to_owned());
        // Content is JSON; some clients put it into a text.
        let content = match self.content.as_deref().map(RawValue::get) {
            None | Some("null") => String::new(),
            Some(text) if text.starts_with('"') => serde_json::from_str(text)
                .map_err(|error| ApiError::bad_json("The content of a request in the list", &error))?,
            Some(json) => json.to_owned(),
        };
        let unreadable = |what: String| {
            ApiError::bad_request(format!("Request {number} of the list cannot be read: {what}."))
        };
        let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes())
            .map_err(|error| unreadable(error.to_string()))?;
        let mut request = Request::builder().method(method).uri(uri);
        if let Some(host) = host {
            request = request.header(header::HOST, host);
        }
        for (name, value) in self.headers.unwrap_or_default() {
            match value {
                Value::Null => {}
                Value::String(text) => request = request.header(name, text),
                other => request = request.header(name, other.to_string()),
            }
        }
        request.body(Body::from(content)).map_err(|error| unreadable(error.to_string()))
    }
}

/// Appends `{Result, StatusCode, Headers}`.
async fn write_result(
    out: &mut Vec<u8>,
    response: Response,
    limit: usize,
    number: usize,
) -> Result<(), ApiError> {
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, limit).collect().await.map_err(|error| {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "Raven.Client.Exceptions.BadRequestException",
            format!(
                "The answer to request {number} of the list could not be taken ({error}); the answers are too long \
                 together, or it broke off. Send the request alone."
            ),
        )
    })?;
    let body = body.to_bytes();
    out.extend_from_slice(b"{\"Result\":");
    // Only JSON bodies can be embedded.
    match serde_json::from_slice::<&RawValue>(&body) {
        Ok(json) => out.extend_from_slice(json.get().as_bytes()),
        Err(_) => out.extend_from_slice(b"null"),
    }
    let mut header_members = Map::new();
    if parts.status != StatusCode::NOT_MODIFIED
        && let Some(tag) = parts.headers.get(header::ETAG).and_then(|tag| tag.to_str().ok())
    {
        header_members.insert("ETag".into(), tag.into());
    }
    let rest =
        format!(",\"StatusCode\":{},\"Headers\":{}}}", parts.status.as_u16(), Value::Object(header_members));
    out.extend_from_slice(rest.as_bytes());
    Ok(())
}
