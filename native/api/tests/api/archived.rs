//! What takes the archived mark off a document, and what does not, as RavenDB 7.1.5 was seen to do it.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

const DUE: &str =
    r#"{"Name":"a","@metadata":{"@collection":"Users","@archive-at":"2001-01-01T00:00:00.0000000Z"}}"#;

/// A database with the archived documents `users/1` and `users/2`.
async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for id in ["users/1", "users/2"] {
        put(&sandbox, id, DUE).await;
    }
    let archival = json!({ "Disabled": false, "ArchiveFrequencyInSec": 1_000_000 });
    assert_eq!(sandbox.post(&sandbox.db("/admin/data-archival/config"), archival).await.status, 200);
    sandbox.engine.database("shop").unwrap().archive_now().unwrap();
    for id in ["users/1", "users/2"] {
        assert!(is_archived(&sandbox, id).await, "{id}");
    }
    sandbox
}

async fn put(sandbox: &Sandbox, id: &str, body: &str) {
    let path = sandbox.db(&format!("/docs?id={id}"));
    assert_eq!(sandbox.send(Method::PUT, &path, &[], body.to_owned()).await.status, 201);
}

async fn patch(sandbox: &Sandbox, id: &str, script: &str) -> Reply {
    let body = json!({ "Patch": { "Script": script } }).to_string();
    sandbox.send(Method::PATCH, &sandbox.db(&format!("/docs?id={id}")), &[], body).await
}

async fn metadata(sandbox: &Sandbox, id: &str) -> Value {
    let reply = sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await;
    reply.json()["Results"][0]["@metadata"].clone()
}

async fn is_archived(sandbox: &Sandbox, id: &str) -> bool {
    let metadata = metadata(sandbox, id).await;
    let flagged = metadata["@flags"].as_str().is_some_and(|flags| flags.contains("Archived"));
    assert_eq!(metadata["@archived"] == true, flagged, "{metadata}");
    flagged
}

#[tokio::test]
async fn a_save_without_the_mark_keeps_the_document_archived() {
    let sandbox = sandbox().await;
    put(&sandbox, "users/1", r#"{"Name":"b","@metadata":{"@collection":"Users"}}"#).await;
    assert!(is_archived(&sandbox, "users/1").await);
    put(&sandbox, "users/1", r#"{"Name":"b","@metadata":{"@collection":"Users","@archived":false}}"#).await;
    assert!(is_archived(&sandbox, "users/1").await);
    let reply = patch(&sandbox, "users/1", "delete this['@metadata']['@archived']; this.Seen = true").await;
    assert_eq!(reply.json()["Status"], "Patched");
    assert!(is_archived(&sandbox, "users/1").await);
}

#[tokio::test]
async fn unarchive_clears_mark_and_flag_and_leaves_the_rest() {
    let sandbox = sandbox().await;
    let before = metadata(&sandbox, "users/1").await;
    let reply = patch(&sandbox, "users/1", "archived.unarchive(this)").await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["Status"], "Patched");
    assert_eq!(
        reply.json()["ModifiedDocument"],
        json!({ "Name": "a", "@metadata": { "@collection": "Users" } })
    );
    assert!(!is_archived(&sandbox, "users/1").await);
    assert!(is_archived(&sandbox, "users/2").await);
    assert_ne!(metadata(&sandbox, "users/1").await["@change-vector"], before["@change-vector"]);
    let again = patch(&sandbox, "users/1", "archived.unarchive(this)").await;
    assert_eq!(again.json()["Status"], "NotModified");
    put(&sandbox, "users/1", r#"{"Name":"c","@metadata":{"@collection":"Users"}}"#).await;
    assert!(!is_archived(&sandbox, "users/1").await);
}

#[tokio::test]
async fn unarchive_works_in_batches_and_by_query() {
    let sandbox = sandbox().await;
    let command =
        json!({ "Type": "PATCH", "Id": "users/1", "Patch": { "Script": "archived.unarchive(this)" } });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": [command] })).await;
    assert_eq!(reply.json()["Results"][0]["PatchStatus"], "Patched");
    assert!(!is_archived(&sandbox, "users/1").await);
    let query = json!({ "Query": { "Query": "from Users update { archived.unarchive(this) }" } });
    let path = sandbox.db("/queries");
    assert_eq!(sandbox.send(Method::PATCH, &path, &[], query.to_string()).await.status, 200);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while is_archived(&sandbox, "users/2").await {
        assert!(std::time::Instant::now() < deadline, "the operation did not unarchive users/2");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn unarchive_takes_the_document_of_the_patch_and_nothing_else() {
    let sandbox = sandbox().await;
    for (script, part) in [
        ("archived.unarchive()", "one argument"),
        ("archived.unarchive(this, 1)", "one argument"),
        ("archived.unarchive('users/1')", "must be a document"),
        ("archived.unarchive({})", "must be a document"),
        ("archived.unarchive(load('users/2'))", "patch users/2 itself"),
    ] {
        let (status, _, message) = patch(&sandbox, "users/1", script).await.failure();
        assert!(status >= 400 && message.contains(part), "{script}: {status} {message}");
        for id in ["users/1", "users/2"] {
            assert!(is_archived(&sandbox, id).await, "{script}: {id}");
        }
    }
    assert_eq!(patch(&sandbox, "users/1", "archived.unarchive(null)").await.json()["Status"], "NotModified");
}
