//! `rookeryd record`, `inspect` and `recording` as a shell runs them.

#[cfg(unix)]
use std::io::Write as _;
use std::path::Path;
use std::process::Child;

use serde_json::Value;

#[cfg(unix)]
use crate::commands::{body, request_to};
use crate::commands::{output, report, rookeryd, stderr_of, text};
use crate::running::Running;

/// A server with a database, and slow syncs on request.
fn server(data: &Path) -> Running {
    let server = Running::start(data, &["--fault-injection"]);
    assert!(
        server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#).contains(" 201 ")
    );
    save(&server, 0..1);
    server
}

fn save(server: &Running, numbers: std::ops::Range<u32>) {
    for number in numbers {
        let path = format!("/databases/shop/docs?id=orders/{number}-secretperson");
        assert!(server.request("PUT", &path, r#"{"a":1}"#).contains(" 201 "));
    }
}

fn slow_syncs(server: &Running, milliseconds: u32) {
    let body = format!(r#"{{"SyncDelayInMs":{milliseconds}}}"#);
    assert!(server.request("PUT", "/rookery/fault-injection", &body).contains(" 200 "));
}

fn record(server: &Running, file: &Path, more: &[&str]) -> Child {
    let url = format!("http://{}", server.address);
    let arguments = ["record", &url, "--out", text(file)];
    rookeryd(&[&arguments, more].concat()).spawn().unwrap()
}

/// Waits until the recorder has written the file's beginning.
fn started(file: &Path) {
    for _ in 0..1_000 {
        if std::fs::metadata(file).is_ok_and(|found| found.len() > 0) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("{} was not written", file.display());
}

fn inspected(file: &Path) -> Value {
    report(&output(&["inspect", "--json", text(file)]))
}

#[test]
fn a_stall_of_the_disk_is_recorded_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("data"));
    let file = folder.path().join("stall.rookery");
    let recorder =
        record(&server, &file, &["--minutes", "0.25", "--trigger", "slow-write=300", "--note", "a stall"]);
    started(&file);
    // Events of before the sockets were open are repeated by the server.
    save(&server, 1..60);
    slow_syncs(&server, 500);
    save(&server, 60..62);
    slow_syncs(&server, 0);
    let ended = recorder.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", stderr_of(&ended));
    let printed = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(
        printed.contains("1 trigger fired") && printed.contains("/admin/logs/watch: not recorded"),
        "{printed}"
    );
    let found = inspected(&file);
    assert_eq!(
        (&found["manifest"]["note"], &found["manifest"]["databases"][0]),
        (&"a stall".into(), &"shop".into())
    );
    let rows = |table: &str| found["rows"][table].as_u64().unwrap();
    assert!(rows("io") >= 61 && rows("cpu") >= 5 && rows("memory") >= 1 && rows("databases") >= 1, "{found}");
    let slow =
        found["findings"].as_array().unwrap().iter().find(|found| found["rule"] == "slow-journal-write");
    let title = slow.unwrap()["title"].as_str().unwrap();
    assert!(title.starts_with("2 writes of the journal of 'shop'"), "{title}");
    let report = output(&["inspect", text(&file)]);
    let report = String::from_utf8_lossy(&report.stdout);
    assert!(report.contains("Database shop") && report.contains("slow-journal-write"), "{report}");
    edits(&file, folder.path());
}

/// Cut, mask, export and compare.
fn edits(file: &Path, folder: &Path) {
    let masked = folder.join("masked.rookery");
    let edited = output(&["recording", "edit", text(file), "--out", text(&masked), "--mask", "--from", "0"]);
    assert_eq!(edited.status.code(), Some(0), "{}", stderr_of(&edited));
    let found = inspected(&masked);
    assert_eq!(found["manifest"]["masked"], true);
    assert!(!found.to_string().contains("shop"), "{found}");
    let metrics = folder.join("io.json");
    let exported =
        ["recording", "export", text(file), "--format", "io", "--database", "shop", "--out", text(&metrics)];
    assert_eq!(output(&exported).status.code(), Some(0));
    let metrics: Value = serde_json::from_slice(&std::fs::read(&metrics).unwrap()).unwrap();
    assert_eq!(metrics["Environments"][0]["Type"], "Documents");
    assert!(stderr_of(&output(&exported)).contains("--overwrite"));
    let compared = output(&["recording", "compare", text(file), text(&masked)]);
    assert_eq!(compared.status.code(), Some(0), "{}", stderr_of(&compared));
    let rules = output(&["recording", "rules"]);
    assert!(String::from_utf8_lossy(&rules.stdout).lines().count() >= 25);
}

#[cfg(unix)]
#[test]
fn the_last_minutes_are_written_when_the_recorder_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("data"));
    let file = folder.path().join("last.rookery");
    let mut recorder = Running::recorder(record(&server, &file, &["--keep-last", "5"]));
    recorder.errors_with("recording http://");
    save(&server, 1..20);
    std::thread::sleep(std::time::Duration::from_secs(4));
    recorder.signal("INT");
    assert_eq!(recorder.exit_code(), 0);
    let found = inspected(&file);
    assert_eq!(found["ending"]["reason"], "It was stopped.");
    assert!(found["rows"]["io"].as_u64().unwrap() >= 19, "{found}");
}

#[cfg(unix)]
#[test]
fn a_recorder_that_is_killed_leaves_a_file_that_opens() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("data"));
    let file = folder.path().join("cut.rookery");
    let mut recorder = record(&server, &file, &["--minutes", "5", "--quiet"]);
    started(&file);
    save(&server, 1..20);
    let written = || std::fs::metadata(&file).unwrap().len();
    let beginning = written();
    while written() < beginning + 2_000 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    recorder.kill().unwrap();
    recorder.wait().unwrap();
    let found = inspected(&file);
    assert_eq!(found["ending"], Value::Null);
    assert!(found["rows"]["cpu"].as_u64().unwrap() >= 1, "{found}");
    let cut_off = |found: &Value| found["rule"] == "recording-cut-off";
    assert!(found["findings"].as_array().unwrap().iter().any(cut_off), "{found}");
}

#[test]
fn what_cannot_be_recorded_or_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder.path().join("data"));
    let url = format!("http://{}", server.address);
    let (file, missing) = (folder.path().join("f"), folder.path().join("missing"));
    std::fs::write(&file, "text").unwrap();
    for (arguments, code, named) in [
        (vec!["record", &url, "--out", text(&file)], 1, "--overwrite"),
        (vec!["record", &url, "--out", text(&missing), "--database", "nope"], 1, "no database 'nope'"),
        (vec!["record", "http://127.0.0.1:9", "--out", text(&missing)], 1, "cannot be reached"),
        (vec!["record", &url], 2, "--out FILE"),
        (vec!["inspect", text(&file)], 1, "not a recording"),
        (vec!["inspect", text(&missing)], 1, "missing"),
        (vec!["inspect"], 2, "inspect FILE"),
        (vec!["recording", "edit", text(&file), "--out", text(&missing)], 1, "not a recording"),
    ] {
        let refused = output(&arguments);
        let said = stderr_of(&refused);
        assert_eq!(refused.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(named), "{arguments:?}: {said}");
    }
    assert!(!missing.exists());
    assert_eq!(std::fs::read(&file).unwrap(), b"text");
}

#[cfg(unix)]
#[test]
fn the_level_of_the_watched_log_is_raised_and_restored() {
    let Ok(real) = std::env::var("ROOKERY_TEST_RAVENDB_URL") else {
        // Straight to standard output, where the test run looks for it.
        let line = "\nskipped: the level of the log of a real RavenDB: ROOKERY_TEST_RAVENDB_URL is not set\n";
        std::io::stdout().write_all(line.as_bytes()).unwrap();
        return;
    };
    let address = real.strip_prefix("http://").unwrap();
    let level = || body(&request_to(address, "GET", "/admin/logs/configuration", ""))["AdminLogs"].clone();
    let before = level();
    assert_eq!(before["CurrentMinLevel"], "Trace", "the default of the server");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("level.rookery");
    let arguments =
        ["record", &real, "--out", text(&file), "--minutes", "1", "--set-log-level", "--logs", "Error"];
    let mut recorder = Running::recorder(rookeryd(&arguments).spawn().unwrap());
    started(&file);
    assert_eq!(level()["CurrentMinLevel"], "Error");
    std::thread::sleep(std::time::Duration::from_secs(3));
    recorder.signal("INT");
    assert_eq!(recorder.exit_code(), 0);
    assert_eq!(level(), before);
    assert!(inspected(&file)["rows"]["cpu"].as_u64().unwrap() >= 1);
}
