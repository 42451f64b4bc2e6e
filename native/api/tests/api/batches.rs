use axum::http::Method;
use serde_json::json;

use crate::sandbox::Sandbox;

#[tokio::test]
async fn results_come_in_command_order_with_the_protocols_names() {
    let sandbox = Sandbox::new().await;
    let body = json!({ "Commands": [
        { "Id": "orders/1", "ChangeVector": null, "Type": "PUT", "Document": { "@metadata": { "@collection": "Orders" } } },
        { "Id": "nope", "Type": "DELETE", "ChangeVector": null },
        { "Id": "orders/1", "Type": "DELETE" },
        { "Id": null, "Type": "PUT", "Document": {} },
    ] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs?&waitForIndexesTimeout=00:00:05"), body).await;
    assert_eq!(reply.status, 201);
    let results = reply.json()["Results"].clone();
    assert_eq!((results[0]["Type"].as_str(), results[0]["@id"].as_str()), (Some("PUT"), Some("orders/1")));
    assert_eq!(results[0]["@collection"], "Orders");
    assert!(results[0]["@change-vector"].as_str().unwrap().starts_with("A:"));
    assert!(results[0]["@last-modified"].as_str().unwrap().ends_with('Z'));
    assert_eq!(results[1], json!({ "Id": "nope", "Type": "DELETE", "Deleted": false }));
    assert_eq!(results[2]["Deleted"], true);
    assert_eq!(results[3]["@id"].as_str().unwrap().len(), 36, "a guid");
    assert_eq!(results[3]["@collection"], "@empty");
}

#[tokio::test]
async fn one_conflict_fails_the_whole_batch() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "v": 1 })).await;
    let body = json!({ "Commands": [
        { "Id": "a/2", "Type": "PUT", "Document": {} },
        { "Id": "a/1", "Type": "PUT", "ChangeVector": "A:77-x", "Document": { "v": 2 } },
    ] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), body).await;
    let (status, kind, message) = reply.failure();
    assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"));
    assert!(message.contains("a/1") && message.contains("A:77-x"), "{message}");
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/2")).await.status, 404);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/1")).await.json()["Results"][0]["v"], 1);
}

#[tokio::test]
async fn unsupported_commands_are_rejected_before_any_change() {
    let sandbox = Sandbox::new().await;
    let body = json!({ "Commands": [
        { "Id": "a/1", "Type": "PUT", "Document": {} },
        { "Id": "a/1", "Type": "BatchDELETE" },
    ] });
    let (status, kind, message) = sandbox.post(&sandbox.db("/bulk_docs"), body).await.failure();
    assert_eq!((status, kind.as_str()), (501, "NotSupportedException"));
    assert!(message.contains("BatchDELETE") && message.contains("command 2"), "{message}");
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/1")).await.status, 404);
}

#[tokio::test]
async fn bad_batches_say_what_and_where() {
    let sandbox = Sandbox::new().await;
    let send = async |body: &str| {
        sandbox.send(Method::POST, &sandbox.db("/bulk_docs"), &[], body.to_owned()).await.failure()
    };
    let (status, kind, message) = send("{\"Commands\":").await;
    assert_eq!((status, kind.as_str()), (400, "EndOfStreamException"));
    assert!(message.contains("line 1, column 12"), "{message}");
    assert!(send(r#"{"Commands":[{"Id":"x","Type":"PUT"}]}"#).await.2.contains("'Document'"));
    let (status, kind, _) = send(r#"{"Commands":[{"Id":"x","Type":"BOGUS"}]}"#).await;
    assert_eq!((status, kind.as_str()), (400, "InvalidCommandTypeException"));
    let archive =
        r#"{"Commands":[{"Id":"x","Type":"PUT","Document":{"@metadata":{"@archive-at":"2020-13-01"}}}]}"#;
    let (status, _, message) = send(archive).await;
    assert_eq!(status, 400);
    assert!(message.contains("2020-13-01") && message.contains("'x'"), "{message}");
    let past = r#"{"Commands":[{"Id":"x","Type":"PUT","Document":{"@metadata":{"@archive-at":"2020-01-01T00:00:00.0000000Z"}}}]}"#;
    assert_eq!(sandbox.send(Method::POST, &sandbox.db("/bulk_docs"), &[], past).await.status, 201);
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_with_the_limit() {
    let options = rookery_api::ApiOptions { body_limit: 2048, ..rookery_api::ApiOptions::default() };
    let sandbox = Sandbox::with(options).await;
    let body = json!({ "Commands": [{ "Id": "x", "Type": "PUT", "Document": { "t": "x".repeat(3000) } }] });
    let (status, _, message) = sandbox.post(&sandbox.db("/bulk_docs"), body).await.failure();
    assert_eq!(status, 413);
    assert!(message.contains("2 KBytes"), "{message}");
}
