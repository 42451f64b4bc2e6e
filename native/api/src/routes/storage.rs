//! What the files of a database hold, and what takes the space.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::{IndexFiles, LargeDocument, StorageReport};
use serde_json::{Value, json};

use crate::answer::{bare, debug_metadata, ok};
use crate::blocking::{blocking, request_token};
use crate::dto::text::date;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// As RavenDB's default of `PerformanceHints.Documents.HugeDocumentSizeInMb`.
const LARGE: usize = 5 * 1024 * 1024;
const MOST_LARGE: usize = 100;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/debug/storage/report", storage)
        .get("/databases/{db}/debug/documents/huge", large_documents)
        .post("/databases/{db}/admin/storage/manual-flush", flush_and_sync)
        .post("/databases/{db}/admin/storage/manual-sync", flush_and_sync)
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
            "Results": environments(database.name(), &report),
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

/// The database's own files, then one entry for each index.
fn environments(name: &str, report: &StorageReport) -> Vec<Value> {
    let own = json!({ "Name": name, "Type": "Documents", "Report": report_object(report) });
    std::iter::once(own).chain(report.indexes.iter().map(index_object)).collect()
}

/// An index is a folder of files that are replaced, never changed in place: nothing in them is free.
fn index_object(index: &IndexFiles) -> Value {
    json!({
        "Name": index.name,
        "Type": "Index",
        "Report": {
            "DataFile": {
                "AllocatedSpaceInBytes": index.allocated,
                "UsedSpaceInBytes": index.allocated,
                "FreeSpaceInBytes": 0,
            },
            "Journals": [],
            "TempFiles": [],
            "CountOfTrees": 0,
            "CountOfTables": 0,
        },
    })
}

async fn large_documents(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let found = database.large_documents(LARGE, MOST_LARGE, &request_token())?;
        let results: Vec<Value> = found.iter().map(large_object).collect();
        Ok(ok(&json!({ "@metadata": debug_metadata(&url, &tag), "Results": results })))
    })
    .await
}

/// A server names the documents that it met since its start, with `LastAccess`; here all are found.
fn large_object(document: &LargeDocument) -> Value {
    json!({
        "Id": document.id,
        "Size": document.stored,
        "LastModified": date(document.last_modified),
    })
}
