//! Bulk insert: saved while it arrives, answered when the array closes, honest about what was saved when it
//! fails.

use std::convert::Infallible;
use std::io::Write;
use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use bytes::Bytes;
use futures_util::StreamExt;
use rookery_engine::OperationStatus;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::sandbox::{DB, Reply, Sandbox};

/// A body that is sent piece by piece and, as long as the sender lives, never ends.
fn open_body() -> (mpsc::UnboundedSender<Bytes>, Body) {
    let (sender, receiver) = mpsc::unbounded_channel::<Bytes>();
    let pieces = futures_util::stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|piece| (Ok::<_, Infallible>(piece), receiver))
    });
    (sender, Body::from_stream(pieces.boxed()))
}

fn put(id: &str, n: usize) -> String {
    json!({ "Id": id, "Type": "PUT", "Document": { "n": n, "@metadata": { "@collection": "S" } } })
        .to_string()
}

fn state(sandbox: &Sandbox, id: i64) -> Value {
    let database = sandbox.engine.database(DB).unwrap();
    let info = database.operations().get(id).unwrap();
    json!({
        "Status": info.state.status.name(),
        "Progress": info.state.progress,
        "Result": info.state.result,
        "Message": info.state.failure.as_ref().map(|failure| failure.message.clone()),
        "Error": info.state.failure.as_ref().map(|failure| failure.details.clone()),
    })
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("waited 5 s without result: {what}");
}

async fn insert(sandbox: &Sandbox, id: i64, headers: &[(&str, &str)], body: impl Into<Body>) -> Reply {
    sandbox.send(Method::POST, &sandbox.db(&format!("/bulk_insert?id={id}")), headers, body).await
}

async fn exists(sandbox: &Sandbox, id: &str) -> bool {
    sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await.status == 200
}

#[tokio::test]
async fn it_answers_when_the_array_closes_though_the_body_never_ends() {
    let sandbox = Sandbox::new().await;
    let (sender, body) = open_body();
    let text = format!("[{},{{\"Type\":\"HeartBeat\"}},{}]", put("s/1", 1), put("s/2", 2));
    for piece in text.as_bytes().chunks(7) {
        sender.send(Bytes::copy_from_slice(piece)).unwrap();
    }
    let reply = insert(&sandbox, 7, &[], body).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (201, 0));
    assert_eq!(reply.header("connection"), "close");
    let state = sandbox.get(&sandbox.db("/operations/state?id=7")).await.json();
    assert_eq!(state["Status"], "Completed");
    assert_eq!(
        state["Result"],
        json!({
            "$type": "Raven.Client.Documents.Operations.BulkOperationResult, Raven.Client",
            "Total": 2, "Message": "Processed 2 items.", "Details": [], "Query": null,
            "DocumentsProcessed": 2, "AttachmentsProcessed": 0, "CountersProcessed": 0, "TimeSeriesProcessed": 0,
        })
    );
    assert!(exists(&sandbox, "s/1").await && exists(&sandbox, "s/2").await);
    drop(sender);
}

#[tokio::test]
async fn a_body_that_ends_keeps_the_connection() {
    let sandbox = Sandbox::new().await;
    let reply = insert(&sandbox, 1, &[], format!("[{}]", put("s/1", 1))).await;
    assert_eq!(reply.status, 201);
    assert!(reply.headers.get("connection").is_none());
    assert_eq!(insert(&sandbox, 2, &[], "[]").await.status, 201);
    assert_eq!(state(&sandbox, 2)["Result"]["Total"], 0);
}

#[tokio::test]
async fn gzip_and_zstd_that_are_only_flushed_are_read() {
    let sandbox = Sandbox::new().await;
    let text = format!("[{},{}]", put("g/1", 1), put("g/2", 2));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.flush().unwrap();
    let mut zstd = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    zstd.write_all(text.replace("g/", "z/").as_bytes()).unwrap();
    zstd.flush().unwrap();
    for (id, encoding, bytes) in [(1, "gzip", gzip.get_ref().clone()), (2, "zstd", zstd.get_ref().clone())] {
        let (sender, body) = open_body();
        sender.send(bytes.into()).unwrap();
        let reply = insert(&sandbox, id, &[("Content-Encoding", encoding)], body).await;
        assert_eq!(reply.status, 201, "{encoding}: {}", String::from_utf8_lossy(&reply.body));
    }
    assert!(exists(&sandbox, "g/2").await && exists(&sandbox, "z/2").await);
    let refused =
        insert(&sandbox, 3, &[("Content-Encoding", "gzip")], "this is not gzip at all").await.failure();
    assert!(refused.0 == 500 && refused.2.contains("gzip"), "{refused:?}");
    assert_eq!(insert(&sandbox, 4, &[("Content-Encoding", "snappy")], "[]").await.status, 415);
}

#[tokio::test]
async fn many_small_documents_are_batched_and_progress_is_reported() {
    let sandbox = Sandbox::new().await;
    let (sender, body) = open_body();
    sender.send(format!("[{}", put("s/0", 0)).into()).unwrap();
    let database = sandbox.engine.database(DB).unwrap();
    let watch = async {
        until("progress", || database.operations().get(9).is_some_and(|info| info.state.progress.is_some()))
            .await;
        assert_eq!(
            state(&sandbox, 9)["Progress"],
            json!({
                "Total": 1, "BatchCount": 1, "LastProcessedId": "s/0", "DocumentsProcessed": 1,
                "AttachmentsProcessed": 0, "CountersProcessed": 0, "TimeSeriesProcessed": 0,
            })
        );
        for n in 1..20_000 {
            sender.send(format!(",{}", put(&format!("s/{n}"), n)).into()).unwrap();
        }
        sender.send("]".into()).unwrap();
    };
    let (reply, ()) = tokio::join!(insert(&sandbox, 9, &[], body), watch);
    assert_eq!(reply.status, 201);
    assert_eq!(database.stats().unwrap().documents, 20_000);
    assert_eq!(state(&sandbox, 9)["Result"]["Total"], 20_000);
}

#[tokio::test]
async fn an_error_keeps_earlier_items_and_faults_the_operation() {
    let sandbox = Sandbox::new().await;
    for (id, bad, says) in [
        (1, r#"{"Id":"x","Type":"PUT","Document":{"a":nope}}"#, "Item 3 (at byte "),
        (2, r#"{"Id":"x","Type":"BOGUS"}"#, "Item 3 (at byte "),
        (3, r#"{"Id":"x","Type":"TimeSeriesBulkInsert","TimeSeries":{}}"#, "Item 3 (at byte "),
        (4, r#"{"Id":"x","Type":"PUT","Docu"#, "ended before the closing ']'"),
    ] {
        let (sender, body) = open_body();
        sender
            .send(format!("[{},{}", put(&format!("{id}/1"), 1), put(&format!("{id}/2"), 2)).into())
            .unwrap();
        let database = sandbox.engine.database(DB).unwrap();
        let send = async {
            until("the first batch", || {
                database.operations().get(id).is_some_and(|info| info.state.progress.is_some())
            })
            .await;
            sender.send(format!(",{bad}").into()).unwrap();
            drop(sender);
        };
        let (reply, ()) = tokio::join!(insert(&sandbox, id, &[], body), send);
        assert_eq!(reply.header("connection"), "close");
        let (status, kind, message) = reply.failure();
        assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
        let begins = format!(
            "Failed to process bulk insert. Inserted 2 items in 1 batches. Last document ID: '{id}/2'."
        );
        assert!(message.starts_with(&begins) && message.contains(says), "{message}");
        let state = state(&sandbox, id);
        assert_eq!((&state["Status"], &state["Message"]), (&json!("Faulted"), &json!(message)));
        assert!(state["Error"].as_str().unwrap().contains("\n ---> "), "{state}");
        assert!(exists(&sandbox, &format!("{id}/2")).await);
        assert!(!exists(&sandbox, "x").await);
    }
}

#[tokio::test]
async fn items_that_come_together_with_a_mistake_are_saved_when_they_stand_before_it() {
    let sandbox = Sandbox::new().await;
    let body = format!("[{},{{\"Id\":\"x\",\"Type\":\"BOGUS\"}}]", put("s/1", 1));
    let (_, _, message) = insert(&sandbox, 1, &[], body).await.failure();
    assert!(message.contains("Inserted 1 items in 1 batches"), "{message}");
    assert!(exists(&sandbox, "s/1").await);
}

#[tokio::test]
async fn a_kill_stops_it_and_what_was_saved_stays() {
    let sandbox = Sandbox::new().await;
    let (sender, body) = open_body();
    sender.send(format!("[{}", put("s/1", 1)).into()).unwrap();
    let database = sandbox.engine.database(DB).unwrap();
    let kill = async {
        until("the first batch", || {
            database.operations().get(5).is_some_and(|info| info.state.progress.is_some())
        })
        .await;
        sandbox.send(Method::POST, &sandbox.db("/operations/kill?id=5"), &[], "").await
    };
    let (reply, killed) = tokio::join!(insert(&sandbox, 5, &[], body), kill);
    assert_eq!(killed.status, 204);
    let (status, _, message) = reply.failure();
    assert_eq!(status, 500);
    assert!(message.contains("Inserted 1 items") && message.contains("killed"), "{message}");
    assert_eq!(state(&sandbox, 5)["Status"], "Faulted");
    assert!(exists(&sandbox, "s/1").await);
    drop(sender);
}

#[tokio::test]
async fn a_kill_that_overtakes_the_insert_ends_it_as_it_begins() {
    let sandbox = Sandbox::new().await;
    let given = sandbox.get(&sandbox.db("/operations/next-operation-id")).await.json();
    let id = given["Id"].as_i64().unwrap();
    let path = sandbox.db(&format!("/operations/kill?id={id}"));
    assert_eq!(sandbox.send(Method::POST, &path, &[], "").await.status, 204);
    let (sender, body) = open_body();
    sender.send(format!("[{}", put("s/1", 1)).into()).unwrap();
    let (status, _, message) = insert(&sandbox, id, &[], body).await.failure();
    assert_eq!(status, 500);
    assert!(message.contains("killed"), "{message}");
    assert_eq!(state(&sandbox, id)["Status"], "Faulted");
    drop(sender);
}

#[tokio::test]
async fn a_client_that_goes_away_leaves_a_faulted_operation_with_what_was_saved() {
    let sandbox = Sandbox::new().await;
    let (sender, body) = open_body();
    sender.send(format!("[{},", put("s/1", 1)).into()).unwrap();
    let database = sandbox.engine.database(DB).unwrap();
    let gone = async {
        until("the first batch", || {
            database.operations().get(6).is_some_and(|info| info.state.progress.is_some())
        })
        .await;
    };
    tokio::select! {
        _ = insert(&sandbox, 6, &[], body) => panic!("it was answered"),
        () = gone => {}
    }
    drop(sender);
    until("the end", || database.operations().get(6).unwrap().state.status == OperationStatus::Faulted).await;
    assert!(state(&sandbox, 6)["Message"].as_str().unwrap().contains("Inserted 1 items"));
}

#[tokio::test]
async fn unchanged_documents_are_skipped_on_request() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/bulk_insert?id=1&skipOverwriteIfUnchanged=true");
    let document = |n: usize, id: &str| put(id, n);
    let send = async |items: &[String]| {
        let reply = sandbox.send(Method::POST, &path, &[], format!("[{}]", items.join(","))).await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        assert_eq!(state(&sandbox, 1)["Result"]["DocumentsProcessed"], items.len());
        sandbox.engine.database(DB).unwrap().stats().unwrap().last_etag
    };
    let first = send(&[document(1, "s/1"), document(2, "s/2")]).await;
    assert_eq!(send(&[document(1, "S/1"), document(2, "s/2")]).await, first);
    assert_eq!(send(&[document(1, "s/1"), document(3, "s/2")]).await, first + 1);
    // There and back again in one batch: both are written, and the last one holds.
    assert_eq!(send(&[document(9, "s/1"), document(1, "s/1")]).await, first + 3);
    let saved = sandbox.get(&sandbox.db("/docs?id=s/1")).await.json();
    assert_eq!(saved["Results"][0]["n"], 1);
}

#[tokio::test]
async fn attachments_come_with_their_bytes_between_the_items() {
    let sandbox = Sandbox::new().await;
    let item = |name: &str, length: usize| {
        json!({ "Id": "s/1", "Type": "AttachmentPUT", "Name": name, "ContentType": "a/b", "ContentLength": length })
            .to_string()
    };
    let body = [
        format!("[{},{}", put("s/1", 1), item("odd", 4)),
        format!("]}},\",{},{}]", item("empty", 0), put("s/2", 2)),
    ]
    .concat();
    let reply = insert(&sandbox, 1, &[], body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let result = &state(&sandbox, 1)["Result"];
    assert_eq!((&result["Total"], &result["AttachmentsProcessed"]), (&json!(4), &json!(2)), "{result}");
    assert_eq!(result["DocumentsProcessed"], 2);
    let odd = sandbox.get(&sandbox.db("/attachments?id=s/1&name=odd")).await;
    assert_eq!(odd.body, b"]},\"");
    assert!(exists(&sandbox, "s/2").await);
    let orphan = format!("[{}]", item("x", 1).replace("s/1", "nope") + "z");
    let (_, _, message) = insert(&sandbox, 2, &[], orphan).await.failure();
    assert!(message.contains("nope"), "{message}");
}

#[tokio::test]
async fn counters_are_counted_and_an_error_keeps_earlier_items() {
    let sandbox = Sandbox::new().await;
    let item = |operation: &str| {
        json!({ "Id": "s/1", "Type": "Counters", "Counters": {
            "DocumentId": "s/1", "Operations": [{ "Type": operation, "CounterName": "likes", "Delta": 3 }],
        } })
        .to_string()
    };
    let good = format!("[{},{}]", put("s/1", 1), item("Increment"));
    assert_eq!(insert(&sandbox, 1, &[], good).await.status, 201);
    let result = &state(&sandbox, 1)["Result"];
    assert_eq!((&result["Total"], &result["CountersProcessed"]), (&json!(2), &json!(1)), "{result}");
    let bad = format!("[{},{},{}]", put("s/2", 2), item("Increment"), item("Multiply"));
    let (_, _, message) = insert(&sandbox, 2, &[], bad).await.failure();
    assert!(message.contains("Inserted 2 items") && message.contains("Item 3"), "{message}");
    assert!(message.contains("Multiply"), "{message}");
    let counters = sandbox.get(&sandbox.db("/counters?docId=s/1")).await.json();
    assert_eq!(counters["Counters"][0]["TotalValue"], 6, "{counters}");
}

#[tokio::test]
async fn a_number_that_is_missing_or_taken_is_refused_before_anything_is_read() {
    let sandbox = Sandbox::new().await;
    let missing = sandbox.send(Method::POST, &sandbox.db("/bulk_insert"), &[], "[]").await.failure();
    assert!(missing.1 == "ArgumentException" && missing.2.contains("'id'"), "{missing:?}");
    let database = sandbox.engine.database(DB).unwrap();
    let _running = database.operations().start_with_id(3, "BulkInsert", "Bulk Insert", true).unwrap();
    let taken = insert(&sandbox, 3, &[], format!("[{}]", put("s/1", 1))).await.failure();
    assert!(taken.2.contains("Operation 3 is running already"), "{taken:?}");
    assert!(!exists(&sandbox, "s/1").await);
}
