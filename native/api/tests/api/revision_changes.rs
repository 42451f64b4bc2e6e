use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn keeping() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let reply = sandbox.post(&sandbox.db("/admin/revisions/config"), json!({ "Default": {} })).await;
    assert_eq!(reply.status, 200);
    sandbox
}

async fn save(sandbox: &Sandbox, id: &str, number: u64) -> String {
    sandbox.save(id, in_collection("Users", json!({ "N": number }))).await
}

async fn numbers(sandbox: &Sandbox, id: &str) -> Vec<Value> {
    let page = sandbox.get(&sandbox.db(&format!("/revisions?id={id}"))).await.json();
    page["Results"].as_array().unwrap().iter().map(|revision| revision["N"].clone()).collect()
}

/// Waits for an operation's end; gives its result.
async fn result_of(sandbox: &Sandbox, reply: crate::sandbox::Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let answer = reply.json();
    assert_eq!(answer["OperationNodeTag"], "A");
    let path = sandbox.db(&format!("/operations/state?id={}", answer["OperationId"]));
    for _ in 0..500 {
        let state = sandbox.get(&path).await.json();
        if state["Status"] != "InProgress" {
            assert_eq!(state["Status"], "Completed", "{state}");
            return state["Result"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the operation did not end");
}

#[tokio::test]
async fn revisions_are_deleted_by_request() {
    let sandbox = keeping().await;
    let first = save(&sandbox, "users/1", 1).await;
    save(&sandbox, "users/1", 2).await;
    let path = sandbox.db("/admin/revisions");
    let delete = |body: Value| sandbox.send(Method::DELETE, &path, &[], body.to_string());
    let one = delete(json!({ "DocumentIds": ["users/1"], "RevisionsChangeVectors": [first] })).await;
    assert_eq!(one.json(), json!({ "TotalDeletes": 1 }));
    assert_eq!(numbers(&sandbox, "users/1").await, [2]);
    let rest =
        delete(json!({ "DocumentIds": ["users/1", "nobody"], "RemoveForceCreatedRevisions": true })).await;
    assert_eq!(rest.json(), json!({ "TotalDeletes": 1 }));
    for (bad, word) in [
        (json!({}), "DocumentIds"),
        (json!({ "DocumentIds": [null] }), "DocumentIds"),
        (json!({ "DocumentIds": ["a", "b"], "RevisionsChangeVectors": ["A:1-x"] }), "exactly one"),
        (json!({ "DocumentIds": ["a"], "From": "soon" }), "2030-01-31"),
    ] {
        let (status, _, message) = delete(bad).await.failure();
        assert_eq!(status, 400);
        assert!(message.contains(word), "{message}");
    }
}

#[tokio::test]
async fn documents_go_back_to_a_revision() {
    let sandbox = keeping().await;
    let first = save(&sandbox, "users/1", 1).await;
    save(&sandbox, "users/1", 2).await;
    let path = sandbox.db("/revisions/revert/docs");
    let reply = sandbox.post(&path, json!({ "IdToChangeVector": { "users/1": first } })).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (200, 0));
    let document = &sandbox.get(&sandbox.db("/docs?id=users/1")).await.json()["Results"][0];
    assert_eq!(
        (&document["N"], &document["@metadata"]["@flags"]),
        (&json!(1), &json!("HasRevisions, Reverted"))
    );
    let wrong = sandbox.post(&path, json!({ "IdToChangeVector": { "users/2": first } })).await;
    assert!(wrong.failure().2.contains("is of the document 'users/1'"));
    let missing = sandbox.post(&path, json!({ "IdToChangeVector": { "users/1": null } })).await;
    assert_eq!(missing.failure().0, 400);
}

#[tokio::test]
async fn everything_goes_back_to_a_moment_in_an_operation() {
    let sandbox = keeping().await;
    save(&sandbox, "users/1", 1).await;
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    let then = rookery_engine::date_to_text(time::OffsetDateTime::now_utc());
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    save(&sandbox, "users/1", 2).await;
    save(&sandbox, "users/2", 2).await;
    let body = json!({ "Time": then, "WindowInSec": 96400, "Collections": ["Users"] });
    let result = result_of(&sandbox, sandbox.post(&sandbox.db("/revisions/revert"), body).await).await;
    assert_eq!((&result["RevertedDocuments"], &result["ScannedDocuments"]), (&json!(2), &json!(2)));
    assert_eq!(result["$type"], "Raven.Client.Documents.Operations.Revisions.RevertResult, Raven.Client");
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=users/1")).await.json()["Results"][0]["N"], 1);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=users/2")).await.status, 404);
    let (status, _, message) = sandbox.post(&sandbox.db("/revisions/revert"), json!({})).await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("'Time'"), "{message}");
}

#[tokio::test]
async fn a_configuration_is_enforced_in_an_operation() {
    let sandbox = keeping().await;
    for number in 0..4 {
        save(&sandbox, "users/1", number).await;
    }
    let limit = json!({ "Collections": { "Users": { "MinimumRevisionsToKeep": 1 } } });
    sandbox.post(&sandbox.db("/admin/revisions/config"), limit).await;
    let path = sandbox.db("/admin/revisions/config/enforce?operationId=12");
    let reply = sandbox.post(&path, json!({ "IncludeForceCreated": false, "Collections": null })).await;
    assert_eq!(reply.json()["OperationId"], 12);
    let result = result_of(&sandbox, reply).await;
    assert_eq!((&result["RemovedRevisions"], &result["ScannedRevisions"]), (&json!(3), &json!(4)));
    assert_eq!(numbers(&sandbox, "users/1").await, [3]);
}

#[tokio::test]
async fn the_setting_for_conflicts_is_kept() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/revisions/conflicts/config");
    assert_eq!(sandbox.get(&path).await.json()["MinimumRevisionsToKeep"], 1024);
    let set = json!({
        "Disabled": true, "MinimumRevisionsToKeep": 2, "MinimumRevisionAgeToKeep": null,
        "PurgeOnDelete": false, "MaximumRevisionsToDeleteUponDocumentUpdate": null,
    });
    assert_eq!(sandbox.post(&sandbox.db("/admin/revisions/conflicts/config"), set.clone()).await.status, 200);
    assert_eq!(sandbox.get(&path).await.json(), set);
}

#[tokio::test]
async fn revisions_come_along_with_loads() {
    let sandbox = keeping().await;
    let first = save(&sandbox, "users/1", 1).await;
    save(&sandbox, "users/1", 2).await;
    let pointing = json!({ "One": first, "All": [first, "A:77-x"] });
    sandbox.save("contracts/1", in_collection("Contracts", pointing)).await;
    for path in ["One", "All"] {
        let answer = sandbox.get(&sandbox.db(&format!("/docs?id=contracts/1&revisions={path}"))).await.json();
        let included = &answer["RevisionIncludes"];
        assert_eq!(included.as_array().unwrap().len(), 1, "{path}");
        assert_eq!((&included[0]["Id"], &included[0]["ChangeVector"]), (&json!("users/1"), &json!(first)));
        assert_eq!(included[0]["Revision"]["N"], 1);
    }
    let (_, _, message) = sandbox.get(&sandbox.db("/docs?id=contracts/1&revisions=Nope")).await.failure();
    assert!(message.contains("'Nope'") && message.contains("contracts/1"), "{message}");
    let before = "/docs?id=users/1&revisionsBefore=2100-01-01T00:00:00.0000000Z";
    let included = &sandbox.get(&sandbox.db(before)).await.json()["RevisionIncludes"][0];
    assert_eq!(
        (&included["Before"], &included["Revision"]["N"]),
        (&json!("2100-01-01T00:00:00.0000000Z"), &json!(2))
    );
    assert!(sandbox.get(&sandbox.db("/docs?id=users/1")).await.json().get("RevisionIncludes").is_none());
}
