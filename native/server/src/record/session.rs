//! One recording from its start to its end.

use std::sync::Arc;
use std::time::Duration;

use rookery_recorder::{CaptureRequest, Captures, Fired, Session};
use rookery_recording::Manifest;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::arguments::Task;
use super::collector::{collect, get};
use super::output::create;
use super::progress::Progress;
use super::start::manifest;
use super::summary::Summary;
use super::watched_level::WatchedLevel;
use crate::remote::{Failure, Remote, sign_in};

/// How often rows go to the file.
const WRITE: Duration = Duration::from_secs(5);
/// The time for sources to end.
const GRACE: Duration = Duration::from_secs(2);
/// The longest time for a capture.
const CAPTURE: Duration = Duration::from_secs(60);
/// Where nothing ends the recording but a trigger or a person.
const FAR: Duration = Duration::from_secs(100 * 365 * 86_400);

/// Records until the time is over, a trigger has fired, the file is full or `stop` completes.
pub async fn record(task: &Task, stop: impl Future<Output = ()>) -> Result<Summary, Failure> {
    let mut remote = Remote::new(&task.url, &task.tls)?;
    if let Some(code) = task.code {
        sign_in(&mut remote, code).await?;
    }
    let remote = Arc::new(remote);
    let manifest = manifest(&remote, task).await?;
    let level = match task.set_log_level {
        true => WatchedLevel::raise(&remote, &task.options.log_level).await?,
        false => None,
    };
    let recorded = to_file(task, &remote, manifest, stop).await;
    if let Some(level) = level
        && let Err(failure) = level.restore(&remote).await
    {
        eprintln!("rookeryd record: {failure} Set it with POST /admin/logs/configuration.");
    }
    recorded
}

async fn to_file(
    task: &Task,
    remote: &Arc<Remote>,
    manifest: Manifest,
    stop: impl Future<Output = ()>,
) -> Result<Summary, Failure> {
    let mut progress = Progress::new(task, &manifest);
    let (sender, fires) = mpsc::unbounded_channel();
    let fired = move |fired| {
        // The session ends before its collectors.
        let _ = sender.send(fired);
    };
    let file = create(&task.out, task.overwrite)?;
    let (mut session, feeds) =
        Session::start(task.options.clone(), manifest, file, task.out.clone(), fired).map_err(failure)?;
    let (end, ended) = watch::channel(false);
    let mut collectors = JoinSet::new();
    for feed in feeds {
        collectors.spawn(collect(remote.clone(), feed, ended.clone()));
    }
    let mut captures = JoinSet::new();
    let reason = run(&mut session, stop, fires, &mut progress, |request, answers| {
        captures.spawn(capture(remote.clone(), request, answers));
    })
    .await?;
    end.send_replace(true);
    // A source that does not end in time has nothing more to add.
    let _ = tokio::time::timeout(GRACE, async { while collectors.join_next().await.is_some() {} }).await;
    captures.shutdown().await;
    progress.end();
    let finished = session.finish(&reason).map_err(failure)?;
    Ok(Summary { file: task.out.clone(), finished })
}

/// Why it ended.
async fn run(
    session: &mut Session,
    stop: impl Future<Output = ()>,
    mut fires: mpsc::UnboundedReceiver<Fired>,
    progress: &mut Progress,
    mut capture: impl FnMut(CaptureRequest, Captures),
) -> Result<String, Failure> {
    let mut stop = std::pin::pin!(stop);
    let mut writes = tokio::time::interval(WRITE);
    loop {
        let over = session.over().map_or_else(|| Instant::now() + FAR, Instant::from_std);
        tokio::select! {
            () = &mut stop => return Ok("It was stopped.".to_owned()),
            () = tokio::time::sleep_until(over) => {}
            _ = writes.tick() => {
                session.write().map_err(failure)?;
                progress.at(session.bytes(), session.rows());
            }
            Some(fired) = fires.recv() => {
                let Some(request) = session.trigger(&fired) else { continue };
                progress.say(&format!("{}: {}", fired.name, fired.text));
                if let Some(request) = request {
                    capture(request, session.captures());
                }
            }
        }
        if let Some(reason) = session.end() {
            return Ok(reason);
        }
    }
}

async fn capture(remote: Arc<Remote>, request: CaptureRequest, answers: Captures) {
    let json = match tokio::time::timeout(CAPTURE, get(&remote, &request.path)).await {
        Ok(Ok(reply)) => reply.json(),
        Ok(Err(failure)) => Err(failure),
        Err(_) => Err(Failure::new(format!("No answer in {} s.", CAPTURE.as_secs()))),
    };
    match json {
        Ok(json) => answers.add(request.number, &request.trigger, &json),
        Err(failure) => answers.failed(&failure.to_string()),
    }
}

fn failure(error: impl std::fmt::Display) -> Failure {
    Failure::new(error.to_string())
}
