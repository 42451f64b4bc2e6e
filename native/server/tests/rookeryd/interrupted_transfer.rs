//! Imports and exports that are stopped or break off.

#[cfg(unix)]
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
#[cfg(unix)]
use std::process::Command;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::commands::{body, report, rookeryd};
use crate::commands::{output, stderr_of, text};
#[cfg(unix)]
use crate::running::Running;

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
    assert_eq!(stopped.status.code(), Some(130), "{}", stderr_of(&stopped));
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
    assert!(stderr_of(&broken).contains("broke off after 4 bytes"), "{}", stderr_of(&broken));
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
    assert_eq!(stopped.status.code(), Some(130), "{}", stderr_of(&stopped));
    serving.join().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
