use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn keeping(configuration: Value) -> Sandbox {
    let sandbox = Sandbox::new().await;
    let reply = sandbox.post(&sandbox.db("/admin/revisions/config"), configuration).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert!(reply.json()["RaftCommandIndex"].is_i64());
    sandbox
}

fn all() -> Value {
    json!({ "Default": {}, "Collections": {} })
}

/// A change vector as written in a query string.
fn encoded(vector: &str) -> String {
    vector.replace('+', "%2B")
}

async fn save(sandbox: &Sandbox, id: &str, number: u64) -> String {
    sandbox.save(id, in_collection("Users", json!({ "N": number }))).await
}

#[tokio::test]
async fn the_configuration_round_trips_and_is_in_the_list() {
    let sandbox = Sandbox::new().await;
    let reply = sandbox.get(&sandbox.db("/revisions/config")).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (404, 0));
    let of_users = json!({
        "Disabled": false, "MinimumRevisionsToKeep": 2, "MinimumRevisionAgeToKeep": "14.00:00:00",
        "PurgeOnDelete": true, "MaximumRevisionsToDeleteUponDocumentUpdate": null,
    });
    let set = json!({ "Default": null, "Collections": { "Users": of_users } });
    let has = |list: Value| list["Databases"][0]["HasRevisionsConfiguration"].clone();
    assert_eq!(has(sandbox.get("/databases").await.json()), false);
    assert_eq!(sandbox.post(&sandbox.db("/admin/revisions/config"), set.clone()).await.status, 200);
    assert_eq!(sandbox.get(&sandbox.db("/revisions/config")).await.json(), set);
    assert_eq!(has(sandbox.get("/databases").await.json()), true);
    assert_eq!(sandbox.get("/admin/databases?name=shop").await.json()["Revisions"], set);
    for (bad, word) in [
        (json!({ "Default": { "MinimumRevisionsToKeep": -1 } }), "MinimumRevisionsToKeep"),
        (json!({ "Default": { "MinimumRevisionAgeToKeep": "soon" } }), "14.00:00:00"),
        (json!({ "Collections": { "Users": null } }), "null"),
    ] {
        let (status, _, message) = sandbox.post(&sandbox.db("/admin/revisions/config"), bad).await.failure();
        assert_eq!(status, 400);
        assert!(message.contains(word), "{message}");
    }
    assert_eq!(sandbox.get(&sandbox.db("/revisions/config")).await.json(), set);
}

#[tokio::test]
async fn revisions_of_a_document_come_in_pages_newest_first() {
    let sandbox = keeping(all()).await;
    for number in 1..=3 {
        save(&sandbox, "users/1", number).await;
    }
    let reply = sandbox.get(&sandbox.db("/revisions?&id=users%2F1&start=1&pageSize=1")).await;
    let page = reply.json();
    assert_eq!((&page["TotalResults"], &page["Results"][0]["N"]), (&json!(3), &json!(2)));
    assert_eq!(page["Results"].as_array().unwrap().len(), 1);
    let vector = page["Results"][0]["@metadata"]["@change-vector"].as_str().unwrap();
    assert_eq!(reply.header("ETag"), format!("\"{vector}\""));
    let path = sandbox.db("/revisions?id=users/1");
    let held = sandbox.get(&path).await.header("ETag").to_owned();
    assert_eq!(sandbox.send(Method::GET, &path, &[("If-None-Match", &held)], "").await.status, 304);
    let metadata = sandbox.get(&sandbox.db("/revisions?id=users/1&metadataOnly=true")).await.json();
    assert_eq!(metadata["Results"][0].as_object().unwrap().len(), 1);
    assert_eq!(metadata["Results"][0]["@metadata"]["@flags"], "HasRevisions, Revision");
    let none = sandbox.get(&sandbox.db("/revisions?id=nobody")).await;
    assert_eq!(none.json(), json!({ "Results": [], "TotalResults": 0 }));
    let count = sandbox.get(&sandbox.db("/revisions/count?&id=users%2F1")).await.json();
    assert_eq!(count, json!({ "RevisionsCount": 3 }));
    assert_eq!(sandbox.get(&sandbox.db("/revisions")).await.failure().0, 400);
}

#[tokio::test]
async fn revisions_are_found_by_change_vector_and_by_date() {
    let sandbox = keeping(all()).await;
    let first = save(&sandbox, "users/1", 1).await;
    let second = save(&sandbox, "users/1", 2).await;
    let (one, two) = (encoded(&first), encoded(&second));
    let by = |rest: String| sandbox.db(&format!("/revisions?{rest}"));
    let found = sandbox.get(&by(format!("changeVector={one}"))).await.json();
    assert_eq!((found["Results"][0]["N"].clone(), found.get("TotalResults")), (json!(1), None));
    let several = by(format!("changeVector={two}&changeVector=A:77-x&changeVector={one}"));
    let several = sandbox.get(&several).await.json();
    assert_eq!(several["Results"][0]["N"], 2);
    assert_eq!(several["Results"][1], Value::Null);
    assert_eq!(several["Results"][2]["N"], 1);
    let missing = sandbox.get(&by("changeVector=A:77-x".into())).await;
    assert_eq!((missing.status.as_u16(), missing.body.len()), (404, 0));

    let late = sandbox.get(&by("id=users/1&before=2100-01-01T00:00:00.0000000Z".into())).await.json();
    assert_eq!((&late["Results"][0]["N"], &late["TotalResults"]), (&json!(2), &json!(1)));
    let early = sandbox.get(&by("id=users/1&before=2001-01-01T00:00:00.0000000Z".into())).await.json();
    assert_eq!(early, json!({ "Results": [], "TotalResults": 0 }));
    let (_, _, message) = sandbox.get(&by("id=users/1&before=junk".into())).await.failure();
    assert!(message.contains("'junk'") && message.contains("2030-01-31"), "{message}");

    let size = sandbox.get(&sandbox.db(&format!("/revisions/size?changeVector={one}"))).await.json();
    assert_eq!(size["ChangeVector"], first.as_str());
    assert!(size["AllocatedSize"].as_u64().unwrap() >= size["ActualSize"].as_u64().unwrap());
    assert_eq!(sandbox.get(&sandbox.db("/revisions/size?changeVector=A:77-x")).await.status, 404);
}

#[tokio::test]
async fn deleted_documents_are_in_the_bin_and_everything_is_counted() {
    let sandbox = keeping(all()).await;
    for id in ["users/1", "users/2"] {
        save(&sandbox, id, 1).await;
        sandbox.send(Method::DELETE, &sandbox.db(&format!("/docs?id={id}")), &[], "").await;
    }
    let bin = sandbox.get(&sandbox.db("/revisions/bin?start=0&pageSize=1")).await.json();
    assert_eq!(bin["Results"].as_array().unwrap().len(), 1);
    let metadata = &bin["Results"][0]["@metadata"];
    assert_eq!(metadata["@id"], "users/2");
    assert_eq!(metadata["@flags"], "HasRevisions, DeleteRevision");
    assert_eq!(metadata["@collection"], "Users");
    assert_eq!(sandbox.get(&sandbox.db("/stats")).await.json()["CountOfRevisionDocuments"], 4);
    let detailed = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    assert_eq!(detailed["CountOfRevisionDocuments"], 4);
    let users = &detailed["Collections"]["Users"];
    assert_eq!((&users["CountOfRevisions"], &users["CountOfDocuments"]), (&json!(4), &json!(0)));
    let size = |name: &str| users[name]["SizeInBytes"].as_u64().unwrap();
    assert!(size("RevisionsSize") > 0);
    assert_eq!(size("Size"), size("DocumentsSize") + size("TombstonesSize") + size("RevisionsSize"));
}

#[tokio::test]
async fn a_batch_can_force_revisions() {
    let sandbox = Sandbox::new().await;
    save(&sandbox, "users/1", 1).await;
    let batch = |commands: Value| (sandbox.db("/bulk_docs"), json!({ "Commands": commands }));
    let (path, body) = batch(json!([{ "Id": "users/1", "Type": "ForceRevisionCreation" }]));
    let forced = &sandbox.post(&path, body.clone()).await.json()["Results"][0];
    assert_eq!((&forced["RevisionCreated"], &forced["@flags"]), (&json!(true), &json!("HasRevisions")));
    assert_eq!((&forced["@id"], &forced["Type"]), (&json!("users/1"), &json!("ForceRevisionCreation")));
    assert!(forced["@change-vector"].is_string() && forced["@last-modified"].is_string());
    let again = sandbox.post(&path, body).await.json();
    assert_eq!(again["Results"], json!([{ "RevisionCreated": false, "Type": "ForceRevisionCreation" }]));

    save(&sandbox, "users/2", 1).await;
    let document = in_collection("Users", json!({ "N": 2 }));
    let put = json!({ "Id": "users/2", "Type": "PUT", "Document": document, "ForceRevisionCreationStrategy": "Before" });
    let (path, body) = batch(json!([put]));
    let results = sandbox.post(&path, body).await.json();
    assert_eq!(results["Results"].as_array().unwrap().len(), 1);
    assert_eq!(results["Results"][0]["@flags"], "HasRevisions");
    let kept = sandbox.get(&sandbox.db("/revisions?id=users/2")).await.json();
    assert_eq!((&kept["TotalResults"], &kept["Results"][0]["N"]), (&json!(1), &json!(1)));

    let (path, body) = batch(json!([{ "Id": "nobody", "Type": "ForceRevisionCreation" }]));
    let (status, kind, message) = sandbox.post(&path, body).await.failure();
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
    assert!(message.contains("nobody"), "{message}");
}
