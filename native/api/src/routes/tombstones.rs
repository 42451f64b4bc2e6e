//! Tombstones: manual cleaning, and the limits of their holders.

use axum::extract::State;
use axum::response::Response;
use rookery_engine::TombstoneState;
use serde_json::{Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .post("/databases/{db}/admin/tombstones/cleanup", clean)
        .get("/databases/{db}/admin/tombstones/state", states)
}

async fn clean(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || Ok(ok(&json!({ "Value": database.clean_tombstones()? })))).await
}

async fn states(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    blocking(move || {
        let states = database.tombstone_states()?;
        let least = states.iter().map(|one| one.etag).min().unwrap_or(i64::MAX);
        let results: Vec<Value> = states.iter().map(described).collect();
        Ok(ok(&json!({
            "@metadata": debug_metadata(&url, state.engine().node_tag()),
            "MinAllDocsEtag": least,
            "MinAllTimeSeriesEtag": i64::MAX,
            "MinAllCountersEtag": i64::MAX,
            "Results": results,
            "PerSubscriptionInfo": [],
            "PerSubscriptionInfoExtended": [],
        })))
    })
    .await
}

/// Only documents have tombstones; the other two are written as without a holder.
fn described(state: &TombstoneState) -> Value {
    let free = json!({ "Component": null, "Etag": i64::MAX });
    json!({
        "Collection": state.collection,
        "Documents": { "Component": state.component, "Etag": state.etag },
        "TimeSeries": free,
        "Counters": free,
    })
}
