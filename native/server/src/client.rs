//! The clients of the port: each connection's service knows its client, so that long work ends when the client goes.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::serve::IncomingStream;
use rookery_api::{Client, Front};
use tokio::net::TcpListener;
use tower::Service;

use crate::gate::Gate;

/// Makes the service of each connection.
#[derive(Clone)]
pub struct Connections(pub Front);

impl Service<IncomingStream<'_, TcpListener>> for Connections {
    type Response = Gate<Front>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, connection: IncomingStream<'_, TcpListener>) -> Self::Future {
        let front = self.0.clone();
        // Without a second handle (the process has too many open) requests are answered all the same.
        ready(Ok(Gate(match second_handle(connection.io()) {
            Ok(stream) => front.with_client(Arc::new(Peer(stream))),
            Err(_) => front,
        })))
    }
}

#[cfg(unix)]
fn second_handle(stream: &tokio::net::TcpStream) -> io::Result<TcpStream> {
    use std::os::fd::AsFd;
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn second_handle(stream: &tokio::net::TcpStream) -> io::Result<TcpStream> {
    use std::os::windows::io::AsSocket;
    Ok(stream.as_socket().try_clone_to_owned()?.into())
}

/// A second handle on a connection's socket, which is in non-blocking mode as the first one is.
struct Peer(TcpStream);

impl Client for Peer {
    fn is_gone(&self) -> bool {
        match self.0.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
        }
    }
}
