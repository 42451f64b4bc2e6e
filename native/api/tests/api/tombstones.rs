use axum::http::Method;
use serde_json::json;

use crate::sandbox::Sandbox;

#[tokio::test]
async fn tombstones_are_cleaned_and_their_state_reported_like_ravendb() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "@metadata": { "@collection": "As" } })).await;
    sandbox.send(Method::DELETE, &sandbox.db("/docs?id=a/1"), &[], "").await;
    let count = async || sandbox.get(&sandbox.db("/stats")).await.json()["CountOfTombstones"].clone();
    assert_eq!(count().await, 1);
    let state = sandbox.get(&sandbox.db("/admin/tombstones/state")).await.json();
    let free = json!({ "Component": null, "Etag": i64::MAX });
    assert_eq!(
        state["Results"],
        json!([{ "Collection": "as", "Documents": free, "TimeSeries": free, "Counters": free }])
    );
    assert_eq!(state["MinAllDocsEtag"], i64::MAX);
    let reply = sandbox.post(&sandbox.db("/admin/tombstones/cleanup"), json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "Value": 1 })));
    assert_eq!(count().await, 0);
}
