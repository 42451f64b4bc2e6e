//! Closes databases that are not used for a while, to limit the number of open ones.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use time::OffsetDateTime;

use crate::base::clock::{Alarm, Clock};
use crate::engine::database_entry::DatabaseEntry;

/// The engine's databases by name in lower case.
pub(crate) type DatabaseEntries = Arc<RwLock<BTreeMap<String, Arc<DatabaseEntry>>>>;

/// The thread that closes idle databases.
pub(crate) struct IdleWatch {
    alarm: Arc<Alarm>,
    stop: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl IdleWatch {
    /// Starts the thread: databases unused for `after` are closed.
    pub(crate) fn start(
        entries: DatabaseEntries,
        clock: Arc<dyn Clock>,
        after: Duration,
    ) -> std::io::Result<Self> {
        let alarm = Arc::new(Alarm::default());
        let stop = Arc::new(AtomicBool::new(false));
        let thread = std::thread::Builder::new().name("rk-idle".to_owned()).spawn({
            let (alarm, stop) = (alarm.clone(), stop.clone());
            move || {
                // Four checks per limit close a database within 1.25 times the limit.
                let rhythm = (after / 4).max(Duration::from_millis(10));
                while !stop.load(Ordering::Acquire) {
                    clock.wait(&alarm, Some(clock.now() + rhythm));
                    close_idle(&entries, clock.now(), after);
                }
            }
        })?;
        Ok(Self { alarm, stop, thread: Mutex::new(Some(thread)) })
    }

    /// Ends the thread.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        self.alarm.ring();
        if let Some(thread) = self.thread.lock().take() {
            // A thread that panicked has printed it on stderr; there is nothing to do here.
            let _ = thread.join();
        }
    }
}

impl Drop for IdleWatch {
    fn drop(&mut self) {
        self.stop();
    }
}

fn close_idle(entries: &DatabaseEntries, now: OffsetDateTime, after: Duration) {
    let open: Vec<Arc<DatabaseEntry>> = entries.read().values().cloned().collect();
    for entry in open {
        if let Err(error) = entry.close_if_idle(now, after) {
            entry.note_failure(error.to_string());
        }
    }
}
