//! `rookeryd backup`, `restore` and `verify` as a shell runs them.

use std::fmt::Write as _;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::commands::rookeryd;
use crate::running::Running;

fn output(arguments: &[&str]) -> Output {
    rookeryd(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout))
}

#[test]
fn a_database_is_backed_up_verified_and_restored_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("shop.backup"));
    let (data, file) = (data.to_str().unwrap(), file.to_str().unwrap());
    let backup = ["backup", "--data", data, "--database", "shop", "--file", file, "--json"];
    {
        let server = Running::start(data.as_ref(), &[]);
        server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
        let put = server.request("PUT", "/databases/shop/docs?id=users/1", r#"{"Name":"Ann"}"#);
        assert!(put.starts_with("HTTP/1.1 201"), "{put}");
        let locked = output(&backup);
        assert!(locked.status.code() == Some(1) && said(&locked).contains("in use by"), "{}", said(&locked));
    }
    let missing = output(&["backup", "--data", data, "--database", "none", "--file", file]);
    assert!(missing.status.code() == Some(1) && said(&missing).contains("none"), "{}", said(&missing));
    let written = output(&backup);
    assert_eq!(written.status.code(), Some(0), "{}", said(&written));
    let report: Value = serde_json::from_slice(&written.stdout).unwrap();
    assert_eq!((&report["Documents"], &report["BackedUpDatabase"]), (&json!(1), &json!("shop")));
    let again = output(&backup);
    assert!(again.status.code() == Some(1) && said(&again).contains("exists"), "{}", said(&again));
    let intact = output(&["verify", "--file", file]);
    assert!(intact.status.success() && said(&intact).contains("Intact"), "{}", said(&intact));

    let restore = ["restore", "--data", data, "--database", "copy", "--file", file];
    let restored = output(&restore);
    assert!(restored.status.success() && said(&restored).contains("'copy'"), "{}", said(&restored));
    let again = output(&restore);
    assert!(again.status.code() == Some(1) && said(&again).contains("copy"), "{}", said(&again));
    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(file, bytes).unwrap();
    for damaged in [
        output(&["verify", "--file", file]),
        output(&["restore", "--data", data, "--database", "other", "--file", file]),
    ] {
        assert!(damaged.status.code() == Some(1) && said(&damaged).contains("damaged"), "{}", said(&damaged));
    }
    let server = Running::start(data.as_ref(), &[]);
    assert!(server.request("GET", "/databases/copy/docs?id=users/1", "").contains("Ann"));
    assert!(server.request("GET", "/databases?namesOnly=true", "").contains(r#"["copy","shop"]"#));
}

#[test]
fn a_backup_that_is_killed_leaves_no_file_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file, dump) =
        (folder.path().join("data"), folder.path().join("shop.backup"), folder.path().join("shop.dump"));
    drop(Running::start(&data, &[]));
    let mut text = String::from(r#"{"BuildVersion":71000,"Docs":["#);
    for number in 0..40_000 {
        let comma = if number == 0 { "" } else { "," };
        write!(text, r#"{comma}{{"N":{number},"@metadata":{{"@id":"items/{number}"}}}}"#).unwrap();
    }
    std::fs::write(&dump, text + "]}").unwrap();
    let (data, dump) = (data.to_str().unwrap(), dump.to_str().unwrap());
    let imported = output(&["import", "--data", data, "--database", "shop", "--file", dump, "--create"]);
    assert!(imported.status.success(), "{}", said(&imported));
    let name = file.to_str().unwrap();
    let arguments = ["backup", "--data", data, "--database", "shop", "--file", name];
    let mut child = rookeryd(&arguments).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !folder.path().join("shop.backup.partial").exists() && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "nothing was written");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    if file.exists() {
        // It was complete before it was killed.
        assert!(output(&["verify", "--file", name]).status.success());
        std::fs::remove_file(&file).unwrap();
    }
    let again = output(&arguments);
    assert!(again.status.success(), "{}", said(&again));
    assert!(!folder.path().join("shop.backup.partial").exists());
}

#[test]
fn a_server_that_is_killed_in_a_backup_leaves_nothing_that_looks_like_one() {
    let folder = tempfile::tempdir().unwrap();
    let (data, dump) = (folder.path().join("data"), folder.path().join("shop.dump"));
    drop(Running::start(&data, &[]));
    let mut text = String::from(r#"{"BuildVersion":71000,"Docs":["#);
    for number in 0..40_000 {
        let comma = if number == 0 { "" } else { "," };
        write!(text, r#"{comma}{{"N":{number},"@metadata":{{"@id":"items/{number}"}}}}"#).unwrap();
    }
    std::fs::write(&dump, text + "]}").unwrap();
    let file = dump.to_str().unwrap();
    let imported = output(&[
        "import",
        "--data",
        data.to_str().unwrap(),
        "--database",
        "shop",
        "--file",
        file,
        "--create",
    ]);
    assert!(imported.status.success(), "{}", said(&imported));
    let root = data.join("Backups");
    let names = || {
        let entries =
            std::fs::read_dir(&root).map(|entries| entries.map(|entry| entry.unwrap().file_name()).collect());
        let names: Vec<std::ffi::OsString> = entries.unwrap_or_default();
        names.into_iter().map(|name| name.into_string().unwrap()).collect::<Vec<_>>()
    };
    let body = r#"{"BackupType":"Backup","LocalSettings":{"FolderPath":"."}}"#;
    {
        let mut server = Running::start(&data, &[]);
        let started = server.request("POST", "/databases/shop/admin/backup", body);
        assert!(started.starts_with("HTTP/1.1 200"), "{started}");
        let until = Instant::now() + Duration::from_secs(60);
        while names().is_empty() {
            assert!(Instant::now() < until, "nothing was written");
            std::thread::yield_now();
        }
        server.child.kill().unwrap();
        server.child.wait().unwrap();
    }
    let killed = names();
    assert!(killed.len() == 1 && killed[0].ends_with(".partial"), "{killed:?}");
    let server = Running::start(&data, &[]);
    let listed = server.request("POST", "/admin/restore/points", r#"{"FolderPath":"."}"#);
    assert!(listed.ends_with(r#"{"List":[]}"#), "{listed}");
    server.request("POST", "/databases/shop/admin/backup", body);
    let until = Instant::now() + Duration::from_secs(60);
    while names().len() != 1 || names()[0].ends_with(".partial") {
        assert!(Instant::now() < until, "{:?}", names());
        std::thread::sleep(Duration::from_millis(20));
    }
}
