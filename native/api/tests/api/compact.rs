use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for number in 0..5 {
        let order = json!({ "Lines": "the same words again and again ".repeat(20), "Number": number });
        sandbox.save(&format!("orders/{number}"), in_collection("Orders", order)).await;
    }
    sandbox.save("users/1", in_collection("Users", json!({ "Name": "A ".repeat(100) }))).await;
    let all = json!({ "CompressAllCollections": true });
    sandbox.post(&sandbox.db("/admin/documents-compression/config"), all).await;
    sandbox
}

async fn ended(sandbox: &Sandbox, path: &str) -> Value {
    for _ in 0..500 {
        let state = sandbox.get(path).await.json();
        if state["Status"] != "InProgress" {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{path} does not end");
}

#[tokio::test]
async fn a_database_is_compacted_as_work_of_the_server() {
    let sandbox = filled().await;
    let name = sandbox.get(&sandbox.db("/debug/storage/compression-dictionaries")).await.json();
    let name = name["DatabaseName"].as_str().unwrap().to_owned();
    let before = sandbox.get(&sandbox.db("/docs?id=orders/1")).await.json();
    let settings = json!({ "DatabaseName": name, "Documents": true, "Indexes": ["Nope"] });
    let reply = sandbox.post("/admin/compact", settings).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["OperationNodeTag"], "A");
    let id = reply.json()["OperationId"].as_i64().unwrap();
    let state = ended(&sandbox, &format!("/operations/state?id={id}")).await;
    assert_eq!(state["Status"], "Completed", "{state}");
    let result = &state["Result"];
    assert_eq!(result["$type"], "Raven.Client.ServerWide.Operations.CompactionResult, Raven.Client");
    assert_eq!((&result["Name"], &result["DocumentsRewritten"]), (&json!(name), &json!(6)));
    assert!(result["SizeAfterCompaction"]["SizeInBytes"].as_u64().unwrap() > 0);
    assert_eq!(result["IndexesResults"]["Nope"]["Skipped"], true);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=orders/1")).await.json(), before);
    let stats = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    assert_eq!(stats["Collections"]["Orders"]["Compression"]["CountOfCompressedDocuments"], 5);
}

#[tokio::test]
async fn one_collection_is_compacted_as_work_of_its_database() {
    let sandbox = filled().await;
    let path = sandbox.db("/admin/compact?collection=orders");
    let id = sandbox.send(Method::POST, &path, &[], "").await.json()["OperationId"].as_i64().unwrap();
    let state = ended(&sandbox, &sandbox.db(&format!("/operations/state?id={id}"))).await;
    assert_eq!((&state["Status"], &state["Result"]["DocumentsRewritten"]), (&json!("Completed"), &json!(5)));
    let stats = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    assert_eq!(stats["Collections"]["Users"]["Compression"]["CountOfCompressedDocuments"], 0);
}

#[tokio::test]
async fn senseless_requests_are_refused_in_the_servers_words() {
    let sandbox = Sandbox::new().await;
    for (settings, words) in [
        (json!({}), "DatabaseName is a required field"),
        (
            json!({ "DatabaseName": "nope", "Documents": true }),
            "Cannot compact database nope, it doesn't exist.",
        ),
        (json!({ "DatabaseName": "nope" }), "Nothing to compact."),
    ] {
        let (status, kind, message) = sandbox.post("/admin/compact", settings).await.failure();
        assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
        assert!(message.contains(words), "{message}");
    }
    let (status, ..) = sandbox.post("/admin/compact", json!({ "DatabaseName": 7 })).await.failure();
    assert_eq!(status, 400);
    assert!(sandbox.post("/admin/operations/kill?id=77", json!({})).await.status.as_u16() >= 400);
}
