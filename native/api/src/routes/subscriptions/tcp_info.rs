//! Where workers connect.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde_json::json;

use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::{CallerUrl, OpenDatabase};
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/info/tcp", of_server)
        .get("/databases/{db}/info/tcp", of_database)
        .get("/info/remote-task/tcp", of_task)
}

async fn of_server(State(state): State<ApiState>, CallerUrl(url): CallerUrl) -> Result<Response, ApiError> {
    info(&state, &url)
}

async fn of_database(
    State(state): State<ApiState>,
    OpenDatabase(_): OpenDatabase,
    CallerUrl(url): CallerUrl,
) -> Result<Response, ApiError> {
    info(&state, &url)
}

async fn of_task(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("database")?.to_owned();
    blocking(move || {
        if state.engine().record(&name).is_err() {
            return Err(ApiError::unknown_database(&name));
        }
        info(&state, &url)
    })
    .await
}

/// The port on the host under which the caller reached this server.
fn info(state: &ApiState, url: &str) -> Result<Response, ApiError> {
    let Some(address) = &state.options().tcp else {
        return Err(ApiError::new(
            StatusCode::NOT_IMPLEMENTED,
            "System.NotSupportedException",
            "This server has no port for subscriptions. Start rookeryd, which has one.",
        ));
    };
    let host = url.parse::<Uri>().ok().and_then(|url| url.host().map(str::to_owned));
    let url = format!("tcp://{}:{}", host.as_deref().unwrap_or("127.0.0.1"), address.port);
    Ok(ok(&json!({
        "Url": url,
        "Certificate": address.certificate,
        "NodeTag": state.engine().node_tag(),
        "ServerId": state.engine().server_id().to_string(),
        "Urls": [url],
    })))
}
