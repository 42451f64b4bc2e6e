//! The port of the sandbox for applications on this computer, open on request.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use napi::bindgen_prelude::{Env, Object, Result, ToNapiValue};
use napi_derive::napi;
use rookery_api::{ApiState, TcpAddress};
use rookery_listener::{BindError, Bounds, OpenPorts, Plain, Ports, Rules, Served, possible_connections};
use serde_json::json;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::failure::{Failure, Promised};
use crate::handle::EngineHandle;

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
    async fn open(state: &ApiState, port: u16) -> std::result::Result<Self, Failure> {
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

    fn state(&self) -> String {
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

impl EngineHandle {
    /// Runs `work` on the engine's threads with the locked slot: one call after another. `closed` is the outcome once the
    /// engine is closed.
    fn at_port<'env, T, F>(
        &self,
        env: &'env Env,
        closed: std::result::Result<T, Failure>,
        work: impl FnOnce(OwnedMutexGuard<Option<ApplicationPort>>, ApiState) -> F + Send + 'static,
    ) -> Result<Object<'env>>
    where
        T: ToNapiValue + Send + 'static,
        F: Future<Output = std::result::Result<T, Failure>> + Send + 'static,
    {
        let (promised, promise) = Promised::<T>::new(env)?;
        match self.with_open(|open| (open.runtime.handle().clone(), open.state.clone(), open.port.clone())) {
            None => promised.settle(closed),
            Some((runtime, state, slot)) => {
                runtime.spawn(async move { promised.settle(work(slot.lock_owned().await, state).await) });
            }
        }
        Ok(promise)
    }
}

#[napi]
impl EngineHandle {
    /// Opens the port. An open one stays as it is, also for another number.
    #[napi(ts_args_type = "port: number", ts_return_type = "Promise<string>")]
    pub fn open_port<'env>(&self, env: &'env Env, port: u16) -> Result<Object<'env>> {
        self.at_port(env, Err(Failure::closed()), async move |mut slot, state| {
            let open = match slot.take() {
                Some(open) => open,
                None => ApplicationPort::open(&state, port).await?,
            };
            Ok(slot.insert(open).state())
        })
    }

    /// The open port, or null.
    #[napi(ts_return_type = "Promise<string | null>")]
    pub fn port_state<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        self.at_port(env, Ok(None), async move |slot, _| Ok(slot.as_ref().map(ApplicationPort::state)))
    }

    /// Closes the port: running requests have a few seconds. Does nothing when none is open.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn close_port<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        self.at_port(env, Ok(()), async move |mut slot, _| {
            if let Some(port) = slot.take() {
                port.close().await;
            }
            Ok(())
        })
    }
}
