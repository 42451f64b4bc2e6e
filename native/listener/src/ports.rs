//! Both ports of one API: HTTP, and the workers of subscriptions.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use rookery_api::{ApiService, ApiState};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::accept::HttpPort;
use crate::bounds::Bounds;
use crate::connections::Connections;
use crate::gate::Rules;
use crate::http::Http;
use crate::transport::Transport;
use crate::workers::WorkerPort;

/// The time for running requests to end when the ports close.
const GRACE: Duration = Duration::from_secs(5);

/// Two bound ports, before they accept.
#[derive(Debug)]
pub struct Ports {
    http: TcpListener,
    workers: TcpListener,
    address: SocketAddr,
    worker_port: u16,
}

/// A port that cannot be bound.
#[derive(Debug)]
pub struct BindError {
    /// Where.
    pub address: SocketAddr,
    /// Why.
    pub error: io::Error,
}

impl BindError {
    /// Whether another program uses it.
    pub fn is_in_use(&self) -> bool {
        self.error.kind() == io::ErrorKind::AddrInUse
    }
}

impl fmt::Display for BindError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Cannot listen on {}: {}.", self.address, self.error)
    }
}

/// What the ports serve, and how.
pub struct Served<T> {
    /// The API.
    pub api: ApiState,
    /// Which clients are accepted.
    pub rules: Rules,
    /// What clients may take.
    pub bounds: Bounds,
    /// Plain, or TLS.
    pub transport: T,
    /// For messages.
    pub program: &'static str,
}

/// Ports that accept connections. They close when this is dropped, without time for running requests.
#[derive(Debug)]
pub struct OpenPorts {
    connections: Arc<Connections>,
    stop: watch::Sender<bool>,
    http: JoinHandle<()>,
    workers: JoinHandle<()>,
}

impl Ports {
    /// Binds both; port 0 is any free one.
    pub async fn bind(host: IpAddr, port: u16, worker_port: u16) -> Result<Self, BindError> {
        let (http, address) = bind(SocketAddr::new(host, port)).await?;
        let (workers, worker_address) = bind(SocketAddr::new(host, worker_port)).await?;
        Ok(Self { http, workers, address, worker_port: worker_address.port() })
    }

    /// The address of HTTP.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The port for workers of subscriptions.
    pub fn worker_port(&self) -> u16 {
        self.worker_port
    }

    /// Accepts connections, on the runtime of the caller.
    pub fn open<T: Transport>(self, served: Served<T>) -> OpenPorts {
        let Served { api, rules, bounds, transport, program } = served;
        let connections = Arc::new(Connections::new(&bounds));
        let (stop, stopping) = watch::channel(false);
        let workers = WorkerPort {
            connections: connections.clone(),
            transport: transport.clone(),
            api: api.clone(),
            program,
        };
        let http = HttpPort {
            connections: connections.clone(),
            transport,
            http: Http::new(ApiService::new(api), rules, bounds),
            program,
        };
        OpenPorts {
            connections,
            stop,
            workers: tokio::spawn(workers.run(self.workers, stopping.clone())),
            http: tokio::spawn(http.run(self.http, stopping)),
        }
    }
}

impl OpenPorts {
    /// The connections that are open on both ports.
    pub fn connections(&self) -> usize {
        self.connections.count()
    }

    /// Resolves when HTTP is no longer served, which only a defect causes before [`OpenPorts::close`].
    pub async fn ended(&mut self) {
        // A task that panicked has ended too.
        let _ = (&mut self.http).await;
    }

    /// Accepts nothing more and waits a time for running requests; those that take longer are cut off.
    pub async fn close(self) {
        self.stop.send_replace(true);
        for mut task in [self.http, self.workers] {
            if !task.is_finished() && tokio::time::timeout(GRACE, &mut task).await.is_err() {
                task.abort();
            }
        }
    }
}

async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), BindError> {
    let bound = async {
        let listener = TcpListener::bind(address).await?;
        let found = listener.local_addr()?;
        io::Result::Ok((listener, found))
    };
    bound.await.map_err(|error| BindError { address, error })
}
