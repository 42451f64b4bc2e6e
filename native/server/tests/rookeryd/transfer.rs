//! `rookeryd import` and `rookeryd export` as a shell runs them.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::Running;

/// The program with a command and the arguments of a text.
pub fn rookeryd(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookeryd"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str]) -> Output {
    rookeryd(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn report(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?} {}", said(output)))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The body of a complete answer.
fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn fill(server: &Running, database: &str) {
    server.request(
        "PUT",
        &format!("/admin/databases?name={database}"),
        &format!(r#"{{"DatabaseName":"{database}"}}"#),
    );
    let at = |path: &str| format!("/databases/{database}{path}");
    server.request(
        "POST",
        &at("/admin/revisions/config"),
        r#"{"Collections":{"Users":{"Disabled":false},"Orders":{"Disabled":false}}}"#,
    );
    for (id, collection) in [("users/1", "Users"), ("users/2", "Users"), ("orders/1", "Orders")] {
        for round in [1, 2] {
            let document = json!({ "Round": round, "@metadata": { "@collection": collection } });
            let answer = server.request("PUT", &at(&format!("/docs?id={id}")), &document.to_string());
            assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        }
    }
    let attached =
        server.request("PUT", &at("/attachments?id=users/1&name=a.txt&contentType=text/plain"), "content");
    assert!(attached.starts_with("HTTP/1.1 201"), "{attached}");
    let counted = json!({ "Documents": [{ "DocumentId": "users/2", "Operations": [
        { "Type": "Increment", "CounterName": "Likes", "Delta": 5 }] }] });
    server.request("POST", &at("/counters"), &counted.to_string());
    server.request("POST", &at("/identity/next?name=invoices"), "");
    let index = json!({ "Indexes": [{ "Name": "ByRound", "Maps": ["map('Users', user => ({ Round: user.Round }))"] }] });
    let defined = server.request("PUT", &at("/admin/indexes"), &index.to_string());
    assert!(defined.starts_with("HTTP/1.1 201"), "{defined}");
}

/// What a database has, without etags, change vectors and dates of this server.
fn contents(server: &Running, database: &str) -> Value {
    let get = |path: &str| body(&server.request("GET", &format!("/databases/{database}{path}"), ""));
    let documents = get("/docs?start=0&pageSize=100");
    let mut found = Vec::new();
    for document in documents["Results"].as_array().unwrap() {
        let id = document["@metadata"]["@id"].as_str().unwrap();
        let revisions = get(&format!("/revisions?id={id}&start=0&pageSize=100"));
        let rounds: Vec<&Value> =
            revisions["Results"].as_array().unwrap().iter().map(|revision| &revision["Round"]).collect();
        found.push(json!({
            "id": id, "round": document["Round"], "collection": document["@metadata"]["@collection"],
            "attachments": document["@metadata"]["@attachments"], "revisions": rounds,
            "date": document["@metadata"]["@last-modified"],
            "counters": get(&format!("/counters?docId={id}"))["Counters"].as_array().unwrap().iter()
                .map(|counter| json!([counter["CounterName"], counter["TotalValue"]])).collect::<Vec<_>>(),
        }));
    }
    found.sort_by_key(|each| each["id"].to_string());
    json!({
        "documents": found,
        "identities": get("/debug/identities"),
        "indexes": get("/indexes?start=0&pageSize=10")["Results"][0]["Maps"],
        // 404 without a body where it was never set.
        "revisions": server.request("GET", &format!("/databases/{database}/revisions/config"), "")
            .split_once("\r\n\r\n").is_some_and(|(_, body)| body.contains(r#""Users":{"Disabled":false"#)),
    })
}

#[test]
fn a_database_moves_from_a_server_to_a_closed_folder_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let dump = folder.path().join("shop.ravendbdump");
    let server = Running::start(&first, &[]);
    fill(&server, "source");
    let url = format!("http://{}", server.address);
    let before = contents(&server, "source");
    assert_eq!(before["documents"].as_array().unwrap().len(), 3, "{before}");

    let exported = output(&["export", "--url", &url, "--database", "source", "--out", text(&dump), "--json"]);
    assert_eq!(exported.status.code(), Some(0), "{}", said(&exported));
    let written = report(&exported);
    assert_eq!((&written["Status"], &written["Error"]), (&json!("Completed"), &json!(null)));
    assert_eq!(written["Result"]["Documents"]["ReadCount"], 3);
    assert_eq!(written["FileSizeInBytes"], std::fs::metadata(&dump).unwrap().len());
    let again = output(&["export", "--url", &url, "--database", "source", "--out", text(&dump)]);
    assert!(again.status.code() == Some(1) && said(&again).contains("--overwrite"), "{}", said(&again));

    drop(Running::start(&second, &[]));
    let to = ["import", "--data", text(&second), "--database", "target", "--file", text(&dump), "--create"];
    let imported = output(&to);
    assert_eq!(imported.status.code(), Some(0), "{}", said(&imported));
    let printed = String::from_utf8_lossy(&imported.stdout).into_owned();
    assert!(printed.contains("Completed\n") && printed.contains("RevisionDocuments"), "{printed}");
    let again = output(&to);
    assert!(again.status.code() == Some(1) && said(&again).contains("--create"), "{}", said(&again));

    // From the closed folder back to the server, only some of it.
    let back = folder.path().join("back.ravendbdump");
    let from = ["export", "--data", text(&second), "--database", "target", "--out", text(&back)];
    let some =
        ["--collections", "Users", "--items", "Documents,Attachments", "--compression", "gzip", "--json"];
    let exported = output(&[&from[..], &some[..]].concat());
    assert_eq!(exported.status.code(), Some(0), "{}", said(&exported));
    assert_eq!(std::fs::read(&back).unwrap()[..2], [0x1F, 0x8B]);
    assert_eq!(report(&exported)["Result"]["Documents"]["ReadCount"], 2);
    let to = ["import", "--url", &url, "--database", "part", "--file", text(&back), "--create", "--json"];
    let imported = output(&to);
    assert_eq!(imported.status.code(), Some(0), "{}", said(&imported));
    let part = contents(&server, "part");
    assert_eq!(part["documents"].as_array().unwrap().len(), 2, "{part}");
    assert_eq!(
        (&part["documents"][0]["attachments"][0]["Name"], &part["indexes"]),
        (&json!("a.txt"), &json!(null))
    );

    let server = Running::start(&second, &[]);
    assert_eq!(contents(&server, "target"), before);
}

#[test]
fn places_that_cannot_be_used_are_named_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    let server = Running::start(&data, &[]);
    let missing = folder.path().join("missing");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{}", server.address);
    for (place, database, named) in [
        (["--data", text(&data)], "shop", "in use by"),
        (["--data", text(&data)], "shop", "--url"),
        (["--data", text(&missing)], "shop", "no server.json"),
        (["--url", &format!("http://{free}")], "shop", "cannot be reached"),
        (["--url", &url], "shop", "shop"),
    ] {
        let failed =
            output(&["export", place[0], place[1], "--database", database, "--out", text(&out), "--json"]);
        assert_eq!(failed.status.code(), Some(1), "{named}: {}", said(&failed));
        assert!(said(&failed).contains(named), "{named}: {}", said(&failed));
        assert_eq!(report(&failed)["Status"], "Failed");
    }
    assert!(!missing.exists() && !out.exists());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the data folder");
    assert_eq!(output(&["import", "--url", &url]).status.code(), Some(2));
    let help = output(&["export", "--help"]);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("Exit codes"));
}

#[test]
fn damaged_dumps_and_rejected_items_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    drop(Running::start(&data, &[]));
    let import = |bytes: &[u8], database: &str| {
        std::fs::write(&file, bytes).unwrap();
        let arguments = ["--database", database, "--file", text(&file), "--create", "--json"];
        output(&[&["import", "--data", text(&data)], &arguments[..]].concat())
    };
    let one = |id: &str| format!(r#"{{"@metadata":{{"@id":"{id}"}}}}"#);

    let encrypted = import(b"\x9f\x00\x12\x34 and so on", "encrypted");
    assert_eq!(encrypted.status.code(), Some(1));
    assert!(said(&encrypted).contains("may be encrypted"), "{}", said(&encrypted));

    let cut = format!(r#"{{"BuildVersion":71000,"Docs":[{},{{"@meta"#, one("a/1"));
    let cut = import(cut.as_bytes(), "cut");
    assert_eq!(cut.status.code(), Some(1));
    assert!(said(&cut).contains("ends at byte"), "{}", said(&cut));
    assert_eq!(report(&cut)["Result"]["Documents"]["ReadCount"], 1, "complete items are stored and reported");

    let bad =
        format!(r#"{{"BuildVersion":71000,"Docs":[{},{{"@metadata":{{}}}},{}]}}"#, one("a/1"), one("a/2"));
    let offset = bad.find(r#"{"@metadata":{}}"#).unwrap();
    let rejected = import(bad.as_bytes(), "rejected");
    assert_eq!(rejected.status.code(), Some(3), "{}", said(&rejected));
    let found = report(&rejected);
    assert_eq!((&found["RejectedCount"], &found["Result"]["Documents"]["ReadCount"]), (&json!(1), &json!(2)));
    let messages = found["Result"]["Messages"].to_string();
    assert!(messages.contains(&format!("at byte {offset} was not imported")), "{messages}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_import_and_reports_what_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    let mut dump = String::from(r#"{"BuildVersion":71000,"Docs":["#);
    for number in 0..60_000 {
        let comma = if number == 0 { "" } else { "," };
        write!(
            dump,
            r#"{comma}{{"N":{number},"@metadata":{{"@id":"items/{number}","@collection":"Items"}}}}"#
        )
        .unwrap();
    }
    dump.push_str("]}");
    std::fs::write(&file, dump).unwrap();
    // Each batch waits for the disk, so the import takes many seconds.
    let mut command = crate::running::command(&data);
    let server = Running::spawned(command.env("ROOKERY_SYNC_DELAY_MS", "500").spawn().unwrap());
    let url = format!("http://{}", server.address);
    let arguments = ["--database", "shop", "--file", text(&file), "--create", "--json", "--quiet"];
    let child = rookeryd(&[&["import", "--url", &url], &arguments[..]].concat()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    let stored = || {
        let answer = server.request("GET", "/databases/shop/stats", "");
        match answer.starts_with("HTTP/1.1 200") {
            true => body(&answer)["CountOfDocuments"].as_u64().unwrap(),
            false => 0,
        }
    };
    while stored() == 0 {
        assert!(Instant::now() < until, "nothing was imported");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", said(&stopped));
    let found = report(&stopped);
    assert_eq!(found["Status"], "Cancelled");
    let reported = found["Result"]["Documents"]["ReadCount"].as_u64().unwrap();
    assert!(reported > 0 && reported < 60_000, "{found}");
    assert_eq!(stored(), reported);
}

/// A server that answers an export with its beginning and then does what the test chooses.
fn broken_server(ends: bool) -> (String, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let serving = std::thread::spawn(move || {
        let mut held = Vec::new();
        for answer in [
            "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\n{\"Id\":7}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Disposition: attachment; filename=x\r\n\r\n4\r\nhalf\r\n",
            // The request that stops the operation.
            "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
        ] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let length = stream.read(&mut request).unwrap();
            let is_kill = request[..length].starts_with(b"POST /databases/shop/operations/kill?id=7 ");
            assert_eq!(is_kill, answer.contains("204"), "{}", String::from_utf8_lossy(&request[..length]));
            stream.write_all(answer.as_bytes()).unwrap();
            if ends && answer.contains("chunked") {
                return;
            }
            held.push(stream);
        }
    });
    (url, serving)
}

#[test]
fn an_export_that_breaks_off_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (url, serving) = broken_server(true);
    let out = folder.path().join("x.ravendbdump");
    let broken = output(&["export", "--url", &url, "--database", "shop", "--out", text(&out)]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(said(&broken).contains("broke off after 4 bytes"), "{}", said(&broken));
    serving.join().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_an_export_on_the_server_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (url, serving) = broken_server(false);
    let out = folder.path().join("x.ravendbdump");
    let child =
        rookeryd(&["export", "--url", &url, "--database", "shop", "--out", text(&out)]).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    let partial = || {
        let mut entries = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap());
        entries.any(|entry| entry.metadata().is_ok_and(|metadata| metadata.len() == 4))
    };
    while !partial() {
        assert!(Instant::now() < until, "nothing was written");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!out.exists());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{}", said(&stopped));
    serving.join().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

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
    assert_eq!(imported.status.code(), Some(0), "{}", said(&imported));
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
    assert_eq!(exported.status.code(), Some(0), "{}", said(&exported));
    assert_eq!(report(&exported)["Result"]["Documents"]["ReadCount"], 3);
    let missing = output(&["export", "--url", &real, "--database", "dumps-cli-none", "--out", text(&data)]);
    assert_eq!(missing.status.code(), Some(1));
    let back = ["import", "--data", text(&data), "--database", "back", "--file", text(&dump), "--create"];
    let imported = output(&back);
    assert_eq!(
        imported.status.code(),
        Some(0),
        "{} {}",
        said(&imported),
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
fn request_to(address: &str, method: &str, path: &str, body: &str) -> String {
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

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
