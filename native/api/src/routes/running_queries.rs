//! Running queries: listing and killing them.

use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::RunningQuery;
use serde_json::{Map, Value, json};

use crate::answer::{bare, ok};
use crate::blocking::blocking;
use crate::dto::text::{date, milliseconds, time_span};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/debug/queries/running", running)
        .post("/databases/{db}/debug/queries/kill", kill)
}

/// `{index: [query]}`, only of indexes with running queries.
async fn running(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    blocking(move || {
        let mut by_index: Map<String, Value> = Map::new();
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

fn query_object(query: &RunningQuery) -> Value {
    json!({
        "Duration": time_span(query.duration),
        "DurationInMs": milliseconds(query.duration),
        "IndexName": query.index,
        "IsStreaming": false,
        "QueryId": query.id,
        "QueryInfo": {
            "Query": query.request.query, "QueryParameters": query.request.parameters,
        },
        "StartTime": date(query.started),
    })
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
