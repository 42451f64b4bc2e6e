//! The layer between an accepted connection and its protocol.

use std::future::Future;

use tokio::io::{AsyncRead, AsyncWrite};

use crate::watched_stream::WatchedStream;

/// None, or TLS.
pub trait Transport: Clone + Send + Sync + 'static {
    /// Whether names and bytes are protected on the way: see [`crate::Rules::tls`].
    const ENCRYPTED: bool;
    /// What the protocol reads and writes.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// `None`: the handshake failed, and the client received an alert.
    fn open(&self, stream: WatchedStream) -> impl Future<Output = Option<Self::Stream>> + Send;
}

/// The connection as it is.
#[derive(Debug, Clone, Copy)]
pub struct Plain;

impl Transport for Plain {
    const ENCRYPTED: bool = false;
    type Stream = WatchedStream;

    async fn open(&self, stream: WatchedStream) -> Option<WatchedStream> {
        Some(stream)
    }
}
