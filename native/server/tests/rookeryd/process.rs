use std::net::TcpListener;
use std::process::Output;

use crate::running::{Running, command};

const CREATE: &str = r#"{"DatabaseName":"shop"}"#;

fn sentence(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[cfg(unix)]
#[test]
fn documents_survive_a_clean_stop_and_a_second_start() {
    let folder = tempfile::tempdir().unwrap();
    for (name, signal) in [("first", "TERM"), ("second", "INT")] {
        let mut server = Running::start(folder.path(), &["--port", "0"]);
        if name == "first" {
            assert!(server.request("PUT", "/admin/databases?name=shop", CREATE).starts_with("HTTP/1.1 201"));
        }
        let path = format!("/databases/shop/docs?id=runs/{name}");
        assert!(server.request("PUT", &path, r#"{"ok":true}"#).starts_with("HTTP/1.1 201"));
        assert!(server.request("GET", "/databases/shop/docs?id=runs/first", "").contains("\"ok\":true"));
        server.signal(signal);
        assert_eq!(server.exit_code(), 0, "after SIG{signal}");
    }
}

#[cfg(unix)]
#[test]
fn stopping_does_not_wait_for_idle_connections() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::start(folder.path(), &[]);
    let _idle = std::net::TcpStream::connect(&server.address).unwrap();
    server.signal("TERM");
    assert_eq!(server.exit_code(), 0);
}

#[test]
fn stops_when_standard_input_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Running::start(folder.path(), &["--parent-stdin"]);
    assert!(server.request("GET", "/build/version", "").starts_with("HTTP/1.1 200"));
    drop(server.input.take());
    assert_eq!(server.exit_code(), 0);
}

#[test]
fn a_locked_data_folder_is_refused_with_its_holder() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    let output = command(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = sentence(&output);
    assert!(said.contains("in use by") && said.contains(&format!("pid {}", server.child.id())), "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_port_in_use_is_refused_with_advice() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path()).args(["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        sentence(&output).contains(&port) && sentence(&output).contains("--port 0"),
        "{}",
        sentence(&output)
    );
}

#[test]
fn wrong_arguments_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path()).arg("--prot").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(sentence(&output).contains("'--prot'"));
    let help = command(folder.path()).arg("--help").output().unwrap();
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("--parent-stdin"));
}

#[test]
fn a_data_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let output = command(&file.join("inside")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let named = std::path::Path::new("file").join("inside");
    assert!(sentence(&output).contains(named.to_str().unwrap()), "{}", sentence(&output));
}

#[test]
fn threads_of_the_server_are_listed_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    server.request("PUT", "/admin/databases?name=shop", CREATE);
    server.request("GET", "/databases/shop/stats", "");
    let answer = server.request("GET", "/admin/debug/threads/runaway?intervalInMs=50", "");
    assert!(answer.contains("Runaway Threads"), "{answer}");
    assert!(answer.contains("rookery-http"), "{answer}");
}

#[test]
fn other_processes_are_shown_to_callers_with_the_token_and_never_beyond_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    {
        let server = Running::start(folder.path(), &[]);
        let answer = server.request("GET", "/rookery/processes", "");
        assert!(answer.starts_with("HTTP/1.1 501") && answer.contains("--other-processes"), "{answer}");
    }
    let output = command(folder.path())
        .args(["--other-processes", "--unsecured-remote-access", "--host", "0.0.0.0"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(sentence(&output).contains("loopback"), "{}", sentence(&output));
    let server = Running::start(folder.path(), &["--other-processes"]);
    let token = server.token();
    assert_eq!(token.len(), 64, "{token}");
    let shorter = &token[..63];
    for (name, headers) in [
        ("no token", String::new()),
        ("another token", format!("Authorization: Bearer {}\r\n", "0".repeat(64))),
        ("a part of it", format!("X-Rookery-Token: {shorter}\r\n")),
        ("an empty one", "X-Rookery-Token: \r\n".to_owned()),
        ("another scheme", format!("Authorization: Basic {token}\r\n")),
    ] {
        for path in [
            "/rookery/processes",
            "/rookery/processes/runaway?processId=1",
            "/rookery/processes/stack-trace?processId=1",
        ] {
            let answer = server.request_with("GET", path, &headers, "");
            assert!(answer.starts_with("HTTP/1.1 401"), "{name}, {path}: {answer}");
            assert!(!answer.contains("\"Results\""), "{answer}");
        }
    }
    server.request("PUT", "/admin/databases?name=shop", CREATE);
    let nested = r#"{"Requests":[{"Url":"/rookery/processes","Method":"GET"}]}"#;
    let answer = server.request("POST", "/databases/shop/multi_get", nested);
    assert!(answer.contains("\"StatusCode\":401"), "{answer}");
    for headers in [format!("Authorization: Bearer {token}\r\n"), format!("X-Rookery-Token: {token}\r\n")] {
        let answer = server.request_with("GET", "/rookery/processes", &headers, "");
        if cfg!(target_os = "linux") {
            assert!(answer.contains(&format!("\"Id\":{},", std::process::id())), "{answer}");
            assert!(answer.contains("\"Capture\":{"), "{answer}");
        } else {
            assert!(answer.contains("not available"), "{answer}");
        }
    }
}
