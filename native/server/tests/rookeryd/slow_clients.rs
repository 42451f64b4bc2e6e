//! Clients that send or read slowly are given up; a bulk insert that pauses is not.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::running::Running;

fn with_database(folder: &std::path::Path, bounds: &[&str]) -> Running {
    let server = Running::start(folder, bounds);
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    server
}

/// Reads until the server closes, and returns the bytes and the duration.
fn until_closed(mut stream: TcpStream) -> (String, Duration) {
    let started = Instant::now();
    let mut answer = Vec::new();
    // A reset is an end too.
    let _ = stream.read_to_end(&mut answer);
    (String::from_utf8_lossy(&answer).into_owned(), started.elapsed())
}

/// One answer to its end, on a connection that stays open.
fn one_answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&answer).to_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split_once("content-length: ").unwrap().1.lines().next().unwrap();
            let length: usize = length.parse().unwrap();
            if body.len() == length {
                return String::from_utf8_lossy(&answer).into_owned();
            }
        }
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.push(byte[0]);
    }
}

#[test]
fn a_header_that_trickles_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--header-timeout", "1"]);
    let mut stream = server.connect();
    let started = Instant::now();
    let request = format!("GET /databases HTTP/1.1\r\nHost: {}\r\nX-Filler: ", server.address);
    let mut sent = request.bytes().chain(std::iter::repeat(b'a'));
    while stream.write_all(&[sent.next().unwrap()]).is_ok() {
        assert!(started.elapsed() < Duration::from_secs(15), "still open");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(started.elapsed() >= Duration::from_millis(900));
    let (answer, _) = until_closed(stream);
    assert_eq!(answer, "");
}

#[test]
fn the_second_header_of_a_connection_has_its_time_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--header-timeout", "1"]);
    let mut stream = server.connect();
    let request = format!("GET /build/version HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    for _ in 0..2 {
        stream.write_all(request.as_bytes()).expect("between two requests the header's time does not run");
        let answer = one_answer(&mut stream);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        std::thread::sleep(Duration::from_millis(1500));
    }
    stream.write_all(b"GET /build").unwrap();
    let (_, closed_after) = until_closed(stream);
    assert!(closed_after < Duration::from_secs(10), "{closed_after:?}");
}

#[test]
fn an_idle_connection_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--idle-timeout", "1"]);
    let mut stream = server.connect();
    let request = format!("GET /build/version HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).unwrap();
    let (answer, closed_after) = until_closed(stream);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        closed_after > Duration::from_millis(900) && closed_after < Duration::from_secs(10),
        "{closed_after:?}"
    );
}

#[test]
fn a_body_that_trickles_is_answered_with_a_timeout() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--body-timeout", "1"]);
    let mut stream = server.connect();
    let head = format!(
        "POST /databases/shop/bulk_docs HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut trickle = stream.try_clone().unwrap();
    let writer = std::thread::spawn(move || {
        while trickle.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let (answer, closed_after) = until_closed(stream);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("System.TimeoutException") && answer.contains("--body-timeout"), "{answer}");
    assert!(closed_after < Duration::from_secs(10), "{closed_after:?}");
    writer.join().unwrap();
}

fn begin_bulk_insert(server: &Running) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST /databases/shop/bulk_insert?id=1 HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn send_chunk(stream: &mut TcpStream, text: &str) {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).unwrap();
}

#[test]
fn a_bulk_insert_may_pause() {
    let folder = tempfile::tempdir().unwrap();
    let bounds = ["--body-timeout", "0.5", "--header-timeout", "0.5", "--idle-timeout", "0.5"];
    let server = with_database(folder.path(), &bounds);
    let mut stream = begin_bulk_insert(&server);
    send_chunk(&mut stream, r#"[{"Id":"a","Type":"PUT","Document":{}}"#);
    std::thread::sleep(Duration::from_secs(3));
    send_chunk(&mut stream, r#",{"Id":"b","Type":"PUT","Document":{}}]"#);
    stream.write_all(b"0\r\n\r\n").unwrap();
    let (answer, _) = until_closed(stream);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert!(server.request("GET", "/databases/shop/docs?id=b", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_bulk_insert_of_a_silent_client_ends_and_keeps_saved_batches() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--stall-timeout", "1"]);
    let mut stream = begin_bulk_insert(&server);
    send_chunk(&mut stream, r#"[{"Id":"a","Type":"PUT","Document":{}},"#);
    let (answer, closed_after) = until_closed(stream);
    assert!(answer.starts_with("HTTP/1.1 500") && answer.contains("--stall-timeout"), "{answer}");
    assert!(closed_after < Duration::from_secs(15), "{closed_after:?}");
    assert!(server.request("GET", "/databases/shop/docs?id=a", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn an_answer_that_is_not_read_is_given_up() {
    const LENGTH: usize = 40 << 20;
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--stall-timeout", "1"]);
    server.request("PUT", "/databases/shop/docs?id=a", "{}");
    let content = "x".repeat(LENGTH);
    let saved = server.request("PUT", "/databases/shop/attachments?id=a&name=n", &content);
    assert!(saved.starts_with("HTTP/1.1 201"), "{saved}");
    let mut stream = server.connect();
    let request =
        format!("GET /databases/shop/attachments?id=a&name=n HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    stream.write_all(request.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_secs(4));
    let (answer, _) = until_closed(stream);
    assert!(answer.starts_with("HTTP/1.1 200"), "{}", answer.len());
    assert!(answer.len() < LENGTH, "the answer was held for a client that did not read");
}
