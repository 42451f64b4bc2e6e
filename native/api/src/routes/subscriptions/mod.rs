//! Subscriptions: definitions, states, connections, trials, and where workers connect.

mod definition;
mod definitions;
mod state;
mod tcp_info;
mod workers;

use rookery_engine::{Database, Subscription};

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::route_table::RouteTable;
use crate::subscription_workers::UNKNOWN;

pub(super) use self::state::task_object;
pub(super) use self::workers::set_disabled;

pub fn mount(table: RouteTable) -> RouteTable {
    let table = definitions::mount(table);
    let table = workers::mount(table);
    tcp_info::mount(table)
}

fn missing(what: &str, value: &str) -> ApiError {
    let message = format!("Subscription with {what} '{value}' was not found in server store");
    ApiError::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, UNKNOWN, message)
}

fn by_name(database: &Database, name: &str) -> Result<Subscription, ApiError> {
    database.subscription_named(name)?.ok_or_else(|| missing("name", name))
}

fn by_id(database: &Database, id: i64) -> Result<Subscription, ApiError> {
    database.subscription(id)?.ok_or_else(|| missing("id", &id.to_string()))
}

/// The subscription that `id` or `name` of a query string means, if there is one of these.
fn named_in(database: &Database, query: &Parameters) -> Result<Option<Subscription>, ApiError> {
    if let Some(id) = query.number::<i64>("id")? {
        return by_id(database, id).map(Some);
    }
    query.filled("name").map(|name| by_name(database, name)).transpose()
}
