//! One series of a document with the rollups that its collection's policies give it.

use rookery_rql::values::Period;
use rookery_timeseries::Points;

use crate::error::EngineError;
use crate::extensions::time_series::policy::{TimeSeriesPolicies, TimeSeriesPolicy};
use crate::extensions::time_series::policy_changes::{Comparison, PolicyChanges};
use crate::extensions::time_series::rollup::{MOST_VALUES, Rollups, TooManyValues};
use crate::extensions::time_series::{TimeRange, TimeSeriesEntry, TimeSeriesStats, TimeSeriesUpdate};
use crate::state::policy_progress::PolicyProgress;
use crate::state::snapshot::Snapshot;
use crate::time_series_faults::TimeSeriesFault;
use crate::transaction::prepare_time_series::PreparedTimeSeries;
use crate::transaction::prepared::Prepared;

/// Entries of one command.
const ENTRIES: usize = 10_000;

/// A series and its rollups.
pub(super) struct SeriesOfPolicies<'s> {
    snapshot: &'s Snapshot,
    /// The document's key.
    document: &'s str,
    /// Its id as first written.
    id: &'s str,
    name: String,
    policies: &'s TimeSeriesPolicies,
    /// Of the series, then of each policy.
    stats: Vec<Option<TimeSeriesStats>>,
}

impl<'s> SeriesOfPolicies<'s> {
    pub(super) fn read(
        snapshot: &'s Snapshot,
        document: &'s str,
        id: &'s str,
        name: String,
        policies: &'s TimeSeriesPolicies,
    ) -> Result<Self, EngineError> {
        let raw = snapshot.series(document, &name);
        let rollups = policies.policies.iter().map(|policy| snapshot.series(document, &policy.series(&name)));
        let stats = std::iter::once(raw).chain(rollups).collect::<Result<_, _>>()?;
        Ok(Self { snapshot, document, id, name, policies, stats })
    }

    /// The name of the finest series that has entries.
    pub(super) fn first_name(&self) -> Option<&str> {
        self.stats.iter().flatten().next().map(|stats| stats.name.as_str())
    }

    /// Whether something changed or a frame is over since the last check, or something is kept no longer.
    pub(super) fn is_due(&self, now: i64, seen: Option<&PolicyProgress>) -> bool {
        let Some(seen) = seen else { return true };
        let last = self.stats.iter().flatten().map(|stats| stats.last).max().unwrap_or(i64::MIN);
        let is_over = |policy: &TimeSeriesPolicy| {
            let frame = |time| policy.aggregation_time.period().map(|every| every.frame_start(time));
            frame(now) != frame(seen.now) && frame(seen.now).is_some_and(|start| last >= start)
        };
        let is_kept_no_longer =
            |(index, stats): (usize, &Option<TimeSeriesStats>)| match (stats, self.kept_from(index, now)) {
                (Some(stats), Some(from)) => stats.first < from,
                _ => false,
            };
        self.stats[0].as_ref().is_some_and(|stats| stats.etag > seen.etag)
            || self.policies.policies.iter().any(is_over)
            || self.stats.iter().enumerate().any(is_kept_no_longer)
    }

    /// The policy of the series itself, 0, or of its rollups.
    fn policy(&self, index: usize) -> Option<&TimeSeriesPolicy> {
        match index.checked_sub(1) {
            Some(index) => self.policies.policies.get(index),
            None => Some(&self.policies.raw_policy),
        }
    }

    /// The time that entries are kept from: the start of a frame of the next policy. `None`: forever.
    fn kept_from(&self, index: usize, now: i64) -> Option<i64> {
        let from = self.policy(index)?.retention_time.period()?.before(now);
        let next = self.policies.policies.get(index).and_then(|next| next.aggregation_time.period());
        Some(next.map_or(from, |next| next.frame_start(from)))
    }

    /// The time from which nothing was removed because of a policy.
    fn complete_from(&self, index: usize, now: i64) -> i64 {
        let removed_before = self.policy(index).and_then(|policy| policy.removed_before);
        self.kept_from(index, now).into_iter().chain(removed_before).max().unwrap_or(i64::MIN)
    }

    /// The commands: rollups to save, then what is removed.
    pub(super) fn changes(&self, now: i64) -> Result<Vec<Prepared>, EngineError> {
        let (mut commands, mut removals) = (Vec::new(), Vec::new());
        let mut complete_from = i64::MAX;
        let mut name = self.name.clone();
        let mut source: Option<Points> = None;
        for (index, stats) in self.stats.iter().enumerate() {
            let removed = self.kept_from(index, now).zip(stats.as_ref());
            if let Some((from, _)) = removed.filter(|(from, stats)| stats.first < *from) {
                removals.push((name.clone(), TimeRange { from: None, to: Some(from - 1) }));
            }
            let Some(next) = self.policies.policies.get(index) else { break };
            let Some(every) = next.aggregation_time.period() else { break };
            // Rollups that were removed are computed again from entries that are kept longer.
            complete_from = complete_from.min(self.complete_from(index, now));
            let first = match &source {
                Some(points) => points.timestamp(0),
                None => stats.as_ref().map(|stats| stats.first),
            };
            // What is before the first entry may have been removed by a former policy.
            let complete = first.map_or(i64::MAX, |first| complete_from.max(every.frame_start(first)));
            name = next.series(&self.name);
            let changes = self.compared(every, now, source.as_ref(), &name, complete)?;
            let own_from = self.kept_from(index + 1, now).unwrap_or(i64::MIN);
            self.save(&name, &changes, own_from, &mut commands)?;
            source = Some(changes.all);
        }
        for (name, range) in removals {
            let update = TimeSeriesUpdate { name, deletes: vec![range], ..TimeSeriesUpdate::default() };
            commands.push(self.command(update)?);
        }
        Ok(commands)
    }

    /// The rollups of a policy; `source`: those of the policy before it.
    fn compared(
        &self,
        every: Period,
        now: i64,
        source: Option<&Points>,
        name: &str,
        complete_from: i64,
    ) -> Result<PolicyChanges, EngineError> {
        let mut rollups = Rollups::new(every, now);
        let until = rollups.until();
        let mut failure = None;
        let mut add = |entry: TimeSeriesEntry<'_>| {
            let added = rollups.add(&entry, source.is_some());
            failure = added.err();
            matches!(added, Ok(true))
        };
        match source {
            Some(points) => {
                points.iter().all(&mut add);
            }
            None => {
                let range = TimeRange { from: None, to: Some(until - 1) };
                self.snapshot.read_series(self.document, &self.name, range, 0, &mut add)?;
            }
        }
        if let Some(TooManyValues(count)) = failure {
            return Err(EngineError::BadTimeSeries {
                id: self.id.to_owned(),
                name: self.name.clone(),
                reason: format!(
                    "an entry has {count} values, and rollups can have up to {MOST_VALUES}; no policy of the \
                     collection is carried out for it"
                ),
                fault: TimeSeriesFault::ManyValues,
            });
        }
        let computed = rollups.finish();
        let mut stored = Points::default();
        self.snapshot.read_series(self.document, name, TimeRange::default(), 0, &mut |entry| {
            stored.push(entry.timestamp, entry.values, None);
            true
        })?;
        Ok(Comparison { stored: &stored, computed: &computed, complete_from, until }.changes())
    }

    /// Adds the commands that save rollups of frames from `from` on.
    fn save(
        &self,
        name: &str,
        changes: &PolicyChanges,
        from: i64,
        commands: &mut Vec<Prepared>,
    ) -> Result<(), EngineError> {
        let mut update = TimeSeriesUpdate { name: name.to_owned(), ..TimeSeriesUpdate::default() };
        update.deletes.clone_from(&changes.deletes);
        for entry in changes.appends.iter().filter(|entry| entry.timestamp >= from) {
            update.appends.push(entry.timestamp, entry.values, None);
            if update.appends.len() == ENTRIES {
                let next = TimeSeriesUpdate { name: name.to_owned(), ..TimeSeriesUpdate::default() };
                commands.push(self.command(std::mem::replace(&mut update, next))?);
            }
        }
        if !update.appends.is_empty() || !update.deletes.is_empty() {
            commands.push(self.command(update)?);
        }
        Ok(())
    }

    fn command(&self, update: TimeSeriesUpdate) -> Result<Prepared, EngineError> {
        PreparedTimeSeries::imported(self.id.to_owned(), Box::new(update)).map(Prepared::ImportTimeSeries)
    }
}
