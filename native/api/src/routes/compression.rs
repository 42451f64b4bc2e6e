//! Compression dictionaries and ratios.

use axum::extract::State;
use axum::response::Response;
use rookery_engine::{CollectionCompression, DictionaryStats};
use serde_json::{Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::text::{date, size};
use crate::error::ApiError;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/databases/{db}/debug/storage/compression-dictionaries", dictionaries)
}

/// The server's members, and details of each dictionary and collection.
async fn dictionaries(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    CallerUrl(url): CallerUrl,
) -> Result<Response, ApiError> {
    blocking(move || {
        let stored = database.compression_dictionaries()?;
        let in_storage: Vec<Value> = stored.iter().map(dictionary_object).collect();
        let in_memory: Vec<Value> =
            stored.iter().filter(|found| found.loaded).map(|found| json!({ "Id": found.number })).collect();
        let collections: serde_json::Map<String, Value> = database
            .collection_compression()?
            .iter()
            .map(|found| (found.name.clone(), collection_object(found)))
            .collect();
        Ok(ok(&json!({
            "@metadata": debug_metadata(&url, state.engine().node_tag()),
            "DatabaseName": database.name(),
            "InMemory": { "NumberOfEntries": in_memory.len(), "Entries": in_memory },
            "InStorage": { "NumberOfEntries": in_storage.len(), "Entries": in_storage },
            "Collections": collections,
            "TrainingFailure": database.compression_failure(),
        })))
    })
    .await
}

/// The compression of one collection; also added to its statistics.
pub fn collection_object(found: &CollectionCompression) -> Value {
    json!({
        "Enabled": found.enabled,
        "CountOfCompressedDocuments": found.documents,
        "SizeBeforeCompression": size(found.bytes_before),
        "SizeAfterCompression": size(found.bytes_after),
        "Ratio": found.ratio(),
        "RecentRatio": found.recent_ratio,
        "Dictionary": found.dictionary.as_ref().map(dictionary_object),
    })
}

fn dictionary_object(found: &DictionaryStats) -> Value {
    json!({
        "Id": found.number,
        "Collection": found.collection,
        "CreatedAt": date(found.created_at),
        "CountOfSamples": found.samples,
        "Size": size(found.bytes),
        "RatioWhenAdopted": found.ratio,
        "Current": found.current,
    })
}
