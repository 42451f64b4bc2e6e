//! A document with a time series that is rolled up by the clock and whose old entries are removed.

use std::collections::BTreeMap;

use bytes::Bytes;
use rookery_engine::{
    Command, Database, EngineError, Expected as Required, TimeRange, TimeSeriesConfiguration,
    TimeSeriesEntry, TimeSeriesUpdate,
};
use serde_json::json;

use crate::expected::{Doc, body, collection_of};
use crate::simulated_disk::Dice;

/// An id of no writer.
const ID: &str = "rolled/5";
const SERIES: &str = "rolled";
const SECOND: i64 = 1_000;
/// A frame of the policy.
const FRAME: i64 = 10 * SECOND;
const KEPT: i64 = 40 * SECOND;
const ROLLUPS_KEPT: i64 = 100 * SECOND;
/// Entries are at most this late, so that those of their frame are still kept.
const LATE: i64 = 15 * SECOND;

/// All of it by time: entries, and rollups with their six numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    entries: BTreeMap<i64, f64>,
    rollups: BTreeMap<i64, Vec<f64>>,
}

#[derive(Debug)]
pub struct Policies {
    dice: Dice,
    acknowledged: State,
    /// The alternatives after a restart.
    pub unanswered: Vec<State>,
}

impl State {
    /// After the policies were carried out at `now`.
    fn rolled_up(&self, now: i64) -> Self {
        let until = frame(now);
        let kept_from = frame(now - KEPT);
        let mut computed: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for (time, value) in self.entries.range(..until) {
            let value = *value;
            let numbers =
                computed.entry(frame(*time)).or_insert_with(|| vec![value, 0.0, value, value, 0.0, 0.0]);
            numbers[1] = value;
            numbers[2] = numbers[2].min(value);
            numbers[3] = numbers[3].max(value);
            numbers[4] += value;
            numbers[5] += 1.0;
        }
        let mut rollups = self.rollups.clone();
        // Rollups are corrected as long as the entries of their frame are kept.
        computed.retain(|time, _| *time >= kept_from || !rollups.contains_key(time));
        rollups.extend(computed);
        rollups.retain(|time, _| *time >= now - ROLLUPS_KEPT);
        let mut entries = self.entries.clone();
        entries.retain(|time, _| *time >= kept_from);
        Self { entries, rollups }
    }
}

fn frame(time: i64) -> i64 {
    time.div_euclid(FRAME) * FRAME
}

impl Policies {
    pub fn new(dice: Dice) -> Self {
        Self { dice, acknowledged: State::default(), unanswered: Vec::new() }
    }

    /// Adds entries, or carries out the policies.
    pub fn change(&mut self, shop: &Database, second: i64) -> Result<(), EngineError> {
        let now = second * SECOND;
        let known = self.acknowledged.clone();
        if self.dice.chance(50) {
            if shop.time_series_configuration().is_none() {
                shop.set_time_series_configuration(configuration())?;
            }
            let after = known.rolled_up(now);
            let changed = self.answered(after.clone(), shop.carry_out_time_series_policies())?;
            assert_eq!(changed, u64::from(after != known), "series changed by policies: {known:?}");
            return Ok(());
        }
        let mut after = known;
        let mut update = TimeSeriesUpdate { name: SERIES.to_owned(), ..TimeSeriesUpdate::default() };
        let mut times: Vec<i64> = Vec::new();
        times.resize_with(1 + self.dice.below(4) as usize, || now - self.dice.below(LATE as u64) as i64);
        for time in times {
            let value = self.dice.below(1 << 20) as f64;
            update.appends.push(time, &[value], None);
            after.entries.insert(time, value);
        }
        let doc = Doc { mark: 1, due: None, archived: false, etag: None };
        let document = Bytes::from(body(ID, &doc).to_string());
        let batch = vec![
            Command::Put { id: ID.to_owned(), body: document, expected: Required::Any },
            Command::TimeSeries { id: ID.to_owned(), update: Box::new(update) },
        ];
        self.answered(after, shop.execute(batch)).map(drop)
    }

    fn answered<T>(&mut self, after: State, answer: Result<T, EngineError>) -> Result<T, EngineError> {
        match &answer {
            // What changed nothing wrote nothing, and so makes nothing void.
            Ok(_) if after == self.acknowledged => {}
            Ok(_) => {
                self.acknowledged = after;
                self.unanswered.clear();
            }
            Err(_) => self.unanswered.push(after),
        }
        answer
    }

    /// Compares the series and its rollups after a restart, and continues with them.
    pub fn compare(&mut self, shop: &Database) {
        let mut found = State::default();
        if let Some(document) = shop.time_series(ID).unwrap() {
            let read = |name: &str, add: &mut dyn FnMut(i64, &[f64])| {
                let visit = &mut |entry: TimeSeriesEntry<'_>| {
                    add(entry.timestamp, entry.values);
                    true
                };
                document.read(name, TimeRange::default(), 0, visit).unwrap();
            };
            read(SERIES, &mut |time, values| assert!(found.entries.insert(time, values[0]).is_none()));
            let rollups = format!("{SERIES}@ByFrame");
            read(&rollups, &mut |time, values| {
                assert!(found.rollups.insert(time, values.to_vec()).is_none())
            });
        }
        let unanswered = std::mem::take(&mut self.unanswered);
        let is_possible = std::iter::once(&self.acknowledged).chain(&unanswered).any(|one| *one == found);
        assert!(is_possible, "{ID}: found {found:?}\nacknowledged {:?}\n{unanswered:#?}", self.acknowledged);
        self.acknowledged = found;
    }
}

/// Policies that are carried out on request, not on a thread's schedule.
fn configuration() -> TimeSeriesConfiguration {
    let time = |milliseconds: i64| json!({ "Value": milliseconds / SECOND, "Unit": "Second" });
    let policy = json!({
        "Name": "ByFrame", "AggregationTime": time(FRAME), "RetentionTime": time(ROLLUPS_KEPT),
    });
    let of_collection = json!({ "RawPolicy": { "RetentionTime": time(KEPT) }, "Policies": [policy] });
    let collections = json!({ collection_of(ID): of_collection });
    let configuration = json!({ "Collections": collections, "PolicyCheckFrequency": "36500.00:00:00" });
    serde_json::from_value(configuration).unwrap()
}
