//! The configuration that clients read and follow.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

async fn put(sandbox: &Sandbox, configuration: Value) -> Reply {
    let path = sandbox.db("/admin/configuration/client");
    sandbox.send(Method::PUT, &path, &[], configuration.to_string()).await
}

async fn get(sandbox: &Sandbox) -> Value {
    sandbox.get(&sandbox.db("/configuration/client")).await.json()
}

#[tokio::test]
async fn a_configuration_is_kept_with_its_etag() {
    let sandbox = Sandbox::new().await;
    assert_eq!(get(&sandbox).await, json!({ "Etag": -2, "Configuration": null }));
    let wanted =
        json!({ "MaxNumberOfRequestsPerSession": 50, "ReadBalanceBehavior": "RoundRobin", "New": 1 });
    let reply = put(&sandbox, wanted).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (201, 0));
    let stored = get(&sandbox).await;
    let etag = stored["Etag"].as_i64().unwrap();
    assert_eq!(
        stored["Configuration"],
        json!({
            "Disabled": null, "Etag": etag, "MaxNumberOfRequestsPerSession": 50,
            "ReadBalanceBehavior": "RoundRobin", "LoadBalanceBehavior": null, "LoadBalancerContextSeed": null,
            "IdentityPartsSeparator": null
        })
    );
    let record = sandbox.get(&sandbox.db("/admin/record")).await.json();
    assert_eq!(record["Client"]["MaxNumberOfRequestsPerSession"], 50);
    put(&sandbox, json!({ "Disabled": true })).await;
    assert!(get(&sandbox).await["Etag"].as_i64().unwrap() > etag);
}

#[tokio::test]
async fn clients_with_an_older_version_are_told_to_read_it_again() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a", json!({})).await;
    let refresh = async |path: &str, held: &str| {
        let headers = [("Client-Configuration-Etag", held)];
        let reply = sandbox.send(Method::GET, &sandbox.db(path), &headers, "").await;
        assert_eq!(reply.status, 200);
        reply.headers.get("refresh-client-configuration").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(refresh("/docs?id=a", "0").await, None);
    put(&sandbox, json!({ "MaxNumberOfRequestsPerSession": 50 })).await;
    let etag = get(&sandbox).await["Etag"].as_i64().unwrap();
    for path in ["/docs?id=a", "/stats"] {
        for (held, expected) in [
            ("-2".to_owned(), Some("true")),
            (format!("\"{}\"", etag - 1), Some("true")),
            (etag.to_string(), None),
            ("x".to_owned(), None),
        ] {
            assert_eq!(refresh(path, &held).await.as_deref(), expected, "{path} {held}");
        }
    }
}

#[tokio::test]
async fn what_is_no_configuration_is_refused() {
    let sandbox = Sandbox::new().await;
    for (configuration, status, part) in [
        (json!({ "MaxNumberOfRequestsPerSession": "x" }), 400, "expected i32"),
        (json!({ "ReadBalanceBehavior": "Fast" }), 400, "Fast"),
        (json!([]), 400, "expected a map"),
        (json!({ "IdentityPartsSeparator": "-" }), 501, "'-'"),
    ] {
        let (found, _, message) = put(&sandbox, configuration.clone()).await.failure();
        assert_eq!(found, status, "{configuration}: {message}");
        assert!(message.contains(part), "{configuration}: {message}");
    }
    assert_eq!(get(&sandbox).await["Configuration"], Value::Null);
}
