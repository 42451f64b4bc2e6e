//! Queries: RQL in, results, statistics and the plan out.

use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rookery_cancel::CancelToken;
use rookery_engine::{
    Database, QueryAnswer, QueryOptions, QueryRequest, ResultItem, kept_beside, metadata_text,
    parse_time_span,
};
use rookery_rql::{OwnedDocument, QueryError, ValueNames};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::{JSON, bare, ok};
use crate::blocking::{blocking, blocking_here};
use crate::dto::json_writer::{write_list, write_text};
use crate::dto::optional::{flag, whole_number};
use crate::dto::text::NO_MOMENT;
use crate::error::ApiError;
use crate::etag::unquoted;
use crate::parameters::Parameters;
use crate::query_includes;
use crate::request::{OpenDatabase, json_body, json_text};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.post("/databases/{db}/queries", post).get("/databases/{db}/queries", get)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct QueryBody {
    #[serde(default)]
    query: Option<String>,
    #[serde(default)]
    query_parameters: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "flag")]
    wait_for_non_stale_results: bool,
    #[serde(default, deserialize_with = "whole_number")]
    start: Option<i64>,
    #[serde(default, deserialize_with = "whole_number")]
    page_size: Option<i64>,
    #[serde(default)]
    wait_for_non_stale_results_timeout: Option<Span>,
}

/// A span of time as clients send it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Span {
    /// The client for Node.js.
    Milliseconds(u64),
    /// `hh:mm:ss`.
    Text(String),
}

impl QueryBody {
    /// The query text and its parameters.
    pub(super) fn into_request(self) -> Result<QueryRequest, ApiError> {
        let query = self.query.filter(|text| !text.trim().is_empty()).ok_or_else(|| {
            ApiError::bad_request(
                "The request body has no 'Query' member, or it is empty; put the RQL text there.",
            )
        })?;
        let parameters = self.query_parameters.unwrap_or_default();
        let count = |member: &str, count: i64| {
            u64::try_from(count).map_err(|_| {
                ApiError::bad_argument(format!("'{member}' must not be negative but is {count}."))
            })
        };
        let skip = self.start.map_or(Ok(0), |start| count("Start", start))?;
        let take = self.page_size.map(|size| count("PageSize", size)).transpose()?;
        Ok(QueryRequest { query, parameters, skip, take, ..QueryRequest::default() })
    }

    /// How long an index may take to catch up, if it may.
    pub(super) fn wait(&self) -> Result<Option<Duration>, ApiError> {
        let span = self.wait_for_non_stale_results_timeout.as_ref();
        let span = match span.filter(|_| self.wait_for_non_stale_results) {
            None => return Ok(self.wait_for_non_stale_results.then_some(USUAL_WAIT)),
            Some(Span::Milliseconds(count)) => {
                return Ok(Some(Duration::from_millis(*count).min(LONGEST_WAIT)));
            }
            Some(Span::Text(text)) => text,
        };
        parse_time_span(span).map(|span| Some(span.min(LONGEST_WAIT))).ok_or_else(|| {
            ApiError::bad_request(format!(
                "'WaitForNonStaleResultsTimeout' is '{span}', which is not a time span; write it as hh:mm:ss."
            ))
        })
    }
}

/// The query of a body.
pub(super) struct ReadRequest {
    pub request: QueryRequest,
    /// How long an index may take to catch up.
    pub wait: Option<Duration>,
}

/// The default wait for non-stale results.
const USUAL_WAIT: Duration = Duration::from_secs(15);

/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

async fn post(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let requested = request_of_body(&state, &headers, body).await?;
    run(state, database, query, headers, requested).await
}

/// The query text and its parameters from a request's body.
pub(super) async fn request_of_body(
    state: &ApiState,
    headers: &HeaderMap,
    body: Body,
) -> Result<ReadRequest, ApiError> {
    let requested: QueryBody = json_body(state, headers, body, "The query's JSON").await?;
    let wait = requested.wait()?;
    Ok(ReadRequest { request: requested.into_request()?, wait })
}

/// The query text and its parameters from the query string.
pub(super) fn request_of_query(query: &Parameters) -> Result<QueryRequest, ApiError> {
    let text = query.required("query")?.to_owned();
    let parameters = match query.filled("parameters") {
        None => Map::new(),
        Some(json) => json_text(json.as_bytes(), "The query string value 'parameters'")?,
    };
    let page = query.page()?;
    let take = (page.take < u64::MAX).then_some(page.take);
    Ok(QueryRequest { query: text, parameters, skip: page.start, take, ..QueryRequest::default() })
}

/// Whether the client disables auto-indexes. Streams ignore it, as on a server.
pub(super) fn makes_no_index(query: &Parameters) -> Result<bool, ApiError> {
    query.flag("disableAutoIndexCreation")
}

async fn get(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let requested = ReadRequest { request: request_of_query(&query)?, wait: None };
    run(state, database, query, headers, requested).await
}

async fn run(
    state: ApiState,
    database: std::sync::Arc<Database>,
    query: Parameters,
    headers: HeaderMap,
    requested: ReadRequest,
) -> Result<Response, ApiError> {
    let ReadRequest { request, wait } = requested;
    if let Some(mode) = query.filled("debug") {
        if mode.eq_ignore_ascii_case("explain") {
            return explain(database, request).await;
        }
        return Err(ApiError::not_supported(format!(
            "The sandbox does not answer queries with debug={mode} yet; leave the parameter out."
        )));
    }
    let request = QueryRequest {
        metadata_only: query.flag("metadataOnly")?,
        no_new_index: makes_no_index(&query)?,
        value_names: query.flag("addTimeSeriesNames")?.then(|| value_names(&database)),
        ..request
    };
    let node_tag = state.engine().node_tag().to_owned();
    // A script may not stop, and then its thread is given up, which this one cannot be.
    let may_run_scripts = request.query.contains('{');
    let work = move || {
        let answer =
            database.query(&request, &QueryOptions { wait, listed: true, ..QueryOptions::default() })?;
        let tag = HeaderValue::from(answer.result_etag);
        let held = unquoted(&headers, header::IF_NONE_MATCH).and_then(|tag| tag.parse::<i64>().ok());
        let mut response = if held == Some(answer.result_etag) {
            bare(StatusCode::NOT_MODIFIED)
        } else {
            let belongings = query_includes::members(&database, &answer.included_extensions)?;
            let body = answer_body(&answer, request.metadata_only, &node_tag, &belongings)
                .ok_or_else(|| QueryError::Cancelled { scanned: answer.scanned })?;
            let mut response = Response::new(Body::from(body));
            response.headers_mut().insert(header::CONTENT_TYPE, JSON);
            response
        };
        // The query route's tag is a bare number, without quotes.
        response.headers_mut().insert(header::ETAG, tag);
        Ok(response)
    };
    if may_run_scripts { blocking(work).await } else { blocking_here(work).await }
}

/// The names of the values of all time series.
fn value_names(database: &Database) -> ValueNames {
    let mut names = ValueNames::default();
    for (collection, series) in database.time_series_configuration().unwrap_or_default().named_values {
        for (name, values) in series {
            names.add(&collection, &name, values);
        }
    }
    names
}

/// Which automatic index would answer, and why not the others.
async fn explain(database: std::sync::Arc<Database>, request: QueryRequest) -> Result<Response, ApiError> {
    blocking(move || {
        let explained = database.explain_query(&request)?.ok_or_else(|| {
            ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.InvalidOperationException",
                "Explain can only work on dynamic indexes. Ask a collection: from Orders where …",
            )
        })?;
        let reasons =
            explained.others.iter().map(|(index, reason)| json!({ "Index": index, "Reason": reason }));
        let results: Vec<Value> = reasons.collect();
        // The name that a real server returns without an index.
        let name = explained.index.as_deref().unwrap_or("Failure/None");
        Ok(ok(&json!({ "IndexName": name, "Results": results })))
    })
    .await
}

/// `belongings` are members ready to be written. `None` when the thread's current token was cancelled.
fn answer_body(
    answer: &QueryAnswer,
    metadata_only: bool,
    node_tag: &str,
    belongings: &[u8],
) -> Option<Vec<u8>> {
    let cancel = CancelToken::current();
    let mut out = Vec::with_capacity(answer.results.len() * 512 + 1024);
    let member = |out: &mut Vec<u8>, name: &str, value: Value| {
        out.push(if out.is_empty() { b'{' } else { b',' });
        write_text(out, name);
        out.push(b':');
        out.extend_from_slice(value.to_string().as_bytes());
    };
    let whole_ms = u64::try_from(answer.duration.as_millis()).unwrap_or(u64::MAX);
    let total = if answer.is_uncounted { (-1).into() } else { answer.total.into() };
    member(&mut out, "TotalResults", total);
    if let Some(capped) = answer.capped {
        member(&mut out, "CappedMaxResults", capped.into());
    }
    // Facets and suggestions are found without reading documents.
    let reads_documents = !answer.is_about_terms;
    if reads_documents {
        member(&mut out, "ScannedResults", answer.scanned.into());
        member(&mut out, "SkippedResults", answer.skipped.into());
    }
    member(&mut out, "DurationInMs", whole_ms.into());
    if reads_documents {
        let paths = (!answer.included_paths.is_empty()).then(|| answer.included_paths.clone());
        member(&mut out, "IncludedPaths", paths.into());
    }
    member(&mut out, "IndexName", answer.index_name.as_str().into());
    out.extend_from_slice(b",\"Results\":");
    let results = answer.results.iter().take_while(|_| !cancel.is_cancelled());
    write_list(&mut out, results, |out, item| write_item(out, item, metadata_only));
    out.extend_from_slice(b",\"Includes\":{");
    let mut separator = "";
    for document in answer.includes.iter().take_while(|_| !cancel.is_cancelled()) {
        out.extend_from_slice(separator.as_bytes());
        write_text(&mut out, &document.id);
        out.push(b':');
        write_found(&mut out, document, false);
        separator = ",";
    }
    out.push(b'}');
    out.extend_from_slice(belongings);
    // A collection that was read has neither.
    let moment = |known: &Option<String>| Value::from(known.as_deref().unwrap_or(NO_MOMENT));
    member(&mut out, "IndexTimestamp", moment(&answer.index_timestamp));
    member(&mut out, "LastQueryTime", moment(&answer.last_query_time));
    member(&mut out, "IsStale", answer.is_stale.into());
    member(&mut out, "ResultEtag", answer.result_etag.into());
    member(&mut out, "NodeTag", node_tag.into());
    if let Some(waited) = answer.waited_for_new_index {
        let query_ms = answer.duration.saturating_sub(waited).as_secs_f64() * 1000.0;
        member(&mut out, "RookeryQueryMs", query_ms.into());
    }
    if let Some(fields) = &answer.time_series_fields {
        member(&mut out, "TimeSeriesFields", fields.clone().into());
    }
    if let Some(explanations) = &answer.explanations {
        member(&mut out, "Explanations", Value::Object(explanations.clone()));
    }
    if let Some(highlightings) = &answer.highlightings {
        member(&mut out, "Highlightings", Value::Object(highlightings.clone()));
    }
    if let Some(timings) = &answer.timings {
        member(&mut out, "Timings", timings.to_json());
    }
    out.push(b'}');
    (!cancel.is_cancelled()).then_some(out)
}

pub(super) fn write_item(out: &mut Vec<u8>, item: &ResultItem, metadata_only: bool) {
    match item {
        ResultItem::Document(document) => write_found(out, document, metadata_only),
        ResultItem::Projection { fields, .. } => {
            out.extend_from_slice(Value::Object(fields.clone()).to_string().as_bytes());
        }
    }
}

/// A document of the query core: the stored body, whose last member is `@metadata`, completed by the metadata
/// that the engine stores separately.
fn write_found(out: &mut Vec<u8>, document: &OwnedDocument, metadata_only: bool) {
    let stored = if metadata_only { metadata_text(&document.body) } else { document.body.as_slice() };
    if metadata_only {
        out.extend_from_slice(b"{\"@metadata\":");
    }
    // The stored text ends in `}}` (the metadata and the document), the metadata alone in `}`.
    let closing = if metadata_only { 1 } else { 2 };
    out.extend_from_slice(&stored[..stored.len().saturating_sub(closing)]);
    kept_beside(document).write(out);
    out.extend_from_slice(b"}}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(body: &str, flags: &str) -> OwnedDocument {
        OwnedDocument {
            id: "orders/ü".into(),
            collection: "Orders".into(),
            body: body.as_bytes().to_vec(),
            etag: 1,
            change_vector: "A:1-x".into(),
            last_modified: "2026-01-01T00:00:00.0000000Z".into(),
            flags: flags.into(),
        }
    }

    fn written(document: &OwnedDocument, metadata_only: bool) -> Value {
        let mut out = Vec::new();
        write_found(&mut out, document, metadata_only);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn found_documents_get_their_metadata_completed() {
        let whole = written(&document(r#"{"a":1,"@metadata":{"@collection":"Orders"}}"#, "Archived"), false);
        assert_eq!(
            whole,
            json!({ "a": 1, "@metadata": {
                "@collection": "Orders", "@change-vector": "A:1-x", "@flags": "Archived", "@id": "orders/ü",
                "@last-modified": "2026-01-01T00:00:00.0000000Z",
            } })
        );
        let bare = written(&document(r#"{"a":1,"@metadata":{}}"#, ""), false);
        assert_eq!(bare["@metadata"]["@id"], "orders/ü");
        let only = written(&document(r#"{"a":1,"@metadata":{"x":{"y":"}"}}}"#, ""), true);
        assert_eq!(only["@metadata"]["x"]["y"], "}");
        assert!(only.get("a").is_none());
    }
}
