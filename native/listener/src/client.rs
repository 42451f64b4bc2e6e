//! The client of a connection: long work ends when it disconnects.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::sync::Arc;

use rookery_api::Client;

/// The client of a connection. Without one (the process has too many files open) requests are answered all
/// the same.
pub fn of(stream: &tokio::net::TcpStream) -> Option<Arc<dyn Client>> {
    second_handle(stream).ok().map(|stream| Arc::new(Peer(stream)) as Arc<dyn Client>)
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

    fn address(&self) -> Option<IpAddr> {
        self.0.peer_addr().ok().map(|address| address.ip())
    }
}
