//! Databases: list, record, create, delete, client configuration, health.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use rookery_engine::{ClusterIds, DatabaseInfo, Engine, null_as_default};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::answer::{bare, created, ok};
use crate::blocking::blocking;
use crate::body;
use crate::dto::database_record;
use crate::dto::optional::flag;
use crate::dto::text::{date, size, time_span};
use crate::error::{ApiError, ErrorForm};
use crate::etag;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase, json_body, json_object};
use crate::route_table::RouteTable;
use crate::routes::handshake::missing_or;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases", list)
        .get("/admin/databases", record)
        .put("/admin/databases", save_record)
        .delete("/admin/databases", delete)
        .get("/databases/{db}/admin/record", record_of_open)
        .get("/databases/{db}/healthcheck", health)
}

async fn list(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    let page = query.page()?;
    let names_only = query.flag("namesOnly")?;
    let engine = state.engine().clone();
    let databases = match query.filled("name").map(str::to_owned) {
        Some(name) => {
            let found = blocking(move || {
                engine.info(&name).map_err(|error| missing_or(error, &name, 404).in_form(ErrorForm::Empty))
            });
            vec![found.await?]
        }
        None => {
            let skip = usize::try_from(page.start).unwrap_or(usize::MAX);
            let take = usize::try_from(page.take).unwrap_or(usize::MAX);
            blocking(move || Ok(engine.list().into_iter().skip(skip).take(take).collect::<Vec<_>>())).await?
        }
    };
    let items: Vec<Value> = if names_only {
        databases.into_iter().map(|info| info.name.into()).collect()
    } else {
        databases.iter().map(|info| info_object(state.engine(), info, &url)).collect()
    };
    Ok(ok(&json!({ "Databases": items })))
}

fn info_object(engine: &Engine, info: &DatabaseInfo, url: &str) -> Value {
    let tag = engine.node_tag();
    let topology = json!({
        "Members": [{ "NodeTag": tag, "NodeUrl": url, "ResponsibleNode": null }],
        "Promotables": [],
        "Rehabs": [],
        "Status": { tag: { "LastStatus": "Ok", "LastError": null } },
        "PriorityOrder": [],
        "DynamicNodesDistribution": false,
    });
    if let Some(error) = &info.load_error {
        return json!({ "Name": info.name, "NodesTopology": topology, "LoadError": error });
    }
    let up_time = info.opened_at.map(|since| time_span((OffsetDateTime::now_utc() - since).unsigned_abs()));
    // The record is read without loading the database. A deleted database has no settings.
    let record = engine.record(&info.name).map(|(record, _)| record).unwrap_or_default();
    let has_setting = |member: &str| record.get(member).is_some_and(|value| !value.is_null());
    let indexing = info.indexing_stopped.map(|stopped| if stopped { "Paused" } else { "Running" });
    json!({
        "Name": info.name,
        "Disabled": info.disabled,
        "LockMode": lock_mode(&record),
        "TotalSize": size(info.size_on_disk),
        "TempBuffersSize": size(0),
        "IsAdmin": true,
        "IsEncrypted": false,
        "UpTime": up_time,
        "BackupInfo": null,
        "Alerts": 0,
        "PerformanceHints": 0,
        "RejectClients": false,
        "IndexingErrors": info.indexing_errors,
        "DocumentsCount": info.documents,
        "HasRevisionsConfiguration": has_setting("Revisions"),
        "HasExpirationConfiguration": has_setting("Expiration"),
        "HasRefreshConfiguration": has_setting("Refresh"),
        "HasDataArchivalConfiguration": has_setting("DataArchival"),
        "IndexesCount": info.indexes,
        "IndexingStatus": indexing,
        "NodesTopology": topology,
        "ReplicationFactor": 1,
        "DynamicNodesDistribution": false,
        "DeletionInProgress": {},
        "Environment": "None",
    })
}

/// Whether a record allows deleting its database: `Unlock`, `PreventDeletesIgnore` or `PreventDeletesError`.
fn lock_mode(record: &Value) -> &str {
    record.get("LockMode").and_then(Value::as_str).unwrap_or("Unlock")
}

async fn record(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    record_of(state, query.required("name")?.to_owned()).await
}

/// The same, which a disabled database refuses.
async fn record_of_open(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    record_of(state, database.name().to_owned()).await
}

async fn record_of(state: ApiState, name: String) -> Result<Response, ApiError> {
    let engine = state.engine().clone();
    blocking(move || {
        let info = engine.info(&name).map_err(|error| missing_or(error, &name, 404))?;
        let (stored, etag) = engine.record(&name)?;
        let mut object = database_record::complete(stored);
        object.insert("DatabaseName".into(), info.name.as_str().into());
        let mut topology = topology_object(engine.node_tag(), &info.id, etag, info.created_at);
        topology["PredefinedMentors"] = json!({});
        object.insert("Topology".into(), topology);
        object.insert("Etag".into(), etag.into());
        Ok(ok(&Value::Object(object)))
    })
    .await
}

fn topology_object(tag: &str, id: &str, index: i64, modified: OffsetDateTime) -> Value {
    let ids = ClusterIds::of(id);
    json!({
        "Members": [tag],
        "Promotables": [],
        "Rehabs": [],
        "Stamp": { "Index": index, "Term": 1, "LeadersTicks": -2 },
        "NodesModifiedAt": date(modified),
        "PromotablesStatus": {},
        "DemotionReasons": {},
        "DynamicNodesDistribution": false,
        "ReplicationFactor": 1,
        "DatabaseTopologyIdBase64": ids.topology,
        "ClusterTransactionIdBase64": ids.transactions,
        "PriorityOrder": [],
    })
}

/// Creates a database, or replaces the record of an existing one when the `ETag` header names its version.
async fn save_record(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    // The npm client sends the text "undefined" on create; only a number names a version to change.
    let version = etag::unquoted(&headers, header::ETAG).and_then(|tag| tag.parse::<i64>().ok());
    let body = body::read(&headers, body, state.body_limits()).await?;
    let mut record = if body.is_empty() { Map::new() } else { json_object(&body)? };
    match record.get("DatabaseName") {
        None | Some(Value::Null) => {}
        Some(Value::String(inner)) if inner.to_lowercase() == name.to_lowercase() => {}
        Some(other) => {
            return Err(ApiError::bad_request(format!(
                "The query string names a database '{name}' but the record names {other}; make them equal."
            )));
        }
    }
    record.insert("DatabaseName".into(), name.as_str().into());
    // Written freshly into every answer, so what a client read and sends back is not kept.
    record.shift_remove("Topology");
    record.shift_remove("Etag");
    let engine = state.engine().clone();
    blocking(move || {
        let record = Value::Object(record);
        let info = match version {
            None => engine.create(&name, record)?,
            Some(version) => {
                engine.update_record(&name, record, Some(version))?;
                engine.info(&name)?
            }
        };
        let index = engine.record(&info.name)?.1;
        Ok(created(&json!({
            "RaftCommandIndex": index,
            "Name": info.name,
            "Topology": topology_object(engine.node_tag(), &info.id, index, info.created_at),
            "NodesAddedTo": [url],
            "ShardsDefined": false,
        })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Deletion {
    #[serde(default, deserialize_with = "null_as_default")]
    database_names: Vec<String>,
    #[serde(default, deserialize_with = "flag")]
    hard_delete: bool,
    #[serde(default)]
    from_nodes: Option<Vec<String>>,
}

async fn delete(State(state): State<ApiState>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let request: Deletion = json_body(&state, &headers, body, "The list of databases to delete").await?;
    if request.database_names.is_empty() {
        return Err(ApiError::bad_request(
            "The body must name at least one database in 'DatabaseNames' to delete.",
        ));
    }
    let tag = state.engine().node_tag();
    if let Some(nodes) = request.from_nodes.as_ref().filter(|nodes| !nodes.is_empty())
        && !nodes.iter().any(|node| node == tag)
    {
        return Err(ApiError::bad_request(format!(
            "'FromNodes' names {nodes:?}, but the sandbox has a single node, '{tag}'."
        )));
    }
    let engine = state.engine().clone();
    blocking(move || {
        let mut unlocked = Vec::new();
        for name in &request.database_names {
            match engine.record(name).as_ref().map_or("Unlock", |(record, _)| lock_mode(record)) {
                "PreventDeletesIgnore" => {}
                "PreventDeletesError" => return Err(locked(name)),
                _ => unlocked.push(name),
            }
        }
        let mut deleted = false;
        for name in unlocked {
            deleted |= engine.delete(name, request.hard_delete)?;
        }
        let index = if deleted { engine.next_raft_index() } else { -1 };
        Ok(ok(&json!({ "RaftCommandIndex": index, "PendingDeletes": [] })))
    })
    .await
}

fn locked(name: &str) -> ApiError {
    let message = format!(
        "Database '{name}' is not deleted: its lock mode is 'PreventDeletesError'. Set 'LockMode' in its record to \
         'Unlock' first."
    );
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException", message)
}

async fn health(_: OpenDatabase) -> Response {
    bare(StatusCode::NO_CONTENT)
}
