//! The port for the workers of subscriptions: the same bounds and the same TLS as the port for HTTP.
//!
//! Pages of other sites cannot use it: what a browser sends does not begin with `{`.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rookery_api::{ApiState, TcpAddress};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use crate::accept::is_the_clients;
use crate::arguments::TlsFiles;
use crate::connections::{Connection, Connections, Membership, Phase};
use crate::tls::certificates;
use crate::watched_stream::WatchedStream;

/// How long accepting pauses when the system has no file for another connection.
const NO_FILES: Duration = Duration::from_millis(100);

/// What each connection is served with.
pub struct TcpServer {
    /// All connections, those of HTTP too.
    pub connections: Arc<Connections>,
    /// TLS, if the port uses it.
    pub tls: Option<TlsAcceptor>,
    /// The API.
    pub api: ApiState,
}

/// The address of the port for clients.
pub fn address(port: u16, tls: Option<&TlsFiles>) -> Result<TcpAddress, String> {
    let own = |files: &TlsFiles| {
        certificates(&files.certificate).map(|chain| chain.first().map(|own| STANDARD.encode(own)))
    };
    Ok(TcpAddress { port, certificate: tls.map(own).transpose()?.flatten() })
}

impl TcpServer {
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
                        "rookeryd: no worker of a subscription can be accepted at the moment: {error}."
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
            match &self.tls {
                None => self.exchange(stream, client, &connection).await,
                // The client of a failed handshake received an alert.
                Some(tls) => {
                    if let Ok(stream) = tls.accept(stream).await {
                        self.exchange(stream, client, &connection).await;
                    }
                }
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
