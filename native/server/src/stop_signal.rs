//! When the server is to stop: a signal, or the end of standard input.

/// Completes when the server is to stop.
pub fn stop_signal(parent_stdin: bool) -> Result<impl Future<Output = ()> + Send + 'static, String> {
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
                // An error means that the reading thread has ended, at the end of the input.
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

/// Calls `stop` on a thread of its own when the process is to stop, so that work on other threads ends cleanly.
pub fn on_stop_signal(stop: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("Signals cannot be listened to: {error}."))?;
    // Registered before the work begins.
    let signal = {
        let _entered = runtime.enter();
        stop_signal(false)?
    };
    std::thread::Builder::new()
        .name("rookery-signals".to_owned())
        .spawn(move || {
            runtime.block_on(signal);
            stop();
        })
        .map_err(|error| format!("Signals cannot be listened to: {error}."))?;
    Ok(())
}

/// Reads standard input to its end on a thread of its own, which nothing waits for.
fn end_of_input() -> Result<tokio::sync::oneshot::Receiver<()>, String> {
    let (ended, end) = tokio::sync::oneshot::channel();
    std::thread::Builder::new()
        .name("rookery-parent".to_owned())
        .spawn(move || {
            // A read error means the same as the end: the parent has ended.
            drop(std::io::copy(&mut std::io::stdin(), &mut std::io::sink()));
            let _ = ended.send(());
        })
        .map_err(|error| format!("The thread that watches standard input could not be started: {error}."))?;
    Ok(end)
}
