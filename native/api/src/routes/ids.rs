//! Numbers for clients before they write: identities, and ranges of document ids (HiLo).

use axum::http::StatusCode;
use axum::response::Response;
use rookery_engine::HiloRequest;
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::answer::{bare, created, ok};
use crate::blocking::blocking;
use crate::dto::text::date;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/debug/identities", identities)
        .post("/databases/{db}/identity/next", next_identity)
        .post("/databases/{db}/identity/seed", seed_identity)
        .get("/databases/{db}/hilo/next", next_range)
        .put("/databases/{db}/hilo/return", return_range)
}

async fn next_identity(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    blocking(move || Ok(ok(&json!({ "NewIdentityValue": database.next_identity(&name)? })))).await
}

async fn seed_identity(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    query.required("value")?;
    let value = query.number("value")?.unwrap_or(0);
    let force = query.flag("force")?;
    blocking(move || Ok(ok(&json!({ "NewSeedValue": database.seed_identity(&name, value, force)? })))).await
}

async fn identities(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let page = query.page()?;
    let start = usize::try_from(page.start).unwrap_or(usize::MAX);
    let take = usize::try_from(page.take).unwrap_or(usize::MAX);
    blocking(move || {
        let found = database.identities()?.into_iter().skip(start).take(take);
        Ok(ok(&Value::Object(found.map(|(name, value)| (name, value.into())).collect())))
    })
    .await
}

async fn next_range(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let separator = match query.filled("identityPartsSeparator") {
        None => '/',
        Some(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(single), None) => single,
                _ => {
                    return Err(ApiError::bad_argument(format!(
                        "Query string value 'identityPartsSeparator' must be one character but is '{text}'"
                    )));
                }
            }
        }
    };
    let last_range_at = match query.filled("lastRangeAt") {
        None => None,
        Some(text) => Some(rookery_engine::parse_date(text).ok_or_else(|| {
            ApiError::bad_argument(format!(
                "Query string value 'lastRangeAt' must be a date like {} but is '{text}'",
                date(OffsetDateTime::UNIX_EPOCH)
            ))
        })?),
    };
    let request = HiloRequest {
        tag: query.required("tag")?.to_owned(),
        last_batch_size: query.number("lastBatchSize")?.unwrap_or(0),
        last_range_at,
        separator,
        last_max: query.number("lastMax")?.unwrap_or(0),
    };
    blocking(move || {
        let range = database.hilo_next(&request)?;
        Ok(created(&json!({
            "Prefix": range.prefix,
            "Low": range.low,
            "High": range.high,
            "LastSize": range.last_size,
            "ServerTag": range.server_tag,
            "LastRangeAt": date(range.last_range_at),
        })))
    })
    .await
}

async fn return_range(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let tag = query.required("tag")?.to_owned();
    query.required("end")?;
    query.required("last")?;
    let end = query.number("end")?.unwrap_or(0);
    let last = query.number("last")?.unwrap_or(0);
    blocking(move || {
        database.hilo_return(&tag, end, last)?;
        Ok(bare(StatusCode::OK))
    })
    .await
}
