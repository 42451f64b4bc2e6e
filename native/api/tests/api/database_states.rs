//! Enabling, disabling and locking databases.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};

async fn post(sandbox: &Sandbox, action: &str, body: Value) -> (u16, Value) {
    let reply = sandbox.post(&format!("/admin/databases/{action}"), body).await;
    let status = reply.status.as_u16();
    (status, if reply.body.is_empty() { Value::Null } else { reply.json() })
}

async fn delete(sandbox: &Sandbox) -> (u16, Value) {
    let body = json!({ "DatabaseNames": [DB], "HardDelete": true }).to_string();
    let reply = sandbox.send(Method::DELETE, "/admin/databases", &[], body).await;
    (reply.status.as_u16(), reply.json())
}

#[tokio::test]
async fn a_disabled_database_refuses_requests_until_it_is_enabled() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a", json!({ "x": 1 })).await;
    let (status, answer) = post(&sandbox, "disable", json!({ "DatabaseNames": [DB, "none"] })).await;
    assert_eq!(status, 200);
    let [first, second] = [&answer["Status"][0], &answer["Status"][1]];
    assert_eq!(
        (&first["Name"], &first["Success"], &first["Disabled"]),
        (&json!(DB), &json!(true), &json!(true))
    );
    assert_eq!((&second["Success"], &second["Reason"]), (&json!(false), &json!("database not found")));
    // Also for the path that answers without routing.
    for path in ["/docs?id=a", "/stats", "/docs"] {
        let (status, kind, _) = sandbox.get(&sandbox.db(path)).await.failure();
        assert_eq!((status, kind.as_str()), (503, "DatabaseDisabledException"), "{path}");
    }
    let listed = sandbox.get(&format!("/databases?name={DB}")).await.json();
    assert_eq!(listed["Databases"][0]["Disabled"], true);
    // As of a database that was closed for other reasons.
    assert_eq!(listed["Databases"][0]["DocumentsCount"], 1);
    assert!(sandbox.engine.opened(DB).is_none());

    let (_, answer) = post(&sandbox, "enable", json!({ "DatabaseNames": [DB] })).await;
    assert_eq!(
        (&answer["Status"][0]["Success"], &answer["Status"][0]["Disabled"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a")).await.json()["Results"][0]["x"], 1);
    for empty in [json!({}), json!({ "DatabaseNames": null })] {
        assert_eq!(post(&sandbox, "enable", empty).await, (200, json!({ "Status": [] })));
    }
}

#[tokio::test]
async fn a_record_that_disables_closes_the_database() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a", json!({})).await;
    let record = sandbox.get(&format!("/admin/databases?name={DB}")).await.json();
    assert_eq!(sandbox.get(&sandbox.db("/admin/record")).await.json(), record);
    let etag = record["Etag"].to_string();
    let mut disabled = record;
    disabled["Disabled"] = true.into();
    let path = format!("/admin/databases?name={DB}");
    let reply = sandbox.send(Method::PUT, &path, &[("ETag", &etag)], disabled.to_string()).await;
    assert_eq!(reply.status, 201);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a")).await.status, 503);
}

#[tokio::test]
async fn databases_are_disabled_and_enabled_while_they_are_used() {
    let sandbox = std::sync::Arc::new(Sandbox::new().await);
    let writer = tokio::spawn({
        let sandbox = sandbox.clone();
        async move {
            let mut saved = 0;
            for number in 0..300 {
                let path = sandbox.db(&format!("/docs?id=n/{number}"));
                let reply = sandbox.send(Method::PUT, &path, &[], "{}").await;
                assert!(matches!(reply.status.as_u16(), 201 | 500 | 503), "{}", reply.status);
                saved += u64::from(reply.status == 201);
            }
            saved
        }
    });
    for _ in 0..20 {
        for action in ["disable", "enable"] {
            let (status, answer) = post(&sandbox, action, json!({ "DatabaseNames": [DB] })).await;
            assert_eq!((status, &answer["Status"][0]["Success"]), (200, &json!(true)), "{answer}");
        }
    }
    let saved = writer.await.unwrap();
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(stats["CountOfDocuments"], saved);
}

#[tokio::test]
async fn a_locked_database_is_not_deleted() {
    let sandbox = Sandbox::new().await;
    let lock = |mode: &str| json!({ "DatabaseNames": [DB], "Mode": mode });
    assert_eq!(post(&sandbox, "set-lock", lock("PreventDeletesError")).await.0, 204);
    let (status, answer) = delete(&sandbox).await;
    assert_eq!((status, &answer["Type"]), (500, &json!("System.InvalidOperationException")), "{answer}");
    assert_eq!(post(&sandbox, "set-lock", lock("PreventDeletesIgnore")).await.0, 204);
    assert_eq!(delete(&sandbox).await.1, json!({ "RaftCommandIndex": -1, "PendingDeletes": [] }));
    let listed = sandbox.get(&format!("/databases?name={DB}")).await.json();
    assert_eq!(listed["Databases"][0]["LockMode"], "PreventDeletesIgnore");
    // One that is missing: none is changed.
    let (status, _) =
        post(&sandbox, "set-lock", json!({ "DatabaseNames": [DB, "none"], "Mode": "Unlock" })).await;
    assert_eq!(status, 500);
    assert_eq!(delete(&sandbox).await.1["RaftCommandIndex"], -1);
    let (status, answer) = post(&sandbox, "set-lock", lock("Bad")).await;
    assert!((400..=500).contains(&status) && answer["Message"].to_string().contains("Bad"), "{answer}");
    assert_eq!(post(&sandbox, "set-lock", json!({ "Mode": "Unlock" })).await.0, 500);
    // Without a mode it is unlocked.
    assert_eq!(post(&sandbox, "set-lock", json!({ "DatabaseNames": [DB] })).await.0, 204);
    assert!(delete(&sandbox).await.1["RaftCommandIndex"].as_i64().unwrap() > 0);
}
