//! Compare-exchange values: read by key or page, saved and removed by who knows their index.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{CompareExchangeResult, CompareExchangeValue};
use serde::de::IgnoredAny;

use crate::answer::{bare, json};
use crate::blocking::blocking;
use crate::body;
use crate::dto::compare_exchange::{write_listed, write_value};
use crate::dto::json_writer::write_list;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{OpenDatabase, json_text};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/cmpxchg", get)
        .put("/databases/{db}/cmpxchg", put)
        .delete("/databases/{db}/cmpxchg", delete)
}

async fn get(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    blocking(move || {
        let keys: Vec<&str> = query.all("key").collect();
        if keys.is_empty() {
            let start =
                query.number::<i64>("start")?.and_then(|start| u64::try_from(start).ok()).unwrap_or(0);
            // As on a server, a page of 0 or less has no limit.
            let take = query.number::<i64>("pageSize")?.filter(|size| *size > 0).map(i64::cast_unsigned);
            let prefix = query.text("startsWith").unwrap_or_default();
            let page = database.compare_exchange_page(prefix, start, take.unwrap_or(u64::MAX))?;
            return Ok(listed(page.iter().map(|value| (value.key.as_str(), Some(value)))));
        }
        let found = database.compare_exchange(&keys)?;
        if let [None] = found.as_slice() {
            return Ok(bare(StatusCode::NOT_FOUND));
        }
        Ok(listed(keys.iter().copied().zip(found.iter().map(Option::as_ref))))
    })
    .await
}

fn listed<'a>(values: impl Iterator<Item = (&'a str, Option<&'a CompareExchangeValue>)>) -> Response {
    let mut out = b"{\"Results\":".to_vec();
    write_list(&mut out, values, |out, (key, value)| write_listed(out, key, value));
    out.push(b'}');
    json(StatusCode::OK, out)
}

async fn put(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let (key, index) = key_and_index(&query)?;
    let body = body::read(&headers, body, state.body_limits()).await?;
    blocking(move || {
        json_text::<IgnoredAny>(&body, "The compare-exchange value")?;
        let id = query.filled("raft-request-id");
        Ok(answer(&database.put_compare_exchange(&key, body, index, id)?))
    })
    .await
}

async fn delete(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let (key, index) = key_and_index(&query)?;
    blocking(move || {
        let id = query.filled("raft-request-id");
        Ok(answer(&database.delete_compare_exchange(&key, index, id)?))
    })
    .await
}

/// Both are mandatory; the errors are those of a server, with its status.
fn key_and_index(query: &Parameters) -> Result<(String, i64), ApiError> {
    let refuse =
        |message| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.ArgumentException", message);
    let mandatory = |name| {
        let missing = || refuse(format!("Query string {name} is mandatory, but wasn't specified."));
        query.filled(name).ok_or_else(missing)
    };
    let key = mandatory("key")?.to_owned();
    let index = mandatory("index")?;
    let index = index
        .trim()
        .parse()
        .map_err(|_| refuse(format!("Could not parse header 'index' header as long, value was: {index}")))?;
    Ok((key, index))
}

/// A result that was not successful has the current value, also with status 200.
fn answer(result: &CompareExchangeResult) -> Response {
    let mut out = format!("{{\"Index\":{},\"Value\":", result.index).into_bytes();
    write_value(&mut out, result.value.as_deref());
    out.extend_from_slice(format!(",\"Successful\":{}}}", result.successful).as_bytes());
    json(StatusCode::OK, out)
}
