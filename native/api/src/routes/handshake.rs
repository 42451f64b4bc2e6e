//! The first requests of clients: version, topology, licence, and the list of routes.

use axum::extract::State;
use axum::http::HeaderName;
use axum::response::Response;
use rookery_engine::EngineError;
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::dto::text::date;
use crate::error::{ApiError, ErrorForm};
use crate::parameters::Parameters;
use crate::request::CallerUrl;
use crate::route_table::{RouteList, RouteTable};
use crate::state::ApiState;
use crate::version;

pub fn mount(table: RouteTable) -> RouteTable {
    table
        .get("/build/version", build_version)
        .get("/topology", topology)
        .get("/cluster/topology", cluster_topology)
        .get("/cluster/node-info", node_info)
        .get("/license/status", license)
        .get("/debug/is-loaded", is_loaded)
}

fn build() -> Value {
    json!({
        "BuildVersion": version::BUILD_VERSION,
        "ProductVersion": version::PRODUCT_VERSION,
        "CommitHash": "rookery",
        "FullVersion": version::FULL_VERSION,
    })
}

async fn build_version(State(state): State<ApiState>) -> Result<Response, ApiError> {
    let mut response = ok(&build());
    let started = date(state.engine().started_at());
    if let Ok(value) = started.parse() {
        response.headers_mut().insert(HeaderName::from_static("server-startup-time"), value);
    }
    Ok(response)
}

/// The first call of every client. The address in it is the one the caller used, which it can reach.
async fn topology(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    let engine = state.engine().clone();
    let etag = {
        let name = name.clone();
        blocking(move || {
            engine.record(&name).map(|(_, etag)| etag).map_err(|error| missing_or(error, &name, 503))
        })
        .await?
    };
    Ok(ok(&json!({
        "Promotables": [],
        "Nodes": [{
            "Url": url,
            "ClusterTag": state.engine().node_tag(),
            "ServerRole": "Member",
            "Database": name,
            "ServerVersion": version::PROTOCOL_VERSION,
        }],
        "Etag": etag,
    })))
}

/// The short form of "no such database", with the header that clients recognise.
pub fn missing_database(name: &str, status: u16) -> ApiError {
    let status = axum::http::StatusCode::from_u16(status).unwrap_or(axum::http::StatusCode::NOT_FOUND);
    ApiError::new(status, "", format!("Database {name} wasn't found"))
        .in_form(ErrorForm::Short)
        .with_header("database-missing", name)
}

/// Any engine error, an unknown database in the short form.
pub fn missing_or(error: EngineError, name: &str, status: u16) -> ApiError {
    match error {
        EngineError::UnknownDatabase(_) => missing_database(name, status),
        other => other.into(),
    }
}

async fn cluster_topology(State(state): State<ApiState>, CallerUrl(url): CallerUrl) -> Response {
    let engine = state.engine();
    let tag = engine.node_tag();
    let running = OffsetDateTime::now_utc() - engine.started_at();
    ok(&json!({
        "@metadata": debug_metadata(&url, tag),
        "Topology": {
            "TopologyId": engine.server_id().to_string(),
            "AllNodes": { tag: url },
            "Members": { tag: url },
            "Promotables": {},
            "Watchers": {},
            "LastNodeId": tag,
            "Etag": 1,
        },
        "Etag": 1,
        "Leader": tag,
        "LeaderShipDuration": i64::try_from(running.whole_milliseconds()).unwrap_or(i64::MAX).max(0),
        "CurrentState": "Leader",
        "NodeTag": tag,
        "ServerRole": "Member",
        "CurrentTerm": 1,
        "NodeLicenseDetails": { tag: machine_object() },
        "LastStateChangeReason": ALWAYS_LEADER,
        "Status": {},
    }))
}

/// Why a node is the leader of its cluster.
const ALWAYS_LEADER: &str = "Leader: a Rookery sandbox is always a cluster of one";

/// The build and the computer of this node, as the cluster's topology has them.
fn machine_object() -> Value {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = installed_memory_gb();
    let mut build = build();
    build["AssemblyVersion"] = version::PROTOCOL_VERSION.into();
    json!({
        "UtilizedCores": cores,
        "MaxUtilizedCores": null,
        "NumberOfCores": installed_cores().unwrap_or(cores),
        "InstalledMemoryInGb": memory,
        "UsableMemoryInGb": memory,
        "BuildInfo": build,
        "OsInfo": {
            "Type": os_type(),
            "FullName": std::env::consts::OS,
            "Version": "",
            "BuildVersion": kernel_version(),
            "Is64Bit": cfg!(target_pointer_width = "64"),
        },
    })
}

/// The machine's, also those that this process may not use. From `/proc/stat`; unknown elsewhere.
fn installed_cores() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let is_core = |line: &&str| {
        line.strip_prefix("cpu").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    Some(text.lines().filter(is_core).count()).filter(|cores| *cores > 0)
}

/// From `/proc`; empty elsewhere.
fn kernel_version() -> String {
    std::fs::read_to_string("/proc/sys/kernel/osrelease")
        .map_or_else(|_| String::new(), |text| text.trim().to_owned())
}

async fn node_info(State(state): State<ApiState>) -> Response {
    let engine = state.engine();
    let machine = machine_object();
    ok(&json!({
        "NodeTag": engine.node_tag(),
        "TopologyId": engine.server_id().to_string(),
        "Certificate": null,
        "ClusterStatus": null,
        "NumberOfCores": machine["NumberOfCores"],
        "InstalledMemoryInGb": machine["InstalledMemoryInGb"],
        "UsableMemoryInGb": machine["UsableMemoryInGb"],
        "BuildInfo": machine["BuildInfo"],
        "OsInfo": machine["OsInfo"],
        "ServerId": engine.server_id().to_string(),
        "CurrentState": "Leader",
        "ServerRole": "Member",
        "HasFixedPort": true,
        "ServerSchemaVersion": version::BUILD_VERSION,
        "LastStateChangeReason": ALWAYS_LEADER,
    }))
}

fn os_type() -> &'static str {
    match std::env::consts::OS {
        "windows" => "Windows",
        "macos" => "MacOS",
        _ => "Linux",
    }
}

/// From `/proc/meminfo`; unknown elsewhere, and then null.
fn installed_memory_gb() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / (1024.0 * 1024.0))
}

/// The sandbox is free software without a licence; the flags describe its features.
async fn license(State(state): State<ApiState>) -> Response {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    ok(&json!({
        "Id": null,
        "LicensedTo": null,
        "Status": "Rookery sandbox: no licence needed",
        "Type": "None",
        "Expired": false,
        "Expiration": null,
        "ErrorMessage": null,
        "Attributes": null,
        "FirstServerStartDate": date(state.engine().started_at()),
        "MaxCores": cores,
        "MaxCoresPerNode": cores,
        "MaxClusterSize": 1,
        "IsIsv": false,
        "IsCloud": false,
        "DistributedCluster": false,
        "HasDocumentsCompression": true,
        "HasDataArchival": true,
        "HasEncryption": false,
        "HasSnapshotBackups": false,
        "HasCloudBackups": false,
        "HasExternalReplication": false,
        "HasRavenEtl": false,
        "HasSqlEtl": false,
        "HasTimeSeriesRollupsAndRetention": false,
        "HasMultiNodeSharding": false,
        "CanAutoRenewLetsEncryptCertificate": false,
    }))
}

/// The registered routes, in the form of `/debug/routes`.
pub fn routes(list: &RouteList) -> Response {
    let (debug, normal): (Vec<_>, Vec<_>) = list
        .iter()
        .map(|(path, methods)| json!({ "Path": path.replace("{db}", "*"), "Methods": methods.join(", ") }))
        .partition(|route| route["Path"].as_str().is_some_and(|path| path.contains("/debug/")));
    ok(&json!({ "Debug": debug, "Production": normal }))
}

async fn is_loaded(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let name = query.required("name")?.to_owned();
    let engine = state.engine().clone();
    blocking(move || {
        let loaded = engine.info(&name).map_err(|error| missing_or(error, &name, 404))?.loaded;
        Ok(ok(&json!({ "DatabaseName": name, "IsLoaded": loaded })))
    })
    .await
}
