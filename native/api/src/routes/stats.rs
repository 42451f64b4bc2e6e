//! Numbers about a database: counts, change vector, sizes.

use axum::extract::State;
use axum::response::Response;
use rookery_engine::{Database, DatabaseStats, Health, IndexStats};
use serde_json::{Map, Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::index::{kind, state};
use crate::dto::text::size;
use crate::error::ApiError;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/stats", stats)
        .get("/databases/{db}/stats/essential", essential)
        .get("/databases/{db}/stats/detailed", detailed)
}

async fn stats(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let mut object = Map::new();
        object.insert("@metadata".into(), debug_metadata(&url, &tag));
        let found = database.stats()?;
        let indexes = database.index_stats()?;
        object.extend(counts(&found, &indexes));
        object.extend(rest(&database, &found, &indexes));
        Ok(ok(&Value::Object(object)))
    })
    .await
}

async fn essential(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let mut object = counts(&database.stats()?, &database.index_stats()?);
        for index in object.get_mut("Indexes").and_then(Value::as_array_mut).into_iter().flatten() {
            for costly in ["IsStale", "State", "LastIndexingTime"] {
                index.as_object_mut().map(|index| index.shift_remove(costly));
            }
        }
        Ok(ok(&Value::Object(object)))
    })
    .await
}

async fn detailed(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let found = database.stats()?;
        let mut object = Map::new();
        for name in [
            "CountOfIdentities",
            "CountOfCompareExchange",
            "CountOfCompareExchangeTombstones",
            "CountOfTimeSeriesDeletedRanges",
        ] {
            object.insert(name.into(), 0.into());
        }
        object.insert("CountOfIdentities".into(), found.identities.into());
        object.insert("CountOfCompareExchange".into(), found.compare_exchange.into());
        let indexes = database.index_stats()?;
        object.extend(counts(&found, &indexes));
        object.extend(rest(&database, &found, &indexes));
        Ok(ok(&Value::Object(object)))
    })
    .await
}

fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn counts(found: &DatabaseStats, indexes: &[IndexStats]) -> Map<String, Value> {
    let found_indexes: Vec<Value> = indexes
        .iter()
        .map(|stats| {
            json!({
                "Name": stats.definition.name(),
                "IsStale": stats.is_stale,
                "State": state(stats),
                "LockMode": stats.definition.admin_state().lock_mode,
                "Priority": stats.definition.admin_state().priority,
                "Type": kind(&stats.definition),
                "LastIndexingTime": stats.last_indexing,
                "SourceType": stats.source,
            })
        })
        .collect();
    members(json!({
        "CountOfIndexes": indexes.len(),
        "CountOfDocuments": found.documents,
        "CountOfRevisionDocuments": found.revisions,
        "CountOfTombstones": found.tombstones,
        "CountOfDocumentsConflicts": 0,
        "CountOfConflicts": 0,
        "CountOfAttachments": found.attachments,
        "CountOfCounterEntries": found.documents_with_counters,
        "CountOfTimeSeriesSegments": found.time_series_segments,
        "Indexes": found_indexes,
    }))
}

fn rest(database: &Database, found: &DatabaseStats, indexes: &[IndexStats]) -> Map<String, Value> {
    // Texts of one form and length: the greatest is the latest.
    let last_indexing = indexes.iter().filter_map(|stats| stats.last_indexing.as_deref()).max();
    let (health, reason) = match &found.health {
        Health::ReadWrite => ("ReadWrite", None),
        Health::ReadOnly { reason } => ("ReadOnly", Some(reason)),
    };
    members(json!({
        "CountOfUniqueAttachments": found.unique_attachments,
        "DatabaseChangeVector": found.change_vector,
        "DatabaseId": database.id(),
        "NumberOfTransactionMergerQueueOperations": found.pending_writes,
        "Is64Bit": cfg!(target_pointer_width = "64"),
        "Pager": "Rookery",
        "LastDocEtag": found.last_etag,
        "LastDatabaseEtag": found.last_etag,
        "LastIndexingTime": last_indexing,
        "SizeOnDisk": size(found.size_on_disk),
        "TempBuffersSizeOnDisk": size(0),
        "Rookery": {
            "Health": health,
            "ReadOnlyReason": reason,
            "UnflushedDocuments": found.unflushed_documents,
            "UnflushedBytes": found.unflushed_bytes,
            // What opening found in the journal.
            "Recovery": {
                "Segments": found.recovery.segments,
                "ReplayedRecords": found.recovery.replayed_records,
                "ReplayedChanges": found.recovery.replayed_changes,
                "TornTail": found.recovery.torn_tail,
            },
        },
    }))
}
