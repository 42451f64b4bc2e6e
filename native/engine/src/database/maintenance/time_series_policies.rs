//! Carries out the policies of time series: adds the rollups of frames that are over, and removes what is kept no longer.
//!
//! Entries are removed after their rollups are durable, in whole frames of the next policy. Rollups are compared with what they
//! summarize: those of entries that were saved or deleted late are corrected, as long as the entries of their frame are kept.
//! A series is read again when it changed or when a frame is over.

use std::ops::Bound;

use crossbeam_channel::Sender;

use crate::document::date;
use crate::error::EngineError;
use crate::extensions::time_series::configuration::TimeSeriesConfiguration;
use crate::extensions::time_series::rollup::is_rollup;
use crate::extensions::time_series::rows;
use crate::state::core::Core;
use crate::state::policy_progress::PolicyProgress;
use crate::state::snapshot::Snapshot;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Prepared;
use crate::transaction::request::Request;

use super::series_of_policies::SeriesOfPolicies;

/// Series examined between two requests to the writer.
const BATCH: usize = 256;
/// Commands of one request; each has at most some ten thousand entries.
const COMMANDS: usize = 64;
const TICKS_PER_MILLISECOND: i64 = 10_000;

impl Core {
    /// Since 1970.
    pub(crate) fn now_in_milliseconds(&self) -> i64 {
        date::to_ticks(self.clock.now()).div_euclid(TICKS_PER_MILLISECOND)
    }

    /// Returns the number of series that changed, rollups not counted.
    pub(crate) fn carry_out_policies(&self, writer: &Sender<Request>) -> Result<u64, EngineError> {
        let Some(configuration) = self.file.time_series() else { return Ok(0) };
        let now = self.now_in_milliseconds();
        let seen = self.policy_progress.lock().clone();
        // With a clock that was set back, frames are not over that were.
        let seen = seen.filter(|seen| seen.configuration == configuration && now >= seen.now);
        let etag = self.snapshot()?.view.last_etag;
        let (mut after, mut changed, mut failure) = (Some(Vec::new()), 0, None);
        while let Some(key) = after {
            let snapshot = self.snapshot()?;
            let mut due = Vec::new();
            after = None;
            let range = (Bound::Excluded(&*key), Bound::Unbounded);
            for (examined, row) in snapshot.side_rows(SideTable::TimeSeries, range, false)?.enumerate() {
                let (key, row) = row?;
                match changes_of(&snapshot, &configuration, (&key, &row), now, seen.as_ref()) {
                    Ok(changes) if changes.is_empty() => {}
                    Ok(changes) => due.push(changes),
                    // The other series do not depend on it.
                    Err(error @ EngineError::BadTimeSeries { .. }) => failure = failure.or(Some(error)),
                    Err(error) => return Err(error),
                }
                if examined + 1 == BATCH {
                    after = Some(key.to_vec());
                    break;
                }
            }
            drop(snapshot);
            changed += self.submit_changes(writer, due)?;
        }
        // Series that failed are read again.
        if let Some(failure) = failure {
            return Err(failure);
        }
        *self.policy_progress.lock() = Some(PolicyProgress { configuration, etag, now });
        Ok(changed)
    }

    /// Returns the number of series whose document was still there.
    fn submit_changes(&self, writer: &Sender<Request>, due: Vec<Vec<Prepared>>) -> Result<u64, EngineError> {
        if due.is_empty() {
            return Ok(0);
        }
        if due.iter().map(Vec::len).sum::<usize>() <= COMMANDS {
            match self.submit(writer, due.concat()) {
                Ok(_) => return Ok(due.len() as u64),
                // A document was deleted meanwhile: each series is changed on its own.
                Err(EngineError::MissingDocument { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let mut done = 0;
        for changes in due {
            let mut parts = changes.chunks(COMMANDS);
            match parts.try_for_each(|part| self.submit(writer, part.to_vec()).map(drop)) {
                Ok(()) => done += 1,
                Err(EngineError::MissingDocument { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(done)
    }
}

/// The changes of the series in a row and of its rollups.
fn changes_of(
    snapshot: &Snapshot,
    configuration: &TimeSeriesConfiguration,
    (key, row): (&[u8], &[u8]),
    now: i64,
    seen: Option<&PolicyProgress>,
) -> Result<Vec<Prepared>, EngineError> {
    let row = snapshot.intact(rows::from_bytes(row))?;
    let document = snapshot.intact(rows::document_of(key))?;
    let Some((_, found)) = snapshot.document(document)? else { return Ok(Vec::new()) };
    let Some(policies) = configuration.active(found.collection()) else { return Ok(Vec::new()) };
    let name = row.name.split('@').next().unwrap_or_default().to_owned();
    let series = SeriesOfPolicies::read(snapshot, document, found.id(), name, policies)?;
    // A series without entries is found by its finest rollups.
    if is_rollup(&row.name) && series.first_name() != Some(row.name.as_str()) || !series.is_due(now, seen) {
        return Ok(Vec::new());
    }
    series.changes(now)
}
