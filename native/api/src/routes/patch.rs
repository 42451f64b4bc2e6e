//! PATCH of one document by a script.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use rookery_engine::{Command, CommandResult, Limits, Patch, PatchResult, PatchStatus};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::answer::{bare, json};
use crate::blocking::blocking;
use crate::body;
use crate::dto::json_patch::JsonPatch;
use crate::dto::patch::{ScriptDto, document_answer};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, expected, json_body};
use crate::route_table::RouteTable;
use crate::saving;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.patch("/databases/{db}/docs", patch).patch("/databases/{db}/json-patch", patch_by_json)
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct PatchBody<'a> {
    #[serde(borrow, default)]
    patch: Option<&'a RawValue>,
    #[serde(borrow, default)]
    patch_if_missing: Option<&'a RawValue>,
    #[serde(borrow, default)]
    create_if_missing: Option<&'a RawValue>,
}

async fn patch(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    let test = query.flag("test")?;
    let debug = test || query.flag("debug")?;
    let skip_other_versions = query.flag("skipPatchIfChangeVectorMismatch")?;
    let expected = expected(&headers);
    let body = body::read(&headers, body, state.body_limits()).await?;
    let read = move || {
        let wire: PatchBody<'_> = serde_json::from_slice(&body)
            .map_err(|error| ApiError::bad_json("The JSON in the request body", &error))?;
        let script = wire.patch.map(|script| ScriptDto::read(script, "The 'Patch'")).transpose()?.flatten();
        let script = script
            .ok_or_else(|| ApiError::bad_argument("The 'Patch' field in the body request is mandatory"))?;
        let if_missing = wire.patch_if_missing.map(|script| ScriptDto::read(script, "The 'PatchIfMissing'"));
        let create_if_missing =
            wire.create_if_missing.map(RawValue::get).filter(|document| *document != "null");
        Ok::<_, ApiError>(Command::Patch(Box::new(Patch {
            id,
            script,
            if_missing: if_missing.transpose()?.flatten(),
            create_if_missing: create_if_missing.map(|document| Bytes::copy_from_slice(document.as_bytes())),
            expected,
            skip_other_versions,
            debug,
            limits: Limits::default(),
        })))
    };
    let results = if test {
        blocking(move || Ok(database.test(vec![read()?])?)).await?
    } else {
        saving::save(database, 0, move || Ok(vec![read()?])).await?
    };
    match results.into_iter().next() {
        Some(CommandResult::Patch(result)) => Ok(answer(&result, debug, test)),
        _ => Err(ApiError::panicked("a patch has no result")),
    }
}

/// A JSON patch of one document.
async fn patch_by_json(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = query.required("id")?.to_owned();
    let what = "The JSON patch";
    let wire: JsonPatch = json_body(&state, &headers, body, what).await?;
    let patch = wire.of_document(id, expected(&headers), what)?;
    let results = saving::save(database, 0, move || Ok(vec![Command::Patch(Box::new(patch))])).await?;
    match results.into_iter().next() {
        Some(CommandResult::Patch(result)) => Ok(answer(&result, false, false)),
        _ => Err(ApiError::panicked("a patch has no result")),
    }
}

fn answer(result: &PatchResult, debug: bool, test: bool) -> Response {
    let status = match result.status {
        PatchStatus::Patched | PatchStatus::NotModified => StatusCode::OK,
        PatchStatus::Created => StatusCode::CREATED,
        PatchStatus::Skipped => return bare(StatusCode::NOT_MODIFIED),
        PatchStatus::DocumentDoesNotExist => return bare(StatusCode::NOT_FOUND),
    };
    json(status, document_answer(result, debug, test))
}
