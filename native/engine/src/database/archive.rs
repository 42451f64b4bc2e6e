//! The archive sweep: documents whose `@archive-at` has come are marked and stored compressed.

use crossbeam_channel::Sender;

use super::core::Core;
use super::prepared::{Outcome, Prepared};
use super::request::Request;
use crate::date;
use crate::error::EngineError;
use crate::ids;
use crate::incoming;

/// Documents archived in one request.
const SWEEP_BATCH: usize = 1024;

impl Core {
    /// The archive thread's life. Sleeps until a sweep is due; without the setting, until it is rung.
    pub(super) fn archive_loop(&self, writer: &Sender<Request>) {
        let mut last_sweep = self.clock.now();
        loop {
            // A clock that was set back does not make the next sweep wait until it has caught up.
            last_sweep = last_sweep.min(self.clock.now());
            let settings = self.file.data_archival().filter(|settings| !settings.disabled);
            let due = settings.as_ref().map(|settings| {
                let wait = time::Duration::try_from(settings.frequency()).unwrap_or(time::Duration::MAX);
                last_sweep.saturating_add(wait)
            });
            if due.is_none_or(|due| self.clock.now() < due) {
                self.clock.wait(&self.archive_alarm, due);
                if self.closing.load(std::sync::atomic::Ordering::Acquire) {
                    return;
                }
                continue;
            }
            last_sweep = self.clock.now();
            let failure = match self.sweep(writer) {
                Err(EngineError::Closed(_)) => return,
                swept => swept.err().map(|error| error.to_string()),
            };
            // Told in the database's numbers; the next sweep tries the same documents again.
            self.failures.lock().archive = failure;
        }
    }

    /// Archives what is due now; says how many documents were archived.
    pub(crate) fn sweep(&self, writer: &Sender<Request>) -> Result<u64, EngineError> {
        let Some(settings) = self.file.data_archival().filter(|settings| !settings.disabled) else {
            return Ok(0);
        };
        let most =
            settings.max_items_to_process.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
        let now = date::to_ticks(self.clock.now());
        let mut archived = 0;
        let mut left = most;
        while left > 0 {
            let due = self.snapshot()?.archive_due(now, left.min(SWEEP_BATCH))?;
            if due.is_empty() {
                break;
            }
            let found = due.len();
            let mut commands = Vec::with_capacity(found);
            for (etag, value) in due {
                let damaged = |reason| EngineError::BadDocument { id: value.id().to_owned(), reason };
                let body = value.body(&self.compression.dictionaries).map_err(damaged)?;
                let body = incoming::archived(&body).map_err(|error| damaged(error.to_string()))?;
                let collection_key = ids::key_of(value.collection());
                let encoded = self.compression.encode(&collection_key, &body, true).map_err(damaged)?;
                commands.push(Prepared::Archive { id: value.id().to_owned(), etag, body, encoded });
            }
            let (request, answer) = Request::waiting(commands);
            writer.send(request).map_err(|_| self.closed())?;
            let outcomes = answer.recv().map_err(|_| self.closed())??;
            let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Archived(true)).count();
            archived += done as u64;
            left = left.saturating_sub(done);
            if done == 0 {
                // All of them were changed in between; the next sweep looks again.
                break;
            }
        }
        Ok(archived)
    }
}
