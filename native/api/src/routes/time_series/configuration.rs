//! The time series configuration of a database: names of values, and policies, which must be disabled.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{TimeSeriesConfiguration, null_as_default};
use serde::Deserialize;

use crate::answer::{bare, changed, ok};
use crate::blocking::blocking;
use crate::dto::optional::flag;
use crate::error::ApiError;
use crate::request::{OpenDatabase, json_body};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub(super) fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/databases/{db}/timeseries/config", get)
        .post("/databases/{db}/timeseries/names/config", name_values)
        .post("/databases/{db}/admin/timeseries/config", set)
}

async fn get(OpenDatabase(database): OpenDatabase) -> Result<Response, ApiError> {
    let Some(configuration) = database.time_series_configuration() else {
        return Ok(bare(StatusCode::NOT_FOUND));
    };
    let value = serde_json::to_value(configuration);
    Ok(ok(&value.map_err(|error| ApiError::bad_json("The stored time series configuration", &error))?))
}

async fn set(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let configuration: TimeSeriesConfiguration =
        json_body(&state, &headers, body, "The time series configuration").await?;
    blocking(move || {
        database.set_time_series_configuration(configuration)?;
        Ok(changed(&state))
    })
    .await
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ValueNames {
    collection: String,
    time_series: String,
    #[serde(default, deserialize_with = "null_as_default")]
    value_names: Vec<String>,
    #[serde(default, deserialize_with = "flag")]
    update: bool,
}

async fn name_values(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let ValueNames { collection, time_series, value_names, update } =
        json_body(&state, &headers, body, "The names of values").await?;
    blocking(move || {
        if database.name_time_series_values(&collection, &time_series, &value_names, update)? {
            return Ok(changed(&state));
        }
        Err(ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.InvalidOperationException",
            format!(
                "The values of the time series '{time_series}' of '{collection}' have other names already. Send \
                 'Update' as true to replace them."
            ),
        ))
    })
    .await
}
