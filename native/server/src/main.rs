//! `rookeryd`: the engine behind RavenDB's HTTP API on a loopback port, for applications, tests and benchmarks.
//!
//! What lives here: the command line, the port, who may speak to it, and stopping cleanly. Routes live in
//! rookery-api.

mod arguments;
mod client;
mod gate;
mod slow_disk;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use arguments::{Arguments, HELP, Wish};
use client::Connections;
use rookery_api::other_processes::OtherProcesses;
use rookery_api::own_process::OwnProcess;
use rookery_api::processes::ProcessInspector;
use rookery_api::{ApiOptions, ApiState, Front};
use rookery_engine::{Engine, EngineOptions};
use slow_disk::SlowDisk;

/// Requests under way when the server is told to stop get this long to end.
const GRACE: Duration = Duration::from_secs(5);

/// Documents are taken by the threads that read requests and given back by those that write the disk, which
/// the C library's allocator is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match arguments::parse(std::env::args().skip(1)) {
        Ok(Wish::Serve(arguments)) => arguments,
        Ok(Wish::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(Wish::Version) => {
            println!("{}", rookery_api::version::FULL_VERSION);
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
    let mut options = EngineOptions::new(&arguments.data);
    if let Some(text) = std::env::var_os(slow_disk::VARIABLE) {
        options.disk = Arc::new(SlowDisk::asked_for(&text.to_string_lossy())?);
    }
    let engine = Arc::new(Engine::open(options).map_err(|error| error.to_string())?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("rookery-http")
        .build()
        .map_err(|error| format!("The worker threads could not be started: {error}."))?;
    let served = runtime.block_on(serve(arguments, engine.clone()));
    // Live feeds may still be sampling; they have nothing to lose.
    runtime.shutdown_timeout(Duration::from_secs(1));
    let closed = engine.close().map_err(|error| error.to_string());
    served.and(closed)
}

async fn serve(arguments: &Arguments, engine: Arc<Engine>) -> Result<(), String> {
    let wanted = SocketAddr::new(arguments.host, arguments.port);
    let listener = tokio::net::TcpListener::bind(wanted).await.map_err(|error| {
        let advice = if error.kind() == std::io::ErrorKind::AddrInUse {
            " Another program uses that port: stop it, choose another port, or use --port 0 for any free one."
        } else {
            ""
        };
        format!("Cannot listen on {wanted}: {error}.{advice}")
    })?;
    let address = listener.local_addr().map_err(|error| format!("The port is not known: {error}."))?;
    let options = ApiOptions {
        inspector: Some(Arc::new(OwnProcess::new(stackcap(arguments)))),
        processes: arguments
            .other_processes
            .then(|| Arc::new(OtherProcesses::new(stackcap(arguments))) as Arc<dyn ProcessInspector>),
        public_url: format!("http://{address}"),
        ..ApiOptions::default()
    };
    let app = Connections(Front::new(ApiState::new(engine, options)));
    // Signals are listened to before anybody is told that the server is ready.
    let told_to_stop = stop_signal(arguments.parent_stdin)?;
    let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
    if !address.ip().is_loopback() {
        eprintln!(
            "rookeryd: {address} can be reached from other machines, and there is no password: whoever reaches it \
             can read and change everything."
        );
    }
    println!("Server available on: http://{address}");
    let server = axum::serve(listener, app).with_graceful_shutdown(async move {
        told_to_stop.await;
        // Nobody listens any more only when the server has ended by itself.
        let _ = stopping.send(());
    });
    let impatience = async move {
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        ended = async { server.await } => ended.map_err(|error| format!("The server stopped: {error}.")),
        // Sockets stay open for as long as their clients like; they do not keep the server from stopping.
        () = impatience => Ok(()),
    }
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

/// Completes when the server is to stop.
fn stop_signal(parent_stdin: bool) -> Result<impl Future<Output = ()> + Send + 'static, String> {
    #[cfg(unix)]
    let (mut terminate, mut interrupt) = {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind| signal(kind).map_err(|error| format!("Signals cannot be listened to: {error}."));
        (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?)
    };
    let end_of_input = parent_stdin.then(end_of_input).transpose()?;
    Ok(async move {
        let parent_gone = async {
            match end_of_input {
                // An error means that the reading thread is gone, and it only goes at the end of the input.
                Some(ended) => drop(ended.await),
                None => std::future::pending().await,
            }
        };
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            () = parent_gone => {}
        }
        #[cfg(not(unix))]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = parent_gone => {}
        }
    })
}

/// Reads standard input to its end on a thread of its own, which nothing waits for.
fn end_of_input() -> Result<tokio::sync::oneshot::Receiver<()>, String> {
    let (ended, end) = tokio::sync::oneshot::channel();
    std::thread::Builder::new()
        .name("rookery-parent".to_owned())
        .spawn(move || {
            // A broken input means the same as a closed one: the parent is gone.
            drop(std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
            let _ = ended.send(());
        })
        .map_err(|error| format!("The thread that watches standard input could not be started: {error}."))?;
    Ok(end)
}
