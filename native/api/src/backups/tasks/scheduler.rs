//! The thread that runs backups when they are due.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use time::OffsetDateTime;

use super::{BackupTask, TaskStatus, run_now};
use crate::state::ApiState;

/// Between two looks at the tasks; their times have minutes.
const LOOK: Duration = Duration::from_secs(5);
/// How long backups in progress may take to stop. What is left of one then is removed by the next.
const STOPPING: Duration = Duration::from_secs(5);

/// Runs the backup tasks of all databases. A time that was missed while no process had the data folder open is made
/// up for once. Stopped when dropped.
pub struct BackupScheduler {
    stopped: Arc<(Mutex<bool>, Condvar)>,
    state: ApiState,
    thread: Option<JoinHandle<()>>,
}

impl BackupScheduler {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the operating system gives no thread.
    pub fn start(state: ApiState) -> std::io::Result<Self> {
        let stopped = Arc::<(Mutex<bool>, Condvar)>::default();
        let (theirs, watched) = (stopped.clone(), state.clone());
        let thread = std::thread::Builder::new().name("rk-backups".to_owned()).spawn(move || {
            let (flag, bell) = &*theirs;
            let mut stop = flag.lock();
            while !*stop {
                // Not held while backups begin.
                parking_lot::MutexGuard::unlocked(&mut stop, || {
                    run_due(&watched, OffsetDateTime::now_utc());
                });
                if !*stop {
                    bell.wait_for(&mut stop, LOOK);
                }
            }
        })?;
        Ok(Self { stopped, state, thread: Some(thread) })
    }
}

impl Drop for BackupScheduler {
    /// Backups in progress are stopped; nothing is left of them.
    fn drop(&mut self) {
        *self.stopped.0.lock() = true;
        self.stopped.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // One that panicked has printed it on stderr.
            let _ = thread.join();
        }
        let runs = self.state.running_backups();
        for ((database, _), running) in runs.0.lock().iter() {
            if let Some(database) = self.state.engine().opened(database) {
                // It may have ended by now.
                let _ = database.operations().kill(running.operation);
            }
        }
        let until = Instant::now() + STOPPING;
        while !runs.0.lock().is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Begins the backups that are due at this moment; returns how many.
pub fn run_due(state: &ApiState, now: OffsetDateTime) -> usize {
    let engine = state.engine();
    let mut begun = 0;
    for info in engine.list() {
        if info.disabled || info.load_error.is_some() {
            continue;
        }
        let Ok((record, _)) = engine.record(&info.name) else { continue };
        for task in BackupTask::all(&record) {
            let status = TaskStatus::in_record(&record, task.id);
            if status.since.is_none() {
                // A task that came with the whole record. A failure is repeated at the next look.
                let _ = TaskStatus::change(engine, &info.name, task.id, |status| status.since = Some(now));
                continue;
            }
            let is_due = !task.is_disabled() && task.due(&status).is_some_and(|due| due <= now);
            if is_due && state.running_backups().of(&info.name, task.id).is_none() {
                // A database that cannot be opened says so in the list of databases.
                begun += usize::from(run_now(state, &info.name, task, now).is_ok());
            }
        }
    }
    begun
}
