//! One document whose attachments, counters and entries of a time series are added and removed with it in one batch; its
//! mark determines them.

use std::collections::BTreeMap;

use bytes::Bytes;
use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, EngineError, Expected as Required, Points, TimeRange,
    TimeSeriesUpdate,
};
use serde_json::Value;

use crate::expected::{Doc, body};
use crate::simulated_disk::Dice;

/// An id of no writer.
const ID: &str = "files/0";
const NAMES: u64 = 4;
const SERIES: &str = "measured";

/// The document's mark, and by name the mark of each attachment's content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct State {
    mark: Option<u64>,
    contents: BTreeMap<String, u64>,
    counters: BTreeMap<String, i64>,
    /// Of one time series, by time.
    entries: BTreeMap<i64, u64>,
}

#[derive(Debug)]
pub struct Files {
    dice: Dice,
    acknowledged: State,
    /// The alternatives after a restart.
    pub unanswered: Vec<StateBox>,
    next_mark: u64,
}

/// A state for comparisons outside this file.
#[derive(Debug)]
pub struct StateBox(State);

/// Few contents, so that several attachments share one; some longer than a piece of the store.
fn content(mark: u64) -> Bytes {
    let length = [0, 10, 3_000, 150_000][(mark % 4) as usize];
    Bytes::from(vec![(mark % 7) as u8; length])
}

impl Files {
    pub fn new(dice: Dice) -> Self {
        Self { dice, acknowledged: State::default(), unanswered: Vec::new(), next_mark: 0 }
    }

    /// Saves the document and changes some attachments and counters with it.
    pub fn change(&mut self, shop: &Database) -> Result<(), EngineError> {
        let mut after = self.acknowledged.clone();
        self.next_mark += 1;
        after.mark = Some(self.next_mark);
        let doc = Doc { mark: self.next_mark, due: None, archived: false, etag: None };
        let document = Bytes::from(body(ID, &doc).to_string());
        let mut batch = vec![Command::Put { id: ID.to_owned(), body: document, expected: Required::Any }];
        for _ in 0..1 + self.dice.below(2) {
            let (id, name) = (ID.to_owned(), format!("n{}", self.dice.below(NAMES)));
            let expected = Required::Any;
            if self.dice.chance(30) {
                after.contents.remove(&name);
                batch.push(Command::AttachmentDelete { id, name, expected });
            } else {
                let mark = self.dice.below(28);
                after.contents.insert(name.clone(), mark);
                let (content_type, content) = ("text/plain".to_owned(), content(mark));
                batch.push(Command::AttachmentPut { id, name, content_type, content, expected });
            }
        }
        if self.dice.chance(60) {
            let operations =
                (0..1 + self.dice.below(3)).map(|_| self.counter_operation(&mut after)).collect();
            batch.push(Command::Counters { id: ID.to_owned(), operations });
        }
        if self.dice.chance(60) {
            batch.push(self.series_update(&mut after));
        }
        match shop.execute(batch) {
            Ok(_) => {
                self.acknowledged = after;
                self.unanswered.clear();
                Ok(())
            }
            Err(error) => {
                self.unanswered.push(StateBox(after));
                Err(error)
            }
        }
    }

    fn counter_operation(&mut self, after: &mut State) -> CounterOperation {
        let name = format!("c{}", self.dice.below(NAMES));
        if self.dice.chance(25) {
            after.counters.remove(&name);
            return CounterOperation { name, action: CounterAction::Delete };
        }
        let delta = self.dice.below(1000) as i64 - 500;
        *after.counters.entry(name.clone()).or_default() += delta;
        CounterOperation { name, action: CounterAction::Increment(delta) }
    }

    fn series_update(&mut self, after: &mut State) -> Command {
        let mut update = TimeSeriesUpdate { name: SERIES.to_owned(), ..TimeSeriesUpdate::default() };
        if self.dice.chance(25) {
            let (from, length) = (self.dice.below(2_000) as i64, self.dice.below(1_500) as i64);
            update.deletes.push(TimeRange { from: Some(from), to: Some(from + length) });
            after.entries.retain(|time, _| !(from..=from + length).contains(time));
        }
        let mut appends = Points::default();
        let start = self.dice.below(2_000) as i64;
        for time in start..start + 1 + self.dice.below(500) as i64 {
            let value = self.dice.below(1 << 40);
            appends.push(time, &[value as f64], None);
            after.entries.insert(time, value);
        }
        update.appends = appends;
        Command::TimeSeries { id: ID.to_owned(), update: Box::new(update) }
    }

    /// Compares the contents after a restart, and continues with them.
    pub fn compare(&mut self, shop: &Database) {
        let mark = shop.get(ID).unwrap().map(|document| {
            let body: Value = serde_json::from_slice(&document.body).unwrap();
            body["Mark"].as_u64().unwrap()
        });
        let unanswered = std::mem::take(&mut self.unanswered).into_iter().map(|state| state.0);
        let found = std::iter::once(self.acknowledged.clone()).chain(unanswered).find(|one| one.mark == mark);
        let expected = found.unwrap_or_else(|| panic!("{ID} has mark {mark:?}, not {:?}", self.acknowledged));
        let names: Vec<String> =
            shop.attachments(ID).unwrap().into_iter().map(|attachment| attachment.name).collect();
        assert_eq!(names, expected.contents.keys().cloned().collect::<Vec<_>>(), "of mark {mark:?}");
        let mut references: BTreeMap<String, u64> = BTreeMap::new();
        for (name, mark) in &expected.contents {
            let attachment = shop.open_attachment(ID, name).unwrap().unwrap();
            assert!(attachment.read_all().unwrap() == content(*mark), "the content of {name}");
            *references.entry(attachment.attachment().hash.clone()).or_default() += 1;
        }
        add_references_of_revisions(shop, &mut references);
        for (hash, count) in references {
            assert_eq!(shop.attachment_references(&hash).unwrap(), count, "references to {hash}");
        }
        let counters = shop.all_counters(ID).unwrap().into_iter();
        let counters: BTreeMap<String, i64> = counters.map(|one| (one.name, one.value)).collect();
        assert_eq!(counters, expected.counters, "counters of mark {mark:?}");
        let mut entries = BTreeMap::new();
        if let Some(document) = shop.time_series(ID).unwrap() {
            let mut add = |time: i64, value: f64| entries.insert(time, value as u64);
            let visit = &mut |entry: rookery_engine::TimeSeriesEntry<'_>| {
                add(entry.timestamp, entry.values[0]);
                true
            };
            document.read(SERIES, TimeRange::default(), 0, visit).unwrap();
        }
        assert_eq!(entries, expected.entries, "entries of mark {mark:?}");
        self.acknowledged = expected;
    }
}

/// The contents of a revision are complete, and it counts as their user.
fn add_references_of_revisions(shop: &Database, references: &mut BTreeMap<String, u64>) {
    for revision in shop.revisions(ID, 0, u64::MAX).unwrap().revisions {
        let body: Value = serde_json::from_slice(&revision.body).unwrap();
        for item in body["@metadata"]["@attachments"].as_array().into_iter().flatten() {
            let name = item["Name"].as_str().unwrap();
            let held = shop.open_revision_attachment(ID, name, &revision.change_vector).unwrap();
            let held = held.unwrap_or_else(|| panic!("{name} of {}", revision.change_vector));
            assert_eq!(held.read_all().unwrap().len() as u64, held.attachment().size);
            *references.entry(held.attachment().hash.clone()).or_default() += 1;
        }
    }
}
