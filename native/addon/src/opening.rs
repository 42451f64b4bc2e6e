//! Opening: the engine, its router and the threads that serve them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rookery_api::other_processes::OtherProcesses;
use rookery_api::own_process::OwnProcess;
use rookery_api::{ApiOptions, ApiService, ApiState, BackupScheduler};
use rookery_cancel::CancelToken;
use rookery_engine::{Engine, EngineOptions, FaultInjection};
use serde::Deserialize;
use tokio::runtime::{Builder, Runtime};

use crate::application_port::PortSlot;
use crate::failure::Failure;

/// The time for running requests and feeds to end when the engine is closed.
const GRACE: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    data_dir: PathBuf,
    #[serde(default)]
    stackcap_path: Option<PathBuf>,
    #[serde(default)]
    other_processes: bool,
    #[serde(default)]
    public_url: Option<String>,
}

/// Everything one open engine needs.
pub struct Open {
    /// Threads of this handle alone.
    pub runtime: Runtime,
    /// The whole API.
    pub service: ApiService,
    /// For the live feeds.
    pub state: ApiState,
    /// Cancelled when the engine is closed, and every request's token with it.
    pub open: CancelToken,
    /// The port for applications.
    pub port: PortSlot,
    backups: BackupScheduler,
    engine: Arc<Engine>,
}

impl Open {
    /// Stops serving and closes the engine: everything acknowledged is on disk, the data folder is free
    /// again.
    pub fn close(self) -> std::result::Result<(), Failure> {
        let Self { runtime, service, state, open, port, backups, engine } = self;
        open.cancel();
        // The lock is not held for long: a port that is just being opened or closed has its own time limits.
        runtime.block_on(async {
            if let Some(port) = port.lock().await.take() {
                port.close().await;
            }
        });
        drop(backups);
        runtime.shutdown_timeout(GRACE);
        drop((service, state));
        engine.close().map_err(|error| Failure::new(error.code(), error.to_string()))
    }
}

/// Opens the engine that the options describe (JSON).
pub fn open(options: &str) -> std::result::Result<Open, Failure> {
    let options: Options = serde_json::from_str(options).map_err(|error| {
        Failure::new("bad-options", format!("The engine's options are not valid: {error}."))
    })?;
    let faults = FaultInjection::default();
    let mut engine_options = EngineOptions::new(options.data_dir);
    faults.apply_to(&mut engine_options);
    let engine =
        Engine::open(engine_options).map_err(|error| Failure::new(error.code(), error.to_string()))?;
    if engine.tightened().changed > 0 {
        eprintln!(
            "Rookery: {} files and folders in {} were open to other users of this machine; now they are this user's \
             alone.",
            engine.tightened().changed,
            engine.data_dir().display()
        );
    }
    let engine = Arc::new(engine);
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads())
        .thread_name("rookery-api")
        .enable_all()
        .build()
        .map_err(|error| {
            Failure::new("no-threads", format!("The engine's threads could not be started: {error}."))
        })?;
    let mut api = ApiOptions {
        inspector: Some(Arc::new(OwnProcess::new(options.stackcap_path.clone()))),
        faults: Some(faults),
        ..ApiOptions::default()
    };
    if options.other_processes {
        api.processes = Some(Arc::new(OtherProcesses::new(options.stackcap_path)));
    }
    if let Some(url) = options.public_url {
        api.public_url = url;
    }
    let state = ApiState::new(engine.clone(), api);
    let backups = BackupScheduler::start(state.clone()).map_err(|error| {
        Failure::new("no-threads", format!("The thread for scheduled backups could not be started: {error}."))
    })?;
    Ok(Open {
        runtime,
        service: ApiService::new(state.clone()),
        state,
        open: CancelToken::new(),
        port: PortSlot::default(),
        backups,
        engine,
    })
}

/// Enough for the studio, and for applications at the port on a larger machine.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 8))
}
