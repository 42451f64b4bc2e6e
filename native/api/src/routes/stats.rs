//! Numbers about a database: counts, change vector, sizes, what its files hold.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::{Database, DatabaseStats, Health, IndexStats, StorageReport};
use serde_json::{Map, Value, json};

use crate::answer::{bare, debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::index::{kind, state};
use crate::dto::text::size;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/stats", stats)
        .get("/databases/{db}/stats/essential", essential)
        .get("/databases/{db}/stats/detailed", detailed)
        .get("/databases/{db}/debug/storage/report", storage)
        .post("/databases/{db}/admin/storage/manual-flush", flush_and_sync)
        .post("/databases/{db}/admin/storage/manual-sync", flush_and_sync)
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
        let indexes = database.index_stats()?;
        object.extend(counts(&found, &indexes));
        object.extend(rest(&database, &found, &indexes));
        Ok(ok(&Value::Object(object)))
    })
    .await
}

/// Moves acknowledged writes to the data file and syncs it. The sandbox always does both: data
/// that is flushed without a sync would have to stay in the journal.
async fn flush_and_sync(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?;
    let kind = query.required("type")?;
    let known = ["Documents", "Index", "Configuration", "System"];
    if !known.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
        return Err(ApiError::bad_argument(format!(
            "Query string value 'type' is not a valid environment type: {kind}"
        )));
    }
    if !kind.eq_ignore_ascii_case("Documents") || !name.eq_ignore_ascii_case(database.name()) {
        return Ok(bare(StatusCode::NOT_FOUND));
    }
    blocking(move || {
        database.flush_and_sync()?;
        Ok(bare(StatusCode::OK))
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
                "SourceType": "Documents",
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
        "CountOfTimeSeriesSegments": 0,
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

async fn storage(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let report = database.storage_report()?;
        Ok(ok(&json!({
            "@metadata": debug_metadata(&url, &tag),
            "BasePath": report.path.to_string_lossy(),
            "Results": [{ "Name": database.name(), "Type": "Documents", "Report": report_object(&report) }],
        })))
    })
    .await
}

fn report_object(report: &StorageReport) -> Value {
    let journals: Vec<Value> = report
        .journals
        .iter()
        .map(|journal| {
            json!({
                "Number": journal.number,
                "AllocatedSpaceInBytes": journal.allocated,
                "Available4Kbs": journal.available / 4096,
                "LastTransaction": journal.last_record.unwrap_or(0),
                "Flushed": journal.flushed,
            })
        })
        .collect();
    let tables: Vec<Value> = report
        .tables
        .iter()
        .map(|table| {
            json!({
                "Name": table.name,
                "NumberOfEntries": table.entries,
                "Depth": table.depth,
                "LeafPages": table.leaf_pages,
                "BranchPages": table.branch_pages,
                "UsedSpaceInBytes": table.used,
                "AllocatedSpaceInBytes": table.allocated,
            })
        })
        .collect();
    json!({
        "DataFile": {
            "AllocatedSpaceInBytes": report.data_file.allocated,
            "UsedSpaceInBytes": report.data_file.used,
            "FreeSpaceInBytes": report.data_file.free,
        },
        "Journals": journals,
        "TempFiles": [],
        "CountOfTrees": 0,
        "CountOfTables": report.tables.len(),
        // Rookery's addition: what the data file's bytes are for.
        "Tables": tables,
    })
}
