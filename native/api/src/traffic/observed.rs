//! One request while the traffic is watched.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use serde_json::json;
use time::OffsetDateTime;

use super::description::{Content, DescribedBy, NOTHING, RequestKind};
use super::seen_body::seen;
use crate::client_watch::Client;
use crate::dto::text::date;
use crate::state::ApiState;
use crate::traffic_watch::TrafficItem;

/// Longest body of a request that is read for its description.
const MOST_READ: u64 = 64 * 1024;
/// Bytes of an answer that are kept for its description.
const MOST_KEPT: usize = 4096;
/// The address of a caller within this program.
const OWN_ADDRESS: &str = "127.0.0.1";

/// What is known of a request before it is answered.
pub(crate) struct ObservedRequest {
    state: ApiState,
    number: u64,
    began: OffsetDateTime,
    clock: Instant,
    method: Method,
    uri: Uri,
    host: Option<String>,
    client: String,
    /// In the path.
    database: Option<String>,
    kind: RequestKind,
    request_size: Arc<AtomicU64>,
    description: String,
}

impl ObservedRequest {
    /// Reads what the description needs, and returns the request unchanged.
    pub(crate) async fn read(
        state: ApiState,
        request: Request,
        client: Option<&Arc<dyn Client>>,
    ) -> (Self, Request) {
        let (began, clock) = (OffsetDateTime::now_utc(), Instant::now());
        let (parts, body) = request.into_parts();
        let (database, route) = database_and_route(parts.uri.path());
        let kind = RequestKind::of(&parts.method, route);
        let request_size = Arc::new(AtomicU64::new(0));
        let is_short = body.size_hint().upper().is_some_and(|most| most <= MOST_READ);
        let (description, body) = match kind.described_by {
            DescribedBy::Address => (kind.by_address(parts.uri.query().unwrap_or_default()), body),
            DescribedBy::RequestBody(content) if is_short => match body.collect().await {
                Ok(all) => {
                    let bytes = all.to_bytes();
                    (content.of(&bytes), Body::from(bytes))
                }
                // The handler meets the same end.
                Err(error) => (NOTHING.to_owned(), Body::from_stream(broken(error))),
            },
            _ => (NOTHING.to_owned(), body),
        };
        let observed = Self {
            number: state.traffic().next_request(),
            state,
            began,
            clock,
            method: parts.method.clone(),
            uri: parts.uri.clone(),
            host: parts.headers.get("host").and_then(|host| Some(host.to_str().ok()?.to_owned())),
            client: client
                .and_then(|client| client.address())
                .map_or_else(|| OWN_ADDRESS.to_owned(), |address| address.to_string()),
            database,
            kind,
            request_size: request_size.clone(),
            description,
        };
        let count = move |data: &Bytes| {
            request_size.fetch_add(data.len() as u64, Ordering::Relaxed);
        };
        (observed, Request::from_parts(parts, seen(body, count)))
    }

    /// Reports the request when its answer was sent or given up.
    pub(crate) fn report(self, response: Response) -> Response {
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            return response;
        }
        let (parts, body) = response.into_parts();
        let keep = self.kind.described_by == DescribedBy::ResponseBody;
        let mut report = Report { observed: self, status: parts.status, size: 0, kept: Vec::new() };
        // Dropped with the body, after its last byte.
        let count = move |data: &Bytes| {
            report.size += data.len() as u64;
            if keep {
                let space = MOST_KEPT.saturating_sub(report.kept.len());
                report.kept.extend_from_slice(&data[..data.len().min(space)]);
            }
        };
        Response::from_parts(parts, seen(body, count))
    }
}

/// A body that ends with an error.
fn broken(error: axum::Error) -> impl futures_util::Stream<Item = Result<Bytes, axum::Error>> {
    futures_util::stream::once(std::future::ready(Err(error)))
}

struct Report {
    observed: ObservedRequest,
    status: StatusCode,
    size: u64,
    kept: Vec<u8>,
}

impl Drop for Report {
    fn drop(&mut self) {
        let Self { observed, status, size, kept } = self;
        let traffic = observed.state.traffic();
        if !traffic.is_watched() {
            return;
        }
        // Of databases that exist.
        let name = observed.database.as_deref();
        let database = name.and_then(|name| observed.state.engine().opened(name));
        let database = database.map_or_else(String::new, |database| database.name().to_owned());
        let is_described = status.is_success();
        let info = match observed.kind.described_by {
            DescribedBy::ResponseBody if is_described => Content::Text.of(kept),
            _ => std::mem::take(&mut observed.description),
        };
        let options = observed.state.options();
        let server = match &observed.host {
            Some(host) => format!("{}://{host}", options.scheme()),
            None => options.public_url.clone(),
        };
        let path = observed.uri.path_and_query().map_or("/", |path| path.as_str());
        let text = json!({
            "TrafficWatchType": "Http",
            "TimeStamp": date(observed.began),
            "DatabaseName": if database.is_empty() { NOTHING } else { &database },
            "CustomInfo": info,
            "ClientIP": observed.client,
            "CertificateThumbprint": null,
            "RequestId": observed.number,
            "HttpMethod": observed.method.as_str(),
            "ElapsedMilliseconds": observed.clock.elapsed().as_millis() as u64,
            "ResponseStatusCode": status.as_u16(),
            "RequestUri": format!("{server}{path}"),
            "AbsoluteUri": server,
            "RequestSizeInBytes": observed.request_size.load(Ordering::Relaxed),
            "ResponseSizeInBytes": *size,
            "Type": observed.kind.name,
        })
        .to_string();
        traffic.report(TrafficItem { database, text });
    }
}

/// The name of the database in a path, and the route below it.
fn database_and_route(path: &str) -> (Option<String>, &str) {
    let below = path.strip_prefix("/databases/").and_then(|rest| rest.split_once('/'));
    match below {
        Some((name, route)) => {
            let name = percent_encoding::percent_decode_str(name).decode_utf8();
            (name.ok().map(|name| name.into_owned()), route)
        }
        None => (None, path.trim_start_matches('/')),
    }
}
