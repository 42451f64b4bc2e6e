//! Time series in patch scripts: changes are collected and saved together, so that a script can append many entries.

use rookery_rql::{QueryError, SeriesBounds, SeriesEntry, series_entry, series_moment, series_stats_of};
use rookery_script::{HostError, Refusal, TimeSeriesChange};
use serde_json::Value;

use super::script_host::{CollectedSeries, Host};
use super::time_series::{series_etag, stats_in, visit_entries};
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::time_series::{TimeRange, TimeSeriesUpdate, is_rollup, rows};
use crate::transaction::prepare_time_series::PreparedTimeSeries;
use crate::transaction::recorded_run::{Read, Write};

/// Most entries that one call of `get` returns.
const MOST_ENTRIES: usize = 1_000_000;
/// Most bytes of entries that are collected before they are saved.
const MOST_COLLECTED: usize = 8 << 20;

const TICKS_PER_MILLISECOND: i64 = 10_000;
/// An etag that no series has.
const NEVER: i64 = i64::MIN;

impl Host<'_, '_, '_> {
    /// Saves the collected changes of the last series.
    pub(crate) fn save_series(&mut self) -> Result<(), EngineError> {
        let Some(CollectedSeries { id, update }) = self.series.take() else { return Ok(()) };
        let changes = PreparedTimeSeries::new(id, Box::new(update))?;
        let row = rows::key(&ids::key_of(&changes.id), &changes.name_key);
        let before = series_etag(self.transaction, &row)?;
        self.changed_series.entry(row).or_insert(before);
        self.resolver.scripted_series(self.transaction, &changes)?;
        self.writes.push(Write::TimeSeries(Box::new(changes)));
        Ok(())
    }

    pub(super) fn collect_series(
        &mut self,
        id: &str,
        name: &str,
        change: TimeSeriesChange,
    ) -> Result<(), HostError> {
        let is_deletion = matches!(change, TimeSeriesChange::Delete { .. });
        let fits = self.series.as_ref().is_some_and(|collected| {
            let update = &collected.update;
            let is_empty = update.appends.is_empty() && update.increments.is_empty();
            // Of one update, deletions come first.
            let in_order = !is_deletion || is_empty;
            let bytes = update.appends.bytes() + update.increments.bytes();
            collected.id == id && update.name == name && in_order && bytes < MOST_COLLECTED
        });
        if !fits {
            self.save_series()?;
        }
        let now = self.resolver.now.div_euclid(TICKS_PER_MILLISECOND);
        let collected = self.series.get_or_insert_with(|| CollectedSeries {
            id: id.to_owned(),
            update: TimeSeriesUpdate { name: name.to_owned(), ..TimeSeriesUpdate::default() },
        });
        let moment = |text: &str| series_moment(text).map_err(refusal);
        let update = &mut collected.update;
        match change {
            TimeSeriesChange::Append { time, values, tag } => {
                update.appends.push(moment(&time)?, &values, tag.as_deref());
            }
            TimeSeriesChange::Increment { time, values } => {
                let time = time.as_deref().map_or(Ok(now), moment)?;
                update.increments.push(time, &values, None);
            }
            TimeSeriesChange::Delete { from, to } => {
                let bound = |text: Option<String>| text.as_deref().map(moment).transpose();
                update.deletes.push(TimeRange { from: bound(from)?, to: bound(to)? });
            }
        }
        Ok(())
    }

    pub(super) fn series_entries(
        &mut self,
        id: &str,
        name: &str,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<u8>, HostError> {
        self.save_series()?;
        self.note_series(id, name)?;
        let bound = |text: Option<&str>| text.map(series_moment).transpose().map_err(refusal);
        let range = TimeRange { from: bound(from)?, to: bound(to)? };
        let mut entries = Vec::new();
        visit_entries(self.resolver, self.transaction, id, name, range, &mut |entry| {
            let (timestamp, values, tag) = (entry.timestamp, entry.values, entry.tag);
            entries.push(series_entry(&SeriesEntry { timestamp, values, tag, is_rollup: is_rollup(name) }));
            entries.len() <= MOST_ENTRIES
        })?;
        if entries.len() > MOST_ENTRIES {
            let message = format!(
                "The time series '{name}' has more than {MOST_ENTRIES} entries there. Give get() two times."
            );
            return Err(Box::new(Refusal(message)));
        }
        Ok(Value::Array(entries).to_string().into_bytes())
    }

    pub(super) fn series_stats(&mut self, id: &str, name: &str) -> Result<Vec<u8>, HostError> {
        self.save_series()?;
        self.note_series(id, name)?;
        let found = stats_in(self.transaction, &rows::key(&ids::key_of(id), &ids::key_of(name)))?;
        let bounds =
            found.map(|found| SeriesBounds { entries: found.entries, first: found.first, last: found.last });
        Ok(series_stats_of(bounds).to_string().into_bytes())
    }

    /// Records that the script depends on a series as it was before this run.
    fn note_series(&mut self, id: &str, name: &str) -> Result<(), EngineError> {
        let document = ids::key_of(id);
        if self.removed.contains(&document) {
            return Ok(());
        }
        let row = rows::key(&document, &ids::key_of(name));
        let etag = match self.changed_series.get(&row) {
            Some(before) => *before,
            None => series_etag(self.transaction, &row)?,
        };
        // The etag of a change of the same batch is not known before the batch is decided: the script runs again then.
        let etag = match etag {
            Some(etag) if self.transaction.is_own(etag) => Some(NEVER),
            known => known,
        };
        self.reads.push(Read::TimeSeries { row, etag });
        Ok(())
    }
}

/// A mistake of the script is an exception there.
fn refusal(error: QueryError) -> HostError {
    match error {
        QueryError::Invalid { message, .. } => Box::new(Refusal(message)),
        other => Box::new(other),
    }
}
