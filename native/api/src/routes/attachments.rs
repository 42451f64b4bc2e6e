//! Attachments one by one: put, read (whole, in part, several together), delete, and who uses a content.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rookery_engine::{Attachment, Command, CommandResult, Database};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{bare, created, ok};
use crate::attachment_body::{bytes_of, describe, first_then};
use crate::blocking::blocking;
use crate::body;
use crate::byte_range::{self, RequestedRange};
use crate::error::ApiError;
use crate::etag;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, expected, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .put("/databases/{db}/attachments", put)
        .get("/databases/{db}/attachments", get)
        .post("/databases/{db}/attachments", get_by_kind)
        .head("/databases/{db}/attachments", head)
        .delete("/databases/{db}/attachments", delete)
        .post("/databases/{db}/attachments/bulk", get_several)
        .get("/databases/{db}/debug/attachments/hash", references)
        .get("/databases/{db}/debug/attachments/metadata", listed)
}

async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let (id, name) = place(&query)?;
    let content_type = query.text("contentType").unwrap_or_default().to_owned();
    let expected = expected(&headers);
    let content = body::read(&headers, body, state.body_limits()).await?;
    blocking(move || {
        let command = Command::AttachmentPut { id, name, content_type, content, expected };
        match database.execute(vec![command])?.pop() {
            Some(CommandResult::AttachmentPut { attachment, .. }) => Ok(created(&json!({
                "ChangeVector": attachment.change_vector,
                "Name": attachment.name,
                "DocumentId": attachment.document_id,
                "ContentType": attachment.content_type,
                "Hash": attachment.hash,
                "Size": attachment.size,
            }))),
            _ => Err(ApiError::panicked("a saved attachment had no result")),
        }
    })
    .await
}

async fn delete(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, name) = place(&query)?;
    let expected = expected(&headers);
    blocking(move || {
        database.execute(vec![Command::AttachmentDelete { id, name, expected }])?;
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

async fn get(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    read(database, &query, headers, None).await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Kind {
    #[serde(default, rename = "Type")]
    kind: Option<String>,
    #[serde(default)]
    change_vector: Option<String>,
}

async fn get_by_kind(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let kind: Kind = json_body(&state, &headers, body, "The requested kind of attachment").await?;
    match kind.kind.as_deref() {
        Some("Document") => read(database, &query, headers, None).await,
        Some("Revision") => {
            let of = kind.change_vector.filter(|vector| !vector.is_empty());
            let of = of.ok_or_else(no_change_vector)?;
            read(database, &query, headers, Some(of)).await
        }
        _ => Err(ApiError::bad_argument(
            "The 'Type' field in the body request is mandatory; it must be Document or Revision",
        )),
    }
}

async fn head(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, name) = place(&query)?;
    blocking(move || {
        let Some(attachment) = database.attachment(&id, &name)? else {
            return Ok(bare(StatusCode::NOT_FOUND));
        };
        if etag::is_held(&headers, &attachment.change_vector) {
            return Ok(bare(StatusCode::NOT_MODIFIED));
        }
        let mut response = bare(StatusCode::OK);
        describe(response.headers_mut(), &attachment);
        response.headers_mut().insert(header::CONTENT_LENGTH, attachment.size.into());
        Ok(response)
    })
    .await
}

/// The document's attachment, or the one its revision of this change vector had.
async fn read(
    database: Arc<Database>,
    query: &Parameters,
    headers: HeaderMap,
    revision: Option<String>,
) -> Result<Response, ApiError> {
    let (id, name) = place(query)?;
    blocking(move || {
        let found = match &revision {
            Some(change_vector) => database.open_revision_attachment(&id, &name, change_vector)?,
            None => database.open_attachment(&id, &name)?,
        };
        let Some(content) = found else {
            return Ok(bare(StatusCode::NOT_FOUND));
        };
        let attachment = content.attachment().clone();
        if etag::is_held(&headers, &attachment.change_vector) {
            return Ok(bare(StatusCode::NOT_MODIFIED));
        }
        let size = attachment.size;
        let (status, start, end) = match byte_range::requested_range(&headers, size) {
            RequestedRange::Whole => (StatusCode::OK, 0, size),
            RequestedRange::Part(start, end) => (StatusCode::PARTIAL_CONTENT, start, end),
            RequestedRange::Impossible => (StatusCode::RANGE_NOT_SATISFIABLE, 0, 0),
        };
        let mut response = Response::new(bytes_of(vec![(content, start, end)]));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        describe(headers, &attachment);
        headers.insert(header::CONTENT_LENGTH, (end - start).into());
        let range = match status {
            StatusCode::PARTIAL_CONTENT => Some(format!("bytes {start}-{}/{size}", end - 1)),
            StatusCode::RANGE_NOT_SATISFIABLE => Some(format!("bytes */{size}")),
            _ => None,
        };
        if let Some(range) = range.and_then(|range| HeaderValue::from_str(&range).ok()) {
            headers.insert(header::CONTENT_RANGE, range);
        }
        Ok(response)
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Several {
    #[serde(default)]
    attachment_type: Option<String>,
    attachments: Vec<OneOfSeveral>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct OneOfSeveral {
    document_id: String,
    name: String,
}

/// A JSON object that lists the attachments, followed by the contents in that order.
async fn get_several(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let several: Several = json_body(&state, &headers, body, "The list of attachments").await?;
    if several.attachment_type.as_deref() == Some("Revision") {
        // Such a request cannot have a change vector, as on a real server.
        return Err(no_change_vector());
    }
    blocking(move || {
        let places: Vec<_> =
            several.attachments.iter().map(|one| (one.document_id.as_str(), one.name.as_str())).collect();
        let contents: Vec<_> = database.open_attachments(&places)?.into_iter().flatten().collect();
        let found: Vec<Value> = contents.iter().map(|content| details(content.attachment())).collect();
        let first = json!({ "AttachmentsMetadata": found }).to_string();
        let parts = contents.into_iter().map(|content| {
            let size = content.attachment().size;
            (content, 0, size)
        });
        let mut response = Response::new(first_then(first.into(), parts.collect()));
        response.headers_mut().insert(header::CONTENT_TYPE, crate::answer::JSON);
        Ok(response)
    })
    .await
}

async fn references(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let hash = query.required("hash")?.to_owned();
    blocking(move || {
        let count = database.attachment_references(&hash)?;
        Ok(ok(&json!({ "Hash": hash, "Count": count })))
    })
    .await
}

async fn listed(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    blocking(move || {
        let mut list = Vec::new();
        for attachment in database.attachments(&id)? {
            list.push(json!({
                "Name": attachment.name,
                "Hash": attachment.hash,
                "ContentType": attachment.content_type,
                "Size": attachment.size,
                "Count": database.attachment_references(&attachment.hash)?,
            }));
        }
        Ok(ok(&json!({ "Id": id, "Attachments": list })))
    })
    .await
}

fn no_change_vector() -> ApiError {
    ApiError::bad_argument("Change Vector cannot be empty for attachment type Revision")
}

fn place(query: &Parameters) -> Result<(String, String), ApiError> {
    Ok((query.required("id")?.to_owned(), query.required("name")?.to_owned()))
}

fn details(attachment: &Attachment) -> Value {
    json!({
        "Name": attachment.name,
        "Hash": attachment.hash,
        "ContentType": attachment.content_type,
        "Size": attachment.size,
        "ChangeVector": attachment.change_vector,
        "DocumentId": attachment.document_id,
    })
}
