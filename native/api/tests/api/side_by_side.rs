//! Side-by-side replacement of indexes and their history over HTTP.

use std::time::Duration;

use axum::http::Method;
use rookery_api::feeds::{Session, connect};
use serde_json::{Value, json};

use crate::query_fixture::{put_index, read, run_query, run_query_as};
use crate::sandbox::{Reply, Sandbox, in_collection};

const NAMES: &str = "map('People', p => ({ Name: p.Name }))";
const BOTH: &str = "map('People', p => ({ Name: p.Name, Age: p.Age }))";

async fn put(sandbox: &Sandbox, map: &str) {
    assert_eq!(put_index(sandbox, json!({ "Name": "A", "Maps": [map] })).await.status, 201);
}

async fn reported(sandbox: &Sandbox, method: &str, path: &str) -> Reply {
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    sandbox.send(method, &sandbox.db(path), &[], String::new()).await
}

async fn names(sandbox: &Sandbox) -> Value {
    read(sandbox, "/indexes?namesOnly=true").await["Results"].clone()
}

/// An index of names that has everything, one of names and ages next to it, and indexing stopped.
async fn halfway() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("people/1", in_collection("People", json!({ "Name": "Ann", "Age": 7 }))).await;
    put(&sandbox, NAMES).await;
    assert_eq!(run_query(&sandbox, "from index 'A'").await["TotalResults"], 1);
    assert_eq!(reported(&sandbox, "POST", "/admin/indexes/stop").await.status, 204);
    put(&sandbox, BOTH).await;
    assert_eq!(names(&sandbox).await, json!(["A", "ReplacementOf/A"]));
    sandbox
}

async fn next(feed: &mut Session) -> Value {
    let text = tokio::time::timeout(Duration::from_secs(30), feed.from_feed.recv())
        .await
        .expect("the feed said nothing for 30 s")
        .expect("the feed ended");
    serde_json::from_str(&text).unwrap()
}

#[tokio::test]
async fn both_indexes_are_listed_until_the_replacement() {
    let sandbox = halfway().await;
    let shown = read(&sandbox, "/indexes?name=ReplacementOf/A").await["Results"][0].clone();
    assert_eq!((&shown["Name"], &shown["Maps"]), (&json!("ReplacementOf/A"), &json!([BOTH])));
    assert_eq!(read(&sandbox, "/indexes?name=A").await["Results"][0]["Maps"], json!([NAMES]));
    let stats = read(&sandbox, "/indexes/stats").await["Results"].clone();
    assert_eq!((&stats[0]["EntriesCount"], &stats[0]["IsStale"]), (&json!(1), &json!(false)));
    assert_eq!((&stats[1]["EntriesCount"], &stats[1]["IsStale"]), (&json!(0), &json!(true)));
    let progress = read(&sandbox, "/indexes/progress").await["Results"].clone();
    assert_eq!((progress.as_array().unwrap().len(), &progress[0]["Name"]), (1, &json!("ReplacementOf/A")));
    let old = run_query_as(&sandbox, json!({ "Query": "from index 'A'" })).await;
    let new = run_query_as(&sandbox, json!({ "Query": "from index 'ReplacementOf/A'" })).await;
    assert_eq!((&old["IndexName"], &old["TotalResults"]), (&json!("A"), &json!(1)));
    assert_eq!((&new["IndexName"], &new["TotalResults"]), (&json!("ReplacementOf/A"), &json!(0)));

    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    next(&mut feed).await;
    let watch = r#"{"CommandId":1,"Command":"watch-indexes","Param":null}"#;
    feed.to_feed.send(watch.to_owned()).await.unwrap();
    assert_eq!(next(&mut feed).await[0]["Type"], "Confirm");
    assert_eq!(reported(&sandbox, "POST", "/admin/indexes/start").await.status, 204);
    let mut heard = Vec::new();
    while heard.last().is_none_or(|last| *last != json!({ "Type": "SideBySideReplace", "Name": "A" })) {
        for change in next(&mut feed).await.as_array().unwrap() {
            assert_eq!(change["Type"], "IndexChange");
            heard.push(change["Value"].clone());
        }
    }
    assert!(heard.contains(&json!({ "Type": "BatchCompleted", "Name": "ReplacementOf/A" })), "{heard:?}");
    assert_eq!(names(&sandbox).await, json!(["A"]));
    assert_eq!(run_query(&sandbox, "from index 'A' where Age = 7").await["TotalResults"], 1);
}

#[tokio::test]
async fn replacing_is_immediate_on_request_and_a_reset_can_be_side_by_side() {
    let sandbox = halfway().await;
    assert_eq!(reported(&sandbox, "POST", "/indexes/replace?name=A").await.status, 204);
    assert_eq!(names(&sandbox).await, json!(["A"]));
    for (path, part) in [("A", "No replacement of the index 'A'"), ("Nope", "'Nope'")] {
        let (status, kind, message) =
            reported(&sandbox, "POST", &format!("/indexes/replace?name={path}")).await.failure();
        assert!(status == 500 && kind.ends_with("IndexDoesNotExistException"), "{kind}");
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(reported(&sandbox, "RESET", "/indexes?name=A&mode=SideBySide").await.status, 204);
    assert_eq!(names(&sandbox).await, json!(["A", "ReplacementOf/A"]));
    assert_eq!(reported(&sandbox, "RESET", "/indexes?name=A&mode=InPlace").await.status, 204);
    let (status, _, message) = reported(&sandbox, "RESET", "/indexes?name=A&mode=bogus").await.failure();
    assert!(status == 500 && message.contains("bogus"), "{message}");
    let refused = put_index(&sandbox, json!({ "Name": "ReplacementOf/B", "Maps": [NAMES] })).await;
    assert!(refused.failure().2.contains("ReplacementOf/"));
}

#[tokio::test]
async fn an_index_has_a_history_until_it_is_deleted() {
    let sandbox = halfway().await;
    let index = json!({ "Name": "A", "Maps": [NAMES], "Priority": "High", "LockMode": "Unlock" });
    assert_eq!(put_index(&sandbox, index).await.status, 201);
    assert_eq!(names(&sandbox).await, json!(["A"]));
    let past = read(&sandbox, "/indexes/history?name=a").await;
    assert_eq!(past["Index"], "A");
    let all = past["History"].as_array().unwrap();
    let said: Vec<_> = all
        .iter()
        .map(|one| &one["Definition"])
        .map(|one| (one["Maps"][0].as_str().unwrap(), one["Priority"].as_str(), one["LockMode"].as_str()))
        .collect();
    let wanted = [(NAMES, Some("High"), Some("Unlock")), (BOTH, None, None), (NAMES, None, None)];
    assert_eq!(said, wanted);
    assert!(all.iter().all(|one| one["CreatedAt"].as_str().unwrap().ends_with('Z')), "{all:?}");
    assert_eq!((&all[0]["Source"], &all[0]["RollingDeployment"]), (&json!("A"), &json!({})));
    assert_eq!(reported(&sandbox, "DELETE", "/indexes?name=A").await.status, 204);
    assert_eq!(reported(&sandbox, "GET", "/indexes/history?name=A").await.status, 404);
    assert_eq!(reported(&sandbox, "GET", "/indexes/history").await.status, 400);
}

#[tokio::test]
async fn what_a_client_keeps_of_the_old_one_is_not_taken_for_the_new_ones() {
    let sandbox = halfway().await;
    let path = sandbox.db("/queries?query=from%20index%20'A'");
    let first = sandbox.get(&path).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let again = sandbox.send(Method::GET, &path, &[("If-None-Match", tag.as_str())], String::new()).await;
    assert_eq!(again.status, 304);
    assert_eq!(reported(&sandbox, "POST", "/admin/indexes/start").await.status, 204);
    while names(&sandbox).await != json!(["A"]) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let after = sandbox.send(Method::GET, &path, &[("If-None-Match", tag.as_str())], String::new()).await;
    assert_eq!(after.status, 200);
}
