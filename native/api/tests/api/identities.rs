//! Identities, deleting by prefix, and flushing on request.

use axum::http::Method;
use serde_json::json;

use crate::sandbox::{DB, Sandbox};

#[tokio::test]
async fn identities_count_up_and_are_seeded_upwards_unless_forced() {
    let sandbox = Sandbox::new().await;
    let post = async |path: &str| sandbox.send(Method::POST, &sandbox.db(path), &[], "").await;
    assert_eq!(post("/identity/next?name=inv%7C").await.json(), json!({ "NewIdentityValue": 1 }));
    assert_eq!(post("/identity/next?name=INV").await.json(), json!({ "NewIdentityValue": 2 }));
    for (query, value) in [("value=100", 100), ("value=50", 100), ("value=50&force=true", 50)] {
        let reply = post(&format!("/identity/seed?name=inv%7C&{query}")).await;
        assert_eq!(reply.json(), json!({ "NewSeedValue": value }), "{query}");
    }
    assert_eq!(post("/identity/next?name=inv").await.json(), json!({ "NewIdentityValue": 51 }));
    assert_eq!(post("/identity/seed?name=other&value=5").await.status, 200);
    let all = sandbox.get(&sandbox.db("/debug/identities")).await.json();
    assert_eq!(all, json!({ "inv|": 51, "other|": 5 }));
    let second = sandbox.get(&sandbox.db("/debug/identities?start=1&pageSize=1")).await.json();
    assert_eq!(second, json!({ "other|": 5 }));
    assert!(post("/identity/next").await.failure().2.contains("'name'"));
    assert!(post("/identity/seed?name=x").await.failure().2.contains("'value'"));
}

#[tokio::test]
async fn removing_by_prefix_sees_what_the_same_batch_wrote() {
    let sandbox = Sandbox::new().await;
    let database = sandbox.engine.database(DB).unwrap();
    sandbox.save("del/1", json!({})).await;
    sandbox.save("DEL/2", json!({})).await;
    database.flush_and_sync().unwrap();
    sandbox.save("del/3", json!({})).await;
    sandbox.save("delta/1", json!({})).await;
    let body = json!({ "Commands": [
        { "Id": "del/4", "Type": "PUT", "Document": {} },
        { "Id": "del/1", "Type": "DELETE" },
        { "Id": "Del/", "Type": "DELETE", "IdPrefixed": true, "ChangeVector": null },
        { "Id": "nothing/", "Type": "DELETE", "IdPrefixed": true },
        { "Id": "del/5", "Type": "PUT", "Document": {} },
    ] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), body).await;
    let results = reply.json()["Results"].clone();
    assert_eq!(results[2], json!({ "Id": "Del/", "Type": "DELETE", "Deleted": true }));
    assert_eq!(results[3], json!({ "Id": "nothing/", "Type": "DELETE", "Deleted": false }));
    let left = sandbox.get(&sandbox.db("/docs?startsWith=del")).await.json();
    let ids: Vec<_> =
        left["Results"].as_array().unwrap().iter().map(|d| d["@metadata"]["@id"].clone()).collect();
    assert_eq!(ids, ["del/5", "delta/1"]);
    assert_eq!(database.stats().unwrap().documents, 2);
    let everything = json!({ "Commands": [{ "Id": "", "Type": "DELETE", "IdPrefixed": true }] });
    assert_eq!(sandbox.post(&sandbox.db("/bulk_docs"), everything).await.status, 400);
    assert_eq!(database.stats().unwrap().documents, 2);
}

#[tokio::test]
async fn a_requested_flush_leaves_nothing_unflushed() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let post = async |path: &str| sandbox.send(Method::POST, &sandbox.db(path), &[], "").await;
    let reply = post(&format!("/admin/storage/manual-flush?name={DB}&type=Documents")).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (200, 0));
    assert_eq!(sandbox.engine.database(DB).unwrap().stats().unwrap().unflushed_documents, 0);
    assert_eq!(post(&format!("/admin/storage/manual-sync?name={DB}&type=Documents")).await.status, 200);
    assert_eq!(post("/admin/storage/manual-sync?name=nope&type=Index").await.status, 404);
    assert!(post("/admin/storage/manual-sync?name=a&type=Bogus").await.failure().2.contains("Bogus"));
    assert_eq!(post("/admin/storage/manual-sync").await.status, 400);
}
