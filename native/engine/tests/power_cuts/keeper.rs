//! All operations other than plain batches: flushes, sweeps, identities, ranges, settings, a temporary second
//! database, closing and opening.

use std::sync::Arc;

use rookery_engine::{
    CompactOptions, DataArchival, Database, DocumentsCompression, Engine, EngineError, Expiration,
    HiloRequest, ManualClock, Refresh,
};
use serde_json::Value;

use crate::expected::{Due, Found, RANGES, collection_of};
use crate::files::Files;
use crate::item_totals::{Sizes, sizes};
use crate::policies::Policies;
use crate::simulated_disk::Dice;
use crate::subscriber::Subscriber;
use crate::values::Values;
use crate::writer::Writer;

/// A flag that an unacknowledged request may have changed.
#[derive(Debug, Clone, Copy, Default)]
struct Switch {
    known: bool,
    maybe: Option<bool>,
}

impl Switch {
    fn requested<T>(&mut self, on: bool, answer: Result<T, EngineError>) -> Result<(), EngineError> {
        match answer {
            Ok(_) => *self = Self { known: on, maybe: None },
            Err(error) => {
                self.maybe = Some(on);
                return Err(error);
            }
        }
        Ok(())
    }

    fn compare(&mut self, found: bool, what: &str) {
        assert!(found == self.known || Some(found) == self.maybe, "{what}: {found}, but {self:?}");
        *self = Self { known: found, maybe: None };
    }
}

#[derive(Debug)]
pub struct Keeper {
    pub writer: Writer,
    files: Files,
    policies: Policies,
    subscriber: Subscriber,
    values: Values,
    dice: Dice,
    clock: Arc<ManualClock>,
    /// Seconds the clock was advanced.
    second: i64,
    identity: i64,
    range_end: i64,
    compress_all: Switch,
    other_database: Switch,
    last_command: i64,
    /// Of counters and time series after the last acknowledged change; `None` when it is not known.
    sizes: Option<Sizes>,
    /// Whether it may clean tombstones: then no other writer may create any.
    cleans: bool,
    /// A cleaning was not acknowledged: some tombstones may be removed.
    pub maybe_cleaned: bool,
}

impl Keeper {
    pub fn new(number: usize, mut dice: Dice, clock: Arc<ManualClock>, cleans: bool) -> Self {
        let writer = Writer::new(number, dice.fork());
        let files = Files::new(dice.fork());
        let policies = Policies::new(dice.fork());
        let subscriber = Subscriber::new(dice.fork());
        let values = Values::new(dice.fork());
        Self {
            writer,
            files,
            policies,
            subscriber,
            values,
            dice,
            clock,
            second: 0,
            identity: 0,
            range_end: 0,
            compress_all: Switch::default(),
            other_database: Switch::default(),
            last_command: 0,
            sizes: None,
            cleans,
            maybe_cleaned: false,
        }
    }

    /// Runs one operation. `flush` is the percentage of flushes.
    pub fn step(&mut self, engine: &Engine, shop: &Arc<Database>, flush: u64) -> Result<(), EngineError> {
        let before = shop.stats()?.last_etag;
        let known = self.sizes.take();
        self.do_something(engine, shop, flush)?;
        // A record was written and acknowledged: every earlier failed request is void.
        if shop.stats()?.last_etag > before {
            self.writer.unanswered.clear();
            self.files.unanswered.clear();
            self.subscriber.forget_unanswered();
            self.values.unanswered.clear();
            self.policies.unanswered.clear();
            self.sizes = Some(sizes(shop)?);
        } else {
            self.sizes = known;
        }
        Ok(())
    }

    fn do_something(&mut self, engine: &Engine, shop: &Arc<Database>, flush: u64) -> Result<(), EngineError> {
        if self.dice.chance(flush) {
            return shop.flush_and_sync();
        }
        match self.dice.below(100) {
            0..41 => self.writer.write_batch(shop, Some(self.second)),
            41..49 => self.subscriber.change(shop),
            49..55 => self.values.change(shop),
            55..62 => self.files.change(shop),
            62..67 => self.policies.change(shop, self.second),
            67..70 => shop.compact(&CompactOptions::default(), &mut |_| true).map(drop),
            70..76 => self.writer.write_refused(shop),
            76..82 => self.take_identity(shop),
            82..86 => self.take_range(shop),
            86..92 => self.sweep(shop),
            92 if self.cleans => self.clean(shop),
            92..95 => {
                let on = !self.compress_all.known;
                let settings = DocumentsCompression { compress_all_collections: on, ..Default::default() };
                self.compress_all.requested(on, shop.set_documents_compression(settings))
            }
            95..98 => {
                let on = !self.other_database.known;
                let answer = match on {
                    true => engine.create("other", Value::Null).map(|_| ()),
                    false => engine.delete("other", self.dice.chance(70)).map(|_| ()),
                };
                self.other_database.requested(on, answer)
            }
            _ => {
                let next = engine.next_raft_index();
                assert!(next > self.last_command, "command number {next} came twice");
                self.last_command = next;
                Ok(())
            }
        }
    }

    fn take_identity(&mut self, shop: &Database) -> Result<(), EngineError> {
        let next = shop.next_identity("orders")?;
        assert!(next > self.identity, "identity {next} came twice");
        self.writer.unanswered.clear();
        self.identity = next;
        Ok(())
    }

    fn take_range(&mut self, shop: &Database) -> Result<(), EngineError> {
        let request = HiloRequest {
            tag: "users".to_owned(),
            last_batch_size: 0,
            last_range_at: None,
            separator: '/',
            last_max: 0,
        };
        let range = shop.hilo_next(&request)?;
        assert!(range.low > self.range_end, "range {}-{} came twice", range.low, range.high);
        self.range_end = range.high;
        self.writer.unanswered.clear();
        Ok(())
    }

    /// Tombstones are removed, except those that lead to revisions, which all deleted users have.
    fn clean(&mut self, shop: &Database) -> Result<(), EngineError> {
        self.maybe_cleaned = true;
        let cleaned = shop.clean_tombstones()?;
        self.maybe_cleaned = false;
        let mut after = self.writer.expected.clone();
        after.tombstones.retain(|id| leads_to_revisions(id));
        after.possible_tombstones.retain(|id| leads_to_revisions(id));
        if cleaned > 0 {
            self.writer.answered(after);
            self.files.unanswered.clear();
        } else {
            self.writer.expected = after;
        }
        Ok(())
    }

    /// The minimum and maximum number of tombstones.
    pub fn tombstones(&self) -> (u64, u64) {
        let (fewest, most) = self.writer.expected.count_of_tombstones();
        let kept = self.writer.expected.tombstones.iter().filter(|id| leads_to_revisions(id)).count() as u64;
        (if self.maybe_cleaned { kept } else { fewest }, most)
    }

    /// Advances the clock and runs one kind of sweep.
    fn sweep(&mut self, shop: &Database) -> Result<(), EngineError> {
        let seconds = self.dice.below(8);
        self.second += seconds as i64;
        self.clock.advance(std::time::Duration::from_secs(seconds));
        sweep_on_request(shop)?;
        let what = Due::ALL[self.dice.below(3) as usize];
        let after = self.writer.expected.swept_at(what, self.second);
        let due = self.writer.expected.due_at(what, self.second).len() as u64;
        let answer = match what {
            Due::Archive => shop.archive_now(),
            Due::Expire => shop.expire_now(),
            Due::Refresh => shop.refresh_now(),
        };
        match answer {
            Ok(swept) => {
                assert_eq!(swept, due, "documents swept: {what:?}");
                if due > 0 {
                    self.writer.answered(after);
                }
                Ok(())
            }
            Err(error) => {
                self.writer.unanswered.push(after);
                Err(error)
            }
        }
    }

    pub fn compare(&mut self, engine: &Engine, shop: &Arc<Database>, found: &Found) {
        self.writer.compare(found);
        self.files.compare(shop);
        self.policies.compare(shop);
        let found_sizes = sizes(shop).unwrap();
        if let Some(known) = self.sizes.replace(found_sizes.clone()) {
            assert_eq!(found_sizes, known, "the sizes of counters and time series");
        }
        self.values.compare(shop);
        self.subscriber.compare(shop);
        let compressed = shop.documents_compression().is_some_and(|found| found.compress_all_collections);
        self.compress_all.compare(compressed, "the compression setting");
        let names: Vec<String> = engine.list().into_iter().map(|database| database.name).collect();
        self.other_database.compare(names.iter().any(|name| name == "other"), "the other database");
        if self.other_database.known {
            engine.database("other").unwrap();
        }
        let range = shop.get(&format!("{RANGES}users")).unwrap().map_or(0, |document| {
            let body: Value = serde_json::from_slice(&document.body).unwrap();
            body["Max"].as_i64().unwrap()
        });
        assert!(range >= self.range_end, "a range up to {} was given out, but {range}", self.range_end);
    }
}

/// Users have revisions.
fn leads_to_revisions(id: &str) -> bool {
    collection_of(id) == "Users"
}

/// Sweeps run on request, not on a thread's schedule.
fn sweep_on_request(shop: &Database) -> Result<(), EngineError> {
    const NEVER: Option<i64> = Some(1 << 40);
    if shop.data_archival().is_none() {
        shop.set_data_archival(DataArchival { archive_frequency_in_sec: NEVER, ..DataArchival::default() })?;
    }
    if shop.expiration().is_none() {
        shop.set_expiration(Expiration { delete_frequency_in_sec: NEVER, ..Expiration::default() })?;
    }
    if shop.refresh().is_none() {
        shop.set_refresh(Refresh { refresh_frequency_in_sec: NEVER, ..Refresh::default() })?;
    }
    Ok(())
}
