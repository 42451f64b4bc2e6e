//! Documents one by one and in pages: read, save, delete, exists, size.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use rookery_engine::{Command, CommandResult, Database, Document, PrefixQuery};
use serde::Deserialize;
use serde_json::json;

use crate::answer::{bare, created, document_page, json, not_modified, ok, tagged};
use crate::attachment_list;
use crate::blocking::blocking;
use crate::body;
use crate::dto::json_writer::{write_document, write_list, write_text};
use crate::dto::text::human_readable_size;
use crate::error::ApiError;
use crate::etag::{self, ListTag, MISSING_DOCUMENT, quoted};
use crate::included_exchanges::IncludedExchanges;
use crate::included_revisions::IncludedRevisions;
use crate::included_time_series::IncludedTimeSeries;
use crate::includes;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, expected, json_body};
use crate::route_table::RouteTable;
use crate::routes::cluster_batches::CLUSTER_WIDE;
use crate::routes::counters::IncludedCounters;
use crate::saving;
use crate::state::ApiState;

/// So many documents are read where the request arrives.
const FEW_IDS: usize = 8;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/docs", get)
        .post("/databases/{db}/docs", get_by_long_list)
        .put("/databases/{db}/docs", put)
        .delete("/databases/{db}/docs", delete)
        .head("/databases/{db}/docs", exists)
        .get("/databases/{db}/docs/size", size)
}

async fn get(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let ids: Vec<String> = query.all("id").map(str::to_owned).collect();
    if ids.is_empty() {
        blocking(move || page(&database, &query, &headers)).await
    } else if ids.len() <= FEW_IDS
        && query.text("include").is_none()
        && !IncludedTimeSeries::are_requested(&query)
    {
        // Reading a snapshot takes microseconds, less than a switch to another thread.
        by_ids(&database, &ids, &query, &headers)
    } else {
        blocking(move || by_ids(&database, &ids, &query, &headers)).await
    }
}

#[derive(Deserialize)]
struct LongList {
    #[serde(rename = "Ids", alias = "ids")]
    ids: Vec<Option<String>>,
}

async fn get_by_long_list(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let list: LongList = json_body(&state, &headers, body, "The list of ids").await?;
    // No document has an empty id: it is answered as a missing one.
    let ids: Vec<String> = list.ids.into_iter().map(Option::unwrap_or_default).collect();
    blocking(move || by_ids(&database, &ids, &query, &headers)).await
}

/// The document of a query string that is only `id=…`.
pub fn one(database: &Database, query: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let id = form_urlencoded::parse(query.as_bytes()).next().map(|(_, id)| id).unwrap_or_default();
    by_ids(database, &[id.into_owned()], &Parameters::default(), headers)
}

/// Documents in the requested order, `null` for missing ones; a single missing one is a 404.
fn by_ids(
    database: &Database,
    requested: &[String],
    query: &Parameters,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let metadata_only = query.flag("metadataOnly")?;
    let paths: Vec<String> =
        query.all("include").filter(|path| !path.is_empty()).map(str::to_owned).collect();
    // All at one moment, so that the answer never mixes two states.
    let found = database.get_many(&requested.iter().map(String::as_str).collect::<Vec<_>>())?;
    let cluster_wide = query.text("txMode").is_some_and(|mode| mode == CLUSTER_WIDE);
    if let ([None], false) = (found.as_slice(), cluster_wide) {
        // Clients store this literal text as the tag of a missing document.
        return Ok(if etag::is_held(headers, MISSING_DOCUMENT) {
            bare(StatusCode::NOT_MODIFIED)
        } else {
            bare(StatusCode::NOT_FOUND)
        });
    }
    let included = if paths.is_empty() {
        Vec::new()
    } else {
        let present: Vec<Document> = found.iter().flatten().cloned().collect();
        includes::follow(database, &present, &paths)?
    };
    let names: Vec<&str> = query.all("counter").collect();
    let ids = found.iter().flatten().map(|document| document.id.as_str());
    let counters = IncludedCounters::read(database, ids, &names)?;
    let revisions = IncludedRevisions::read(database, &found, query)?;
    // A cluster-wide session creates a missing document with the index of the guard that one before it left behind.
    let missing: Vec<&str> = match cluster_wide {
        true => requested
            .iter()
            .zip(&found)
            .filter(|(_, found)| found.is_none())
            .map(|(id, _)| id.as_str())
            .collect(),
        false => Vec::new(),
    };
    let exchanges =
        IncludedExchanges::read(database, &found, &query.all("cmpxchg").collect::<Vec<_>>(), &missing)?;
    let series = IncludedTimeSeries::read(database, &found, query)?;
    let tag = match found.as_slice() {
        [Some(only)]
            if paths.is_empty()
                && counters.is_none()
                && revisions.is_none()
                && exchanges.is_none()
                && series.is_none() =>
        {
            only.change_vector.clone()
        }
        _ => {
            let mut tag = ListTag::default();
            found.iter().for_each(|document| tag.add(document.as_ref().map(|d| d.change_vector.as_str())));
            tag.border();
            included.iter().for_each(|document| tag.add(Some(&document.change_vector)));
            if let Some(counters) = &counters {
                tag.border();
                counters.versions().for_each(|version| tag.add(version.as_deref()));
            }
            if let Some(revisions) = &revisions {
                tag.border();
                revisions.versions().for_each(|version| tag.add(Some(version)));
            }
            if let Some(exchanges) = &exchanges {
                tag.border();
                exchanges.versions().for_each(|version| tag.add(Some(&version)));
            }
            if let Some(series) = &series {
                tag.border();
                series.versions().for_each(|version| tag.add(Some(version)));
            }
            tag.text()
        }
    };
    if etag::is_held(headers, &tag) {
        return Ok(not_modified(quoted(&tag)));
    }
    let bytes = found.iter().flatten().map(|document| document.body.len() + 320).sum::<usize>();
    let mut out = Vec::with_capacity(bytes + 64);
    out.extend_from_slice(b"{\"Results\":");
    let listed = found.iter().filter(|document| document.is_some() || !cluster_wide);
    write_list(&mut out, listed, |out, document| match document {
        Some(document) => write_document(out, document, metadata_only),
        None => out.extend_from_slice(b"null"),
    });
    out.extend_from_slice(b",\"Includes\":{");
    for (index, document) in included.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_text(&mut out, &document.id);
        out.push(b':');
        write_document(&mut out, document, false);
    }
    out.push(b'}');
    if let Some(counters) = &counters {
        out.extend_from_slice(b",\"CounterIncludes\":");
        out.extend_from_slice(counters.to_value().to_string().as_bytes());
    }
    if let Some(series) = &series {
        out.extend_from_slice(b",\"TimeSeriesIncludes\":");
        series.write(&mut out);
    }
    if let Some(revisions) = &revisions {
        out.extend_from_slice(b",\"RevisionIncludes\":");
        revisions.write(&mut out);
    }
    if let Some(exchanges) = &exchanges {
        out.extend_from_slice(b",\"CompareExchangeValueIncludes\":");
        exchanges.write(&mut out);
    }
    out.push(b'}');
    Ok(tagged(json(StatusCode::OK, out), quoted(&tag)))
}

/// By etag, by id prefix, or newest first. The tag is the database's change vector.
fn page(database: &Database, query: &Parameters, headers: &HeaderMap) -> Result<Response, ApiError> {
    let tag = database.stats()?.change_vector;
    if !tag.is_empty() && etag::is_held(headers, &tag) {
        return Ok(not_modified(quoted(&tag)));
    }
    let metadata_only = query.flag("metadataOnly")?;
    let page = query.page()?;
    let documents = if let Some(from) = query.number::<i64>("etag")? {
        database.from_etag(from, page.start, page.take)?
    } else if let Some(starts_with) = query.text("startsWith") {
        database.by_prefix(&PrefixQuery {
            starts_with: starts_with.to_owned(),
            matches: query.filled("matches").map(str::to_owned),
            exclude: query.filled("exclude").map(str::to_owned),
            start_after: query.filled("startAfter").map(str::to_owned),
            start: page.start,
            take: page.take,
        })?
    } else {
        database.newest(page.start, page.take)?
    };
    Ok(tagged(json(StatusCode::OK, document_page(&documents, metadata_only)), quoted(&tag)))
}

async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    let expected = expected(&headers);
    let body = body::read(&headers, body, state.body_limits()).await?;
    let size = body.len();
    let stored = database.clone();
    let results = saving::save(database, size, move || {
        check_json(&body)?;
        attachment_list::check(&stored, &id, &body)?;
        Ok(vec![Command::Put { id, body, expected }])
    })
    .await?;
    match results.into_iter().next() {
        Some(CommandResult::Put { id, change_vector, .. }) => {
            Ok(created(&json!({ "Id": id, "ChangeVector": change_vector })))
        }
        _ => Err(ApiError::panicked("a saved document had no result")),
    }
}

/// Reports line and column of the first error; the engine reports only that there is one.
pub fn check_json(body: &[u8]) -> Result<(), ApiError> {
    serde_json::from_slice::<serde::de::IgnoredAny>(body)
        .map(|_| ())
        .map_err(|error| ApiError::bad_json("The document's JSON", &error))
}

async fn delete(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    let expected = expected(&headers);
    saving::save(database, 0, move || Ok(vec![Command::Delete { id, expected }])).await?;
    Ok(bare(StatusCode::NO_CONTENT))
}

async fn exists(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    blocking(move || {
        let Some(document) = database.get(&id)? else { return Ok(bare(StatusCode::NOT_FOUND)) };
        let tag = quoted(&document.change_vector);
        if etag::is_held(&headers, &document.change_vector) {
            return Ok(not_modified(tag));
        }
        let mut response = tagged(bare(StatusCode::OK), tag);
        response.headers_mut().insert(header::CONTENT_TYPE, crate::answer::JSON);
        Ok(response)
    })
    .await
}

async fn size(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    blocking(move || {
        let Some(document) = database.get(&id)? else { return Ok(bare(StatusCode::NOT_FOUND)) };
        let (actual, allocated) = (document.body.len(), document.stored_size);
        Ok(ok(&json!({
            "ActualSize": actual,
            "HumaneActualSize": human_readable_size(actual as u64),
            "AllocatedSize": allocated,
            "HumaneAllocatedSize": human_readable_size(allocated as u64),
            "IsCompressed": document.compressed,
            "DocId": document.id,
        })))
    })
    .await
}
