//! Several requests in one: each has its own status, tag and headers.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn run_query(sandbox: &Sandbox, requests: Value) -> Vec<Value> {
    let reply = sandbox.post(&sandbox.db("/multi_get"), json!({ "Requests": requests })).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["Results"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_request_is_answered_as_if_it_had_come_alone() {
    let sandbox = Sandbox::new().await;
    let vector = sandbox.save("users/1", in_collection("Users", json!({ "name": "Ann" }))).await;
    let docs = sandbox.db("/docs");
    let results = run_query(
        &sandbox,
        json!([
            { "Url": docs, "Query": "?&id=users%2F1", "Method": "GET", "Headers": {} },
            { "Url": docs, "Query": "?id=nope" },
            { "Url": docs, "Query": "?id=users/1", "Headers": { "If-None-Match": format!("\"{vector}\"") } },
            { "Url": docs, "Query": "?id=users/1&id=nope" },
            { "Url": sandbox.db("/queries"), "Method": "POST", "Content": { "Query": "from Users" } },
            { "Url": sandbox.db("/queries"), "Method": "POST", "Content": "{\"Query\":\"from Users\"}" },
            { "Url": sandbox.db("/queries"), "Method": "POST", "Content": { "Query": "frm Users" } },
            { "Url": sandbox.db("/bogus") },
            { "Url": docs, "Query": "?id=users/1", "Method": "DELETE" },
        ]),
    )
    .await;
    assert_eq!(results[0]["StatusCode"], 200);
    assert_eq!(results[0]["Headers"], json!({ "ETag": format!("\"{vector}\"") }));
    assert_eq!(results[0]["Result"]["Results"][0]["name"], "Ann");
    assert_eq!(results[1], json!({ "Result": null, "StatusCode": 404, "Headers": {} }));
    assert_eq!(results[2], json!({ "Result": null, "StatusCode": 304, "Headers": {} }));
    assert_eq!(results[3]["Result"]["Results"][1], Value::Null);
    assert_eq!(results[4]["Result"]["Results"][0]["name"], "Ann");
    assert_eq!(results[5]["Result"]["TotalResults"], 1);
    assert_eq!(results[6]["StatusCode"], 500);
    assert!(results[6]["Result"]["Type"].as_str().unwrap().ends_with("ParseException"));
    assert_eq!(results[7]["StatusCode"], 400);
    assert_eq!(results[8], json!({ "Result": null, "StatusCode": 204, "Headers": {} }));
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=users/1")).await.status, 404);
}

#[tokio::test]
async fn a_list_in_a_list_finds_no_route_and_a_broken_list_is_refused() {
    let sandbox = Sandbox::new().await;
    let inner = json!({ "Requests": [] });
    let path = sandbox.db("/multi_get");
    let nested = run_query(&sandbox, json!([{ "Url": path, "Method": "POST", "Content": inner }])).await;
    assert!(nested[0]["Result"]["Type"].as_str().unwrap().ends_with("RouteNotFoundException"), "{nested:?}");
    assert!(sandbox.post(&path, json!({})).await.failure().2.contains("'Requests' which is mandatory"));
    let no_url = sandbox.post(&path, json!({ "Requests": [{ "Query": "?id=x" }] })).await.failure();
    assert!(no_url.2.contains("Request 1") && no_url.2.contains("'Url'"), "{no_url:?}");
    let bad = sandbox.post(&path, json!({ "Requests": [{ "Url": "not a path" }] })).await.failure();
    assert_eq!(bad.0, 400);
    let reply = sandbox.send(Method::POST, &path, &[], "{").await;
    assert_eq!(reply.status, 400);
    assert_eq!(run_query(&sandbox, json!([])).await, Vec::<Value>::new());
}
