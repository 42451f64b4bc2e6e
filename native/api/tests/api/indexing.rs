//! What indexing did, as clients read it: batches with their steps, once and live.

use std::time::Duration;

use rookery_api::feeds::connect;
use serde_json::{Value, json};

use crate::query_fixture::{read, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn saved(sandbox: &Sandbox, count: usize) {
    for number in 0..count {
        let body = in_collection("People", json!({ "Name": format!("n{number}") }));
        sandbox.save(&format!("people/{number}"), body).await;
    }
}

async fn performance(sandbox: &Sandbox, parameters: &str) -> Value {
    read(sandbox, &format!("/indexes/performance{parameters}")).await["Results"].clone()
}

fn step<'s>(details: &'s Value, name: &str) -> &'s Value {
    let steps = details["Operations"].as_array().unwrap();
    steps.iter().find(|step| step["Name"] == name).unwrap_or_else(|| panic!("no step {name} in {details}"))
}

/// No step is longer than what holds it, and all of them together are not either.
fn check_durations(details: &Value) {
    let whole = details["DurationInMs"].as_f64().unwrap();
    let parts: Vec<f64> = details["Operations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["DurationInMs"].as_f64().unwrap())
        .collect();
    // Each is rounded to a hundredth.
    assert!(parts.iter().sum::<f64>() <= whole + 0.01 * (parts.len() + 1) as f64, "{details}");
    details["Operations"].as_array().unwrap().iter().for_each(check_durations);
}

#[tokio::test]
async fn batches_report_counts_and_durations() {
    let sandbox = Sandbox::new().await;
    assert_eq!(performance(&sandbox, "").await, json!([]));
    saved(&sandbox, 20).await;
    run_query(&sandbox, "from People where Name = 'n1'").await;
    let results = performance(&sandbox, "").await;
    assert_eq!(results[0]["Name"], "Auto/People/ByName");
    let batch = &results[0]["Performance"][0];
    assert_eq!((&batch["InputCount"], &batch["SuccessCount"]), (&json!(20), &json!(20)));
    assert_eq!((&batch["OutputCount"], &batch["FailedCount"]), (&json!(20), &json!(0)));
    assert!(batch["DocumentsSize"]["SizeInBytes"].as_u64().unwrap() > 20 * 10, "{batch}");
    assert!(batch["Completed"].as_str().unwrap() >= batch["Started"].as_str().unwrap(), "{batch}");
    let details = &batch["Details"];
    assert_eq!((&details["Name"], &details["DurationInMs"]), (&json!("Indexing"), &batch["DurationInMs"]));
    let map = step(details, "Map");
    assert_eq!(map["MapDetails"]["BatchCompleteReason"], "No more documents to index");
    let collection = step(map, "Collection_People");
    for name in ["Storage/DocumentRead", "Fields", "Index/AddDocument"] {
        step(collection, name);
    }
    assert!(step(details, "Index/Commit")["DurationInMs"].as_f64().unwrap() > 0.0, "{details}");
    check_durations(details);
}

#[tokio::test]
async fn deletions_failures_and_names_are_reported_separately() {
    let sandbox = Sandbox::new().await;
    // With more failures, the index would be put into the state `Error`.
    saved(&sandbox, 10).await;
    let map = "map('People', p => { if (p.Name == 'n1') throw new Error('no'); return { Name: p.Name } })";
    let body = json!({ "Indexes": [{ "Name": "Picky", "Maps": [map] }] }).to_string();
    let path = sandbox.db("/indexes");
    assert_eq!(sandbox.send(axum::http::Method::PUT, &path, &[], body).await.status, 201);
    run_query(&sandbox, "from index 'Picky'").await;
    let path = sandbox.db("/docs?id=people/0");
    assert_eq!(sandbox.send(axum::http::Method::DELETE, &path, &[], String::new()).await.status, 204);
    run_query(&sandbox, "from index 'Picky'").await;
    let results = performance(&sandbox, "?name=picky").await;
    let batches = results[0]["Performance"].as_array().unwrap();
    let total = |member: &str| batches.iter().map(|batch| batch[member].as_u64().unwrap()).sum::<u64>();
    assert_eq!((total("InputCount"), total("FailedCount"), total("OutputCount")), (10, 1, 9));
    assert_eq!(total("TombstoneDeleteSuccesses"), 1);
    step(step(step(&batches[0]["Details"], "Map"), "Collection_People"), "JavaScript");
    step(step(&batches.last().unwrap()["Details"], "DocumentsCleanup"), "Index/Delete");
    assert_eq!(performance(&sandbox, "?name=nobody").await, json!([]));
}

#[tokio::test]
async fn the_live_feed_sends_known_batches_then_new_ones() {
    let sandbox = Sandbox::new().await;
    saved(&sandbox, 2).await;
    run_query(&sandbox, "from People where Name = 'n1'").await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/indexes/performance/live")).await.unwrap();
    let mut next = async || {
        let frame = tokio::time::timeout(Duration::from_secs(30), feed.from_feed.recv()).await;
        frame.expect("the feed said nothing for 30 s").expect("the feed ended")
    };
    let first: Value = serde_json::from_str(&next().await).unwrap();
    let known = first["Results"][0]["Performance"].as_array().unwrap().clone();
    assert_eq!(known[0]["InputCount"], 2);
    saved(&sandbox, 1).await;
    run_query(&sandbox, "from People where Name = 'n1'").await;
    tokio::time::pause();
    // The second batch may first be sent while it runs; nothing follows after it is sent completely.
    let mut seen: Option<Value> = None;
    loop {
        let frame = next().await;
        if frame == "\r\n" {
            if seen.as_ref().is_some_and(|batch| !batch["Completed"].is_null()) {
                break;
            }
            continue;
        }
        let frame: Value = serde_json::from_str(&frame).unwrap();
        assert_eq!(frame["Results"][0]["Name"], "Auto/People/ByName");
        for batch in frame["Results"][0]["Performance"].as_array().unwrap() {
            if batch["Id"].as_u64() > known.last().unwrap()["Id"].as_u64() {
                seen = Some(batch.clone());
            }
        }
    }
    assert_eq!(seen.unwrap()["InputCount"], 1);
    let nobody = connect(&sandbox.state, "/databases/nope/indexes/performance/live").await;
    assert!(nobody.err().unwrap().message.contains("'nope'"));
}
