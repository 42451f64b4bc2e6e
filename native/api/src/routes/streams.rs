//! Streams: documents and query results of any number, from one moment, written while they are found.
//!
//! `format=jsonl` is one JSON value a line; without it the answer is one object.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use rookery_engine::{Database, DocumentWalk, PrefixQuery, QueryRequest, ResultItem, StreamStart};
use serde_json::json;

use super::queries::{ReadRequest, request_of_body, request_of_query, write_item};
use crate::dto::json_writer::write_document;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::state::ApiState;
use crate::streaming::{FailedEnd, Pieces, streamed};

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/streams/docs", documents)
        .get("/databases/{db}/streams/queries", query_by_get)
        .post("/databases/{db}/streams/queries", query_by_post)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Object,
}

fn form(query: &Parameters) -> Form {
    match query.filled("format") {
        Some(text) if text.eq_ignore_ascii_case("jsonl") => Form::Lines,
        _ => Form::Object,
    }
}

async fn documents(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let form = form(&query);
    let page = query.page()?;
    let walk = match query.text("startsWith") {
        None => DocumentWalk::Newest { start: page.start, take: page.take },
        Some(starts_with) => DocumentWalk::Prefix(PrefixQuery {
            starts_with: starts_with.to_owned(),
            matches: query.filled("matches").map(str::to_owned),
            // Clients send `exclude` here too; a real server ignores it in streams.
            exclude: None,
            start_after: query.filled("startAfter").map(str::to_owned),
            start: page.start,
            take: page.take,
        }),
    };
    streamed(None, move |pieces| {
        let mut separator: &[u8] = b"";
        if form == Form::Object {
            pieces.write(|out| out.extend_from_slice(b"{\"Results\":["));
        }
        database.walk(&walk, &mut |document| {
            pieces.begin();
            pieces.write(|out| {
                out.extend_from_slice(separator);
                write_document(out, &document, false);
                match form {
                    Form::Lines => out.push(b'\n'),
                    Form::Object => separator = b",",
                }
            })
        })?;
        if form == Form::Object {
            pieces.write(|out| out.extend_from_slice(b"]}"));
        }
        Ok(())
    })
    .await
}

async fn query_by_post(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let ReadRequest { request, .. } = request_of_body(&state, &headers, body).await?;
    results(database, &query, &uri, request).await
}

async fn query_by_get(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    uri: Uri,
) -> Result<Response, ApiError> {
    results(database, &query, &uri, request_of_query(&query)?).await
}

async fn results(
    database: Arc<Database>,
    query: &Parameters,
    uri: &Uri,
    request: QueryRequest,
) -> Result<Response, ApiError> {
    let form = form(query);
    streamed(Some(failed_end(form, uri)), move |pieces| {
        if rookery_rql::parse(&request.query)
            .is_ok_and(|parsed| !parsed.include.is_empty() && includes(&parsed))
        {
            return Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.NotSupportedException",
                "Includes are not supported by this type of query.",
            ));
        }
        answer(&database, &request, form, pieces)
    })
    .await
}

/// How a real server ends a query that fails after its first part: the error as text in the form of the answer, then
/// the error object. Without `format=jsonl` the whole is not valid JSON, so no reader takes it for a complete answer.
fn failed_end(form: Form, uri: &Uri) -> FailedEnd {
    let url = uri.path_and_query().map_or("/", |url| url.as_str()).to_owned();
    Arc::new(move |error| {
        let text = json!(format!("{}: {}", error.kind, error.message));
        let mut end = match form {
            Form::Lines => format!("{{\"Error\":{text}}}\n"),
            Form::Object => format!("],\"Error\":{text}"),
        }
        .into_bytes();
        end.extend(error.body(&url));
        if form == Form::Lines {
            end.push(b'\n');
        }
        end
    })
}

/// Whether documents are to be included; `include timings()` is let pass and has no effect.
fn includes(query: &rookery_rql::ast::Query) -> bool {
    query.include.iter().any(|include| matches!(include, rookery_rql::ast::Include::Path(_)))
}

fn answer(
    database: &Database,
    request: &QueryRequest,
    form: Form,
    pieces: &mut Pieces,
) -> Result<(), ApiError> {
    let pieces = std::cell::RefCell::new(pieces);
    let mut separator: &[u8] = b"";
    database.query_streamed(
        request,
        &mut |start| {
            let mut pieces = pieces.borrow_mut();
            pieces.begin();
            pieces.write(|out| write_start(out, &start, form))
        },
        &mut |item: ResultItem| {
            pieces.borrow_mut().write(|out| match form {
                Form::Lines => {
                    out.extend_from_slice(b"{\"Item\":");
                    write_item(out, &item, false);
                    out.extend_from_slice(b"}\n");
                }
                Form::Object => {
                    out.extend_from_slice(separator);
                    write_item(out, &item, false);
                    separator = b",";
                }
            })
        },
    )?;
    if form == Form::Object {
        pieces.borrow_mut().write(|out| out.extend_from_slice(b"]}"));
    }
    Ok(())
}

fn write_start(out: &mut Vec<u8>, start: &StreamStart, form: Form) {
    let stats = json!({
        "ResultEtag": start.result_etag,
        "IsStale": start.is_stale,
        "IndexName": start.index_name,
        "TotalResults": start.total,
        // Collection scans read the documents themselves, so they are never stale.
        "IndexTimestamp": start.index_timestamp.as_deref().unwrap_or("0001-01-01T00:00:00.0000000Z"),
    })
    .to_string();
    match form {
        Form::Lines => {
            out.extend_from_slice(b"{\"Stats\":");
            out.extend_from_slice(stats.as_bytes());
            out.extend_from_slice(b"}\n");
        }
        Form::Object => {
            out.extend_from_slice(stats.trim_end_matches('}').as_bytes());
            out.extend_from_slice(b",\"Results\":[");
        }
    }
}
