//! The live feeds in process. Time is tokio's and does not advance until a feed waits for it.

use std::sync::Arc;
use std::time::Duration;

use rookery_api::ApiOptions;
use rookery_api::feeds::{Session, connect};
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox, in_collection};
use crate::threads::ThreeThreads;

async fn next(session: &mut Session) -> String {
    tokio::time::timeout(Duration::from_secs(30), session.from_feed.recv())
        .await
        .expect("the feed said nothing for 30 s")
        .expect("the feed ended")
}

async fn next_json(session: &mut Session) -> Value {
    let text = next(session).await;
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

#[tokio::test]
async fn io_sends_everything_then_what_happened_then_heartbeats() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    tokio::time::pause();
    let mut feed =
        connect(&sandbox.state, &sandbox.db("/debug/io-metrics/live?fromStudio=true")).await.unwrap();
    let first = next_json(&mut feed).await;
    assert!(journal_writes(&first) > 0, "{first}");
    sandbox.save("a/2", json!({})).await;
    let delta = loop {
        let text = next(&mut feed).await;
        if text != "\r\n" {
            break serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    assert!(journal_writes(&delta) > 0, "{delta}");
    assert_eq!(delta["Environments"][0]["Files"][0]["History"], json!([]));
    // Flushes may still follow; after them there is only silence, broken by heartbeats.
    let mut waited = 0;
    while next(&mut feed).await != "\r\n" {
        waited += 1;
        assert!(waited < 10, "no heartbeat");
    }
}

fn journal_writes(frame: &Value) -> usize {
    frame["Environments"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|environment| environment["Files"].as_array().unwrap())
        .flat_map(|file| file["Recent"].as_array().unwrap())
        .filter(|event| event["Type"] == "JournalWrite")
        .count()
}

#[tokio::test]
async fn the_servers_own_files_have_a_feed_too() {
    let sandbox = Sandbox::new().await;
    let mut feed = connect(&sandbox.state, "/admin/debug/io-metrics/live").await.unwrap();
    assert!(next_json(&mut feed).await["Environments"].is_array());
}

#[tokio::test]
async fn the_changes_feed_confirms_then_sends_watched_changes() {
    let sandbox = Sandbox::new().await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    assert_eq!(next_json(&mut feed).await[0]["TopologyChange"], true);
    let command = json!({ "CommandId": 7, "Command": "watch-collection", "Param": "Orders" }).to_string();
    feed.to_feed.send(command).await.unwrap();
    assert_eq!(next_json(&mut feed).await, json!([{ "CommandId": 7, "Type": "Confirm" }]));
    sandbox.save("pets/1", in_collection("Pets", json!({}))).await;
    let vector = sandbox.save("orders/1", in_collection("Orders", json!({}))).await;
    let change = next_json(&mut feed).await;
    assert_eq!(
        change[0],
        json!({ "Type": "DocumentChange", "Value": {
            "Type": "Put", "Id": "orders/1", "CollectionName": "Orders", "ChangeVector": vector,
        } })
    );
    sandbox.send(axum::http::Method::DELETE, &sandbox.db("/docs?id=orders/1"), &[], "").await;
    assert_eq!(next_json(&mut feed).await[0]["Value"]["Type"], "Delete");
}

#[tokio::test]
async fn caching_clients_hear_that_anything_changed() {
    let sandbox = Sandbox::new().await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    next(&mut feed).await;
    feed.to_feed
        .send(json!({ "CommandId": 1, "Command": "watch-aggressive-caching" }).to_string())
        .await
        .unwrap();
    next(&mut feed).await;
    sandbox.save("x", json!({})).await;
    assert_eq!(next_json(&mut feed).await[0]["Type"], "AggressiveCacheChange");
}

#[tokio::test]
async fn the_changes_feed_sends_counter_changes() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "@metadata": { "@collection": "As" } })).await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    next(&mut feed).await;
    let command = json!({ "CommandId": 1, "Command": "watch-document-counter", "Params": ["A/1", "X"] });
    feed.to_feed.send(command.to_string()).await.unwrap();
    assert_eq!(next_json(&mut feed).await[0]["Type"], "Confirm");
    let add = |name: &str| json!({ "Type": "Increment", "CounterName": name, "Delta": 2 });
    let operations = json!([add("other"), add("x"), add("X"), { "Type": "Delete", "CounterName": "x" }]);
    let body = json!({ "Documents": [{ "DocumentId": "a/1", "Operations": operations }] });
    assert_eq!(sandbox.post(&sandbox.db("/counters"), body).await.status, 200);
    let mut reported = Vec::new();
    while reported.len() < 3 {
        reported.extend(next_json(&mut feed).await.as_array().unwrap().clone());
    }
    for (change, (kind, name, value)) in
        reported.iter().zip([("Put", "x", 2), ("Increment", "X", 4), ("Delete", "x", 0)])
    {
        assert_eq!(change["Type"], "CounterChange");
        let change = &change["Value"];
        assert_eq!(
            (&change["Type"], &change["Name"], &change["Value"]),
            (&json!(kind), &json!(name), &json!(value))
        );
        assert_eq!((&change["DocumentId"], &change["CollectionName"]), (&json!("a/1"), &json!("As")));
        assert!(change["ChangeVector"].as_str().unwrap().starts_with("A:"));
    }
    assert_eq!(reported.len(), 3);
}

#[tokio::test]
async fn changes_keep_quiet_connections_alive_with_an_empty_array() {
    let sandbox = Sandbox::new().await;
    tokio::time::pause();
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    next(&mut feed).await;
    assert_eq!(next(&mut feed).await, "[]");
}

#[tokio::test]
async fn a_wrong_command_is_answered_and_ends_the_feed() {
    let sandbox = Sandbox::new().await;
    for said in [r#"{"CommandId":1,"Command":"watch-bogus"}"#, "not json"] {
        let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
        next(&mut feed).await;
        feed.to_feed.send(said.to_owned()).await.unwrap();
        let answer = next_json(&mut feed).await;
        assert_eq!(answer[0]["Type"], "Error");
        assert!(!answer[0]["Exception"].as_str().unwrap().is_empty());
        assert!(feed.from_feed.recv().await.is_none(), "{said}");
    }
}

#[tokio::test]
async fn a_deleted_database_ends_its_feed_without_a_word() {
    let sandbox = Sandbox::new().await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    assert_eq!(next_json(&mut feed).await[0]["TopologyChange"], true);
    assert!(sandbox.engine.delete(DB, true).unwrap());
    let end = tokio::time::timeout(Duration::from_secs(30), feed.from_feed.recv()).await;
    assert_eq!(end.expect("the feed goes on"), None);
}

#[tokio::test]
async fn threads_are_streamed_sample_by_sample() {
    let sandbox =
        Sandbox::with(ApiOptions { inspector: Some(Arc::new(ThreeThreads)), ..ApiOptions::default() }).await;
    let mut feed = connect(&sandbox.state, "/threads-info/watch").await.unwrap();
    for _ in 0..2 {
        assert_eq!(next_json(&mut feed).await["List"][0]["Name"], "writer");
    }
}

#[tokio::test]
async fn unknown_feeds_and_databases_are_refused() {
    let sandbox = Sandbox::new().await;
    let refusal = async |path: &str| connect(&sandbox.state, path).await.err().unwrap();
    assert!(refusal("/databases/nope/changes").await.kind.ends_with("DatabaseDoesNotExistException"));
    assert!(refusal("/databases/shop/unknown").await.kind.ends_with("RouteNotFoundException"));
    assert_eq!(refusal("not a path").await.status.as_u16(), 400);
    let plain = sandbox.get(&sandbox.db("/changes")).await.failure();
    assert_eq!(plain.0, 400);
    assert!(plain.2.contains("ws://"), "{}", plain.2);
}

#[tokio::test]
async fn a_feed_ends_when_its_client_goes() {
    let sandbox = Sandbox::new().await;
    let Session { to_feed, mut from_feed, .. } =
        connect(&sandbox.state, &sandbox.db("/debug/io-metrics/live")).await.unwrap();
    from_feed.recv().await.unwrap();
    drop(to_feed);
    assert!(from_feed.recv().await.is_none());
}
