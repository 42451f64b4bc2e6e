//! What surrounds every route: the version header, error bodies with the request's address, and the net under
//! a panicking handler.

use std::cell::RefCell;
use std::panic::AssertUnwindSafe;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::answer::JSON;
use crate::blocking::{REQUEST, RequestContext, panic_text};
use crate::body_memory::HELD;
use crate::error::{ApiError, ErrorForm};
use crate::version::PROTOCOL_VERSION;

/// Checked when this is compiled, not with every answer.
const SERVER_VERSION: HeaderName = HeaderName::from_static("raven-server-version");

/// The outermost layer of the router. What a dropped request had begun is cancelled.
pub async fn frame(request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let is_head = request.method() == Method::HEAD;
    let context = RequestContext::of(&request);
    let dropped = context.cancel.cancel_on_drop();
    let answered = HELD.scope(RefCell::new(None), next.run(request));
    let response = AssertUnwindSafe(REQUEST.scope(context, answered))
        .catch_unwind()
        .await
        .unwrap_or_else(|payload| ApiError::panicked(&panic_text(&*payload)).into_response());
    dropped.disarm();
    framed(response, &uri, is_head)
}

/// Completes a handler's response.
pub fn framed(mut response: Response, uri: &Uri, is_head: bool) -> Response {
    if let Some(error) = response.extensions_mut().remove::<ApiError>() {
        let url = uri.path_and_query().map_or("/", |url| url.as_str());
        write_error(&mut response, &error, url, is_head);
    }
    response.headers_mut().insert(SERVER_VERSION, HeaderValue::from_static(PROTOCOL_VERSION));
    response
}

fn write_error(response: &mut Response, error: &ApiError, url: &str, is_head: bool) {
    let headers = response.headers_mut();
    for (name, value) in &error.headers {
        // A header can carry ASCII only; names outside it are percent-encoded rather than lost.
        let safe: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
        let value = HeaderValue::from_str(value).ok().filter(|value| value.to_str().is_ok());
        if let Some(value) = value.or_else(|| HeaderValue::from_str(&safe).ok()) {
            headers.insert(name.clone(), value);
        }
    }
    if error.form != ErrorForm::Empty && !is_head {
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.remove(header::CONTENT_LENGTH);
        *response.body_mut() = Body::from(error.body(url));
    }
}

/// Answers what no route took.
pub async fn no_route(request: Request) -> ApiError {
    ApiError::route_not_found(request.method().as_str(), request.uri().path())
}
