use serde_json::json;

use crate::sandbox::{Sandbox, in_collection};

#[tokio::test]
async fn database_statistics() {
    let sandbox = Sandbox::new().await;
    let vector = sandbox.save("a/1", in_collection("Items", json!({}))).await;
    let body = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(body["CountOfDocuments"], 1);
    assert_eq!(body["DatabaseChangeVector"].as_str(), Some(vector.as_str()));
    assert_eq!(body["LastDocEtag"], 1);
    assert_eq!(body["Indexes"], json!([]));
    assert!(vector.ends_with(body["DatabaseId"].as_str().unwrap()));
    assert!(body["SizeOnDisk"]["SizeInBytes"].as_u64().unwrap() > 0);
    assert_eq!(body["Rookery"]["Health"], "ReadWrite");
    let fresh = json!({"Segments": 0, "ReplayedRecords": 0, "ReplayedChanges": 0, "TornTail": null});
    assert_eq!(body["Rookery"]["Recovery"], fresh);
    assert_eq!(body["@metadata"]["NodeTag"], "A");
    let essential = sandbox.get(&sandbox.db("/stats/essential")).await.json();
    assert_eq!(essential["CountOfDocuments"], 1);
    assert!(essential.get("DatabaseId").is_none());
    assert_eq!(sandbox.get(&sandbox.db("/stats/detailed")).await.json()["CountOfIdentities"], 0);
}

#[tokio::test]
async fn io_metrics_have_the_importable_shape() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "text": "x".repeat(1000) })).await;
    let body = sandbox.get(&sandbox.db("/debug/io-metrics")).await.json();
    assert_eq!(body["Performances"], json!([]));
    let environment =
        body["Environments"].as_array().unwrap().iter().find(|e| e["Type"] == "Documents").unwrap();
    let writes: Vec<&serde_json::Value> = environment["Files"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|file| {
            assert!(matches!(file["Status"].as_str(), Some("InUse" | "Closed")));
            assert!(file["History"].is_array());
            file["Recent"].as_array().unwrap()
        })
        .filter(|event| event["Type"] == "JournalWrite")
        .collect();
    assert!(!writes.is_empty(), "{body}");
    for member in ["Start", "Size", "HumaneSize", "FileSize", "HumaneFileSize", "Duration", "Type"] {
        assert!(writes[0].get(member).is_some(), "{member} is missing");
    }
    assert_eq!(writes[0].as_object().unwrap().len(), 7);
    assert!(sandbox.get("/admin/debug/io-metrics").await.json()["Environments"].is_array());
    assert_eq!(sandbox.get("/databases/nope/debug/io-metrics").await.status, 500);
}

#[tokio::test]
async fn the_storage_report_says_where_the_bytes_are() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let body = sandbox.get(&sandbox.db("/debug/storage/report")).await.json();
    let report = &body["Results"][0]["Report"];
    assert!(report["DataFile"]["AllocatedSpaceInBytes"].as_u64().unwrap() > 0);
    assert!(!report["Journals"].as_array().unwrap().is_empty());
    assert!(report["TempFiles"].is_array());
    assert!(report["CountOfTables"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn the_storage_report_has_the_files_of_each_index() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "N": 1, "@metadata": { "@collection": "Items" } })).await;
    let query = sandbox.db("/queries?query=from%20Items%20where%20N%20%3D%201");
    assert_eq!(sandbox.get(&query).await.json()["TotalResults"], 1);
    let body = sandbox.get(&sandbox.db("/debug/storage/report")).await.json();
    let results = body["Results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!((&results[1]["Name"], &results[1]["Type"]), (&json!("Auto/Items/ByN"), &json!("Index")));
    let file = &results[1]["Report"]["DataFile"];
    assert!(file["AllocatedSpaceInBytes"].as_u64().unwrap() > 0);
    assert_eq!(file["AllocatedSpaceInBytes"], file["UsedSpaceInBytes"]);
}

#[tokio::test]
async fn documents_over_five_megabytes_are_listed_with_the_largest_first() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/small", json!({ "Text": "x".repeat(1000) })).await;
    sandbox.save("a/large", json!({ "Text": "x".repeat(6_000_000) })).await;
    sandbox.save("a/larger", json!({ "Text": "x".repeat(7_000_000) })).await;
    let listed = async || {
        let body = sandbox.get(&sandbox.db("/debug/documents/huge")).await.json();
        let results = body["Results"].as_array().unwrap().clone();
        results.iter().map(|one| one["Id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, ["a/larger", "a/large"]);
    let body = sandbox.get(&sandbox.db("/debug/documents/huge")).await.json();
    assert!(body["Results"][0]["Size"].as_u64().unwrap() > 7_000_000);
    assert!(body["Results"][0]["LastModified"].is_string());
    // A document that is small now is not named for what it was.
    sandbox.save("a/larger", json!({ "Text": "short" })).await;
    assert_eq!(listed().await, ["a/large"]);
}

#[tokio::test]
async fn operation_ids_and_unknown_operations() {
    let sandbox = Sandbox::new().await;
    let first = sandbox.get(&sandbox.db("/operations/next-operation-id")).await.json();
    let second = sandbox.get(&sandbox.db("/operations/next-operation-id")).await.json();
    assert!(second["Id"].as_i64() > first["Id"].as_i64());
    assert_eq!(first["NodeTag"], "A");
    assert_eq!(sandbox.get(&sandbox.db("/operations/state?id=88")).await.status, 404);
    assert_eq!(sandbox.get("/operations/state?id=88").await.status, 404);
    assert_eq!(sandbox.get(&sandbox.db("/operations/state")).await.status, 400);
}

#[tokio::test]
async fn ranges_of_ids_never_overlap() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db(
        "/hilo/next?lastBatchSize=0&tag=users&lastRangeAt=1970-01-01T00%3A00%3A00.0000000Z&identityPartsSeparator=/&lastMax=0",
    );
    let first = sandbox.get(&path).await;
    assert_eq!(first.status, 201);
    let first = first.json();
    assert_eq!((first["Prefix"].as_str(), first["Low"].as_i64()), (Some("users/"), Some(1)));
    assert_eq!(first["ServerTag"], "A");
    let second = sandbox.get(&path).await.json();
    assert!(second["Low"].as_i64() > first["High"].as_i64());
    let end = second["High"].as_i64().unwrap();
    let last = second["Low"].as_i64().unwrap();
    let back = sandbox.db(&format!("/hilo/return?tag=users&end={end}&last={last}"));
    let reply = sandbox.send(axum::http::Method::PUT, &back, &[], "").await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (200, 0));
    assert_eq!(sandbox.get(&path).await.json()["Low"].as_i64(), Some(last + 1));
    for bad in [
        "/hilo/next",
        "/hilo/next?tag=a&identityPartsSeparator=ab",
        "/hilo/next?tag=a&lastRangeAt=x",
        "/hilo/next?tag=a&lastMax=x",
    ] {
        assert_eq!(sandbox.get(&sandbox.db(bad)).await.failure().0, 400, "{bad}");
    }
}
