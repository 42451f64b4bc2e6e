//! Changing revisions: deleting, reverting, and enforcing the configuration.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{
    Database, EngineError, OperationHandle, RevisionDeletion, RevisionReport, RevisionScope,
    RevisionsOfCollection, null_as_default, parse_date,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::answer::{bare, changed, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::operation_start;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .delete("/databases/{db}/admin/revisions", delete)
        .post("/databases/{db}/revisions/revert", revert_all)
        .post("/databases/{db}/revisions/revert/docs", revert_documents)
        .post("/databases/{db}/admin/revisions/config/enforce", enforce)
        .get("/databases/{db}/revisions/conflicts/config", get_for_conflicts)
        .post("/databases/{db}/admin/revisions/conflicts/config", set_for_conflicts)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", default)]
#[derive(Default)]
struct Deletion {
    document_ids: Option<Vec<Option<String>>>,
    from: Option<String>,
    to: Option<String>,
    revisions_change_vectors: Option<Vec<String>>,
    #[serde(deserialize_with = "null_as_default")]
    remove_force_created_revisions: bool,
}

async fn delete(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let requested: Deletion = json_body(&state, &headers, body, "The list of revisions to delete").await?;
    let ids = requested.document_ids.unwrap_or_default().into_iter().map(Option::unwrap_or_default);
    let ids: Vec<String> = ids.collect();
    if ids.is_empty() || ids.iter().any(String::is_empty) {
        return Err(ApiError::bad_argument("'DocumentIds' must name the documents, each with a filled id."));
    }
    let change_vectors = requested.revisions_change_vectors.unwrap_or_default();
    if !change_vectors.is_empty() && (ids.len() != 1 || requested.from.is_some() || requested.to.is_some()) {
        return Err(ApiError::bad_argument(
            "With 'RevisionsChangeVectors' there must be exactly one id in 'DocumentIds', and neither 'From' nor 'To'.",
        ));
    }
    let request = RevisionDeletion {
        ids,
        from: moment("From", requested.from)?,
        to: moment("To", requested.to)?,
        change_vectors,
        force_created: requested.remove_force_created_revisions,
    };
    blocking(move || Ok(ok(&json!({ "TotalDeletes": database.delete_revisions(&request)? })))).await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RevertDocuments {
    #[serde(default, deserialize_with = "null_as_default")]
    id_to_change_vector: Map<String, Value>,
}

/// Reverts all documents to the named revisions, or none.
async fn revert_documents(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let requested: RevertDocuments =
        json_body(&state, &headers, body, "The list of documents to revert").await?;
    let pair = |(id, vector): (String, Value)| match vector {
        Value::String(vector) if !vector.is_empty() => Ok((id, vector)),
        _ => Err(ApiError::bad_argument(format!(
            "'IdToChangeVector' must give a change vector for '{id}': that of the revision to go back to."
        ))),
    };
    let documents = requested.id_to_change_vector.into_iter().map(pair).collect::<Result<Vec<_>, _>>()?;
    blocking(move || {
        database.revert_documents(&documents)?;
        Ok(bare(StatusCode::OK))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Revert {
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    collections: Option<Vec<String>>,
}

async fn revert_all(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let requested: Revert = json_body(&state, &headers, body, "The request to revert").await?;
    let Some(time) = moment("Time", requested.time)? else {
        return Err(ApiError::bad_argument("'Time' must say to which moment the documents go back."));
    };
    let scope = RevisionScope { collections: requested.collections, force_created: false };
    let description =
        format!("Revert database '{}' to {} UTC.", database.name(), crate::dto::text::date(time));
    let operation = Operation { kind: "DatabaseRevert", description, counted: "RevertedDocuments" };
    operation.start(&state, database, &query, move |database, progress| {
        database.revert_all(time, &scope, progress)
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Enforce {
    #[serde(default, deserialize_with = "null_as_default")]
    include_force_created: bool,
    #[serde(default)]
    collections: Option<Vec<String>>,
}

async fn enforce(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let requested: Enforce =
        json_body(&state, &headers, body, "The request to enforce the configuration").await?;
    let scope =
        RevisionScope { collections: requested.collections, force_created: requested.include_force_created };
    let description = format!("Enforce revision configuration in database '{}'.", database.name());
    let operation =
        Operation { kind: "EnforceRevisionConfiguration", description, counted: "RemovedRevisions" };
    operation.start(&state, database, &query, move |database, progress| {
        database.enforce_revisions(&scope, progress)
    })
}

/// An operation over all revisions that continues after the answer.
struct Operation {
    kind: &'static str,
    description: String,
    /// What the work's changes are called.
    counted: &'static str,
}

impl Operation {
    fn start(
        self,
        state: &ApiState,
        database: Arc<Database>,
        query: &Parameters,
        work: impl FnOnce(
            &Database,
            &mut dyn FnMut(&RevisionReport) -> bool,
        ) -> Result<RevisionReport, EngineError>
        + Send
        + 'static,
    ) -> Result<Response, ApiError> {
        let (handle, answer) = operation_start::begin(state, &database, query, self.kind, &self.description)?;
        // Continues after the request; the operation has the result.
        tokio::task::spawn_blocking(move || self.run_operation(&database, handle, work));
        Ok(answer)
    }

    fn run_operation(
        &self,
        database: &Database,
        handle: OperationHandle,
        work: impl FnOnce(
            &Database,
            &mut dyn FnMut(&RevisionReport) -> bool,
        ) -> Result<RevisionReport, EngineError>,
    ) {
        let mut report_progress = |report: &RevisionReport| {
            handle.progress(self.report_object(report));
            !handle.is_cancelled()
        };
        match work(database, &mut report_progress) {
            Ok(report) if report.cancelled => handle.cancel(),
            Ok(report) => handle.complete(self.report_object(&report)),
            Err(error) => operation_start::fail(handle, error),
        }
    }

    fn report_object(&self, report: &RevisionReport) -> Value {
        let warnings: Map<String, Value> =
            report.warnings.iter().map(|(about, why)| (about.clone(), why.as_str().into())).collect();
        json!({
            "Message": null,
            "ScannedRevisions": report.revisions,
            "ScannedDocuments": report.documents,
            "Warnings": warnings,
            self.counted: report.changed,
        })
    }
}

/// Conflicts cannot happen on one node; the setting is kept for those who read it back.
async fn get_for_conflicts(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let setting = database.revisions_for_conflicts();
        let value = serde_json::to_value(setting)
            .map_err(|error| ApiError::bad_json("The stored setting", &error))?;
        Ok(ok(&value))
    })
    .await
}

async fn set_for_conflicts(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let setting: RevisionsOfCollection =
        json_body(&state, &headers, body, "The configuration of revisions for conflicts").await?;
    blocking(move || {
        database.set_revisions_for_conflicts(setting)?;
        Ok(changed(&state))
    })
    .await
}

fn moment(member: &str, text: Option<String>) -> Result<Option<OffsetDateTime>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    match parse_date(&text) {
        Some(moment) => Ok(Some(moment)),
        None => Err(ApiError::bad_argument(format!(
            "'{member}' is '{text}', which is not a date; write it in UTC like 2030-01-31T18:30:00.0000000Z"
        ))),
    }
}
