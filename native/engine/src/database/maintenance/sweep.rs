//! The sweeps: each one periodically finds the documents that are due and submits the change to the writer.

use crate::state::sweep::Sweep;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crossbeam_channel::Sender;
use time::OffsetDateTime;

use crate::base::thread_jobs::begin_job;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::state::core::Core;
use crate::state::snapshot::Row;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::request::Request;

/// Documents changed in one request.
pub(crate) const SWEEP_BATCH: usize = 1024;

impl Sweep {
    const ALL: [Self; 6] = [
        Self::Archive,
        Self::Expiration,
        Self::Refresh,
        Self::Tombstones,
        Self::CompareExchange,
        Self::TimeSeries,
    ];
}

/// Time between two sweeps over due compare-exchange values.
const EXCHANGE_SWEEP: Duration = Duration::from_secs(60);

/// The schedule of one sweep.
struct Pace {
    frequency: Duration,
    most: Option<i64>,
}

impl Core {
    /// The sweep thread's loop, of a database opened at `opened`. Sleeps until a sweep is due; without any
    /// setting, until it is rung.
    pub(crate) fn sweep_loop(&self, writer: &Sender<Request>, opened: OffsetDateTime) {
        let mut last = [opened; Sweep::ALL.len()];
        loop {
            // A clock that was set back does not delay the next sweep.
            let now = self.clock.now();
            last = last.map(|last| last.min(now));
            let due: Vec<(usize, OffsetDateTime)> = Sweep::ALL
                .into_iter()
                .enumerate()
                .filter_map(|(index, sweep)| Some((index, next(last[index], self.pace(sweep)?.frequency))))
                .collect();
            let earliest = due.iter().map(|(_, moment)| *moment).min();
            if earliest.is_none_or(|earliest| self.clock.now() < earliest) {
                self.clock.wait(&self.sweep_alarm, earliest);
                if self.closing.load(Ordering::Acquire) {
                    return;
                }
                continue;
            }
            let _job = begin_job(self.name.as_str(), "expiration, refresh and archival", None);
            for (index, moment) in due {
                let now = self.clock.now();
                if now < moment {
                    continue;
                }
                last[index] = now;
                let failure = match self.sweep(Sweep::ALL[index], writer) {
                    Err(EngineError::Closed(_)) => return,
                    swept => swept.err().map(|error| error.to_string()),
                };
                // Reported in the database statistics; the next sweep retries the same documents.
                *self.failures.lock().of_sweep(Sweep::ALL[index]) = failure;
            }
        }
    }

    /// Submits commands to the writer; returns their outcomes.
    pub(crate) fn submit(
        &self,
        writer: &Sender<Request>,
        commands: Vec<Prepared>,
    ) -> Result<Vec<Outcome>, EngineError> {
        let (request, answer) = Request::waiting(commands);
        writer.send(request).map_err(|_| self.closed())?;
        answer.recv().map_err(|_| self.closed())?
    }

    /// Processes what is due now; returns the number of documents.
    pub(crate) fn sweep(&self, sweep: Sweep, writer: &Sender<Request>) -> Result<u64, EngineError> {
        if sweep == Sweep::Tombstones {
            return self.clean_tombstones(writer);
        }
        if sweep == Sweep::CompareExchange {
            return self.expire_exchanges(writer);
        }
        if sweep == Sweep::TimeSeries {
            return self.carry_out_policies(writer);
        }
        let Some(pace) = self.pace(sweep) else { return Ok(0) };
        let mut left = pace.most.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
        let now = date::to_ticks(self.clock.now());
        let mut swept = 0;
        while left > 0 {
            let most = left.min(SWEEP_BATCH);
            let snapshot = self.snapshot()?;
            let due = match sweep {
                Sweep::Archive => snapshot.archive_due(now, most)?,
                Sweep::Expiration => snapshot.due(SideTable::ExpiresDue, now, most)?,
                Sweep::Refresh => snapshot.due(SideTable::RefreshDue, now, most)?,
                Sweep::Tombstones | Sweep::CompareExchange | Sweep::TimeSeries => Vec::new(),
            };
            drop(snapshot);
            if due.is_empty() {
                break;
            }
            let all = due.len() < most;
            let commands = due.iter().map(|row| self.sweeping(sweep, row)).collect::<Result<_, _>>()?;
            let outcomes = self.submit(writer, commands)?;
            let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Swept(true)).count();
            swept += done as u64;
            left = left.saturating_sub(done);
            // Documents that changed meanwhile are left to the next sweep, which reads again.
            if all || done == 0 {
                break;
            }
        }
        Ok(swept)
    }

    fn sweeping(&self, sweep: Sweep, row: &Row) -> Result<Prepared, EngineError> {
        match sweep {
            Sweep::Archive => self.archiving(row),
            Sweep::Expiration => Ok(Prepared::Expire { id: row.1.id().to_owned(), etag: row.0 }),
            Sweep::Refresh => self.refreshing(row),
            Sweep::Tombstones | Sweep::CompareExchange | Sweep::TimeSeries => {
                Ok(Prepared::Forget { key: ids::key_of(row.1.id()).into(), etag: row.0 })
            }
        }
    }

    /// The schedule of a sweep; `None` while it is disabled.
    fn pace(&self, sweep: Sweep) -> Option<Pace> {
        match sweep {
            Sweep::Archive => {
                let settings = self.file.data_archival().filter(|settings| !settings.disabled)?;
                Some(Pace { frequency: settings.frequency(), most: settings.max_items_to_process })
            }
            Sweep::Expiration => {
                let settings = self.file.expiration().filter(|settings| !settings.disabled)?;
                Some(Pace { frequency: settings.frequency(), most: settings.max_items_to_process })
            }
            Sweep::Refresh => {
                let settings = self.file.refresh().filter(|settings| !settings.disabled)?;
                Some(Pace { frequency: settings.frequency(), most: settings.max_items_to_process })
            }
            Sweep::CompareExchange => {
                // Without values that expire there is nothing to wake up for. If they cannot be read, the sweep says so.
                let any = self.snapshot().and_then(|snapshot| snapshot.has_due_exchanges()).unwrap_or(true);
                any.then_some(Pace { frequency: EXCHANGE_SWEEP, most: None })
            }
            Sweep::TimeSeries => Some(Pace { frequency: self.file.time_series()?.pace()?, most: None }),
            Sweep::Tombstones => Some(Pace { frequency: self.tuning.tombstone_cleanup?, most: None }),
        }
    }
}

fn next(last: OffsetDateTime, frequency: Duration) -> OffsetDateTime {
    let wait = time::Duration::try_from(frequency).unwrap_or(time::Duration::MAX);
    last.saturating_add(wait)
}
