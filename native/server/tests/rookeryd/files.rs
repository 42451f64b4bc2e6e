//! What the server writes is its user's alone, and journals go only where the operator allows.

use serde_json::json;

use crate::running::{Running, command};

#[cfg(unix)]
#[test]
fn files_are_private_despite_a_wide_umask() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};

    fn open_to_others(folder: &std::path::Path, found: &mut Vec<String>) {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                found.push(format!("{mode:o} {path:?}"));
            }
            if path.is_dir() {
                open_to_others(&path, found);
            }
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut started = Command::new("sh");
    started
        .arg("-c")
        .arg("umask 0; exec \"$0\" --data \"$1\"")
        .arg(env!("CARGO_BIN_EXE_rookeryd"))
        .arg(&data);
    started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = Running::spawned(started.spawn().unwrap());
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    server.request("PUT", "/databases/shop/docs?id=a", r#"{"n":1,"@metadata":{"@collection":"A"}}"#);
    let query = r#"{"Query":"from A where n = 1","WaitForNonStaleResults":true}"#;
    assert!(server.request("POST", "/databases/shop/queries", query).contains("\"TotalResults\":1"));
    let mut found = Vec::new();
    open_to_others(folder.path(), &mut found);
    assert_eq!(found, Vec::<String>::new());
    server.signal("TERM");
    assert_eq!(server.exit_code(), 0);
    drop(server);

    let file = data.join("server.json");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let server = Running::start(&data, &[]);
    let said = server.errors_with("this user's alone");
    assert!(said.contains("1 files and folders") && said.lines().count() == 1, "{said}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn journals_are_placed_only_below_the_named_roots() {
    let (folder, fast) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let record = |path: &std::path::Path| json!({ "Settings": { "Storage.JournalsPath": path } }).to_string();
    {
        let server = Running::start(folder.path(), &[]);
        let refused = server.request("PUT", "/admin/databases?name=shop", &record(fast.path()));
        assert!(refused.starts_with("HTTP/1.1 400") && refused.contains("--journals-root"), "{refused}");
        assert_eq!(std::fs::read_dir(fast.path()).unwrap().count(), 0);
    }
    let root = fast.path().to_str().unwrap();
    {
        let server = Running::start(folder.path(), &["--journals-root", root]);
        let created = server.request("PUT", "/admin/databases?name=shop", &record(fast.path()));
        assert!(created.starts_with("HTTP/1.1 201"), "{created}");
        assert!(server.request("PUT", "/databases/shop/docs?id=a", "{}").starts_with("HTTP/1.1 201"));
    }
    {
        let server = Running::start(folder.path(), &[]);
        let refused = server.request("GET", "/databases/shop/docs?id=a", "");
        assert!(refused.contains("--journals-root"), "{refused}");
    }
    let server = Running::start(folder.path(), &["--journals-root", root]);
    assert!(server.request("GET", "/databases/shop/docs?id=a", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_certificate_that_cannot_be_read_is_named_before_anything_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (data, missing) = (folder.path().join("data"), folder.path().join("missing.pem"));
    let output =
        command(&data).arg("--certificate").arg(&missing).arg("--authority").arg(&missing).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("missing.pem") && said.contains("Check the path"), "{said}");
    assert!(!data.exists());
}
