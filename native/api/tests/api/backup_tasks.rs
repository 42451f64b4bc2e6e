//! Backups at fixed times, with given moments instead of waiting.

use std::path::Path;
use std::time::{Duration, Instant};

use axum::http::Method;
use rookery_api::{ApiOptions, ApiState, BackupScheduler, run_due_backups};
use rookery_engine::{Engine, EngineOptions};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::macros::datetime;

use crate::sandbox::{DB, Sandbox};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn task(changes: &Value) -> Value {
    let mut task = json!({
        "Name": "nightly", "TaskId": 0, "BackupType": "Backup", "FullBackupFrequency": "0 2 * * *",
        "LocalSettings": { "FolderPath": "nightly" }, "Disabled": false,
        "RetentionPolicy": { "Disabled": false, "MinimumBackupAgeToKeep": "2.00:00:00" },
    });
    for (name, value) in changes.as_object().unwrap() {
        task[name] = value.clone();
    }
    task
}

async fn saved(sandbox: &Sandbox, changes: Value) -> i64 {
    let reply = sandbox.post(&sandbox.db("/admin/periodic-backup"), task(&changes)).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["TaskId"].as_i64().unwrap()
}

async fn listed(sandbox: &Sandbox) -> Vec<Value> {
    sandbox.get(&sandbox.db("/tasks")).await.json()["OngoingTasks"].as_array().unwrap().clone()
}

async fn status(sandbox: &Sandbox, id: i64) -> Value {
    let path = format!("/periodic-backup/status?name={DB}&taskId={id}");
    sandbox.get(&path).await.json()["Status"].clone()
}

/// Waits until no backup of a task runs.
async fn all_ended(sandbox: &Sandbox) {
    let until = Instant::now() + Duration::from_secs(120);
    while listed(sandbox).await.iter().any(|task| !task["OnGoingBackup"].is_null()) {
        assert!(Instant::now() < until);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn run_at(sandbox: &Sandbox, moment: OffsetDateTime) -> usize {
    let state = sandbox.state.clone();
    let begun = tokio::task::spawn_blocking(move || run_due_backups(&state, moment)).await.unwrap();
    all_ended(sandbox).await;
    begun
}

fn folders(root: &Path) -> usize {
    std::fs::read_dir(root).map_or(0, Iterator::count)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_runs_when_it_is_due_and_removes_what_it_wrote_and_is_old() {
    let sandbox = Sandbox::new().await;
    sandbox.save("users/1", json!({ "Name": "Ann" })).await;
    let root = sandbox.engine.backups_dir().join("nightly");
    // A backup of the user in the same folder, older than everything.
    let foreign = root.join("2020-01-01-00-00-00.ravendb-shop-A-backup");
    std::fs::create_dir_all(&foreign).unwrap();
    let id = saved(&sandbox, json!({})).await;
    let now = OffsetDateTime::now_utc();
    assert_eq!(run_at(&sandbox, now).await, 0);
    let path = format!("/periodic-backup?name={DB}&taskId={id}");
    let configuration = sandbox.get(&path).await.json();
    assert_eq!(
        (&configuration["TaskId"], &configuration["FullBackupFrequency"]),
        (&json!(id), &json!("0 2 * * *"))
    );
    assert_eq!(status(&sandbox, id).await, Value::Null);
    let first = &listed(&sandbox).await[0];
    assert_eq!(
        (&first["TaskType"], &first["TaskName"], &first["TaskState"]),
        (&json!("Backup"), &json!("nightly"), &json!("Enabled"))
    );
    assert_eq!(
        (&first["BackupDestinations"], &first["NextBackup"]["IsFull"]),
        (&json!(["Local"]), &json!(true))
    );

    // Many missed times run once.
    assert_eq!(run_at(&sandbox, now + 5 * DAY).await, 1);
    assert_eq!(run_at(&sandbox, now + 5 * DAY).await, 0);
    let ended = status(&sandbox, id).await;
    assert_eq!(
        (&ended["Error"], &ended["IsFull"], &ended["Version"]),
        (&Value::Null, &json!(true), &json!(1)),
        "{ended:#}"
    );
    assert!(ended["LastFullBackup"].is_string() && ended["LastEtag"].as_i64() > Some(0));
    assert_eq!(folders(&root), 2);
    assert_eq!(run_at(&sandbox, now + 6 * DAY).await, 1);
    assert_eq!(folders(&root), 3);
    // Two days later the first is old, the second is not.
    assert_eq!(run_at(&sandbox, now + 7 * DAY).await, 1);
    assert_eq!(folders(&root), 3);
    assert_eq!(run_at(&sandbox, now + 100 * DAY).await, 1);
    assert_eq!(folders(&root), 2, "the newest and the user's own");
    assert!(foreign.exists());

    // A failure is in the state, and removes nothing.
    let newest = folders(&root);
    std::fs::rename(&root, root.with_extension("away")).unwrap();
    std::fs::write(&root, b"a file").unwrap();
    assert_eq!(run_at(&sandbox, now + 200 * DAY).await, 1);
    let failed = status(&sandbox, id).await;
    assert!(failed["Error"]["Exception"].as_str().unwrap().contains("nightly"), "{failed:#}");
    assert!(failed["LastFullBackup"].is_string());
    assert!(listed(&sandbox).await[0]["Error"].is_string());
    assert_eq!(run_at(&sandbox, now + 200 * DAY).await, 0, "not tried again before its next time");
    std::fs::remove_file(&root).unwrap();
    std::fs::rename(root.with_extension("away"), &root).unwrap();
    assert_eq!(folders(&root), newest);
    assert_eq!(run_at(&sandbox, now + 201 * DAY).await, 1);
    assert_eq!(status(&sandbox, id).await["Error"], Value::Null);

    // The state stays when a client writes the record back.
    let record = sandbox.get(&format!("/admin/databases?name={DB}")).await.json();
    assert_eq!(record["PeriodicBackups"][0]["TaskId"], json!(id));
    assert!(record.get("PeriodicBackupsStatus").is_none());
    let etag = record["Etag"].to_string();
    let reply = sandbox
        .send(Method::PUT, &format!("/admin/databases?name={DB}"), &[("etag", &etag)], record.to_string())
        .await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    assert!(status(&sandbox, id).await["LastFullBackup"].is_string());

    let off = sandbox
        .post(&sandbox.db(&format!("/admin/tasks/state?key={id}&type=Backup&disable=true")), json!({}))
        .await;
    assert_eq!(off.status, 200);
    assert_eq!(run_at(&sandbox, now + 300 * DAY).await, 0);
    assert_eq!(listed(&sandbox).await[0]["TaskState"], "Disabled");
    let path = sandbox.db(&format!("/admin/backup/database?taskId={id}&isFullBackup=true"));
    let run = sandbox.post(&path, json!({})).await.json();
    assert!(run["OperationId"].is_i64() && run["ResponsibleNode"] == "A", "{run}");
    all_ended(&sandbox).await;
    let deleted = sandbox
        .send(Method::DELETE, &sandbox.db(&format!("/admin/tasks?id={id}&type=Backup")), &[], "")
        .await;
    assert_eq!(deleted.json()["TaskId"], json!(id));
    assert!(listed(&sandbox).await.is_empty() && status(&sandbox, id).await.is_null());
    assert!(folders(&root) >= 2, "backups stay");
    let (_, _, message) = sandbox.post(&path, json!({})).await.failure();
    assert!(message.contains("doesn't exist"), "{message}");
    assert_eq!(sandbox.get(&sandbox.db("/task?key=7&type=Backup")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tasks_are_refused_with_what_is_wrong() {
    let sandbox = Sandbox::new().await;
    for (changes, named) in [
        (json!({ "FullBackupFrequency": "" }), "FullBackupFrequency"),
        (json!({ "FullBackupFrequency": "61 * * * *" }), "FullBackupFrequency"),
        (json!({ "FullBackupFrequency": "* * * * * *" }), "FullBackupFrequency"),
        (json!({ "IncrementalBackupFrequency": "0 * * * *" }), "IncrementalBackupFrequency"),
        (json!({ "LocalSettings": { "FolderPath": "/etc" } }), "--backups-root"),
        (json!({ "LocalSettings": null }), "LocalSettings"),
        (json!({ "RetentionPolicy": { "MinimumBackupAgeToKeep": "soon" } }), "MinimumBackupAgeToKeep"),
        (json!({ "RetentionPolicy": { "MinimumBackupAgeToKeep": "00:00:01" } }), "MinimumBackupAgeToKeep"),
        (json!({ "TaskId": 77 }), "77"),
    ] {
        let reply = sandbox.post(&sandbox.db("/admin/periodic-backup"), task(&changes)).await;
        let (status, _, message) = reply.failure();
        assert!(status >= 400 && message.contains(named), "{changes}: {status} {message}");
    }
    assert!(listed(&sandbox).await.is_empty());
}

#[test]
fn a_time_that_was_missed_runs_once_after_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("Backups/nightly");
    {
        let engine = Engine::open(EngineOptions::new(folder.path())).unwrap();
        let mut task = task(&json!({}));
        task["TaskId"] = json!(5);
        engine.create("shop", json!({ "PeriodicBackups": [task] })).unwrap();
        let since = json!({ "5": { "Since": "2026-01-01T00:00:00.0000000Z" } });
        engine.note_backup_status("shop", since).unwrap();
        engine.close().unwrap();
    }
    for _ in 0..2 {
        let engine = std::sync::Arc::new(Engine::open(EngineOptions::new(folder.path())).unwrap());
        let state = ApiState::new(engine.clone(), ApiOptions::default());
        let scheduler = BackupScheduler::start(state).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        let ended = || engine.record("shop").unwrap().0["PeriodicBackupsStatus"]["5"]["Last"]["Version"] == 1;
        while !ended() {
            assert!(Instant::now() < until);
            std::thread::sleep(Duration::from_millis(10));
        }
        drop(scheduler);
        engine.close().unwrap();
    }
    assert_eq!(folders(&root), 1);
    assert!(OffsetDateTime::now_utc() > datetime!(2026-01-02 02:00 UTC));
}
