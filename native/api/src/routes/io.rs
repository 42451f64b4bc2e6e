//! I/O statistics: everything remembered, for one database and for the server's own files.

use axum::extract::State;
use axum::response::Response;
use rookery_engine::IoMetrics;
use serde_json::{Map, Value};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::io_metrics::environments;
use crate::error::ApiError;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/databases/{db}/debug/io-metrics", of_database).get("/admin/debug/io-metrics", of_server)
}

async fn of_database(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    let tag = state.engine().node_tag().to_owned();
    blocking(move || Ok(answer(&database.io(), &url, &tag))).await
}

async fn of_server(State(state): State<ApiState>, CallerUrl(url): CallerUrl) -> Result<Response, ApiError> {
    let engine = state.engine().clone();
    blocking(move || Ok(answer(&engine.system_io(), &url, engine.node_tag()))).await
}

fn answer(metrics: &IoMetrics, url: &str, tag: &str) -> Response {
    let mut object = Map::new();
    object.insert("@metadata".into(), debug_metadata(url, tag));
    if let Value::Object(found) = environments(&metrics.snapshot()) {
        object.extend(found);
    }
    ok(&Value::Object(object))
}
