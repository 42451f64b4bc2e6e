//! Requests shared by tests of indexes. Each must succeed.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

/// The answer to a query once its index has seen everything.
pub async fn run_query(sandbox: &Sandbox, query: &str) -> Value {
    run_query_as(sandbox, json!({ "Query": query, "WaitForNonStaleResults": true })).await
}

/// Status, kind and message of a query that fails once its index has seen everything.
pub async fn query_failure(sandbox: &Sandbox, query: &str) -> (u16, String, String) {
    let query = json!({ "Query": query, "WaitForNonStaleResults": true });
    sandbox.post(&sandbox.db("/queries"), query).await.failure()
}

/// The answer to a query with options.
pub async fn run_query_as(sandbox: &Sandbox, query: Value) -> Value {
    let requested = query["Query"].to_string();
    let reply = sandbox.post(&sandbox.db("/queries"), query).await;
    assert_eq!(reply.status, 200, "{requested}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

pub async fn read(sandbox: &Sandbox, path: &str) -> Value {
    let reply = sandbox.get(&sandbox.db(path)).await;
    assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

/// The running queries, by index.
pub async fn running(sandbox: &Sandbox) -> Value {
    let mut answer = read(sandbox, "/debug/queries/running").await;
    let metadata = answer.as_object_mut().unwrap().remove("@metadata").unwrap();
    assert_eq!(metadata["NodeTag"], "A");
    answer
}

pub async fn put_index(sandbox: &Sandbox, index: Value) -> Reply {
    let body = json!({ "Indexes": [index] }).to_string();
    sandbox.send(Method::PUT, &sandbox.db("/indexes"), &[], body).await
}
