//! The workers of subscriptions: which are connected, dropping them, disabling their subscription.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::{Database, SubscriptionChange};
use serde_json::{Value, json};

use super::definitions::of_task;
use super::named_in;
use super::state::{detail, workers};
use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::state::ApiState;
use crate::subscription_workers::{Ending, Strategy};

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/subscriptions/connection-details", details)
        .post("/databases/{db}/subscriptions/drop", drop_workers)
}

async fn details(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || {
        let found = database.subscription_named(&name)?;
        let workers = found.map(|subscription| workers(&state, &database, &subscription)).unwrap_or_default();
        let results: Vec<Value> = workers.holders.iter().map(detail).collect();
        let mode = match workers.holders.first().map(|worker| worker.strategy) {
            None => "None",
            Some(Strategy::Concurrent) => "Concurrent",
            Some(_) => "Single",
        };
        Ok(ok(&json!({ "Results": results, "SubscriptionMode": mode })))
    })
    .await
}

async fn drop_workers(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    blocking(move || {
        let subscription = named_in(&database, &query)?.ok_or_else(|| {
            ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.ArgumentNullException",
                "The query string must have the 'id' or the 'name' of a subscription.",
            )
        })?;
        let key = (database.id().to_owned(), subscription.id);
        let ending = Ending::Dropped(subscription.name);
        state.subscription_connections().end(&key, &ending, query.filled("workerId"));
        Ok(bare(StatusCode::NO_CONTENT))
    })
    .await
}

/// Disables or enables a subscription, by its name if there is one, else by its id; its workers end. Returns the id.
pub fn set_disabled(
    state: &ApiState,
    database: &Database,
    id: i64,
    name: Option<&str>,
    disabled: bool,
) -> Result<i64, ApiError> {
    let found = of_task(database, id, name)?;
    let change = SubscriptionChange { disabled: Some(disabled), ..SubscriptionChange::default() };
    let changed = database.change_subscription(found.id, change)?;
    if disabled {
        let key = (database.id().to_owned(), changed.id);
        state.subscription_connections().end(&key, &Ending::Disabled(changed.name), None);
    }
    Ok(changed.id)
}
