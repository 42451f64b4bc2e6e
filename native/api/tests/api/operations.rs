//! Long-running operations: state, list, kill, and the changes feed.

use axum::http::Method;
use rookery_api::feeds::connect;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};

#[tokio::test]
async fn an_operation_is_listed_with_its_state_while_running_and_after_its_end() {
    let sandbox = Sandbox::new().await;
    let database = sandbox.engine.database(DB).unwrap();
    let id = sandbox.get(&sandbox.db("/operations/next-operation-id")).await.json()["Id"].as_i64().unwrap();
    let handle = database.operations().start_with_id(id, "BulkInsert", "Bulk Insert", true).unwrap();
    handle.progress(json!({ "Total": 2 }));
    let state = sandbox.get(&sandbox.db(&format!("/operations/state?id={id}"))).await.json();
    assert_eq!(
        state,
        json!({
            "$type": "Raven.Client.Documents.Operations.OperationState, Raven.Client",
            "Progress": {
                "$type": "Raven.Client.Documents.Operations.BulkInsertProgress, Raven.Client", "Total": 2,
            },
            "Result": null,
            "Status": "InProgress",
        })
    );
    handle.fail("System.InvalidOperationException", "The disk is full.");
    let list = sandbox.get(&sandbox.db("/operations")).await.json();
    let entry = &list["Results"][0];
    assert_eq!(entry["Id"], id);
    assert_eq!(entry["Killable"], true);
    assert_eq!(entry["Description"]["TaskType"], "BulkInsert");
    assert!(entry["Description"]["EndTime"].is_string());
    assert_eq!(entry["State"]["Status"], "Faulted");
    assert_eq!(entry["State"]["Progress"], Value::Null);
    assert_eq!(entry["State"]["Result"]["Message"], "The disk is full.");
    assert_eq!(
        entry["State"]["Result"]["$type"],
        "Raven.Client.Documents.Operations.OperationExceptionResult, Raven.Client"
    );
    let one = sandbox.get(&sandbox.db(&format!("/operations?id={id}"))).await.json();
    assert_eq!(one, list);
    assert_eq!(sandbox.get(&sandbox.db("/operations?id=999")).await.status, 404);
}

#[tokio::test]
async fn a_kill_reaches_the_work_and_an_unknown_number_is_named() {
    let sandbox = Sandbox::new().await;
    let database = sandbox.engine.database(DB).unwrap();
    let handle = database.operations().start("BulkInsert", "Bulk Insert", true);
    let path = sandbox.db(&format!("/operations/kill?id={}", handle.id()));
    assert_eq!(sandbox.send(Method::POST, &path, &[], "").await.status, 204);
    assert!(handle.is_cancelled());
    let refused = sandbox.send(Method::POST, &sandbox.db("/operations/kill?id=777"), &[], "").await.failure();
    assert_eq!(refused, (500, "ArgumentException".into(), "Operation 777 was not registered".into()));
}

#[tokio::test]
async fn the_changes_feed_sends_watched_operations() {
    let sandbox = Sandbox::new().await;
    let database = sandbox.engine.database(DB).unwrap();
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    let mut next = async || serde_json::from_str::<Value>(&feed.from_feed.recv().await.unwrap()).unwrap();
    next().await;
    let command = json!({ "CommandId": 1, "Command": "watch-operation", "Param": "41" }).to_string();
    feed.to_feed.send(command).await.unwrap();
    assert_eq!(next().await[0]["Type"], "Confirm");
    database.operations().start_with_id(40, "BulkInsert", "Bulk Insert", true).unwrap().complete(json!({}));
    let watched = database.operations().start_with_id(41, "BulkInsert", "Bulk Insert", true).unwrap();
    watched.complete(json!({ "Total": 3 }));
    let reported = next().await;
    assert_eq!(reported[0]["Type"], "OperationStatusChange");
    assert_eq!(reported[0]["Value"]["OperationId"], 41);
    assert_eq!(reported[0]["Value"]["State"]["Status"], "Completed");
    assert_eq!(reported[0]["Value"]["State"]["Result"]["Total"], 3);
}
