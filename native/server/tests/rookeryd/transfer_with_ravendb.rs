//! Exports and backups between `rookeryd` and a real RavenDB.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::commands::{body, output, report, request_to, stderr_of, text};
use crate::moved_database::{contents, fill};
use crate::running::Running;

#[test]
fn a_database_moves_between_a_folder_and_a_real_ravendb() {
    let Ok(real) = std::env::var("ROOKERY_TEST_RAVENDB_URL") else {
        // Straight to standard output, where the test run looks for it.
        let line = "\nskipped: import and export with a real RavenDB: ROOKERY_TEST_RAVENDB_URL is not set\n";
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (data, dump) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    let before = {
        let server = Running::start(&data, &[]);
        fill(&server, "source");
        let before = contents(&server, "source");
        let url = format!("http://{}", server.address);
        let arguments = ["--database", "source", "--out", text(&dump)];
        assert!(output(&[&["export", "--url", &url], &arguments[..]].concat()).status.success());
        before
    };
    let database = format!("dumps-cli-{}", std::process::id());
    let _deleted = DeletedAtEnd { url: &real, database: &database };
    let file = ["--file", text(&dump), "--create", "--no-new-revisions", "--json"];
    let there = [&["import", "--url", &real, "--database", &database], &file[..]].concat();
    let imported = output(&there);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr_of(&imported));
    assert_eq!(report(&imported)["Result"]["Documents"]["ReadCount"], 3);
    let exported = output(&[
        "export",
        "--url",
        &real,
        "--database",
        &database,
        "--out",
        text(&dump),
        "--overwrite",
        "--json",
    ]);
    assert_eq!(exported.status.code(), Some(0), "{}", stderr_of(&exported));
    assert_eq!(report(&exported)["Result"]["Documents"]["ReadCount"], 3);
    let missing = output(&["export", "--url", &real, "--database", "dumps-cli-none", "--out", text(&data)]);
    assert_eq!(missing.status.code(), Some(1));
    let back = ["import", "--data", text(&data), "--database", "back", "--file", text(&dump), "--create"];
    let imported = output(&back);
    assert_eq!(
        imported.status.code(),
        Some(0),
        "{} {}",
        stderr_of(&imported),
        String::from_utf8_lossy(&imported.stdout)
    );
    let server = Running::start(&data, &[]);
    let mut after = contents(&server, "back");
    // RavenDB writes a document again when its counters arrive.
    after["documents"][2]["date"] = before["documents"][2]["date"].clone();
    assert_eq!(after, before);
}

#[test]
fn a_backup_of_a_running_server_is_restored_on_a_real_ravendb_and_back() {
    let Ok(real) = std::env::var("ROOKERY_TEST_RAVENDB_URL") else {
        // Straight to standard output, where the test run looks for it.
        let line = "\nskipped: backups with a real RavenDB: ROOKERY_TEST_RAVENDB_URL is not set\n";
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let backups = folder.path().join("backups");
    let server = Running::start(&folder.path().join("data"), &["--backups-root", text(folder.path())]);
    fill(&server, "source");
    let before = contents(&server, "source");
    let local =
        |method: &str, path: &str, sent: &Value| body(&server.request(method, path, &sent.to_string()));
    let there = |method: &str, path: &str, sent: &Value| {
        body(&request_to(real.trim_start_matches("http://"), method, path, &sent.to_string()))
    };
    let target =
        |folder: &Path| json!({ "BackupType": "Backup", "LocalSettings": { "FolderPath": text(folder) } });
    let started = local("POST", "/databases/source/admin/backup", &target(&backups));
    let state = ended(&local, "/databases/source", &started);
    assert_eq!(state["Status"], "Completed", "{state:#}");
    // RavenDB lists it as its own.
    let listed = json!({ "FolderPath": text(&backups) });
    let ours = local("POST", "/admin/restore/points?type=Local", &listed)["List"].clone();
    assert_eq!(ours.as_array().unwrap().len(), 1);
    let theirs = there("POST", "/admin/restore/points?type=Local", &listed)["List"].clone();
    assert_eq!(theirs, ours);
    let database = format!("dumps-cli-backup-{}", std::process::id());
    let _deleted = DeletedAtEnd { url: &real, database: &database };
    let location = ours[0]["Location"].clone();
    let restore = json!({ "Type": "Local", "BackupLocation": location, "DatabaseName": database });
    let state = ended(&there, "", &there("POST", "/admin/restore/database", &restore));
    assert_eq!(state["Status"], "Completed", "{state:#}");
    assert_eq!(state["Result"]["Documents"]["ReadCount"], 3);
    // And its own backup comes back.
    let second = folder.path().join("theirs");
    std::fs::create_dir(&second).unwrap();
    let base = format!("/databases/{database}");
    let state = ended(&there, &base, &there("POST", &format!("{base}/admin/backup"), &target(&second)));
    assert_eq!(state["Status"], "Completed", "{state:#}");
    let listed = json!({ "FolderPath": text(&second) });
    let ours = local("POST", "/admin/restore/points?type=Local", &listed)["List"].clone();
    assert_eq!(ours, there("POST", "/admin/restore/points?type=Local", &listed)["List"]);
    let restore = json!({ "Type": "Local", "BackupLocation": ours[0]["Location"], "DatabaseName": "back" });
    let state = ended(&local, "", &local("POST", "/admin/restore/database", &restore));
    assert_eq!(state["Status"], "Completed", "{state:#}");
    let mut after = contents(&server, "back");
    // RavenDB writes a document again when its counters arrive.
    after["documents"][2]["date"] = before["documents"][2]["date"].clone();
    assert_eq!(after["documents"], before["documents"]);
}

/// The state of an operation, once it ended.
fn ended(send: &dyn Fn(&str, &str, &Value) -> Value, base: &str, started: &Value) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let state =
            send("GET", &format!("{base}/operations/state?id={}", started["OperationId"]), &json!({}));
        if state["Status"] != "InProgress" {
            return state;
        }
        assert!(Instant::now() < until, "{state:#}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends one request and returns the complete response, which HTTP 1.0 never has in chunks.
/// Deletes a database of a real server.
struct DeletedAtEnd<'a> {
    url: &'a str,
    database: &'a str,
}

impl Drop for DeletedAtEnd<'_> {
    fn drop(&mut self) {
        let address = self.url.trim_start_matches("http://");
        let body = json!({ "DatabaseNames": [self.database], "HardDelete": true }).to_string();
        let answer = request_to(address, "DELETE", "/admin/databases", &body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}
