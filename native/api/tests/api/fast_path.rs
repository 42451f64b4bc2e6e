//! The request that is answered before routing, next to the same request with something about it that makes it
//! go through the router: both must get the same answer.

use axum::http::{HeaderMap, Method};
use serde_json::json;

use crate::sandbox::{Sandbox, in_collection};

/// Status, headers and body of a request and of its twin for the router.
async fn both(sandbox: &Sandbox, id: &str, headers: &[(&str, &str)]) {
    let short = sandbox.db(&format!("/docs?id={id}"));
    let quick = sandbox.send(Method::GET, &short, headers, "").await;
    for twin in [sandbox.db(&format!("/docs?ID={id}")), sandbox.db(&format!("/docs?id={id}&"))] {
        let routed = sandbox.send(Method::GET, &twin, headers, "").await;
        assert_eq!((quick.status, &quick.headers), (routed.status, &routed.headers), "{twin}");
        // An error names the requested address.
        if quick.status != 400 {
            assert_eq!(quick.body, routed.body, "{twin}");
        }
    }
    assert!(quick.headers.contains_key("raven-server-version"));
}

#[tokio::test]
async fn a_document_is_answered_in_the_same_way_with_and_without_the_router() {
    let sandbox = Sandbox::new().await;
    for id in ["orders/1", "a b", "a+b", "a=b", "ö/1", "x&y"] {
        sandbox.save(id, in_collection("Orders", json!({ "Name": id }))).await;
    }
    let none: &[(&str, &str)] = &[];
    for id in
        ["orders/1", "ORDERS/1", "a%20b", "a+b", "a%2Bb", "a=b", "%C3%B6/1", "x%26y", "missing", "%00", "%FF"]
    {
        both(&sandbox, id, none).await;
    }
    let tag = tag_of(&sandbox.get(&sandbox.db("/docs?id=orders/1")).await.headers);
    for held in [tag.as_str(), "\"old\"", "missing", "\"document-not-found\""] {
        both(&sandbox, "orders/1", &[("if-none-match", held)]).await;
        both(&sandbox, "missing", &[("if-none-match", held)]).await;
    }
}

#[tokio::test]
async fn what_is_not_open_or_not_there_is_the_routers_business() {
    let sandbox = Sandbox::new().await;
    let unknown = sandbox.get("/databases/nowhere/docs?id=x").await;
    assert_eq!(unknown.failure().1, sandbox.get("/databases/nowhere/docs?ID=x").await.failure().1);
    assert!(!unknown.status.is_success());
    let page = sandbox.get(&sandbox.db("/docs?id=")).await;
    assert_eq!(page.status, sandbox.get(&sandbox.db("/docs?ID=")).await.status);
    sandbox.save("a", in_collection("Orders", json!({}))).await;
    let head = sandbox.send(Method::HEAD, &sandbox.db("/docs?id=a"), &[], "").await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}

fn tag_of(headers: &HeaderMap) -> String {
    headers["etag"].to_str().unwrap().to_owned()
}
