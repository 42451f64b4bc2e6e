//! A client that closes its connection cancels its request.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::running::Running;

fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn send(server: &Running, method: &str, path: &str, json: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let json = json.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        server.address,
        json.len()
    );
    stream.write_all(format!("{head}{json}").as_bytes()).unwrap();
    stream
}

fn running(server: &Running) -> Value {
    let mut listed = body(&server.request("GET", "/databases/shop/debug/queries/running", ""));
    listed.as_object_mut().unwrap().remove("@metadata");
    listed
}

/// Sends a query, closes the connection when the query is listed, and waits until it is listed no longer.
fn ends_with_its_connection(server: &Running, what: &str, query: &Value, close: impl FnOnce(TcpStream)) {
    let stream = send(server, "POST", "/databases/shop/queries", query);
    let start = Instant::now();
    while running(server) == json!({}) {
        assert!(start.elapsed() < Duration::from_secs(20), "{what} is not listed");
    }
    std::thread::sleep(Duration::from_millis(100));
    assert_ne!(running(server), json!({}), "{what} was over before its client went");
    let start = Instant::now();
    close(stream);
    while running(server) != json!({}) {
        assert!(start.elapsed() < Duration::from_secs(10), "{what} goes on without its client");
        std::thread::sleep(Duration::from_millis(1));
    }
    println!(
        "cancel: {what}: ended {:.1} ms after the client disconnected",
        start.elapsed().as_secs_f64() * 1000.0
    );
}

fn filled(folder: &std::path::Path) -> Running {
    let server = Running::start(folder, &[]);
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    let puts: Vec<Value> = (0..200)
        .map(|number| {
            let document = json!({ "N": number, "@metadata": { "@collection": "Items" } });
            json!({ "Id": format!("items/{number}"), "Type": "PUT", "Document": document })
        })
        .collect();
    let saved = server.request("POST", "/databases/shop/bulk_docs", &json!({ "Commands": puts }).to_string());
    assert!(saved.starts_with("HTTP/1.1 201"), "{saved}");
    server
}

const SLOW: &str = "declare function slow(i) { const end = Date.now() + 800; while (Date.now() < end) {} \
                    return { N: i.N }; }";

#[test]
fn queries_end_when_their_client_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = filled(folder.path());
    let scripts = json!({ "Query": format!("{SLOW} from Items as i select slow(i)") });
    ends_with_its_connection(&server, "a query with scripts", &scripts, drop);
    // Kept open the other way until the query has ended.
    let mut kept = None;
    let half = |stream: TcpStream| {
        stream.shutdown(Shutdown::Write).unwrap();
        kept = Some(stream);
    };
    ends_with_its_connection(&server, "a query whose client sends no more", &scripts, half);
    drop(kept);
    assert!(server.request("POST", "/databases/shop/admin/indexes/stop", "").starts_with("HTTP/1.1 204"));
    let waits = json!({
        "Query": "from Items where N = 1", "WaitForNonStaleResults": true,
        "WaitForNonStaleResultsTimeout": "00:10:00",
    });
    ends_with_its_connection(&server, "a query that waits for its index", &waits, drop);
}

#[test]
fn a_client_that_stays_gets_its_answer_however_long_that_takes() {
    let folder = tempfile::tempdir().unwrap();
    let server = filled(folder.path());
    let query = json!({ "Query": format!("{SLOW} from Items as i select slow(i) limit 2") });
    let mut stream = send(&server, "POST", "/databases/shop/queries", &query);
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
}

#[test]
fn a_sample_of_threads_ends_when_its_client_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = filled(folder.path());
    let path = "/admin/debug/threads/runaway?intervalInMs=59000";
    let stream = send(&server, "GET", path, &json!({}));
    let long = |server: &Running| {
        let report = body(&server.request("GET", "/admin/debug/threads/runaway?intervalInMs=10", ""));
        report.to_string().matches("GET /admin/debug/threads/runaway").count() > 1
    };
    let start = Instant::now();
    while !long(&server) {
        assert!(start.elapsed() < Duration::from_secs(20), "the sampling thread is not seen");
    }
    drop(stream);
    let start = Instant::now();
    while long(&server) {
        assert!(start.elapsed() < Duration::from_secs(10), "the sampling goes on without its client");
    }
    println!("cancel: a sample of threads: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
}
