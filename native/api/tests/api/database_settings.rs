//! The settings in the record of a database.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

async fn put(sandbox: &Sandbox, settings: Value) -> u16 {
    let path = sandbox.db("/admin/configuration/settings");
    sandbox.send(Method::PUT, &path, &[], settings.to_string()).await.status.as_u16()
}

async fn settings(sandbox: &Sandbox) -> Value {
    sandbox.get(&sandbox.db("/admin/record")).await.json()["Settings"].clone()
}

#[tokio::test]
async fn settings_replace_all_earlier_ones() {
    let sandbox = Sandbox::new().await;
    assert_eq!(put(&sandbox, json!({ "Indexing.MapBatchSize": "100", "NoSuchKey": "1" })).await, 201);
    assert_eq!(settings(&sandbox).await, json!({ "Indexing.MapBatchSize": "100", "NoSuchKey": "1" }));
    assert_eq!(put(&sandbox, json!({ "Indexing.MapBatchSize": null })).await, 201);
    assert_eq!(settings(&sandbox).await, json!({ "Indexing.MapBatchSize": null }));
}

#[tokio::test]
async fn what_is_fixed_at_creation_cannot_change() {
    let sandbox = Sandbox::new().await;
    assert_eq!(put(&sandbox, json!({ "NoSuchKey": "1" })).await, 201);
    assert!(put(&sandbox, json!({ "Storage.JournalsPath": "/tmp" })).await >= 400);
    assert!(put(&sandbox, json!([])).await >= 400);
    assert_eq!(settings(&sandbox).await, json!({ "NoSuchKey": "1" }));
}
