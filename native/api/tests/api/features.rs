use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

#[tokio::test]
async fn never_configured_is_404_without_a_body() {
    let sandbox = Sandbox::new().await;
    for path in ["/documents-compression/config", "/data-archival/config"] {
        let reply = sandbox.get(&sandbox.db(path)).await;
        assert_eq!((reply.status.as_u16(), reply.body.len()), (404, 0), "{path}");
    }
}

#[tokio::test]
async fn what_was_set_can_be_read() {
    let sandbox = Sandbox::new().await;
    let compression =
        json!({ "Collections": ["Orders"], "CompressAllCollections": false, "CompressRevisions": true });
    let reply = sandbox.post(&sandbox.db("/admin/documents-compression/config"), compression.clone()).await;
    assert_eq!(reply.status, 200);
    assert!(reply.json()["RaftCommandIndex"].is_i64());
    assert_eq!(sandbox.get(&sandbox.db("/documents-compression/config")).await.json(), compression);
    let archival =
        json!({ "Disabled": false, "ArchiveFrequencyInSec": 30, "MaxItemsToProcess": Value::Null });
    assert_eq!(sandbox.post(&sandbox.db("/admin/data-archival/config"), archival.clone()).await.status, 200);
    assert_eq!(sandbox.get(&sandbox.db("/data-archival/config")).await.json(), archival);
}

#[tokio::test]
async fn senseless_settings_are_refused_by_name() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/admin/data-archival/config");
    let (status, _, message) = sandbox.post(&path, json!({ "ArchiveFrequencyInSec": -5 })).await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("ArchiveFrequencyInSec"), "{message}");
    let (status, _, message) = sandbox.post(&path, json!({ "Disabled": "x" })).await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("boolean") && message.contains("line 1"), "{message}");
    let path = sandbox.db("/admin/documents-compression/config");
    assert_eq!(sandbox.send(Method::POST, &path, &[], "{").await.failure().0, 400);
    assert_eq!(sandbox.get(&sandbox.db("/documents-compression/config")).await.status, 404);
}
