//! The number of connections and feeds is bounded, and those that send nothing do not stop others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::running::Running;

const CREATE: &str = r#"{"DatabaseName":"shop"}"#;

/// As many half-open connections as this process may hold, 10,000 at most.
fn flood() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        // Refused: the limit in force is used.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        usize::try_from(files.saturating_sub(300)).unwrap_or(usize::MAX).min(10_000)
    }
    #[cfg(not(unix))]
    {
        500
    }
}

/// The sockets that a process has open.
#[cfg(target_os = "linux")]
fn sockets_of(process: u32) -> usize {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let targets = files.filter_map(|file| std::fs::read_link(file.unwrap().path()).ok());
    targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
}

#[test]
fn thousands_of_half_open_connections_do_not_stop_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &["--max-connections", "100"]);
    server.request("PUT", "/admin/databases?name=shop", CREATE);
    let count = flood();
    assert!(count >= 500, "only {count} connections can be opened here");
    let mut half_open = Vec::with_capacity(count);
    let mut slowest = Duration::ZERO;
    for number in 0..count {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        // Some say nothing, some begin a request. One that was closed already cannot be written to.
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET /databases HTTP/1.1\r\nHost: 127.");
        }
        half_open.push(stream);
        if number % 500 == 499 {
            let started = Instant::now();
            let answer = server.request("PUT", &format!("/databases/shop/docs?id=a/{number}"), "{}");
            assert!(answer.starts_with("HTTP/1.1 201"), "after {number}: {answer}");
            slowest = slowest.max(started.elapsed());
            #[cfg(target_os = "linux")]
            // Each connection has two handles.
            assert!(sockets_of(server.child.id()) <= 250, "{}", sockets_of(server.child.id()));
        }
    }
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
}

/// Whether the server has answered or closed the connection.
fn has_ended(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let seen = stream.peek(&mut [0]);
    stream.set_nonblocking(false).unwrap();
    !matches!(seen, Err(error) if error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn beyond_the_bound_a_new_connection_is_refused_in_words_until_one_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &["--max-connections", "3"]);
    server.request("PUT", "/admin/databases?name=shop", CREATE);
    let until = Instant::now() + Duration::from_secs(30);
    let begin = |id: u32| {
        let mut stream = server.connect();
        let item = format!(r#"[{{"Id":"b/{id}","Type":"PUT","Document":{{}}}}"#);
        let request = format!(
            "POST /databases/shop/bulk_insert?id={id} HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n\
             {:x}\r\n{item}\r\n",
            server.address,
            item.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let saved = |id: u32| server.request("GET", &format!("/databases/shop/docs?id=b/{id}"), "");
    let mut busy = Vec::new();
    for id in 1..=2 {
        let mut stream = begin(id);
        while !saved(id).starts_with("HTTP/1.1 200") {
            assert!(Instant::now() < until, "bulk insert {id} saved nothing");
            // Connections of earlier requests can still be open, and until its header is read it can be closed.
            if has_ended(&stream) {
                stream = begin(id);
            }
        }
        busy.push(stream);
    }
    let (_third, refused) = loop {
        // The last place. Until its header is read it can still be given away.
        let third = begin(3);
        std::thread::sleep(Duration::from_millis(100));
        let answer = saved(1);
        if answer.starts_with("HTTP/1.1 503") {
            break (third, answer);
        }
        assert!(Instant::now() < until, "{answer}");
    };
    let lower = refused.to_lowercase();
    assert!(lower.contains("retry-after: 1") && lower.contains("application/json"), "{refused}");
    assert!(refused.contains("\"Type\":") && refused.contains("--max-connections"), "{refused}");
    let mut first = busy.swap_remove(0);
    first.write_all(b"1\r\n]\r\n0\r\n\r\n").unwrap();
    let mut answer = [0; 12];
    first.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 201");
    drop(first);
    while !server.request("GET", "/databases/shop/stats", "").starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < until, "still refused after a connection was closed");
    }
}

#[tokio::test]
async fn live_feeds_are_bounded_and_their_frames_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &["--max-feeds", "2"]);
    server.request("PUT", "/admin/databases?name=shop", CREATE);
    let url = format!("ws://{}/databases/shop/changes", server.address);
    let (first, _) = connect_async(&url).await.unwrap();
    let (mut second, _) = connect_async(&url).await.unwrap();
    match connect_async(&url).await {
        Err(Error::Http(answer)) => {
            assert_eq!(answer.status(), 503);
            assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
            let body = String::from_utf8_lossy(answer.body().as_deref().unwrap_or_default()).into_owned();
            assert!(body.contains("--max-feeds"), "{body}");
        }
        other => panic!("not refused: {other:?}"),
    }
    drop(first);
    let until = Instant::now() + Duration::from_secs(20);
    while connect_async(&url).await.is_err() {
        assert!(Instant::now() < until, "a closed feed is still counted");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    use futures_util::{SinkExt, StreamExt};
    let huge = "x".repeat(2 << 20);
    // The server may close before all of it is sent.
    let _ = second.send(Message::text(huge)).await;
    let ended = async { while let Some(Ok(Message::Text(_))) = second.next().await {} };
    tokio::time::timeout(Duration::from_secs(20), ended).await.expect("a frame of 2 MiB ends the feed");
}
