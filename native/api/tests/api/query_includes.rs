//! What a query's results bring along in addition to documents.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{run_query, run_query_as};
use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let every = json!({ "Default": {}, "Collections": {} });
    sandbox.post(&sandbox.db("/admin/revisions/config"), every).await;
    for (id, collection, body) in [
        ("owners/1", "Owners", json!({ "Name": "Ann" })),
        ("items/1", "Items", json!({ "Name": "One", "Owner": "owners/1" })),
        ("items/2", "Items", json!({ "Name": "Two", "Owner": "owners/2", "Extra": 1 })),
    ] {
        sandbox.save(id, in_collection(collection, body)).await;
    }
    count(&sandbox, "items/1", &[("Views", 2), ("likes", 5)]).await;
    count(&sandbox, "owners/1", &[("likes", 7)]).await;
    sandbox
}

async fn count(sandbox: &Sandbox, id: &str, counters: &[(&str, i64)]) {
    let increments = counters
        .iter()
        .map(|(name, delta)| json!({ "Type": "Increment", "CounterName": name, "Delta": delta }));
    let body = json!({ "Documents": [{ "DocumentId": id, "Operations": increments.collect::<Vec<_>>() }] });
    assert_eq!(sandbox.post(&sandbox.db("/counters"), body).await.status, 200);
}

fn reported(id: &str, name: &str, value: i64) -> Value {
    json!({ "DocumentId": id, "CounterName": name, "TotalValue": value })
}

#[tokio::test]
async fn counters_of_results_and_of_what_they_point_to() {
    let sandbox = filled().await;
    let all = run_query(&sandbox, "from Items where id() in ('items/1', 'items/2') include counters()").await;
    assert_eq!(
        all["CounterIncludes"],
        json!({ "items/1": [reported("items/1", "Views", 2), reported("items/1", "likes", 5)], "items/2": [] })
    );
    assert_eq!(all["IncludedCounterNames"], json!({ "items/1": [], "items/2": [] }));
    let query = json!({
        "Query": "from Items as i include counters($names), counters(i.Owner, 'LIKES'), i.Owner",
        "QueryParameters": { "names": ["likes", "none", "likes"] },
    });
    let some = run_query_as(&sandbox, query).await;
    assert_eq!(
        some["CounterIncludes"],
        json!({
            "items/1": [reported("items/1", "likes", 5), null], "items/2": [null, null],
            "owners/1": [reported("owners/1", "LIKES", 7)], "owners/2": [null],
        })
    );
    assert_eq!(some["IncludedCounterNames"]["items/1"], json!(["likes", "none"]));
    assert_eq!(some["IncludedCounterNames"]["owners/1"], json!(["LIKES"]));
    assert!(some["Includes"]["owners/1"].is_object());
    let none = run_query(&sandbox, "from Items").await;
    assert!(none.get("CounterIncludes").is_none() && none.get("RevisionIncludes").is_none());
}

#[tokio::test]
async fn the_tag_of_an_answer_sees_counters_change() {
    let sandbox = filled().await;
    let path = sandbox.db("/queries?query=from%20Items%20include%20counters()");
    let tag = sandbox.get(&path).await.header("etag").to_owned();
    let held = [("if-none-match", tag.as_str())];
    assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 304);
    count(&sandbox, "items/1", &[("likes", 1)]).await;
    let changed = sandbox.send(Method::GET, &path, &held, "").await;
    assert_eq!(changed.status, 200);
    assert_eq!(changed.json()["CounterIncludes"]["items/1"][1]["TotalValue"], 6);
}

#[tokio::test]
async fn revisions_by_change_vector_and_by_moment() {
    let sandbox = filled().await;
    let item = sandbox.get(&sandbox.db("/docs?id=items/1")).await.json();
    let vector = item["Results"][0]["@metadata"]["@change-vector"].clone();
    sandbox
        .save("refs/1", in_collection("Refs", json!({ "Rev": vector, "Revs": [vector, "A:999-x"] })))
        .await;
    for query in [
        "from Refs include revisions(Rev)",
        "from Refs as r include revisions(r.Rev, r.Revs)",
        "from Refs include revisions('Rev')",
        "from Refs select Rev include revisions(Rev)",
    ] {
        let answer = run_query(&sandbox, query).await;
        let revisions = answer["RevisionIncludes"].as_array().unwrap();
        assert_eq!(revisions.len(), 1, "{query}: {answer}");
        assert_eq!(revisions[0]["Id"], "items/1");
        assert_eq!(revisions[0]["ChangeVector"], vector);
        assert_eq!(revisions[0]["Revision"]["Name"], "One");
        assert!(revisions[0].get("Before").is_none());
    }
    for (moment, found) in [("2999-01-01T00:00:00.0000000Z", 2), ("2001-01-01T00:00:00.0000000Z", 0)] {
        let query = json!({
            "Query": "from Items include revisions($moment)", "QueryParameters": { "moment": moment },
        });
        let answer = run_query_as(&sandbox, query).await;
        // As on a server: where none is there, nothing is said of them.
        let revisions = answer["RevisionIncludes"].as_array().cloned().unwrap_or_default();
        assert_eq!(revisions.len(), found, "{moment}");
        assert!(revisions.iter().all(|revision| revision["Before"] == moment), "{answer}");
    }
}

#[tokio::test]
async fn includes_look_at_results_as_they_are_given() {
    let sandbox = filled().await;
    for (query, there) in [
        ("from Items select Name include Owner", false),
        ("from Items select Owner include Owner", true),
        ("from Items as i select i.Owner as X include X", true),
        ("from Items as i select i.Owner as X include i.Owner", false),
        ("from Items as i select { O: i.Owner } include i.O", true),
    ] {
        let answer = run_query(&sandbox, query).await;
        assert_eq!(answer["Includes"].get("owners/1").is_some(), there, "{query}: {answer}");
    }
}

#[tokio::test]
async fn invalid_includes_are_reported() {
    let sandbox = filled().await;
    for (query, status, says) in [
        ("from Items include counters(Extra2, 'likes')", 400, "'Extra2'"),
        ("from Items select Name include revisions(Owner)", 400, "'Owner'"),
        ("from Items include timeseries(Owner)", 500, "the name of a time series"),
        ("from Items include timeseries('S', last(1, 'weeks'))", 400, "not a unit of time"),
        ("from Items include counters(1)", 400, "a number"),
    ] {
        let reply = sandbox.post(&sandbox.db("/queries"), json!({ "Query": query })).await;
        let (found, _, message) = reply.failure();
        assert_eq!(found, status, "{query}: {message}");
        assert!(message.contains(says), "{query}: {message}");
    }
}
