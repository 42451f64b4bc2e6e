//! The accept loop of HTTP: admits connections within the bound, opens their transport, and ends them when the port
//! closes.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rookery_api::error::ApiError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};

use crate::client;
use crate::connections::{Connections, Membership};
use crate::http::Http;
use crate::transport::Transport;
use crate::watched_stream::WatchedStream;

/// How long accepting pauses when the system has no file for another connection.
const NO_FILES: Duration = Duration::from_millis(100);
/// Most refused connections that are answered at the same time, and how long each may take to read the
/// answer.
const REFUSALS: usize = 64;
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// What each connection is served with.
pub struct HttpPort<T> {
    /// All of them.
    pub connections: Arc<Connections>,
    /// Plain, or TLS.
    pub transport: T,
    /// HTTP over either.
    pub http: Http,
    /// For messages.
    pub program: &'static str,
}

impl<T: Transport> HttpPort<T> {
    /// Accepts until `stopping` becomes true, then waits for the requests in progress. Feeds are not waited
    /// for.
    pub async fn run(self, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
        let server = Arc::new(self);
        let watch = tokio::spawn(server.connections.clone().watch());
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        // Each connection's task holds a sender: when all are dropped, all tasks have ended.
        let (running, mut ended) = mpsc::channel::<()>(1);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopping.wait_for(|stop| *stop) => break,
            };
            match accepted {
                Ok((stream, _)) => match server.connections.admit() {
                    Some(membership) => {
                        let served =
                            server.clone().serve(stream, membership, stopping.clone(), running.clone());
                        tokio::spawn(served);
                    }
                    None => refuse(stream, T::ENCRYPTED, &refusals),
                },
                Err(error) if is_the_clients(&error) => {}
                Err(error) => {
                    eprintln!("{}: no connection can be accepted at the moment: {error}.", server.program);
                    // An idle connection's file is free soon after its place was given away.
                    drop(server.connections.admit());
                    tokio::time::sleep(NO_FILES).await;
                }
            }
        }
        drop((listener, running));
        // Nothing is ever sent: the end of all senders is the message.
        let _ = ended.recv().await;
        watch.abort();
    }

    async fn serve(
        self: Arc<Self>,
        stream: TcpStream,
        membership: Membership,
        mut stopping: watch::Receiver<bool>,
        _running: mpsc::Sender<()>,
    ) {
        let connection = membership.connection.clone();
        let http = self.http.for_client(client::of(&stream));
        let stream = WatchedStream::new(stream, membership);
        let opened = tokio::select! {
            opened = self.transport.open(stream) => opened,
            _ = stopping.wait_for(|stop| *stop) => return,
        };
        // Any client can cause a failed handshake, so it is not logged.
        if let Some(stream) = opened {
            http.serve(stream, connection, stopping).await;
        }
    }
}

/// Answers 503 in the background. Without encryption only, where it costs nothing, and not to more than a few at a
/// time.
fn refuse(mut stream: TcpStream, encrypted: bool, refusals: &Arc<Semaphore>) {
    let Ok(permit) = refusals.clone().try_acquire_owned() else { return };
    if encrypted {
        return;
    }
    tokio::spawn(async move {
        let _permit = permit;
        let answered = async {
            stream.write_all(&refusal()).await?;
            stream.shutdown().await?;
            // Closing before the request is read would take the answer away from the client.
            let mut sink = [0; 4096];
            while stream.read(&mut sink).await? > 0 {}
            io::Result::Ok(())
        };
        // The client has disconnected, or takes too long: the connection ends.
        let _ = tokio::time::timeout(REFUSAL_TIME, answered).await;
    });
}

fn refusal() -> Vec<u8> {
    let error = ApiError::new(
        axum::http::StatusCode::SERVICE_UNAVAILABLE,
        "System.InvalidOperationException",
        "All connections of this server are in use. Try again in a moment, or start rookeryd with a larger --max-connections.",
    );
    let body = error.body("/");
    let mut answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json; charset=utf-8\r\nretry-after: 1\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend_from_slice(&body);
    answer
}

/// The client went away before it was accepted.
pub fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
