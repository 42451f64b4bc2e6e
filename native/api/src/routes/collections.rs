//! Collections: counts, sizes, and their documents newest first.

use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::Database;
use serde_json::{Map, Value, json};

use crate::answer::{document_page, json as json_answer, ok};
use crate::blocking::blocking;
use crate::dto::text::size;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::routes::compression::collection_object;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/collections/stats", stats)
        .get("/databases/{db}/collections/stats/detailed", detailed)
        .get("/databases/{db}/collections/docs", documents)
}

async fn stats(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let collections =
            database.collections()?.into_iter().map(|found| (found.name, found.documents.into())).collect();
        Ok(ok(&with_counts(&database, collections)?))
    })
    .await
}

async fn detailed(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let compression = database.collection_compression()?;
        let collections = database
            .collections()?
            .into_iter()
            .map(|found| {
                let compression = compression.iter().find(|of| of.name == found.name);
                let object = json!({
                    "Name": found.name,
                    "CountOfDocuments": found.documents,
                    "Size": size(found.size()),
                    "DocumentsSize": size(found.documents_size),
                    "CountOfTombstones": found.tombstones,
                    "TombstonesSize": size(found.tombstones_size),
                    "CountOfRevisions": found.revisions,
                    "RevisionsSize": size(found.revisions_size),
                    "CountOfTimeSeriesDeletedRanges": 0,
                    "TimeSeriesDeletedRangesSize": size(0),
                    "CountOfCounterEntries": found.documents_with_counters,
                    "CounterEntriesSize": size(found.counters_size),
                    "CountOfTimeSeriesSegments": found.time_series_segments,
                    "TimeSeriesSegmentsSize": size(found.time_series_size),
                    // In addition to the official members: the compression.
                    "Compression": compression.map(collection_object),
                });
                (found.name, object)
            })
            .collect();
        Ok(ok(&with_counts(&database, collections)?))
    })
    .await
}

fn with_counts(database: &Database, collections: Map<String, Value>) -> Result<Value, ApiError> {
    let stats = database.stats()?;
    Ok(json!({
        "CountOfDocuments": stats.documents,
        "CountOfDocumentsConflicts": 0,
        "CountOfConflicts": 0,
        "CountOfRevisionDocuments": stats.revisions,
        "CountOfTombstones": stats.tombstones,
        "CountOfTimeSeriesDeletedRanges": 0,
        "CountOfAttachments": stats.attachments,
        "CountOfCounterEntries": stats.documents_with_counters,
        "CountOfTimeSeriesSegments": stats.time_series_segments,
        "Collections": collections,
    }))
}

async fn documents(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    let page = query.page()?;
    blocking(move || {
        let documents = database.collection_newest(&name, page.start, page.take)?;
        Ok(json_answer(StatusCode::OK, document_page(&documents, false)))
    })
    .await
}
