use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox, in_collection};

#[tokio::test]
async fn a_created_database_is_answered_with_everything_clients_read() {
    let sandbox = Sandbox::new().await;
    // What the npm client sends, its odd header included.
    let reply = sandbox
        .send(
            Method::PUT,
            "/admin/databases?name=probe&replicationFactor=1&raft-request-id=5f2b",
            &[("etag", "\"undefined\""), ("host", "127.0.0.1:7")],
            r#"{"DatabaseName":"probe"}"#,
        )
        .await;
    assert_eq!(reply.status, 201);
    let body = reply.json();
    assert_eq!(body["Name"], "probe");
    assert_eq!(body["NodesAddedTo"], json!(["http://127.0.0.1:7"]));
    for member in [
        "Members",
        "Promotables",
        "Rehabs",
        "Stamp",
        "DynamicNodesDistribution",
        "ReplicationFactor",
        "PromotablesStatus",
        "DemotionReasons",
        "DatabaseTopologyIdBase64",
        "ClusterTransactionIdBase64",
        "PriorityOrder",
    ] {
        assert!(body["Topology"].get(member).is_some(), "{member} is missing");
    }
}

#[tokio::test]
async fn the_list_has_details_names_or_one() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", in_collection("Items", json!({}))).await;
    let list = sandbox.get("/databases").await.json();
    assert_eq!(list["Databases"][0]["Name"], DB);
    assert_eq!(list["Databases"][0]["DocumentsCount"], 1);
    assert!(list["Databases"][0]["TotalSize"]["SizeInBytes"].as_u64().unwrap() > 0);
    assert_eq!(sandbox.get("/databases?namesOnly=true").await.json(), json!({ "Databases": [DB] }));
    assert_eq!(sandbox.get("/databases?name=SHOP").await.json()["Databases"][0]["Name"], DB);
    assert_eq!(sandbox.get("/databases?namesOnly=true&start=1").await.json(), json!({ "Databases": [] }));
    let missing = sandbox.get("/databases?name=nope").await;
    assert_eq!((missing.status.as_u16(), missing.body.len()), (404, 0));
    assert_eq!(missing.header("database-missing"), "nope");
}

#[tokio::test]
async fn the_list_counts_indexes_errors_and_the_time_since_loading() {
    let sandbox = Sandbox::new().await;
    let entry = async || sandbox.get("/databases").await.json()["Databases"][0].clone();
    // Nobody has opened the database yet.
    let closed = entry().await;
    assert_eq!((&closed["IndexesCount"], &closed["IndexingErrors"]), (&json!(0), &json!(0)));
    assert_eq!((&closed["UpTime"], &closed["IndexingStatus"]), (&Value::Null, &Value::Null));
    sandbox.save("a/1", in_collection("Items", json!({ "Name": null }))).await;
    let indexes = json!({ "Indexes": [
        { "Name": "Good", "Maps": ["map('Items', a => ({ Name: a.Name }))"] },
        { "Name": "Bad", "Maps": ["map('Items', a => ({ Name: JSON.parse('{') }))"] },
    ] });
    let reply = sandbox.send(Method::PUT, &sandbox.db("/admin/indexes"), &[], indexes.to_string()).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let automatic = json!({ "Query": "from Items where Name = 'x'", "WaitForNonStaleResults": true });
    assert_eq!(sandbox.post(&sandbox.db("/queries"), automatic).await.status, 200);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while entry().await["IndexingErrors"] != 1 {
        assert!(std::time::Instant::now() < deadline, "{}", entry().await);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let listed = entry().await;
    assert_eq!(listed["IndexesCount"], 3);
    assert_eq!(listed["IndexingStatus"], "Running");
    assert!(listed["UpTime"].as_str().unwrap().starts_with("00:00:"), "{listed}");
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(stats["CountOfIndexes"], listed["IndexesCount"]);
    assert!(stats["LastIndexingTime"].is_string(), "{stats}");
    let path = sandbox.db("/admin/indexes/stop");
    assert_eq!(sandbox.send(Method::POST, &path, &[], "").await.status, 204);
    assert_eq!(entry().await["IndexingStatus"], "Paused");
}

#[tokio::test]
async fn a_locked_database_is_listed_as_locked_and_not_deleted() {
    let sandbox = Sandbox::new().await;
    let create = async |name: &str, mode: &str| {
        let record = json!({ "DatabaseName": name, "LockMode": mode }).to_string();
        sandbox.send(Method::PUT, &format!("/admin/databases?name={name}"), &[], record).await
    };
    let delete = async |name: &str| {
        let body = json!({ "DatabaseNames": [DB, name], "HardDelete": true }).to_string();
        sandbox.send(Method::DELETE, "/admin/databases", &[], body).await
    };
    assert_eq!(create("strict", "PreventDeletesError").await.status, 201);
    assert_eq!(create("quiet", "PreventDeletesIgnore").await.status, 201);
    let (status, _, message) = create("bad", "Nonsense").await.failure();
    assert!(status == 400 && message.contains("Nonsense"), "{status} {message}");
    let mode = async |name: &str| {
        sandbox.get(&format!("/databases?name={name}")).await.json()["Databases"][0]["LockMode"].clone()
    };
    assert_eq!(
        (mode("strict").await, mode("quiet").await),
        (json!("PreventDeletesError"), json!("PreventDeletesIgnore"))
    );
    let (status, kind, message) = delete("strict").await.failure();
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
    assert!(message.contains("'strict'") && message.contains("PreventDeletesError"), "{message}");
    // Nothing of that request was deleted.
    let names = async || sandbox.get("/databases?namesOnly=true").await.json()["Databases"].clone();
    assert_eq!(names().await, json!(["quiet", DB, "strict"]));
    assert_eq!(delete("quiet").await.status, 200);
    assert_eq!(names().await, json!(["quiet", "strict"]));
}

#[tokio::test]
async fn the_record_can_be_read_back_with_its_settings() {
    let sandbox = Sandbox::new().await;
    let record = sandbox.get("/admin/databases?name=shop").await.json();
    assert_eq!(record["DatabaseName"], DB);
    assert!(record["Etag"].is_i64());
    assert_eq!(record["DataArchival"], Value::Null);
    assert_eq!(record["Topology"]["Members"], json!(["A"]));
    sandbox.post(&sandbox.db("/admin/data-archival/config"), json!({ "Disabled": false })).await;
    let record = sandbox.get("/admin/databases?name=shop").await.json();
    assert_eq!(record["DataArchival"]["Disabled"], false);
    assert_eq!(sandbox.get("/databases").await.json()["Databases"][0]["HasDataArchivalConfiguration"], true);
    assert_eq!(sandbox.get("/admin/databases?name=nope").await.status, 404);
}

#[tokio::test]
async fn what_cannot_be_created_says_why() {
    let sandbox = Sandbox::new().await;
    let create =
        async |path: &str, body: &str| sandbox.send(Method::PUT, path, &[], body.to_owned()).await.failure();
    let (status, kind, message) = create("/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#).await;
    assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"));
    assert!(message.contains("shop") && message.contains("exists"), "{message}");
    let (status, _, message) = create("/admin/databases?name=a%2Fb", r#"{"DatabaseName":"a/b"}"#).await;
    assert_eq!(status, 400);
    assert!(message.contains("a/b"), "{message}");
    let (status, _, message) = create("/admin/databases?name=x", r#"{"DatabaseName":"#).await;
    assert_eq!(status, 400);
    assert!(message.contains("line 1, column 16"), "{message}");
    let (status, _, message) = create("/admin/databases?name=x", r#"{"DatabaseName":"y"}"#).await;
    assert_eq!(status, 400);
    assert!(message.contains("'x'") && message.contains("\"y\""), "{message}");
    assert_eq!(create("/admin/databases", "{}").await.0, 400);
    assert_eq!(create("/admin/databases?name=x", "[]").await.0, 400);
}

#[tokio::test]
async fn a_record_is_replaced_only_under_its_version() {
    let sandbox = Sandbox::new().await;
    let mut record = sandbox.get("/admin/databases?name=shop").await.json();
    let etag = record["Etag"].to_string();
    record["Settings"] = json!({ "Some.Key": "x" });
    let put = async |etag: &str, record: &Value| {
        let etag = format!("\"{etag}\"");
        sandbox.send(Method::PUT, "/admin/databases?name=shop", &[("etag", &etag)], record.to_string()).await
    };
    assert_eq!(put(&etag, &record).await.status, 201);
    let (status, kind, message) = put(&etag, &record).await.failure();
    assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"), "{message}");
    let read = sandbox.get("/admin/databases?name=shop").await.json();
    assert_eq!(read["Settings"]["Some.Key"], "x");
    assert_ne!(read["Etag"].to_string(), etag);
}

#[tokio::test]
async fn a_deleted_database_is_not_found() {
    let sandbox = Sandbox::new().await;
    let body = json!({ "DatabaseNames": [DB], "HardDelete": true });
    let reply = sandbox.send(Method::DELETE, "/admin/databases", &[], body.to_string()).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["PendingDeletes"], json!([]));
    let (status, kind, message) = sandbox.get(&sandbox.db("/stats")).await.failure();
    assert_eq!((status, kind.as_str()), (500, "DatabaseDoesNotExistException"));
    assert!(message.contains(DB));
    let again = sandbox.send(Method::DELETE, "/admin/databases", &[], body.to_string()).await;
    assert_eq!(again.json()["RaftCommandIndex"], -1);
    assert_eq!(sandbox.send(Method::DELETE, "/admin/databases", &[], "{}").await.status, 400);
}

#[tokio::test]
async fn clients_find_configuration_and_health() {
    let sandbox = Sandbox::new().await;
    let configuration = sandbox.get(&sandbox.db("/configuration/client")).await.json();
    assert_eq!(configuration["Configuration"], Value::Null);
    assert_eq!(sandbox.get(&sandbox.db("/healthcheck")).await.status, 204);
    assert_eq!(sandbox.get("/databases/nope/healthcheck").await.status, 500);
}
