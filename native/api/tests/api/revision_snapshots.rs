//! Snapshots of counters and time series in revisions, by HTTP and in dumps.

use serde_json::{Value, json};

use crate::dump_fixture::items_of;
use crate::sandbox::{DB, Sandbox, in_collection};

/// A database whose document has three revisions.
async fn with_history() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.post(&sandbox.db("/admin/revisions/config"), json!({ "Default": {} })).await;
    sandbox.save("users/1", in_collection("Users", json!({ "N": 1 }))).await;
    increment(&sandbox, 5).await;
    let entry = json!({ "Timestamp": "2024-01-01T00:00:00Z", "Values": [1] });
    let series = json!({ "Name": "HR", "Appends": [entry] });
    assert_eq!(sandbox.post(&sandbox.db("/timeseries?docId=users/1"), series).await.status, 204);
    sandbox
}

async fn increment(sandbox: &Sandbox, delta: i64) {
    let operation = json!({ "Type": "Increment", "CounterName": "Likes", "Delta": delta });
    let documents = json!({ "Documents": [{ "DocumentId": "users/1", "Operations": [operation] }] });
    assert_eq!(sandbox.post(&sandbox.db("/counters"), documents).await.status, 200);
}

async fn revisions(sandbox: &Sandbox, database: &str) -> Vec<Value> {
    let reply = sandbox.get(&format!("/databases/{database}/revisions?id=users/1")).await.json();
    reply["Results"].as_array().unwrap().iter().map(|revision| revision["@metadata"].clone()).collect()
}

fn plain(metadata: &Value) -> Value {
    let mut metadata = metadata.clone();
    for own in ["@change-vector", "@last-modified", "@id", "@collection"] {
        metadata.as_object_mut().unwrap().remove(own);
    }
    metadata
}

/// What a real server answers for the same requests.
fn expected() -> [Value; 3] {
    let moment = "2024-01-01T00:00:00.0000000Z";
    [
        json!({
            "@counters-snapshot": { "Likes": 5 },
            "@timeseries-snapshot": { "HR": { "Count": 1, "Start": moment, "End": moment } },
            "@flags": "HasRevisions, Revision, HasCounters, HasTimeSeries",
        }),
        json!({ "@counters-snapshot": { "Likes": 5 }, "@flags": "HasRevisions, Revision, HasCounters" }),
        json!({ "@flags": "HasRevisions, Revision" }),
    ]
}

#[tokio::test]
async fn revisions_have_the_values_of_their_moment_and_reverting_restores_counters() {
    let sandbox = with_history().await;
    let found = revisions(&sandbox, DB).await;
    assert_eq!(found.iter().map(plain).collect::<Vec<_>>(), expected());
    increment(&sandbox, 4).await;
    let vector = &found[1]["@change-vector"];
    let path = sandbox.db("/revisions/revert/docs");
    let reply = sandbox.post(&path, json!({ "IdToChangeVector": { "users/1": vector } })).await;
    assert_eq!(reply.status, 200);
    let counters = sandbox.get(&sandbox.db("/counters?docId=users/1")).await.json();
    assert_eq!(counters["Counters"][0]["TotalValue"], 5);
    let document = sandbox.get(&sandbox.db("/docs?id=users/1")).await.json()["Results"][0].clone();
    let metadata = plain(&document["@metadata"]);
    let flags = "HasRevisions, HasCounters, Reverted, HasTimeSeries";
    assert_eq!(metadata, json!({ "@counters": ["Likes"], "@timeseries": ["HR"], "@flags": flags }));
}

#[tokio::test]
async fn dumps_have_the_snapshots_and_give_them_back() {
    let sandbox = with_history().await;
    for types in ["Documents,RevisionDocuments", "Documents,RevisionDocuments,CounterGroups,TimeSeries"] {
        let dump = sandbox.export(json!({ "OperateOnTypes": types })).await;
        let sections = items_of(&dump);
        let section = sections.iter().find(|(name, _)| name == "RevisionDocuments");
        let written: Vec<Value> =
            section.unwrap().1.iter().rev().map(|revision| plain(&revision["@metadata"])).collect();
        assert_eq!(written, expected(), "{types}");
        let name = format!("copy{}", types.len());
        sandbox.create(&name).await;
        for _ in 0..2 {
            let reply = sandbox.import(&name, json!({}), &dump).await;
            assert_eq!(reply.status, 200);
            let found = revisions(&sandbox, &name).await;
            assert_eq!(found.iter().map(plain).collect::<Vec<_>>(), expected(), "{types}");
        }
    }
}
