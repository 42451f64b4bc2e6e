//! The port for the workers of subscriptions: the same bounds and the same TLS as the port for HTTP.
//!
//! Pages of other sites cannot use it: what a browser sends does not begin with `{`.

use std::sync::Arc;
use std::time::Duration;

use rookery_api::ApiState;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::accept::is_the_clients;
use crate::connections::{Connection, Connections, Membership, Phase};
use crate::transport::Transport;
use crate::watched_stream::WatchedStream;

/// How long accepting pauses when the system has no file for another connection.
const NO_FILES: Duration = Duration::from_millis(100);

/// What each connection is served with.
pub struct WorkerPort<T> {
    /// All connections, those of HTTP too.
    pub connections: Arc<Connections>,
    /// Plain, or TLS.
    pub transport: T,
    /// The API.
    pub api: ApiState,
    /// For messages.
    pub program: &'static str,
}

impl<T: Transport> WorkerPort<T> {
    /// Accepts until `stopping` becomes true, and ends all connections then: what was not acknowledged is sent again.
    pub async fn run(self, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
        let server = Arc::new(self);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopping.wait_for(|stop| *stop) => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    // Above the limit a client finds the connection closed, and tries again.
                    let Some(membership) = server.connections.admit() else { continue };
                    tokio::spawn(server.clone().serve(
                        stream,
                        peer.to_string(),
                        membership,
                        stopping.clone(),
                    ));
                }
                Err(error) if is_the_clients(&error) => {}
                Err(error) => {
                    eprintln!(
                        "{}: no worker of a subscription can be accepted at the moment: {error}.",
                        server.program
                    );
                    drop(server.connections.admit());
                    tokio::time::sleep(NO_FILES).await;
                }
            }
        }
    }

    async fn serve(
        self: Arc<Self>,
        stream: TcpStream,
        client: String,
        membership: Membership,
        mut stopping: watch::Receiver<bool>,
    ) {
        // Acknowledgements are small and waited for. Without the option they are only slower.
        let _ = stream.set_nodelay(true);
        let connection = membership.connection.clone();
        let stream = WatchedStream::new(stream, membership);
        let served = async {
            if let Some(stream) = self.transport.open(stream).await {
                self.exchange(stream, client, &connection).await;
            }
        };
        tokio::select! {
            () = served => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    }

    async fn exchange<S>(&self, stream: S, client: String, connection: &Connection)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        rookery_api::subscriptions::serve(&self.api, stream, client, || connection.enter(Phase::Upgraded))
            .await;
    }
}
