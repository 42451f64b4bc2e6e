//! Compacting a database, or the documents of one collection, in the background.
//!
//! The official route counts as work of the server, Rookery's own as work of the database: each is
//! queried and killed with the operations of the server.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{CompactOptions, CompactReport, Database, OperationHandle, null_as_default};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// The kind of operation; typed clients choose the class of its result by it.
const KIND: &str = "DatabaseCompact";
/// A list of indexes to compact may be this long.
const MOST_INDEXES: usize = 1024;

pub fn mount(table: RouteTable) -> RouteTable {
    table.post("/admin/compact", compact_database).post("/databases/{db}/admin/compact", compact_documents)
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct CompactSettings {
    database_name: Option<String>,
    #[serde(deserialize_with = "null_as_default")]
    documents: bool,
    indexes: Option<Vec<String>>,
}

async fn compact_database(
    State(state): State<ApiState>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let settings: CompactSettings = json_body(&state, &headers, body, "The compact settings").await?;
    let name = settings.database_name.filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| refused("DatabaseName is a required field when compacting a database."))?;
    let indexes = settings.indexes.unwrap_or_default();
    if !settings.documents && indexes.is_empty() {
        return Err(refused(
            "Documents is false in compact settings and no indexes were supplied. Nothing to compact.",
        ));
    }
    if indexes.len() > MOST_INDEXES {
        return Err(refused(format!(
            "{} indexes are listed, and {MOST_INDEXES} is the most.",
            indexes.len()
        )));
    }
    blocking(move || {
        let known = state.engine().list().into_iter().any(|known| known.name.eq_ignore_ascii_case(&name));
        if !known {
            return Err(refused(format!("Cannot compact database {name}, it doesn't exist.")));
        }
        let database = state.engine().database(&name)?;
        let handle = state.engine().operations().start(KIND, &format!("Compacting database: {name}"), true);
        let whole = settings.documents;
        start(database, handle, whole.then(CompactOptions::default), indexes, state.engine().node_tag())
    })
    .await
}

/// Rookery's own: documents only, those of one collection if it is named. The data file keeps its gaps
/// unless `dataFile=true`.
async fn compact_documents(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let collection = query.filled("collection").map(str::to_owned);
    let skip_data_file = !query.flag("dataFile")?;
    blocking(move || {
        let what = collection.as_deref().unwrap_or("all collections").to_owned();
        let handle = database.operations().start(KIND, &format!("Compacting documents of {what}"), true);
        let options = CompactOptions { collection, skip_data_file, ..CompactOptions::default() };
        start(database, handle, Some(options), Vec::new(), state.engine().node_tag())
    })
    .await
}

fn start(
    database: Arc<Database>,
    handle: OperationHandle,
    options: Option<CompactOptions>,
    indexes: Vec<String>,
    node_tag: &str,
) -> Result<Response, ApiError> {
    let id = handle.id();
    std::thread::Builder::new()
        .name("rookery-compact".to_owned())
        .spawn(move || run(&database, handle, options, &indexes))
        .map_err(|error| {
            ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.IO.IOException",
                format!("The operating system gave no thread to compact on: {error}. Try again later."),
            )
        })?;
    Ok(ok(&json!({ "OperationId": id, "OperationNodeTag": node_tag })))
}

fn run(database: &Database, handle: OperationHandle, options: Option<CompactOptions>, indexes: &[String]) {
    let compacted = match &options {
        None => Ok(None),
        Some(options) => database
            .compact(options, &mut |report| {
                handle.progress(Value::Object(common(report)));
                !handle.is_cancelled()
            })
            .map(Some),
    };
    match compacted {
        Ok(Some(report)) if report.cancelled => handle.cancel(),
        Ok(report) => handle.complete(result(database.name(), report.as_ref(), indexes)),
        Err(error) => handle.fail("System.InvalidOperationException", error.to_string()),
    }
}

/// Members of both progress and result: the official ones, and the numbers.
fn common(report: &CompactReport) -> Map<String, Value> {
    let members = json!({
        "Message": sentence(report),
        "TreeName": null,
        "TreeProgress": report.documents + report.revisions,
        "TreeTotal": report.documents_total + report.revisions_total,
        "GlobalProgress": report.documents + report.revisions,
        "GlobalTotal": report.documents_total + report.revisions_total,
        "Skipped": false,
        "Processed": true,
        "DocumentsRewritten": report.rewritten,
        "BytesBefore": report.bytes_before,
        "BytesAfter": report.bytes_after,
    });
    match members {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

fn result(name: &str, report: Option<&CompactReport>, indexes: &[String]) -> Value {
    let nothing = CompactReport::default();
    let done = report.unwrap_or(&nothing);
    let mut members = common(done);
    members.insert("Skipped".into(), report.is_none().into());
    if !indexes.is_empty() {
        // Official servers answer this for an unknown index.
        let results: Map<String, Value> =
            indexes.iter().map(|index| (index.clone(), missing(index))).collect();
        members.insert("IndexesResults".into(), results.into());
    }
    members.insert("Name".into(), name.into());
    members.insert("SizeBeforeCompactionInMb".into(), (done.file_before >> 20).into());
    members.insert("SizeAfterCompactionInMb".into(), (done.file_after >> 20).into());
    members.insert("SizeBeforeCompaction".into(), crate::dto::text::size(done.file_before));
    members.insert("SizeAfterCompaction".into(), crate::dto::text::size(done.file_after));
    let mut messages: Vec<String> = Vec::new();
    if report.is_some() {
        messages.push(format!("Started database compaction for {name}"));
        messages.push(sentence(done));
        messages
            .extend(done.file_skipped.iter().map(|why| format!("The data file was not compacted: {why}.")));
    } else {
        members.insert("Message".into(), Value::Null);
    }
    members.insert("Messages".into(), messages.into());
    Value::Object(members)
}

fn missing(index: &str) -> Value {
    let message = format!("Index '{index}' does not exist.");
    json!({
        "Message": message,
        "TreeName": null,
        "TreeProgress": 0,
        "TreeTotal": 0,
        "GlobalProgress": 0,
        "GlobalTotal": 0,
        "Skipped": true,
        "Processed": true,
        "Name": index,
        "SizeBeforeCompactionInMb": 0,
        "SizeAfterCompactionInMb": 0,
        "Messages": [message],
    })
}

fn sentence(report: &CompactReport) -> String {
    let mut looked_at = format!("{} of {} documents", report.documents, report.documents_total);
    if report.revisions_total > 0 {
        looked_at += &format!(" and {} of {} revisions", report.revisions, report.revisions_total);
    }
    format!(
        "{looked_at} processed, {} rewritten: {} instead of {} bytes.",
        report.rewritten, report.bytes_after, report.bytes_before
    )
}

fn refused(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException", message)
}
