//! Faults of the disk and the clock as callers set and see them.

use axum::http::Method;
use rookery_api::ApiOptions;
use rookery_engine::{EngineOptions, FaultInjection};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const PATH: &str = "/rookery/fault-injection";

async fn with_faults() -> Sandbox {
    let faults = FaultInjection::default();
    let options = ApiOptions { faults: Some(faults.clone()), ..ApiOptions::default() };
    let engine = |folder: &std::path::Path| {
        let mut options = EngineOptions::new(folder);
        faults.apply_to(&mut options);
        options
    };
    Sandbox::over(options, engine).await
}

async fn set(sandbox: &Sandbox, faults: Value) -> (u16, Value) {
    let reply = sandbox.send(Method::PUT, PATH, &[], faults.to_string()).await;
    (reply.status.as_u16(), reply.json())
}

async fn save(sandbox: &Sandbox, id: &str) -> (u16, String) {
    let reply = sandbox.send(Method::PUT, &sandbox.db(&format!("/docs?id={id}")), &[], "{}").await;
    (reply.status.as_u16(), String::from_utf8(reply.body).unwrap())
}

#[tokio::test]
async fn without_the_option_nothing_can_be_injected() {
    let sandbox = Sandbox::new().await;
    let (status, answer) = set(&sandbox, json!({ "Full": true })).await;
    assert_eq!(status, 501);
    assert!(answer["Message"].as_str().unwrap().contains("--fault-injection"), "{answer}");
    assert_eq!(save(&sandbox, "a").await.0, 201);
}

#[tokio::test]
async fn a_full_disk_refuses_writes_and_loses_nothing() {
    let sandbox = with_faults().await;
    assert_eq!(save(&sandbox, "before").await.0, 201);
    let (status, answer) = set(&sandbox, json!({ "Full": true })).await;
    assert_eq!((status, &answer["Active"], &answer["Faults"]["Full"]), (200, &json!(true), &json!(true)));
    let (status, text) = save(&sandbox, "during").await;
    assert!(status >= 500 && (text.contains("space") || text.contains("Disk full")), "{status} {text}");
    // Reads continue.
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=before")).await.status, 200);
    let counts = sandbox.get(PATH).await.json()["Counts"].clone();
    assert!(counts["FailedWrites"].as_u64().unwrap() > 0, "{counts}");

    let (_, answer) = set(&sandbox, json!({})).await;
    assert_eq!(answer["Active"], false);
    assert_eq!(save(&sandbox, "after").await.0, 201);
    for (id, status) in [("before", 200), ("during", 404), ("after", 200)] {
        assert_eq!(sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await.status, status, "{id}");
    }
}

#[tokio::test]
async fn a_slow_sync_makes_each_commit_slow() {
    let sandbox = with_faults().await;
    save(&sandbox, "warm").await;
    set(&sandbox, json!({ "SyncDelayInMs": 150, "WriteDelayInMs": 0 })).await;
    let start = std::time::Instant::now();
    assert_eq!(save(&sandbox, "slow").await.0, 201);
    assert!(start.elapsed().as_millis() >= 150, "{:?}", start.elapsed());
    let counts = sandbox.get(PATH).await.json()["Counts"].clone();
    assert!(counts["Delayed"].as_u64().unwrap() > 0, "{counts}");
}

#[tokio::test]
async fn a_moved_clock_archives_what_is_due() {
    let sandbox = with_faults().await;
    let setting = json!({ "Disabled": false, "ArchiveFrequencyInSec": 1 }).to_string();
    sandbox.send(Method::POST, &sandbox.db("/admin/data-archival/config"), &[], setting).await;
    let tomorrow = time::OffsetDateTime::now_utc() + time::Duration::hours(20);
    let due = rookery_engine::date_to_text(tomorrow);
    let document = json!({ "@metadata": { "@archive-at": due } }).to_string();
    sandbox.send(Method::PUT, &sandbox.db("/docs?id=due"), &[], document).await;
    let (_, answer) = set(&sandbox, json!({ "ClockOffsetInSec": 86_400 })).await;
    assert_eq!((&answer["Active"], &answer["Faults"]["ClockOffsetInSec"]), (&json!(true), &json!(86_400)));
    let mut archived = Value::Null;
    for _ in 0..200 {
        let found = sandbox.get(&sandbox.db("/docs?id=due")).await.json();
        archived = found["Results"][0]["@metadata"]["@archived"].clone();
        if archived == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(archived, true);
}

#[tokio::test]
async fn values_out_of_range_are_refused_and_change_nothing() {
    let sandbox = with_faults().await;
    for (faults, part) in [
        (json!({ "SyncDelayInMs": 10_001 }), "SyncDelayInMs must be at most 10000"),
        (json!({ "DelayedPercent": 101 }), "DelayedPercent must be from 0 to 100"),
        (json!({ "FailingReadsPercent": 200 }), "FailingReadsPercent must be from 0 to 100"),
        (json!({ "WriteBytesPerSecond": 0 }), "must be greater than 0"),
        (json!({ "ClockOffsetInSec": i64::MIN }), "ClockOffsetInSec must be from"),
        (json!({ "Fulll": true }), "Fulll"),
        (json!({ "SyncDelayInMs": -1 }), "expected u64"),
    ] {
        let (status, answer) = set(&sandbox, faults.clone()).await;
        assert_eq!(status, 400, "{faults}: {answer}");
        assert!(answer["Message"].as_str().unwrap().contains(part), "{faults}: {answer}");
    }
    assert_eq!(sandbox.get(PATH).await.json()["Active"], false);
}
