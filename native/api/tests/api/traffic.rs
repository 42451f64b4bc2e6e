//! The traffic watch in process.

use std::time::Duration;

use axum::http::Method;
use rookery_api::feeds::{Session, connect};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

async fn next(watch: &mut Session) -> Value {
    loop {
        let text = tokio::time::timeout(Duration::from_secs(30), watch.from_feed.recv())
            .await
            .expect("no request was reported for 30 s")
            .expect("the feed ended");
        if text != "\r\n" {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

fn described(item: &Value) -> (&str, &str, &str) {
    let text = |name: &str| item[name].as_str().unwrap();
    (text("Type"), text("HttpMethod"), text("CustomInfo"))
}

#[tokio::test]
async fn every_request_is_reported_with_its_type_status_and_sizes() {
    let sandbox = Sandbox::new().await;
    let mut watch = connect(&sandbox.state, "/admin/traffic-watch").await.unwrap();
    let document = json!({ "Name": "Ann" }).to_string();
    sandbox.send(Method::PUT, &sandbox.db("/docs?id=users/1"), &[], document).await;
    let saved = next(&mut watch).await;
    let vector = saved["CustomInfo"].as_str().unwrap();
    assert!(vector.starts_with(r#"{"Id":"users/1","ChangeVector":"A:"#), "{saved}");
    assert_eq!((&saved["Type"], &saved["ResponseStatusCode"]), (&json!("Documents"), &json!(201)));
    assert_eq!(saved["ResponseSizeInBytes"], vector.len());
    assert!(saved["RequestSizeInBytes"].as_u64().unwrap() > 10, "{saved}");
    let expected = [
        "TrafficWatchType",
        "TimeStamp",
        "DatabaseName",
        "CustomInfo",
        "ClientIP",
        "CertificateThumbprint",
        "RequestId",
        "HttpMethod",
        "ElapsedMilliseconds",
        "ResponseStatusCode",
        "RequestUri",
        "AbsoluteUri",
        "RequestSizeInBytes",
        "ResponseSizeInBytes",
        "Type",
    ];
    assert_eq!(saved.as_object().unwrap().keys().collect::<Vec<_>>(), expected);

    // The quickest path is reported too, and its answer is unchanged.
    let reply = sandbox.get(&sandbox.db("/docs?id=users/1")).await;
    assert_eq!(reply.json()["Results"][0]["Name"], "Ann");
    let read = next(&mut watch).await;
    assert_eq!(described(&read), ("Documents", "GET", "users/1"));
    assert_eq!(reply.header("content-length"), read["ResponseSizeInBytes"].to_string());
    assert_eq!(read["RequestUri"], "http://127.0.0.1/databases/shop/docs?id=users/1");
    assert_eq!((&read["DatabaseName"], &read["ClientIP"]), (&json!("shop"), &json!("127.0.0.1")));

    let query = json!({ "Query": "from Users where Age > $p", "QueryParameters": { "p": 3 } });
    sandbox.post(&sandbox.db("/queries"), query).await;
    let queried = next(&mut watch).await;
    assert_eq!(described(&queried), ("Queries", "POST", "from Users where Age > $p\n{\"p\":3}"));

    assert_eq!(sandbox.get(&sandbox.db("/docs?id=absent")).await.status, 404);
    let absent = next(&mut watch).await;
    assert_eq!((&absent["ResponseStatusCode"], &absent["CustomInfo"]), (&json!(404), &json!("absent")));
    sandbox.get("/databases/nope/docs?id=a").await;
    let unknown = next(&mut watch).await;
    assert_eq!(unknown["DatabaseName"], "N/A");
    assert!(unknown["RequestId"].as_u64() > absent["RequestId"].as_u64());
}

#[tokio::test]
async fn a_watcher_of_one_database_gets_its_requests_only_and_none_after_it_left() {
    let sandbox = Sandbox::new().await;
    let create = json!({ "DatabaseName": "other" });
    sandbox.send(Method::PUT, "/admin/databases?name=other", &[], create.to_string()).await;
    let mut all = connect(&sandbox.state, "/admin/traffic-watch").await.unwrap();
    let mut one = connect(&sandbox.state, "/admin/traffic-watch?resourceName=OTHER").await.unwrap();
    sandbox.get(&sandbox.db("/stats")).await;
    sandbox.get("/databases/other/stats").await;
    assert_eq!(next(&mut all).await["DatabaseName"], "shop");
    assert_eq!(next(&mut all).await["DatabaseName"], "other");
    assert_eq!(next(&mut one).await["DatabaseName"], "other");
    drop(one);
    drop(all);
    // Requests are answered without watchers.
    assert_eq!(
        sandbox.get(&sandbox.db("/stats")).await.header("content-type"),
        "application/json; charset=utf-8"
    );
}

#[tokio::test]
async fn a_body_that_is_no_json_or_large_reaches_its_route() {
    let sandbox = Sandbox::new().await;
    let mut watch = connect(&sandbox.state, "/admin/traffic-watch").await.unwrap();
    let refused = sandbox.send(Method::POST, &sandbox.db("/queries"), &[], "{\"Query\":".to_owned()).await;
    assert_eq!(refused.status, 400);
    assert_eq!(described(&next(&mut watch).await), ("Queries", "POST", "N/A"));
    let long = "x".repeat(100_000);
    let query = json!({ "Query": format!("from Users where Name = '{long}'") });
    sandbox.post(&sandbox.db("/queries"), query).await;
    let item = next(&mut watch).await;
    assert_eq!(item["CustomInfo"], "N/A");
    assert!(item["RequestSizeInBytes"].as_u64().unwrap() > 100_000);
}
