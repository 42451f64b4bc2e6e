//! Every route, one file per resource.

mod attachment_commands;
mod attachments;
mod backup_tasks;
mod backups;
mod batch_results;
mod batches;
mod bulk_insert;
mod by_query;
mod client_configuration;
mod cluster_batches;
mod collections;
mod compact;
mod compare_exchange;
mod compression;
mod connection_strings;
mod counters;
mod custom_code;
mod database_settings;
mod database_states;
mod databases;
pub(crate) mod documents;
mod fault_injection;
mod features;
mod handshake;
mod ids;
mod indexes;
mod io;
mod live;
mod memory;
mod multi_get;
mod operations;
mod patch;
mod patch_commands;
mod preview;
mod processes;
mod queries;
mod revision_changes;
mod revisions;
mod running_queries;
mod smuggler;
mod stats;
mod storage;
mod streams;
mod subscriptions;
mod threads;
mod time_series;
mod tombstones;

use axum::middleware;

use crate::client_refresh;
use crate::response_frame;
use crate::route_table::RouteTable;
use crate::state::ApiState;

/// Every route over one engine.
pub(crate) fn router(state: ApiState) -> axum::Router {
    let single = assemble(table(), state.clone());
    assemble(multi_get::mount(table(), single), state)
}

/// Every route that answers one request.
fn table() -> RouteTable {
    let table = RouteTable::default();
    let table = handshake::mount(table);
    let table = databases::mount(table);
    let table = database_states::mount(table);
    let table = client_configuration::mount(table);
    let table = connection_strings::mount(table);
    let table = database_settings::mount(table);
    let table = custom_code::mount(table);
    let table = documents::mount(table);
    let table = batches::mount(table);
    let table = backups::mount(table);
    let table = backup_tasks::mount(table);
    let table = patch::mount(table);
    let table = bulk_insert::mount(table);
    let table = attachments::mount(table);
    let table = counters::mount(table);
    let table = collections::mount(table);
    let table = compare_exchange::mount(table);
    let table = compression::mount(table);
    let table = compact::mount(table);
    let table = preview::mount(table);
    let table = processes::mount(table);
    let table = queries::mount(table);
    let table = running_queries::mount(table);
    let table = by_query::mount(table);
    let table = indexes::mount(table);
    let table = streams::mount(table);
    let table = subscriptions::mount(table);
    let table = stats::mount(table);
    let table = storage::mount(table);
    let table = io::mount(table);
    let table = ids::mount(table);
    let table = operations::mount(table);
    let table = fault_injection::mount(table);
    let table = features::mount(table);
    let table = revisions::mount(table);
    let table = revision_changes::mount(table);
    let table = smuggler::mount(table);
    let table = memory::mount(table);
    let table = threads::mount(table);
    let table = time_series::mount(table);
    let table = tombstones::mount(table);
    live::mount(table)
}

fn assemble(table: RouteTable, state: ApiState) -> axum::Router {
    table
        .finish("/debug/routes", handshake::routes)
        .fallback(response_frame::no_route)
        .method_not_allowed_fallback(response_frame::no_route)
        // Bodies are limited where they are read, with a sentence that names the limit.
        .layer(axum::extract::DefaultBodyLimit::disable())
        .layer(middleware::from_fn(response_frame::frame))
        .layer(middleware::from_fn_with_state(state.clone(), client_refresh::mark))
        .with_state(state)
}
