use axum::http::Method;

use crate::sandbox::{DB, Sandbox};

#[tokio::test]
async fn every_answer_names_the_protocol_version_and_whose_server_it_is() {
    let sandbox = Sandbox::new().await;
    let reply = sandbox.get("/build/version").await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "application/json; charset=utf-8");
    assert!(reply.header("raven-server-version").starts_with("7.1."));
    assert!(reply.header("server-startup-time").ends_with('Z'));
    let body = reply.json();
    assert_eq!(body["ProductVersion"], "7.1");
    assert!(body["FullVersion"].as_str().unwrap().contains("rookery"));
    assert!(sandbox.get("/nowhere").await.headers.contains_key("raven-server-version"));
}

#[tokio::test]
async fn topology_names_the_address_the_caller_used() {
    let sandbox = Sandbox::new().await;
    let path = format!("/topology?&name={DB}&first-topology-update");
    let reply = sandbox.send(Method::GET, &path, &[("host", "127.0.0.1:5555")], "").await;
    let node = &reply.json()["Nodes"][0];
    assert_eq!(node["Url"], "http://127.0.0.1:5555");
    assert_eq!((node["ClusterTag"].as_str(), node["ServerRole"].as_str()), (Some("A"), Some("Member")));
    assert_eq!(node["Database"], DB);
    assert!(reply.json()["Etag"].is_i64());
}

#[tokio::test]
async fn topology_of_an_unknown_database_is_what_clients_recognise() {
    let reply = Sandbox::new().await.get("/topology?name=nope").await;
    assert_eq!(reply.status, 503);
    assert_eq!(reply.header("database-missing"), "nope");
    assert_eq!(reply.json()["Type"], "Error");
}

#[tokio::test]
async fn the_cluster_is_one_leader_with_a_status_object() {
    let sandbox = Sandbox::new().await;
    let body = sandbox.send(Method::GET, "/cluster/topology", &[("host", "localhost:1")], "").await.json();
    assert_eq!(body["Topology"]["AllNodes"]["A"], "http://localhost:1");
    assert!(body["Status"].is_object());
    assert_eq!(body["Leader"], "A");
    let info = sandbox.get("/cluster/node-info").await.json();
    assert_eq!(info["ServerRole"], "Member");
    assert_eq!(info["ServerId"].as_str(), Some(sandbox.engine.server_id().to_string().as_str()));
}

#[tokio::test]
async fn the_licence_says_that_none_is_needed() {
    let body = Sandbox::new().await.get("/license/status").await.json();
    assert!(body["Status"].as_str().unwrap().contains("no licence needed"));
    assert_eq!(body["HasDocumentsCompression"], true);
    assert_eq!(body["HasExternalReplication"], false);
}

#[tokio::test]
async fn unknown_routes_and_methods_are_named() {
    let sandbox = Sandbox::new().await;
    let (status, kind, message) = sandbox.get("/nope?x=1").await.failure();
    assert_eq!((status, kind.as_str()), (400, "RouteNotFoundException"));
    assert_eq!(message, "There is no handler for path: GET /nope");
    assert_eq!(sandbox.get("/nope?x=1").await.json()["Url"], "/nope?x=1");
    let reply = sandbox.send(Method::PATCH, "/build/version", &[], "").await;
    assert_eq!(reply.failure().2, "There is no handler for path: PATCH /build/version");
}

#[tokio::test]
async fn debug_routes_lists_what_is_really_there() {
    let sandbox = Sandbox::new().await;
    let body = sandbox.get("/debug/routes").await.json();
    let all: Vec<&serde_json::Value> =
        ["Debug", "Production"].iter().flat_map(|group| body[*group].as_array().unwrap()).collect();
    let find =
        |path: &str| all.iter().find(|route| route["Path"] == path).map(|route| route["Methods"].clone());
    assert_eq!(find("/databases/*/docs").unwrap(), "GET, POST, PUT, DELETE, HEAD, PATCH");
    assert_eq!(find("/databases/*/debug/io-metrics").unwrap(), "GET");
    assert!(find("/databases/*/nope").is_none());
    assert_eq!(find("/databases/*/timeseries").unwrap(), "GET, POST");
}

#[tokio::test]
async fn is_loaded_answers_for_known_databases_only() {
    let sandbox = Sandbox::new().await;
    sandbox.get(&sandbox.db("/stats")).await;
    assert_eq!(sandbox.get("/debug/is-loaded?name=shop").await.json()["IsLoaded"], true);
    assert_eq!(sandbox.get("/debug/is-loaded?name=nope").await.status, 404);
}
