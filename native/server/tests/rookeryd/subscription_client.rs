//! A worker of a subscription over a plain socket.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::running::Running;

pub struct Worker {
    pub stream: TcpStream,
    bytes: Vec<u8>,
}

/// The body of a response.
pub fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// A server with the database `shop`.
pub fn start(folder: &std::path::Path) -> Running {
    let server = Running::start(folder, &["--header-timeout", "2"]);
    server.request("PUT", "/admin/databases?name=shop", r#"{"DatabaseName":"shop"}"#);
    server
}

/// Saves a document of the collection `Ps`.
pub fn save(server: &Running, id: &str, n: i64) {
    let document = json!({ "N": n, "@metadata": { "@collection": "Ps" } }).to_string();
    let answer = server.request("PUT", &format!("/databases/shop/docs?id={id}"), &document);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}

/// Creates a subscription; returns its id.
pub fn create(server: &Running, definition: Value) -> i64 {
    let answer = server.request("PUT", "/databases/shop/subscriptions", &definition.to_string());
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    body(&answer)["RaftCommandIndex"].as_i64().unwrap()
}

/// The port for workers.
pub fn tcp_address(server: &Running) -> String {
    let info = body(&server.request("GET", "/info/tcp", ""));
    info["Url"].as_str().unwrap().strip_prefix("tcp://").unwrap().to_owned()
}

impl Worker {
    /// A connection without any message.
    pub fn connect(server: &Running) -> Self {
        let stream = TcpStream::connect(tcp_address(server)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self { stream, bytes: Vec::new() }
    }

    /// A connection that has sent its header and its options.
    pub fn open(server: &Running, options: Value) -> Self {
        let mut worker = Self::connect(server);
        worker.send(&header("shop", 53_000));
        assert_eq!(worker.message()["Status"], "Ok");
        worker.send(&options);
        worker
    }

    /// One that is accepted.
    pub fn accepted(server: &Running, options: Value) -> Self {
        let mut worker = Self::open(server, options);
        assert_eq!(worker.message(), json!({ "Type": "ConnectionStatus", "Status": "Accepted" }));
        worker
    }

    pub fn send(&mut self, message: &Value) {
        self.stream.write_all(message.to_string().as_bytes()).unwrap();
    }

    pub fn acknowledge(&mut self) {
        self.send(&json!({ "Type": "Acknowledge", "ChangeVector": null }));
        assert_eq!(self.message(), json!({ "Type": "Confirm" }));
    }

    /// The next message; `None` at the end of the connection.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            let mut values = serde_json::Deserializer::from_slice(&self.bytes).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                let read = values.byte_offset();
                self.bytes.drain(..read);
                return Some(value);
            }
            let mut piece = [0; 4096];
            match self.stream.read(&mut piece) {
                Ok(0) => return None,
                Ok(read) => self.bytes.extend_from_slice(&piece[..read]),
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("{error}: {}", String::from_utf8_lossy(&self.bytes)),
            }
        }
    }

    pub fn message(&mut self) -> Value {
        self.next().expect("the connection ended")
    }

    /// The ids of the next batch.
    pub fn batch(&mut self) -> Vec<String> {
        let mut ids = Vec::new();
        loop {
            let message = self.message();
            match message["Type"].as_str().unwrap() {
                "Data" => ids.push(message["Data"]["@metadata"]["@id"].as_str().unwrap().to_owned()),
                "EndOfBatch" => return ids,
                other => panic!("{other}: {message}"),
            }
        }
    }

    /// The last message of a connection that ends.
    pub fn ending(&mut self) -> Value {
        let message = self.message();
        assert_eq!(self.next(), None, "{message} is not the last one");
        message
    }
}

/// A header for the subscription protocol.
pub fn header(database: &str, version: i64) -> Value {
    json!({ "DatabaseName": database, "Operation": "Subscription", "OperationVersion": version,
            "LicensedFeatures": { "DataCompression": true } })
}
