//! Queries in progress, why an index answers, and small facts about indexes, on the wire.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt;
use rookery_api::feeds::connect;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::query_fixture::{put_index, read, run_query, run_query_as, running};
use crate::sandbox::{DB, Reply, Sandbox, in_collection};

const NAMES: &str = "map('People', p => ({ Name: p.Name }))";

async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("people/1", in_collection("People", json!({ "Name": "Ann" }))).await;
    assert_eq!(put_index(&sandbox, json!({ "Name": "A", "Maps": [NAMES] })).await.status, 201);
    assert_eq!(run_query(&sandbox, "from index 'A'").await["TotalResults"], 1);
    sandbox
}

async fn post(sandbox: &Sandbox, path: &str) -> Reply {
    sandbox.send(Method::POST, &sandbox.db(path), &[], String::new()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_waits_is_listed_and_killed() {
    let sandbox = Arc::new(sandbox().await);
    assert_eq!(running(&sandbox).await, json!({}));
    assert_eq!(post(&sandbox, "/admin/indexes/stop").await.status, 204);
    sandbox.save("people/2", in_collection("People", json!({}))).await;
    let query = json!({
        "Query": "from index 'A' where Name = $p0", "QueryParameters": { "p0": "Ann" },
        "WaitForNonStaleResults": true, "WaitForNonStaleResultsTimeout": "00:10:00",
    });
    // A task of its own, as each connection has: while the query waits nothing else of its task runs.
    let requesting = tokio::spawn({
        let sandbox = sandbox.clone();
        async move { sandbox.post(&sandbox.db("/queries"), query).await }
    });
    let listed = loop {
        let listed = running(&sandbox).await;
        if let Some(listed) = listed["A"].as_array() {
            break listed[0].clone();
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    };
    assert_eq!(listed["QueryInfo"]["QueryParameters"], json!({ "p0": "Ann" }));
    assert_eq!(listed["QueryInfo"]["WaitForNonStaleResults"], true);
    assert_eq!((&listed["IndexName"], &listed["IsStreaming"]), (&json!("A"), &json!(false)));
    let mut feed = connect(&sandbox.state, "/debug/queries/running/live").await.unwrap();
    let entries: Value = serde_json::from_str(&feed.from_feed.recv().await.unwrap()).unwrap();
    assert_eq!((&entries[0]["DatabaseName"], &entries[0]["IndexName"]), (&json!(DB), &json!("A")));
    assert_eq!(entries[0]["RunningQueries"][0]["QueryInfo"], listed["QueryInfo"]);
    let id = listed["QueryId"].as_u64().unwrap();
    for (path, status) in [
        (format!("indexName=A&id={}", id + 1), 404),
        (format!("indexName=Nope&id={id}"), 404),
        ("indexName=A".to_owned(), 400),
        (format!("id={id}"), 400),
        (format!("indexName=A&id={id}"), 204),
    ] {
        assert_eq!(post(&sandbox, &format!("/debug/queries/kill?{path}")).await.status, status, "{path}");
    }
    let requested = requesting.await.unwrap();
    assert!(requested.status.is_server_error() || requested.status.is_client_error(), "{}", requested.status);
    assert_eq!(running(&sandbox).await, json!({}));
    while feed.from_feed.recv().await.unwrap() != "[]" {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_is_listed_until_it_is_read_and_ends_with_an_error_when_killed() {
    let sandbox = Sandbox::new().await;
    let long = "x".repeat(100_000);
    for number in 0..30 {
        let body = in_collection("People", json!({ "Name": number, "Long": long }));
        sandbox.save(&format!("people/{number}"), body).await;
    }
    let path = sandbox.db("/streams/queries?query=from%20People");
    let request = Request::get(path).body(Body::empty()).unwrap();
    let unread = sandbox.service.clone().oneshot(request).await.unwrap();
    let listed = running(&sandbox).await["collection/People"][0].clone();
    assert_eq!(
        (&listed["IsStreaming"], &listed["QueryInfo"]["Query"]),
        (&json!(true), &json!("from People"))
    );
    let kill = format!("/debug/queries/kill?indexName=collection/People&id={}", listed["QueryId"]);
    assert_eq!(post(&sandbox, &kill).await.status, 204);
    let body = unread.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&body);
    assert!(body.len() < 1_000_000 && text.contains("],\"Error\":\""), "{} bytes", body.len());
    assert_eq!(running(&sandbox).await, json!({}));
}

#[tokio::test]
async fn an_automatic_index_is_explained() {
    let sandbox = sandbox().await;
    let explained = async |query: &str| {
        let reply = sandbox.post(&sandbox.db("/queries?debug=explain"), json!({ "Query": query })).await;
        assert_eq!(reply.status, 200);
        reply.json()
    };
    assert_eq!(
        explained("from People where Name = 'x'").await,
        json!({ "IndexName": "Failure/None", "Results": [] })
    );
    let first = run_query(&sandbox, "from People where Name = 'x'").await;
    assert!(first["RookeryQueryMs"].as_f64().unwrap() >= 0.0, "without the creation of the index");
    let second = run_query(&sandbox, "from People where Name = 'x'").await;
    assert_eq!(second.get("RookeryQueryMs"), None);
    assert_eq!(explained("from People where Name = 'x'").await["IndexName"], "Auto/People/ByName");
    let other = explained("from People where Age = 1").await;
    let reason = json!({ "Index": "Auto/People/ByName", "Reason": "The following field is missing: Age" });
    assert_eq!(other["Results"], json!([reason]));
    let by_name = json!({ "Query": "from index 'A'" });
    let (status, kind, _) = sandbox.post(&sandbox.db("/queries?debug=explain"), by_name).await.failure();
    assert!(status == 500 && kind.ends_with("InvalidOperationException"), "{kind}");
}

#[tokio::test]
async fn indexes_say_when_they_were_built_and_what_they_took() {
    let sandbox = sandbox().await;
    let answer = run_query_as(&sandbox, json!({ "Query": "from index 'A'" })).await;
    let stats = read(&sandbox, "/indexes/stats?name=A").await["Results"][0].clone();
    assert_eq!(answer["IndexTimestamp"], stats["LastIndexingTime"]);
    assert_eq!(answer["LastQueryTime"], stats["LastQueryingTime"]);
    let times = read(&sandbox, "/indexes/total-time?name=a").await["Results"].clone();
    assert_eq!((times.as_array().unwrap().len(), &times[0]["Name"]), (1, &json!("A")));
    assert!(times[0]["TotalIndexingTime"].as_str().unwrap() > "00:00:00", "{times}");
    assert!(times[0]["LagTime"].is_string());
    assert_eq!(read(&sandbox, "/indexes/total-time?name=Nope").await["Results"], json!([]));
    let known = read(&sandbox, "/indexes?name=A").await["Results"][0].clone();
    let with = |member: &str, value: Value| {
        let mut index = known.clone();
        index[member] = value;
        index
    };
    for (index, changed) in [
        (known.clone(), false),
        (with("Maps", json!(["map('People', p => ({ N: 1 }))"])), true),
        (with("Priority", json!("High")), true),
        (with("LockMode", Value::Null), true),
        (with("Name", json!("Nope")), true),
    ] {
        let reply = sandbox.post(&sandbox.db("/indexes/has-changed"), index).await;
        assert_eq!(reply.json(), json!({ "Changed": changed }));
    }
    for bad in [json!({}), with("Maps", json!([]))] {
        assert_eq!(sandbox.post(&sandbox.db("/indexes/has-changed"), bad).await.status, 400);
    }
    let source = |name: &str| sandbox.db(&format!("/indexes/source?name={name}"));
    assert_eq!(sandbox.get(&source("A")).await.status, 500);
    assert_eq!(sandbox.get(&source("Nope")).await.status, 404);
}
