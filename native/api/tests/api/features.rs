use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

#[tokio::test]
async fn never_configured_is_404_without_a_body() {
    let sandbox = Sandbox::new().await;
    for path in
        ["/documents-compression/config", "/data-archival/config", "/expiration/config", "/refresh/config"]
    {
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

#[tokio::test]
async fn expiration_and_refresh_are_configured_read_and_run() {
    let sandbox = Sandbox::new().await;
    let expiration = json!({ "Disabled": false, "DeleteFrequencyInSec": 1, "MaxItemsToProcess": null });
    let refresh = json!({ "Disabled": false, "RefreshFrequencyInSec": 1, "MaxItemsToProcess": 100 });
    for (name, member, set) in [("expiration", "Expiration", &expiration), ("refresh", "Refresh", &refresh)] {
        let reported = || async {
            sandbox.get("/databases").await.json()["Databases"][0][format!("Has{member}Configuration")]
                .clone()
        };
        assert_eq!(reported().await, false);
        let reply = sandbox.post(&sandbox.db(&format!("/admin/{name}/config")), set.clone()).await;
        assert_eq!(reply.status, 200);
        assert_eq!(&sandbox.get(&sandbox.db(&format!("/{name}/config"))).await.json(), set);
        assert_eq!(reported().await, true);
        assert_eq!(&sandbox.get("/admin/databases?name=shop").await.json()[member], set);
    }
    for (path, bad) in [
        ("/admin/expiration/config", json!({ "DeleteFrequencyInSec": 0 })),
        ("/admin/refresh/config", json!({ "RefreshFrequencyInSec": -1 })),
        ("/admin/refresh/config", json!({ "MaxItemsToProcess": 0 })),
    ] {
        let (status, _, message) = sandbox.post(&sandbox.db(path), bad.clone()).await.failure();
        assert_eq!(status, 400);
        assert!(message.contains(bad.as_object().unwrap().keys().next().unwrap()), "{message}");
    }
    sandbox.save("old", json!({ "@metadata": { "@expires": "2001-01-01T00:00:00.0000000Z" } })).await;
    let saved =
        sandbox.save("stale", json!({ "@metadata": { "@refresh": "2001-01-01T00:00:00.0000000Z" } })).await;
    let database = sandbox.engine.database("shop").unwrap();
    // The sweeping thread may have been faster: what counts is the state afterwards.
    database.expire_now().unwrap();
    database.refresh_now().unwrap();
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=old")).await.status, 404);
    let stale = &sandbox.get(&sandbox.db("/docs?id=stale")).await.json()["Results"][0]["@metadata"];
    assert!(stale.get("@refresh").is_none());
    assert_ne!(stale["@change-vector"], saved.as_str());
    let bad = json!({ "@metadata": { "@expires": "soon" } }).to_string();
    let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=x"), &[], bad).await;
    let (status, _, message) = reply.failure();
    assert_eq!(status, 400);
    assert!(message.contains("@expires 'soon'") && message.contains("2030-01-31T18:30:00"), "{message}");
}
