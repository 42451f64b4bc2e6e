//! `rookeryd`: the engine behind RavenDB's HTTP API on a port, for applications, tests and benchmarks.
//!
//! `rookeryd import` and `rookeryd export` ([`transfer`]) move dumps instead of serving;
//! `rookeryd backup`, `restore` and `verify` ([`backups`]) copy complete databases; `rookeryd disk-check`
//! ([`disk_check`]) measures a disk; `rookeryd record` ([`record`]) records a server's diagnostics, `rookeryd inspect` and
//! `rookeryd recording` ([`recordings`]) read recordings.
//!
//! Contents: the command line, TLS, and stopping cleanly. The ports and their bounds live in rookery-listener, routes in
//! rookery-api.

mod allocator;
mod arguments;
mod backups;
mod cpu_limit;
mod data_folder;
mod disk_check;
mod flags;
mod help;
mod numbers;
mod output_file;
mod progress;
mod record;
mod recordings;
mod remote;
mod stop_signal;
mod tls;
mod transfer;
mod worker_address;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arguments::{Arguments, Mode};
use help::HELP;
use rookery_api::other_processes::OtherProcesses;
use rookery_api::own_process::OwnProcess;
use rookery_api::processes::ProcessInspector;
use rookery_api::{ApiOptions, ApiState, BackupScheduler, SubscriptionTimes};
use rookery_engine::{DiskFaults, Engine, EngineOptions, FaultInjection};
use rookery_listener::{BindError, Bounds, Plain, Ports, Rules, Served, Transport};
use stop_signal::stop_signal;
use uuid::Uuid;

fn main() -> ExitCode {
    allocator::return_memory_early();
    let mut given = std::env::args().skip(1).peekable();
    if let Some(command) = given.peek().and_then(|name| transfer::Command::of(name)) {
        return transfer::run(command, given.skip(1));
    }
    if let Some(command) = given.peek().and_then(|name| backups::Command::of(name)) {
        return backups::run(command, given.skip(1));
    }
    if given.peek().is_some_and(|name| name == disk_check::COMMAND) {
        return disk_check::run(given.skip(1));
    }
    if let Some(command) = given.peek().and_then(|name| recordings::Command::of(name)) {
        return recordings::run(command, given.skip(1));
    }
    if given.peek().is_some_and(|name| name == record::COMMAND) {
        return record::run(given.skip(1));
    }
    let arguments = match arguments::parse(given) {
        Ok(Mode::Serve(arguments)) => arguments,
        Ok(Mode::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(Mode::Version) => {
            println!("{}", help::version());
            return ExitCode::SUCCESS;
        }
        Err(sentence) => {
            eprintln!("rookeryd: {sentence}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("rookeryd: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    arguments.cpu_limit.map_or(Ok(()), cpu_limit::apply)?;
    let tls = arguments.tls.as_ref().map(tls::transport).transpose()?;
    let mut options = EngineOptions::new(&arguments.data);
    options.journals_roots.clone_from(&arguments.journals_roots);
    options.backups_roots.clone_from(&arguments.backups_roots);
    let faults = fault_injection(arguments)?;
    if let Some(faults) = &faults {
        faults.apply_to(&mut options);
    }
    let engine = Arc::new(Engine::open(options).map_err(|error| error.to_string())?);
    report_access(&engine);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("rookery-http")
        .build()
        .map_err(|error| format!("The worker threads could not be started: {error}."))?;
    let served = runtime.block_on(async {
        match tls {
            None => serve(arguments, Plain, engine.clone(), faults).await,
            Some(tls) => serve(arguments, tls, engine.clone(), faults).await,
        }
    });
    // Live feeds may still be sampling; they have nothing to lose.
    runtime.shutdown_timeout(Duration::from_secs(1));
    let closed = engine.close().map_err(|error| error.to_string());
    served.and(closed)
}

/// For benches: slow syncs from the start.
const SYNC_DELAY: &str = "ROOKERY_SYNC_DELAY_MS";

/// The disk and clock of `--fault-injection`, and the sync delay of the environment.
fn fault_injection(arguments: &Arguments) -> Result<Option<FaultInjection>, String> {
    let Some(text) = std::env::var_os(SYNC_DELAY) else {
        return Ok(arguments.fault_injection.then(FaultInjection::default));
    };
    let text = text.to_string_lossy();
    let milliseconds =
        text.parse().map_err(|_| format!("{SYNC_DELAY} must be a number of milliseconds, not '{text}'."))?;
    let faults = FaultInjection::default();
    faults
        .disk
        .set_faults(DiskFaults { sync_delay: Duration::from_millis(milliseconds), ..DiskFaults::default() });
    Ok(Some(faults))
}

/// Says once what other users could read in the data folder.
fn report_access(engine: &Engine) {
    let (folder, tightened) = (engine.data_dir().display(), engine.tightened());
    if tightened.changed > 0 {
        eprintln!(
            "rookeryd: {} files and folders in {folder} were open to other users of this machine; now they are this \
             user's alone (modes 0600 and 0700).",
            tightened.changed
        );
    }
    if let Some(path) = &tightened.kept {
        eprintln!(
            "rookeryd: {} is open to other users of this machine and its access cannot be changed by this user; \
             change it, or move the data folder.",
            path.display()
        );
    }
}

async fn serve<T: Transport>(
    arguments: &Arguments,
    transport: T,
    engine: Arc<Engine>,
    faults: Option<FaultInjection>,
) -> Result<(), String> {
    let ports = Ports::bind(arguments.host, arguments.port, arguments.tcp_port).await.map_err(unbound)?;
    let address = ports.address();
    let bounds = bounds(arguments);
    let url = format!("{}://{address}", if T::ENCRYPTED { "https" } else { "http" });
    let token = arguments.other_processes.then(new_token);
    let options = ApiOptions {
        inspector: Some(Arc::new(OwnProcess::new(stackcap(arguments)))),
        processes: arguments
            .other_processes
            .then(|| Arc::new(OtherProcesses::new(stackcap(arguments))) as Arc<dyn ProcessInspector>),
        processes_token: token.clone(),
        faults: faults.filter(|_| arguments.fault_injection),
        public_url: url.clone(),
        body_limit: bounds.body,
        body_memory: bounds.body_memory,
        feeds: bounds.feeds,
        tcp: Some(worker_address::of(ports.worker_port(), arguments.tls.as_ref())?),
        subscriptions: SubscriptionTimes {
            handshake: bounds.header,
            stall: bounds.stall,
            ..SubscriptionTimes::default()
        },
        ..ApiOptions::default()
    };
    let rules = Rules { tls: T::ENCRYPTED, names: arguments.host_names.clone() };
    let state = ApiState::new(engine, options);
    let backups = BackupScheduler::start(state.clone())
        .map_err(|error| format!("The thread for scheduled backups could not be started: {error}."))?;
    // The handlers are in place before the ready line is printed.
    let stop_request = stop_signal(arguments.parent_stdin)?;
    if !T::ENCRYPTED && !address.ip().is_loopback() {
        eprintln!(
            "rookeryd: {address} can be reached from other machines without TLS and without a password: whoever \
             reaches it can read and change everything."
        );
    }
    if let Some(token) = token {
        eprintln!("rookeryd: token for /rookery/processes: {token}");
    }
    let served = Served { api: state, rules, bounds, transport, program: "rookeryd" };
    let mut open = ports.open(served);
    println!("Server available on: {url}");
    tokio::select! {
        () = open.ended() => return Err("The server stopped unexpectedly.".to_owned()),
        () = stop_request => {}
    }
    open.close().await;
    drop(backups);
    Ok(())
}

fn unbound(error: BindError) -> String {
    let advice = if error.is_in_use() {
        " Another program uses that port: stop it, choose another port, or use --port 0 for any free one."
    } else {
        ""
    };
    format!("{error}{advice}")
}

/// The bounds of the command line, as far as the system has files for the connections.
fn bounds(arguments: &Arguments) -> Bounds {
    let possible = rookery_listener::possible_connections();
    let mut bounds = arguments.bounds.clone();
    if bounds.connections > possible {
        eprintln!(
            "rookeryd: {possible} connections at most instead of {}, because this process may not have more files open \
             (ulimit -n).",
            bounds.connections
        );
        bounds.connections = possible;
    }
    bounds
}

/// 244 random bits.
fn new_token() -> String {
    format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

fn stackcap(arguments: &Arguments) -> Option<PathBuf> {
    arguments.stackcap.clone().or_else(|| {
        let beside = std::env::current_exe().ok()?.with_file_name(if cfg!(windows) {
            "stackcap.exe"
        } else {
            "stackcap"
        });
        Some(beside)
    })
}
