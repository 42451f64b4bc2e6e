//! Request bodies and headers beyond the bounds are refused, and the memory for all bodies together is
//! bounded.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::running::Running;

fn with_database(folder: &std::path::Path, bounds: &[&str]) -> Running {
    let server = Running::start(folder, bounds);
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    server
}

/// Sends the head of a request and a part of its body.
fn begin(server: &Running, path: &str, headers: &str, length: usize, part: &[u8]) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(part);
    stream
}

fn is_answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let pending = stream.peek(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
    !pending
}

fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn bodies_in_memory_are_bounded_together_and_small_requests_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--max-body", "8", "--body-memory", "8"]);
    let path = "/databases/shop/bulk_docs";
    let mut body = br#"{"Commands":[]}"#.to_vec();
    body.resize(3 << 20, b' ');
    let hold = || begin(&server, path, "", body.len(), &body[..body.len() - 1]);
    let mut held = [hold(), hold()];
    let until = Instant::now() + Duration::from_secs(20);
    let refused = loop {
        // The complete request may arrive before the memory of these two is counted; then one of them is
        // refused instead.
        held.iter_mut().filter(|stream| is_answered(stream)).for_each(|stream| *stream = hold());
        let answer = answer(begin(&server, path, "", body.len(), &body));
        if answer.starts_with("HTTP/1.1 503") {
            break answer;
        }
        assert!(Instant::now() < until, "{answer}");
    };
    assert!(refused.to_lowercase().contains("retry-after: 1"), "{refused}");
    assert!(refused.contains("\"Type\":\"System.OutOfMemoryException\""), "{refused}");
    assert!(refused.contains("--body-memory"), "{refused}");
    let small = server.request("PUT", "/databases/shop/docs?id=a", "{}");
    assert!(small.starts_with("HTTP/1.1 201"), "{small}");
    drop(held);
    while !answer(begin(&server, path, "", body.len(), &body)).starts_with("HTTP/1.1 201") {
        assert!(Instant::now() < until, "memory of requests that broke off is still counted");
    }
}

#[test]
fn a_bulk_insert_longer_than_the_memory_for_bodies_goes_through() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--max-body", "1", "--body-memory", "12"]);
    let filler = "x".repeat(2000);
    let items: Vec<String> = (0..20_000)
        .map(|number| format!(r#"{{"Id":"a/{number}","Type":"PUT","Document":{{"f":"{filler}"}}}}"#))
        .collect();
    let body = format!("[{}]", items.join(","));
    assert!(body.len() > 40_000_000);
    let done = server.request("POST", "/databases/shop/bulk_insert?id=1", &body);
    assert!(done.starts_with("HTTP/1.1 201"), "{done}");
    let stats = server.request("GET", "/databases/shop/stats", "");
    assert!(stats.contains("\"CountOfDocuments\":20000"), "{stats}");
}

#[test]
fn bodies_too_large_and_bombs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &["--max-body", "4", "--body-memory", "64"]);
    let path = "/databases/shop/bulk_docs";
    let announced = answer(begin(&server, path, "", 5 << 20, b"{"));
    assert!(announced.starts_with("HTTP/1.1 413"), "{announced}");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 64 << 20]).unwrap();
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 100_000);
    let refused = answer(begin(&server, path, "Content-Encoding: gzip\r\n", bomb.len(), &bomb));
    assert!(refused.starts_with("HTTP/1.1 413"), "{refused}");
    for nested in
        ["Content-Encoding: gzip, gzip\r\n", "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n"]
    {
        for path in [path, "/databases/shop/bulk_insert?id=1"] {
            let refused = answer(begin(&server, path, nested, bomb.len(), &bomb));
            assert!(refused.starts_with("HTTP/1.1 415"), "{nested}: {refused}");
        }
    }
}

#[test]
fn headers_too_many_or_too_long_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_database(folder.path(), &[]);
    let many: String = (0..101).map(|number| format!("X-{number}: a\r\n")).collect();
    let long = format!("X-Long: {}\r\n", "a".repeat(70 * 1024));
    let fine = format!("X-Long: {}\r\n", "a".repeat(40 * 1024));
    for (headers, status) in [(&many, "431"), (&long, "431"), (&fine, "200")] {
        let mut stream = server.connect();
        let request = format!(
            "GET /databases HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n",
            server.address
        );
        let _ = stream.write_all(request.as_bytes());
        let answer = answer(stream);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{} bytes: {answer}", headers.len());
    }
}
