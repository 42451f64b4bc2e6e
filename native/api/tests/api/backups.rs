//! Backups into folders and restores from them, with real files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rookery_api::ApiOptions;
use rookery_engine::EngineOptions;
use serde_json::{Value, json};

use crate::dump_fixture::{filled, items_of};
use crate::sandbox::{DB, Sandbox};

/// The state of an operation of the database or of the server, once it ended.
async fn ended(sandbox: &Sandbox, base: &str, started: &Value) -> Value {
    let id = &started["OperationId"];
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        let state = sandbox.get(&format!("{base}/operations/state?id={id}")).await.json();
        if state["Status"] != "InProgress" {
            return state;
        }
        assert!(Instant::now() < until, "{state:#}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn back_up(sandbox: &Sandbox, kind: &str, folder: &str) -> Value {
    let body = json!({ "BackupType": kind, "LocalSettings": { "FolderPath": folder } });
    let reply = sandbox.post(&sandbox.db("/admin/backup"), body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    ended(sandbox, &sandbox.db(""), &reply.json()).await
}

async fn points(sandbox: &Sandbox, folder: &str) -> Vec<Value> {
    let reply = sandbox.post("/admin/restore/points?type=Local", json!({ "FolderPath": folder })).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["List"].as_array().unwrap().clone()
}

async fn restore(sandbox: &Sandbox, name: &str, location: &str) -> Value {
    let body = json!({ "Type": "Local", "BackupLocation": location, "DatabaseName": name });
    let reply = sandbox.post("/admin/restore/database", body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    ended(sandbox, "", &reply.json()).await
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn folder_of(point: &Value) -> String {
    point["Location"].as_str().unwrap().to_owned()
}

fn unfinished(sandbox: &Sandbox) -> Vec<String> {
    let mut names = names(&sandbox.engine.data_dir().join("databases"));
    names.retain(|name| name.starts_with('.'));
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_backup_come_back_as_new_databases() {
    let sandbox = filled().await;
    let before = sandbox.everything(DB).await;
    for (kind, ending, is_snapshot) in
        [("Backup", ".ravendb-full-backup", false), ("Snapshot", ".rookery-backup", true)]
    {
        let state = back_up(&sandbox, kind, kind).await;
        assert_eq!(state["Status"], "Completed", "{state:#}");
        let result = &state["Result"];
        assert_eq!(result["$type"], "Raven.Client.Documents.Operations.Backups.BackupResult, Raven.Client");
        assert_eq!(result["Documents"]["ReadCount"], 22, "{result:#}");
        assert_eq!(
            (&result["S3Backup"]["Skipped"], &result["SnapshotBackup"]["Skipped"]),
            (&json!(true), &json!(!is_snapshot))
        );
        let root = sandbox.engine.backups_dir().join(kind);
        let directory = result["LocalBackup"]["BackupDirectory"].as_str().unwrap();
        let file = result["LocalBackup"]["FileName"].as_str().unwrap();
        assert!(directory.ends_with(".ravendb-shop-A-backup") && file.ends_with(ending), "{result:#}");
        assert_eq!(names(&root), [directory]);
        assert_eq!(names(&root.join(directory)), [file]);

        let points = points(&sandbox, kind).await;
        assert_eq!(points.len(), 1);
        let point = &points[0];
        assert_eq!((&point["DatabaseName"], &point["NodeTag"]), (&json!("shop"), &json!("A")));
        assert_eq!((&point["IsSnapshotRestore"], &point["FilesToRestore"]), (&json!(is_snapshot), &json!(1)));
        assert_eq!(point["FileName"].as_str().unwrap(), root.join(directory).join(file).to_str().unwrap());

        let name = format!("copy-{kind}");
        let restored = restore(&sandbox, &name, &folder_of(point)).await;
        assert_eq!(restored["Status"], "Completed", "{restored:#}");
        assert_eq!(restored["Result"]["Documents"]["ReadCount"], 22, "{restored:#}");
        let after = sandbox.everything(&name).await;
        for part in ["documents", "identities", "bin", "revisions", "indexes"] {
            assert_eq!(after[part], before[part], "{kind}: {part}");
        }
        assert!(unfinished(&sandbox).is_empty());
        // An existing name is refused, and its database is not touched.
        let body = json!({ "Type": "Local", "BackupLocation": folder_of(point), "DatabaseName": name.to_uppercase() });
        let (status, _, message) = sandbox.post("/admin/restore/database", body).await.failure();
        assert!(status == 409 && message.contains("exists already"), "{message}");
        assert_eq!(sandbox.everything(&name).await["documents"], before["documents"]);
    }
    let path = sandbox.engine.backups_dir().join("Backup");
    let dump = std::fs::read_dir(path.join(&names(&path)[0])).unwrap().next().unwrap().unwrap().path();
    assert_eq!(items_of(&std::fs::read(dump).unwrap())[1].0, "Docs");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_allowed_folders_are_written_listed_and_read() {
    let other = tempfile::tempdir().unwrap();
    let root = other.path().canonicalize().unwrap();
    let (allowed, outside) = (root.join("allowed"), root.join("outside"));
    std::fs::create_dir(&allowed).unwrap();
    std::fs::create_dir(&outside).unwrap();
    let sandbox = Sandbox::over(ApiOptions::default(), |folder| EngineOptions {
        backups_roots: vec![allowed.clone()],
        ..EngineOptions::new(folder)
    })
    .await;
    let data = sandbox.engine.data_dir().to_owned();
    let text = |path: PathBuf| path.to_str().unwrap().to_owned();
    for path in [
        text(outside.clone()),
        text(data.join("databases")),
        "../databases".into(),
        text(allowed.join("../outside")),
    ] {
        for (route, body) in [
            (sandbox.db("/admin/backup"), json!({ "LocalSettings": { "FolderPath": path } })),
            ("/admin/restore/points?type=Local".to_owned(), json!({ "FolderPath": path })),
            ("/admin/restore/database".to_owned(), json!({ "BackupLocation": path, "DatabaseName": "copy" })),
        ] {
            let (status, _, message) = sandbox.post(&route, body).await.failure();
            let says_why = message.contains("--backups-root") || message.contains("'..'");
            assert!((status == 400 || status == 500) && says_why, "{route} {path}: {status} {message}");
        }
        let where_to =
            sandbox.get(&sandbox.db(&format!("/admin/backup-data-directory?path={path}"))).await.json();
        assert!(where_to["Error"].as_str().unwrap().contains("cannot be used"), "{where_to:#}");
    }
    assert!(
        names(&outside).is_empty()
            && sandbox.get("/databases/shop/operations").await.json()["Results"] == json!([])
    );
    let where_to = sandbox.get(&sandbox.db("/admin/backup-data-directory?path=daily")).await.json();
    assert_eq!(where_to["FullPath"].as_str().unwrap(), text(sandbox.engine.backups_dir().join("daily")));
    assert!(
        where_to["Error"].is_null() && where_to["FreeSpaceInBytes"].as_u64().unwrap() > 0,
        "{where_to:#}"
    );
    let configuration = sandbox.get(&sandbox.db("/admin/periodic-backup/config")).await.json();
    assert_eq!(configuration["LocalRootPath"].as_str().unwrap(), text(sandbox.engine.backups_dir()));
    assert_eq!(back_up(&sandbox, "Backup", &text(allowed.join("new"))).await["Status"], "Completed");
    assert_eq!(names(&allowed.join("new")).len(), 1);
    let missing = sandbox.post("/admin/restore/points?type=Local", json!({ "FolderPath": "none" })).await;
    assert_eq!(
        missing.failure().2,
        format!("Path '{}' doesn't exist", text(sandbox.engine.backups_dir().join("none")))
    );
    for (body, named) in [
        (json!({}), "LocalSettings"),
        (json!({ "BackupType": "Backup", "LocalSettings": { "FolderPath": "" } }), "FolderPath"),
        (json!({ "BackupType": "Nope", "LocalSettings": { "FolderPath": "x" } }), "Nope"),
        (json!({ "LocalSettings": { "FolderPath": "x" }, "FtpSettings": { "Url": "x" } }), "FtpSettings"),
    ] {
        let (status, _, message) = sandbox.post(&sandbox.db("/admin/backup"), body).await.failure();
        assert!(status >= 400 && message.contains(named), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_or_damaged_restore_leaves_nothing_and_a_stopped_backup_too() {
    let sandbox = filled().await;
    let commands: Vec<Value> = (0..4000)
        .map(|n| json!({ "Id": format!("n/{n}"), "Type": "PUT", "Document": { "N": n, "@metadata": { "@collection": "Ns" } } }))
        .collect();
    assert_eq!(sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": commands })).await.status, 201);
    let number = |reply: crate::sandbox::Reply| reply.json()["Id"].as_i64().unwrap();
    for kind in ["Backup", "Snapshot"] {
        // Killed before it begins, it ends as it begins.
        let id = number(sandbox.get(&sandbox.db("/operations/next-operation-id")).await);
        assert_eq!(
            sandbox.post(&sandbox.db(&format!("/operations/kill?id={id}")), json!({})).await.status,
            204
        );
        let body = json!({ "BackupType": kind, "LocalSettings": { "FolderPath": "stopped" } });
        let reply = sandbox.post(&sandbox.db(&format!("/admin/backup?operationId={id}")), body).await;
        let state = ended(&sandbox, &sandbox.db(""), &reply.json()).await;
        assert_eq!(state["Status"], "Canceled", "{kind}: {state:#}");
        assert!(names(&sandbox.engine.backups_dir().join("stopped")).is_empty(), "{kind}");

        assert_eq!(back_up(&sandbox, kind, kind).await["Status"], "Completed");
        let point = points(&sandbox, kind).await.remove(0);
        let path = PathBuf::from(point["FileName"].as_str().unwrap());
        let whole = std::fs::read(&path).unwrap();
        for (what, bytes) in [
            ("cut", whole[..whole.len() - 9].to_vec()),
            ("empty", Vec::new()),
            ("changed", {
                let mut bytes = whole.clone();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x10;
                bytes
            }),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let state = restore(&sandbox, "copy", &folder_of(&point)).await;
            assert_eq!(state["Status"], "Faulted", "{kind} {what}: {state:#}");
            let message = state["Result"]["Message"].as_str().unwrap();
            assert!(message.contains("nothing of it was kept"), "{message}");
            assert_eq!(sandbox.get("/databases?namesOnly=true").await.json()["Databases"], json!(["shop"]));
            assert!(unfinished(&sandbox).is_empty(), "{kind} {what}");
        }
        std::fs::write(&path, &whole).unwrap();
        let body = json!({ "Type": "Local", "BackupLocation": folder_of(&point), "DatabaseName": "killed" });
        let started = sandbox.post("/admin/restore/database", body).await.json();
        let id = &started["OperationId"];
        assert_eq!(sandbox.post(&format!("/admin/operations/kill?id={id}"), json!({})).await.status, 204);
        let state = ended(&sandbox, "", &started).await;
        let exists = sandbox.engine.info("killed").is_ok();
        assert_eq!(exists, state["Status"] == "Completed", "{state:#}");
        assert!(unfinished(&sandbox).is_empty(), "{kind}");
        sandbox.engine.delete("killed", true).unwrap();
    }
    // What this server cannot restore is named.
    let folder = sandbox.engine.backups_dir().join("2026-01-01-00-00-00.ravendb-x-A-backup");
    std::fs::create_dir_all(&folder).unwrap();
    for (file, named) in [
        ("2026-01-01-00-00-00.ravendb-snapshot", "snapshot"),
        ("2026-01-02-00-00-00.ravendb-incremental-backup", "incremental"),
        ("2026-01-03-00-00-00.ravendb-encrypted-full-backup", "encrypted"),
    ] {
        std::fs::write(folder.join(file), b"x").unwrap();
        let body = json!({ "BackupLocation": folder, "DatabaseName": "copy" });
        let (_, _, message) = sandbox.post("/admin/restore/database", body).await.failure();
        assert!(message.contains(named), "{message}");
    }
    let listed = points(&sandbox, ".").await;
    let incremental = listed.iter().find(|point| point["IsIncremental"] == true).unwrap();
    assert_eq!(incremental["FilesToRestore"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_while_others_write_is_a_state_between_two_batches() {
    let sandbox = Sandbox::new().await;
    let stop = AtomicBool::new(false);
    let writes = async {
        let mut number = 0;
        while !stop.load(Ordering::SeqCst) {
            number += 1;
            let put = |id: &str| json!({ "Id": id, "Type": "PUT", "Document": { "N": number, "@metadata": { "@collection": "P" } } });
            let commands = [put("p/a"), put("p/b"), put(&format!("n/{number}"))];
            let reply = sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": commands })).await;
            assert_eq!(reply.status, 201);
        }
    };
    let backups = async {
        for kind in ["Backup", "Snapshot", "Backup", "Snapshot"] {
            assert_eq!(back_up(&sandbox, kind, "busy").await["Status"], "Completed");
        }
        stop.store(true, Ordering::SeqCst);
    };
    tokio::join!(writes, backups);
    let points = points(&sandbox, "busy").await;
    assert_eq!(points.len(), 4);
    for (index, point) in points.iter().enumerate() {
        let name = format!("copy{index}");
        let state = restore(&sandbox, &name, &folder_of(point)).await;
        assert_eq!(state["Status"], "Completed", "{state:#}");
        let documents = sandbox.get(&format!("/databases/{name}/docs?id=p/a&id=p/b")).await.json();
        let pair = documents["Results"].as_array().unwrap();
        assert_eq!(pair[0]["N"], pair[1]["N"], "{documents:#}");
        let count =
            sandbox.get(&format!("/databases/{name}/stats")).await.json()["CountOfDocuments"].as_i64();
        let number = pair[0]["N"].as_i64().unwrap_or(0);
        assert_eq!(count, Some(if number == 0 { 0 } else { number + 2 }));
    }
}
