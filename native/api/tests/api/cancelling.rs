//! Requests whose caller goes: what they began ends, and what they say about it is true.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt;
use rookery_api::threads::{StackReport, ThreadInspector, ThreadsReport};
use rookery_api::{ApiOptions, ApiService};
use rookery_cancel::CancelToken;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::query_fixture::{put_index, read, run_query, running};
use crate::sandbox::{Sandbox, in_collection};

/// Sends a request with a token of its own, cancels it once `begun` holds, and returns status and body.
async fn cancelled(
    sandbox: &Sandbox,
    method: Method,
    path: &str,
    body: Value,
    begun: impl AsyncFn() -> bool,
) -> (u16, Value) {
    let cancel = CancelToken::new();
    let mut request = Request::builder().method(method).uri(path).body(Body::from(body.to_string())).unwrap();
    request.extensions_mut().insert(cancel.clone());
    let service = ApiService::new(sandbox.state.clone());
    let answering = tokio::spawn(async move {
        let (parts, body) = service.oneshot(request).await.unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        (parts.status.as_u16(), serde_json::from_slice(&body).unwrap_or(Value::Null))
    });
    while !begun().await {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(!answering.is_finished(), "{path} was over before it could be cancelled");
    let start = Instant::now();
    cancel.cancel();
    let (status, answer) = answering.await.unwrap();
    println!("cancel: {path}: answered after {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    assert!(start.elapsed() < Duration::from_secs(10));
    (status, answer)
}

/// An index that is behind, and a query that waits ten minutes for it.
async fn stale() -> (Sandbox, Value) {
    let sandbox = Sandbox::new().await;
    let map = "map('People', p => ({ Name: p.Name }))";
    assert_eq!(put_index(&sandbox, json!({ "Name": "A", "Maps": [map] })).await.status, 201);
    assert_eq!(run_query(&sandbox, "from index 'A'").await["TotalResults"], 0);
    let stop = sandbox.db("/admin/indexes/stop");
    assert_eq!(sandbox.send(Method::POST, &stop, &[], "").await.status, 204);
    sandbox.save("people/1", in_collection("People", json!({ "Name": "Ann" }))).await;
    let query = json!({
        "Query": "from index 'A'", "WaitForNonStaleResults": true,
        "WaitForNonStaleResultsTimeout": "00:10:00",
    });
    (sandbox, query)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_ends_with_its_caller_alone_and_in_a_bundle() {
    let (sandbox, query) = stale().await;
    let waits = async || running(&sandbox).await != json!({});
    let (status, answer) =
        cancelled(&sandbox, Method::POST, &sandbox.db("/queries"), query.clone(), waits).await;
    assert_eq!((status, &answer["Type"]), (408, &json!("System.OperationCanceledException")));
    assert_eq!(answer["Message"], "The query was cancelled.");
    assert_eq!(running(&sandbox).await, json!({}));
    let one = json!({ "Url": sandbox.db("/queries"), "Method": "POST", "Content": query });
    let bundle = json!({ "Requests": [one] });
    let (status, answer) = cancelled(&sandbox, Method::POST, &sandbox.db("/multi_get"), bundle, waits).await;
    assert_eq!((status, &answer["Results"][0]["StatusCode"]), (200, &json!(408)));
    assert_eq!(running(&sandbox).await, json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patch_that_is_cancelled_says_that_nothing_was_saved() {
    let sandbox = Sandbox::new().await;
    sandbox.save("people/1", in_collection("People", json!({ "Age": 1 }))).await;
    let path = sandbox.db("/docs?id=people/1");
    let body = json!({ "Patch": { "Script": "this.Age = 2; while (true) {}" } });
    let start = Instant::now();
    let begun = async || start.elapsed() > Duration::from_millis(100);
    let (status, answer) = cancelled(&sandbox, Method::PATCH, &path, body, begun).await;
    // Left to itself the script ends with its own limit, which is another status and another sentence.
    assert_eq!((status, &answer["Type"]), (408, &json!("System.OperationCanceledException")));
    assert_eq!(answer["Message"], "The request was cancelled before anything was saved.");
    assert_eq!(sandbox.get(&path).await.json()["Results"][0]["Age"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_update_by_query_is_canceled_and_says_how_far_it_was() {
    let sandbox = Sandbox::new().await;
    let puts: Vec<Value> = (0..300)
        .map(|number| {
            let document = in_collection("People", json!({ "N": number }));
            json!({ "Id": format!("people/{number}"), "Type": "PUT", "Document": document })
        })
        .collect();
    assert_eq!(sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": puts })).await.status, 201);
    let script =
        "const end = Date.now() + 800; while (this.N >= 256 && Date.now() < end) {} this.Seen = true;";
    let query = json!({ "Query": { "Query": format!("from People update {{ {script} }}") } });
    let path = sandbox.db("/queries");
    let started = sandbox.send(Method::PATCH, &path, &[], query.to_string()).await.json();
    let id = started["OperationId"].as_i64().unwrap();
    let state = async || read(&sandbox, &format!("/operations/state?id={id}")).await;
    while state().await["Progress"]["Processed"] != 256 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let start = Instant::now();
    let kill = sandbox.db(&format!("/operations/kill?id={id}"));
    assert_eq!(sandbox.send(Method::POST, &kill, &[], "").await.status, 204);
    let ended = loop {
        let state = state().await;
        if state["Status"] != "InProgress" {
            break state;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{state}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    println!("cancel: an update by query: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    assert_eq!((&ended["Status"], &ended["Progress"]["Processed"]), (&json!("Canceled"), &json!(256)));
    let seen = run_query(&sandbox, "from People where Seen = true limit 0").await;
    assert_eq!(seen["TotalResults"], 256);
}

/// Samples for a minute unless cancelled, and reports which it was.
struct Slow(Mutex<Sender<bool>>);

impl ThreadInspector for Slow {
    fn runaway(&self, sample: Duration) -> Result<ThreadsReport, String> {
        let cancelled = CancelToken::current().sleep(sample);
        self.0.lock().unwrap().send(cancelled).unwrap();
        Err("sampled".to_owned())
    }

    fn stack_trace(&self, _: &[u32], sample: Duration) -> Result<StackReport, String> {
        self.runaway(sample).map(|_| unreachable!("it never has a report"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_a_request_cancels_its_work_on_the_blocking_pool() {
    let (sender, ended) = channel();
    let inspector = Some(Arc::new(Slow(Mutex::new(sender))) as Arc<dyn ThreadInspector>);
    let sandbox = Arc::new(Sandbox::with(ApiOptions { inspector, ..ApiOptions::default() }).await);
    for path in [
        "/admin/debug/threads/runaway?intervalInMs=60000",
        "/admin/debug/threads/stack-trace?cpuSampleInMs=60000",
    ] {
        let requesting = tokio::spawn({
            let sandbox = sandbox.clone();
            async move { sandbox.get(path).await }
        });
        assert!(ended.recv_timeout(Duration::from_millis(100)).is_err(), "{path} is still sampling");
        let start = Instant::now();
        requesting.abort();
        assert!(ended.recv_timeout(Duration::from_secs(10)).unwrap(), "{path} was cancelled");
        println!("cancel: {path}: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    }
}
