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

/// A number of MiB, as bytes.
pub fn mebibytes(name: &str, text: &str) -> Result<usize, String> {
    text.parse::<usize>()
        .ok()
        .filter(|size| *size > 0)
        .and_then(|size| size.checked_mul(1 << 20))
        .ok_or_else(|| format!("{name} must be a number of MiB from 1 on, not '{text}'."))
}

/// A number of seconds, with a fraction if need be.
pub fn seconds(name: &str, text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero() && *time < Duration::from_secs(1 << 30))
        .ok_or_else(|| format!("{name} must be a number of seconds greater than 0, not '{text}'."))
}

/// A number from 1 on.
pub fn count(name: &str, text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|count| *count > 0)
        .ok_or_else(|| format!("{name} must be a number from 1 on, not '{text}'."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_named() {
        assert_eq!(mebibytes("--max-body", "2"), Ok(2 << 20));
        assert_eq!(seconds("--idle-timeout", "0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(count("--max-feeds", "7"), Ok(7));
        for wrong in ["0", "-1", "x", "", "99999999999999999999", "NaN", "inf"] {
            for refused in [
                mebibytes("--f", wrong).map(drop),
                seconds("--f", wrong).map(drop),
                count("--f", wrong).map(drop),
            ] {
                assert!(refused.unwrap_err().starts_with("--f must be"), "{wrong}");
            }
        }
    }
}
