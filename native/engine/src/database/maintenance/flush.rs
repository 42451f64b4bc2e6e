//! Moves acknowledged changes from memory to the data file: by count, by size, by age, on request.
//!
//! The active table is frozen (a pointer swap), written in one transaction, and dropped. The frozen table
//! stays readable all the time. If the write fails it stays too, writes are rejected, and the same table is
//! retried.

use crate::state::flush_state::FrozenTotals;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::MutexGuard;

use crate::base::thread_jobs::begin_job;
use crate::error::EngineError;
use crate::state::core::Core;
use crate::store::mem_table::MemTable;

/// Delays between retries after a failed flush; the last one repeats.
const RETRY: [Duration; 4] =
    [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(15)];

impl Core {
    /// The flush thread's loop.
    pub(crate) fn flush_loop(&self) {
        while self.wait_until_due() {
            let _job = begin_job(self.name.as_str(), "flush a table to the data file", None);
            // A failure is recorded as the database's health and reported to the next write.
            let _ = self.flush_once();
        }
    }

    fn wait_until_due(&self) -> bool {
        let mut signal = self.flush.signal.lock();
        loop {
            if signal.stop {
                return false;
            }
            if std::mem::take(&mut signal.now) && signal.failures == 0 {
                return true;
            }
            let Some(since) = signal.dirty_since else {
                self.flush.wake.wait(&mut signal);
                continue;
            };
            let patience = match signal.failures {
                0 => self.tuning.flush_after,
                failures => RETRY[(failures - 1).min(RETRY.len() - 1)],
            };
            let due = since + patience;
            if due <= Instant::now() {
                return true;
            }
            self.flush.wake.wait_until(&mut signal, due);
        }
    }

    /// Writes everything published so far to the data file; returns when it is on the device.
    pub(crate) fn flush_all(&self) -> Result<(), EngineError> {
        // A table frozen by an earlier, failed flush goes first, then the later changes.
        self.flush_once()?;
        if self.view.read().active.is_empty() { Ok(()) } else { self.flush_once() }
    }

    /// Writes one table: the one left by a failed flush, otherwise the active one.
    pub(crate) fn flush_once(&self) -> Result<(), EngineError> {
        let mut work = self.flush.work.lock();
        let result = self.flush_frozen(&mut work);
        let mut signal = self.flush.signal.lock();
        let mut failures = self.failures.lock();
        match &result {
            Ok(()) => {
                failures.store = None;
                signal.failures = 0;
                signal.dirty_since = (!self.view.read().active.is_empty()).then(Instant::now);
            }
            Err(error) => {
                failures.store = Some(error.to_string());
                signal.failures += 1;
                signal.dirty_since = Some(Instant::now());
            }
        }
        signal.flushes += 1;
        self.flush.ended.notify_all();
        result
    }

    /// Removes unused pages from the data file. Returns the reason if it is not possible now.
    pub(crate) fn compact_data_file(&self) -> Result<Option<String>, EngineError> {
        self.flush_all()?;
        let work = self.flush.work.lock();
        if work.is_some() {
            return Ok(Some(
                "the latest changes cannot be written to the data file at the moment".to_owned(),
            ));
        }
        self.store.compact()
    }

    fn flush_frozen(&self, work: &mut MutexGuard<'_, Option<FrozenTotals>>) -> Result<(), EngineError> {
        if work.is_none() {
            let _turn = self.turn.lock();
            let mut view = self.view.write();
            if view.active.is_empty() {
                return Ok(());
            }
            **work = Some(FrozenTotals { totals: view.totals.clone(), last_etag: view.last_etag });
            // A full table is followed by more.
            let full = view.active.len() >= self.tuning.flush_documents;
            let next = if full { MemTable::with_room(view.active.len()) } else { MemTable::default() };
            view.frozen = Arc::new(std::mem::replace(&mut view.active, next));
        }
        let frozen = self.view.read().frozen.clone();
        let Some(extensions) = work.as_ref() else { return Ok(()) };
        // A long import would only hold memory for them; when it has ended, the cache is filled from the file.
        let is_bulk =
            frozen.len() >= self.tuning.flush_documents / 2 || frozen.bytes >= self.tuning.flush_bytes / 2;
        // Before they are in the file, so that the filter has no false negatives.
        for entry in frozen.entries() {
            self.id_filter.add(&entry.key);
            if !entry.deleted && !is_bulk {
                self.row_cache.remember(&entry.key, entry.etag);
            }
        }
        if is_bulk {
            // Where the message before it is not yet read, that one is enough.
            let _ = self.rows_left_out.try_send(());
        }
        if let Err(error) = self.store.apply(&frozen, &extensions.totals, extensions.last_etag) {
            // Reads need a working instance, and so does the retry. If reopening fails, the first error is
            // the one to report; the next flush reopens again.
            let _ = self.store.reopen();
            return Err(error);
        }
        let last_record = frozen.last_record;
        **work = None;
        self.view.write().frozen = Arc::new(MemTable::default());
        // The last holder frees it, outside every lock.
        drop(frozen);
        // A used segment that cannot be deleted stays on the pool's list (and in the storage report) and is
        // retried at the next flush; the data is safe either way.
        let _ = self.pool.release(last_record, self.tuning.journal_segment, &self.recorder);
        Ok(())
    }
}
