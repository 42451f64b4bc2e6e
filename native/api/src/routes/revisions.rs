//! Revisions: configuration, those of a document, one by its change vector, and the bin.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{Database, Document, RevisionsConfiguration, parse_date};
use serde_json::{Value, json};

use crate::answer::{bare, changed, json as json_answer, not_modified, ok, tagged};
use crate::blocking::blocking;
use crate::dto::json_writer::{write_document, write_list};
use crate::dto::text::human_readable_size;
use crate::error::ApiError;
use crate::etag::{self, ListTag, quoted};
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/revisions", get)
        .get("/databases/{db}/revisions/count", count)
        .get("/databases/{db}/revisions/size", size)
        .get("/databases/{db}/revisions/bin", bin)
        .get("/databases/{db}/revisions/config", get_configuration)
        .post("/databases/{db}/admin/revisions/config", set_configuration)
}

async fn get(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let vectors: Vec<String> = query.all("changeVector").map(str::to_owned).collect();
    blocking(move || {
        if vectors.is_empty() {
            of_document(&database, &query, &headers)
        } else {
            by_change_vectors(&database, &vectors, &query, &headers)
        }
    })
    .await
}

/// Newest first, in pages; or only the newest one not after a date.
fn of_document(database: &Database, query: &Parameters, headers: &HeaderMap) -> Result<Response, ApiError> {
    let id = query.required("id")?;
    let metadata_only = query.flag("metadataOnly")?;
    let (revisions, total) = match query.filled("before") {
        Some(text) => {
            let before = parse_date(text).ok_or_else(|| {
                ApiError::bad_argument(format!(
                    "Could not parse query string 'before' as date, val '{text}'; write it in UTC like \
                     2030-01-31T18:30:00.0000000Z"
                ))
            })?;
            let found: Vec<Document> = database.revision_before(id, before)?.into_iter().collect();
            let total = found.len() as u64;
            (found, total)
        }
        None => {
            let page = query.page()?;
            let page = database.revisions(id, page.start, page.take)?;
            (page.revisions, page.total)
        }
    };
    let tag = tag_of(revisions.iter().map(Some));
    if etag::is_held(headers, &tag) {
        return Ok(not_modified(quoted(&tag)));
    }
    let mut out = b"{\"Results\":".to_vec();
    write_list(&mut out, &revisions, |out, revision| write_document(out, revision, metadata_only));
    out.extend_from_slice(format!(",\"TotalResults\":{total}}}").as_bytes());
    Ok(tagged(json_answer(StatusCode::OK, out), quoted(&tag)))
}

/// In the requested order, `null` for missing ones; a single missing one is a 404.
fn by_change_vectors(
    database: &Database,
    vectors: &[String],
    query: &Parameters,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let metadata_only = query.flag("metadataOnly")?;
    let found = database.revisions_at(&vectors.iter().map(String::as_str).collect::<Vec<_>>())?;
    if let [None] = found.as_slice() {
        return Ok(bare(StatusCode::NOT_FOUND));
    }
    let tag = tag_of(found.iter().map(Option::as_ref));
    if etag::is_held(headers, &tag) {
        return Ok(not_modified(quoted(&tag)));
    }
    let mut out = b"{\"Results\":".to_vec();
    write_list(&mut out, &found, |out, revision| match revision {
        Some(revision) => write_document(out, revision, metadata_only),
        None => out.extend_from_slice(b"null"),
    });
    out.push(b'}');
    Ok(tagged(json_answer(StatusCode::OK, out), quoted(&tag)))
}

/// One revision's change vector, a hash over several, or a constant for none.
fn tag_of<'a>(revisions: impl ExactSizeIterator<Item = Option<&'a Document>>) -> String {
    let vectors: Vec<Option<&str>> =
        revisions.map(|revision| revision.map(|revision| revision.change_vector.as_str())).collect();
    match vectors.as_slice() {
        [] => "nothing".to_owned(),
        [Some(only)] => (*only).to_owned(),
        all => {
            let mut tag = ListTag::default();
            all.iter().for_each(|vector| tag.add(*vector));
            tag.text()
        }
    }
}

async fn count(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    blocking(move || Ok(ok(&json!({ "RevisionsCount": database.count_of_revisions(&id)? })))).await
}

async fn size(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let vector = query.required("changeVector")?.to_owned();
    blocking(move || {
        let Some(Some(revision)) = database.revisions_at(&[&vector])?.pop() else {
            return Ok(bare(StatusCode::NOT_FOUND));
        };
        let (actual, allocated) = (revision.body.len(), revision.stored_size);
        Ok(ok(&json!({
            "ActualSize": actual,
            "HumaneActualSize": human_readable_size(actual as u64),
            "AllocatedSize": allocated,
            "HumaneAllocatedSize": human_readable_size(allocated as u64),
            "IsCompressed": revision.compressed,
            "ChangeVector": revision.change_vector,
        })))
    })
    .await
}

/// Deleted documents that have revisions, latest deletion first.
async fn bin(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    if query.filled("etag").is_some() {
        return Err(ApiError::not_supported("The bin is paged by 'start' and 'pageSize', not by 'etag'."));
    }
    let page = query.page()?;
    blocking(move || {
        let deleted = database.revision_bin(page.start, page.take)?;
        Ok(json_answer(StatusCode::OK, crate::answer::document_page(&deleted, false)))
    })
    .await
}

async fn get_configuration(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || match database.revisions_configuration() {
        Some(configuration) => to_answer(&configuration),
        None => Ok(bare(StatusCode::NOT_FOUND)),
    })
    .await
}

async fn set_configuration(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let configuration: RevisionsConfiguration =
        json_body(&state, &headers, body, "The revisions configuration").await?;
    blocking(move || {
        database.set_revisions_configuration(configuration)?;
        Ok(changed(&state))
    })
    .await
}

fn to_answer(setting: &impl serde::Serialize) -> Result<Response, ApiError> {
    let value: Value =
        serde_json::to_value(setting).map_err(|error| ApiError::bad_json("The stored setting", &error))?;
    Ok(ok(&value))
}
