//! Running queries: listing and killing them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value};

use crate::answer::{bare, debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::running_query::query_object;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/debug/queries/running", running)
        .post("/databases/{db}/debug/queries/kill", kill)
}

/// `{index: [query]}`, only of indexes with running queries.
async fn running(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    OpenDatabase(database): OpenDatabase,
) -> Result<Response, ApiError> {
    let metadata = debug_metadata(&url, state.engine().node_tag());
    blocking(move || {
        let mut by_index: Map<String, Value> = Map::from_iter([("@metadata".to_owned(), metadata)]);
        for query in database.running_queries() {
            let all = by_index.entry(query.index.clone()).or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(all) = all {
                all.push(query_object(&query));
            }
        }
        Ok(ok(&Value::Object(by_index)))
    })
    .await
}

async fn kill(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("indexName")?.to_owned();
    let id = query.number::<u64>("id")?.ok_or_else(|| {
        ApiError::bad_argument("Query string value 'id' is missing. Put the query's number there.")
    })?;
    blocking(move || match database.kill_query(&name, id) {
        true => Ok(bare(StatusCode::NO_CONTENT)),
        false => Ok(bare(StatusCode::NOT_FOUND)),
    })
    .await
}
