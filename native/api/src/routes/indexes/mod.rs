//! Indexes: definitions, statistics, staleness, progress, terms; deleting and resetting one.

mod admin_state;
mod debug;
mod info;
mod performance;
mod put;
mod test_index;

use axum::extract::State;
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use axum::routing::MethodRouter;
use rookery_engine::{Database, EngineError, IndexStats, IndexStatus, RunningStatus};
use serde_json::{Value, json};

use self::put::{put, put_any};
use crate::answer::{bare, debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::index::{definition, past_object, progress_object, running, stats_object};
use crate::dto::index_staleness::reasons;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    // The router has no method RESET: this handler receives the remaining methods.
    let reset = MethodRouter::<ApiState>::new().fallback(reset);
    table
        .get("/databases/{db}/indexes", list)
        .put("/databases/{db}/indexes", put)
        .put("/databases/{db}/admin/indexes", put_any)
        .delete("/databases/{db}/indexes", delete)
        .route("RESET", "/databases/{db}/indexes", reset)
        .get("/databases/{db}/indexes/stats", stats)
        .get("/databases/{db}/indexes/status", status)
        .get("/databases/{db}/indexes/staleness", staleness)
        .get("/databases/{db}/indexes/progress", progress)
        .get("/databases/{db}/indexes/errors", errors)
        .delete("/databases/{db}/indexes/errors", clear_errors)
        .get("/databases/{db}/indexes/terms", terms)
        .get("/databases/{db}/indexes/debug", debug::debug)
        .post("/databases/{db}/admin/indexes/stop", admin_state::stop)
        .post("/databases/{db}/admin/indexes/start", admin_state::start)
        .post("/databases/{db}/admin/indexes/disable", admin_state::disable)
        .post("/databases/{db}/admin/indexes/enable", admin_state::enable)
        .post("/databases/{db}/indexes/set-lock", admin_state::set_lock)
        .post("/databases/{db}/indexes/set-priority", admin_state::set_priority)
        .get("/databases/{db}/indexes/performance", performance::performance)
        .get("/databases/{db}/indexes/total-time", info::total_time)
        .get("/databases/{db}/indexes/source", info::source)
        .post("/databases/{db}/indexes/has-changed", info::has_changed)
        .post("/databases/{db}/indexes/replace", replace)
        .get("/databases/{db}/indexes/history", history)
        .post("/databases/{db}/indexes/test", test_index::test)
}

async fn clear_errors(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let names: Vec<String> = query.all("name").map(str::to_owned).collect();
    blocking(move || {
        database.clear_index_errors((!names.is_empty()).then_some(names.as_slice()))?;
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

async fn list(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let page = query.page()?;
    let (only_names, name) = (query.flag("namesOnly")?, query.filled("name").map(str::to_owned));
    blocking(move || {
        let mut found = database.index_stats()?;
        if let Some(name) = name {
            found.retain(|stats| same(stats, &name));
            if found.is_empty() {
                return Ok(bare(StatusCode::NOT_FOUND));
            }
        }
        let start = usize::try_from(page.start).unwrap_or(usize::MAX);
        let take = usize::try_from(page.take).unwrap_or(usize::MAX);
        let shown = |stats: &IndexStats| match only_names {
            true => Value::from(stats.definition.name()),
            false => definition(&stats.definition),
        };
        let results: Vec<Value> = found.iter().skip(start).take(take).map(shown).collect();
        Ok(ok(&json!({ "Results": results })))
    })
    .await
}

async fn delete(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || match database.delete_index(&name)? {
        true => Ok(bare(StatusCode::NO_CONTENT)),
        false => Ok(bare(StatusCode::NOT_FOUND)),
    })
    .await
}

async fn reset(
    method: Method,
    uri: Uri,
    State(_): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    if method.as_str() != "RESET" {
        return Err(ApiError::route_not_found(method.as_str(), uri.path()));
    }
    let name = query.required("name")?.to_owned();
    let beside = match query.filled("mode") {
        None => false,
        Some(mode) if mode.eq_ignore_ascii_case("InPlace") => false,
        Some(mode) if mode.eq_ignore_ascii_case("SideBySide") => true,
        Some(mode) => {
            return Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.ArgumentException",
                format!("'mode' is '{mode}', but must be 'InPlace' or 'SideBySide'."),
            ));
        }
    };
    blocking(move || {
        let found = if beside { database.reset_index_beside(&name)? } else { database.reset_index(&name)? };
        if found { Ok(bare(StatusCode::NO_CONTENT)) } else { Err(unknown(&name)) }
    })
    .await
}

async fn replace(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || {
        database.replace_index(&name)?;
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

/// An index without a history, also an automatic one, is answered as a missing one.
async fn history(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || {
        let past = database.index_history(&name);
        if past.is_empty() {
            return Ok(bare(StatusCode::NOT_FOUND));
        }
        let history: Vec<Value> = past.iter().map(past_object).collect();
        Ok(ok(&json!({ "Index": past[0].definition.name, "History": history })))
    })
    .await
}

async fn stats(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    results(debug_metadata(&url, state.engine().node_tag()), database, query, stats_object).await
}

async fn status(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let found = database.index_stats()?;
        let one =
            |stats: &IndexStats| json!({ "Name": stats.definition.name(), "Status": running(stats.running) });
        let all = running(if database.is_indexing_stopped() {
            RunningStatus::Paused
        } else {
            RunningStatus::Running
        });
        Ok(ok(&json!({ "Status": all, "Indexes": found.iter().map(one).collect::<Vec<_>>() })))
    })
    .await
}

async fn staleness(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || {
        let found = database.index_stats()?;
        let stats = found.iter().find(|stats| same(stats, &name)).ok_or_else(|| unknown(&name))?;
        Ok(ok(&json!({ "IsStale": stats.is_stale, "StalenessReasons": reasons(stats) })))
    })
    .await
}

async fn progress(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    blocking(move || {
        let name = query.filled("name").map(str::to_owned);
        let mut found = database.index_stats()?;
        found.retain(|stats| stats.is_stale && name.as_ref().is_none_or(|name| same(stats, name)));
        let results: Vec<Value> = found.iter().map(progress_object).collect();
        Ok(ok(&json!({ "Results": results })))
    })
    .await
}

async fn errors(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    results(debug_metadata(&url, state.engine().node_tag()), database, query, |stats| {
        let error = |action: &str, text: String| {
            json!({ "Timestamp": stats.last_indexing, "Document": null, "Action": action, "Error": text })
        };
        let mut errors = Vec::new();
        if let Some(reason) = &stats.rebuilt {
            let text = format!(
                "The index's files could not be read when it was opened; it is built again from the documents. {reason}"
            );
            errors.push(error("Opening", text));
        }
        if let IndexStatus::Failed(reason) = &stats.status {
            errors.push(error("Indexing", reason.clone()));
        }
        errors.extend(stats.errors.iter().map(|known| {
            json!({
                "Timestamp": known.timestamp, "Document": known.document, "Action": known.action,
                "Error": known.error,
            })
        }));
        json!({ "Name": stats.definition.name(), "Errors": errors })
    })
    .await
}

/// The default number of terms.
const TERMS: usize = 1_024;

async fn terms(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let (name, field) = (query.required("name")?.to_owned(), query.required("field")?.to_owned());
    let from = query.filled("fromValue").map(str::to_owned);
    let take = query.number::<usize>("pageSize")?.unwrap_or(TERMS);
    blocking(move || {
        let terms = database.index_terms(&name, &field, from.as_deref(), take)?;
        let terms = terms.ok_or_else(|| unknown(&name))?;
        Ok(ok(&json!({ "IndexName": name, "ResultEtag": 0, "Terms": terms })))
    })
    .await
}

/// `Results` of all indexes, or of the one that is named.
async fn results(
    metadata: Value,
    database: std::sync::Arc<Database>,
    query: Parameters,
    shown: fn(&IndexStats) -> Value,
) -> Result<Response, ApiError> {
    let name = query.filled("name").map(str::to_owned);
    blocking(move || {
        let mut found = database.index_stats()?;
        if let Some(name) = &name {
            found.retain(|stats| same(stats, name));
            if found.is_empty() {
                return Err(unknown(name));
            }
        }
        let results: Vec<Value> = found.iter().map(shown).collect();
        Ok(ok(&json!({ "@metadata": metadata, "Results": results })))
    })
    .await
}

fn same(stats: &IndexStats, name: &str) -> bool {
    stats.definition.name().eq_ignore_ascii_case(name)
}

fn unknown(name: &str) -> ApiError {
    EngineError::UnknownIndex { index: name.to_owned() }.into()
}
