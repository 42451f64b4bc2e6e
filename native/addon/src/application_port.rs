//! The port of the sandbox for applications on this computer.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use rookery_api::{ApiState, TcpAddress};
use rookery_listener::{BindError, Bounds, OpenPorts, Plain, Ports, Rules, Served, possible_connections};
use serde_json::json;
use tokio::sync::Mutex;

use crate::failure::Failure;

/// Fewer than `rookeryd` allows: the studio has files and feeds of its own.
const CONNECTIONS: usize = 256;

/// At most one port is open.
pub type PortSlot = Arc<Mutex<Option<ApplicationPort>>>;

/// An open port, with that for the workers of subscriptions.
pub struct ApplicationPort {
    url: String,
    worker_port: u16,
    open: OpenPorts,
}

impl ApplicationPort {
    /// Opens it on the loopback address. 0 is any free port.
    pub async fn open(state: &ApiState, port: u16) -> std::result::Result<Self, Failure> {
        let ports =
            Ports::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), port, 0).await.map_err(|error| unbound(&error))?;
        let url = format!("http://{}", ports.address());
        let worker_port = ports.worker_port();
        let served = Served {
            api: state.for_port(url.clone(), TcpAddress { port: worker_port, certificate: None }),
            rules: Rules { tls: false, names: Vec::new() },
            bounds: Bounds { connections: possible_connections().min(CONNECTIONS), ..Bounds::default() },
            transport: Plain,
            program: "Rookery",
        };
        Ok(Self { url, worker_port, open: ports.open(served) })
    }

    /// As JSON.
    pub fn state(&self) -> String {
        json!({ "url": self.url, "tcpPort": self.worker_port, "connections": self.open.connections() })
            .to_string()
    }

    /// Waits a time for running requests.
    pub async fn close(self) {
        self.open.close().await;
    }
}

fn unbound(error: &BindError) -> Failure {
    if error.is_in_use() {
        let address = error.address;
        return Failure::new(
            "port-in-use",
            format!("Another program uses {address}. Stop it, or choose another port."),
        );
    }
    Failure::new("port-refused", error.to_string())
}
