//! The resource limits of a server: connections, live feeds, memory for request bodies, time.

use std::time::Duration;

/// The bounds, with the defaults of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// Most connections open at the same time.
    pub connections: usize,
    /// Most live feeds (WebSockets) open at the same time.
    pub feeds: usize,
    /// Most bytes of one request body, before and after decoding.
    pub body: usize,
    /// Most bytes of all request bodies in memory together.
    pub body_memory: usize,
    /// From a connection's first byte, or its opening, to the end of the request's header, TLS handshake
    /// included.
    pub header: Duration,
    /// How long a connection may be open between two requests.
    pub idle: Duration,
    /// A request body must bring [`Bounds::BODY_PROGRESS`] bytes in this time.
    pub body_pause: Duration,
    /// How long a client may be silent in a bulk insert, or leave an answer or a feed unread.
    pub stall: Duration,
}

impl Bounds {
    /// Least bytes of a request body in one `body_pause`: slower than any usable connection.
    pub const BODY_PROGRESS: usize = 4 * 1024;
    /// Most headers of a request.
    pub const HEADERS: usize = 100;
    /// Most bytes of a request's first line and headers: queries that are sent by GET are long.
    pub const HEADER_BYTES: usize = 64 * 1024;
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 1024,
            feeds: 256,
            body: 256 << 20,
            body_memory: 1 << 30,
            header: Duration::from_secs(10),
            idle: Duration::from_secs(120),
            body_pause: Duration::from_secs(30),
            // Official clients send a heartbeat after 40 s of silence in a bulk insert.
            stall: Duration::from_secs(300),
        }
    }
}
