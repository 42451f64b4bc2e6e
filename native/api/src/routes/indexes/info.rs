//! Details of indexes: total time, whether a definition differs, the compiled text.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{IndexDefinition, IndexStats, StaticIndex, parse_date};
use serde_json::{Value, json};

use super::same;
use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::dto::text::time_span;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_body};
use crate::state::ApiState;

/// Unknown names are omitted, as on a real server.
pub(super) async fn total_time(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let names: Vec<String> = query.all("name").map(str::to_owned).collect();
    blocking(move || {
        let found = database.index_stats()?;
        let wanted = |stats: &&IndexStats| names.is_empty() || names.iter().any(|name| same(stats, name));
        let results: Vec<Value> = found.iter().filter(wanted).map(times).collect();
        Ok(ok(&json!({ "Results": results })))
    })
    .await
}

/// The lag is the time between an index's making and when it last took in something.
fn times(stats: &IndexStats) -> Value {
    let made = parse_date(stats.definition.created_at());
    let last = stats.last_indexing.as_deref().and_then(parse_date);
    let lag = made.zip(last).and_then(|(made, last)| std::time::Duration::try_from(last - made).ok());
    json!({
        "Name": stats.definition.name(),
        "TotalIndexingTime": time_span(stats.worked),
        "LagTime": time_span(lag.unwrap_or_default()),
    })
}

pub(super) async fn has_changed(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let index: Option<StaticIndex> = {
        let body: Value = json_body(&state, &headers, body, "The index's JSON").await?;
        if body.get("Name").is_none_or(Value::is_null) {
            None
        } else {
            let read = serde_json::from_value(body);
            Some(read.map_err(|error| ApiError::bad_json("The index's JSON", &error))?)
        }
    };
    let Some(index) = index.filter(|index| !index.name.trim().is_empty() && !index.maps.is_empty()) else {
        return Err(ApiError::bad_request("Index definition must contain name and at least one map."));
    };
    blocking(move || Ok(ok(&json!({ "Changed": database.index_has_changed(&index) })))).await
}

/// A real server returns generated C#; the sandbox has none.
pub(super) async fn source(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || {
        let found = database.index_stats()?;
        let Some(stats) = found.iter().find(|stats| same(stats, &name)) else {
            return Ok(bare(StatusCode::NOT_FOUND));
        };
        let message = match &stats.definition {
            IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => "Source can be only retrieved for static indexes.",
            IndexDefinition::Static(_) => {
                "Could not retrieve source for given index: its maps run as they were written, and are in its \
                 definition."
            }
        };
        Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.InvalidOperationException",
            message,
        ))
    })
    .await
}
