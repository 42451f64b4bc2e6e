//! The scenario of one disk: an engine works on it until the power is cut, repeatedly, and its contents are
//! checked each time.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rookery_engine::{
    Database, Engine, EngineError, EngineOptions, ManualClock, RevisionsConfiguration, RevisionsOfCollection,
    Tuning,
};
use serde_json::Value;

use crate::expected::{Found, collection_of, look};
use crate::item_totals::compare_totals;
use crate::keeper::Keeper;
use crate::simulated_disk::{Dice, SimulatedDisk, Survival, Trouble};
use crate::writer::Writer;

/// The load on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// One thread, flushes only on request: deterministic for a seed.
    Alone,
    /// Several writers, a reader, and flushes by size and time in between. The seed determines what each
    /// does, the machine their order.
    Crowd,
    /// Like `Alone`, on a disk whose calls sometimes fail while the power is on.
    Troubled,
    /// Like `Alone`, on a disk that sometimes cannot be read.
    Unreadable,
}

/// The counts of a scenario.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Tally {
    pub cuts: u64,
    pub during_opening: u64,
    pub replays: u64,
    pub torn_tails: u64,
    pub refused: u64,
    pub operations: u64,
    pub trace: u64,
}

const CROWD: usize = 3;
/// Revisions per document.
const REVISIONS: usize = 3;
/// The most operations of one writer before the power is cut.
const STEPS: u64 = 120;

pub struct Scenario {
    load: Load,
    dice: Dice,
    disk: SimulatedDisk,
    clock: Arc<ManualClock>,
    keeper: Keeper,
    writers: Vec<Writer>,
    /// Whether the creation of the database was acknowledged.
    exists: bool,
    tally: Tally,
}

impl Scenario {
    pub fn new(seed: u64, load: Load) -> Self {
        let mut dice = Dice::new(seed);
        let clock = ManualClock::starting_at(time::OffsetDateTime::UNIX_EPOCH);
        let keeper = Keeper::new(0, dice.fork(), clock.clone(), load != Load::Crowd);
        let writers = match load {
            Load::Alone | Load::Troubled | Load::Unreadable => Vec::new(),
            Load::Crowd => (1..=CROWD).map(|number| Writer::new(number, dice.fork())).collect(),
        };
        let disk = SimulatedDisk::new(dice.chance(30));
        Self { load, dice, disk, clock, keeper, writers, exists: false, tally: Tally::default() }
    }

    /// Runs `cuts` power cuts and a last opening without failures. `progress` gets each cut's number.
    pub fn live(mut self, cuts: u64, mut progress: impl FnMut(u64)) -> Tally {
        for cut in 0..cuts {
            progress(cut);
            self.work_until_the_cut();
            self.tally.cuts += 1;
            self.tally.operations += self.disk.operations();
            let survival = Survival {
                sector: if self.dice.chance(50) { 512 } else { 4096 },
                percent: [0, 5, 30, 50, 70, 95, 100][self.dice.below(7) as usize],
                names_in_order: self.dice.chance(50),
            };
            self.disk = self.disk.after_the_cut(&mut self.dice, &survival);
        }
        progress(cuts);
        let (engine, shop) = self.open().unwrap();
        self.compare(&engine, &shop);
        engine.close().unwrap();
        self.tally.trace = self.disk.trace();
        self.tally
    }

    /// One run from an empty disk to a cut in the middle of operation `cut_after`, and the opening after it.
    /// Returns false when the work ended before.
    pub fn live_until(mut self, cut_after: u64, survival: &Survival) -> bool {
        self.disk.cut_after(cut_after);
        match self.open() {
            Ok((engine, shop)) => self.work_alone(&engine, &shop, 15),
            Err(error) => assert!(self.disk.is_off(), "opening failed with the power on: {error}"),
        }
        let was_cut = self.disk.is_off();
        self.disk.cut_now();
        self.disk = self.disk.after_the_cut(&mut self.dice, survival);
        let (engine, shop) = self.open().unwrap();
        self.compare(&engine, &shop);
        was_cut
    }

    /// Sometimes starts failures, on a disk that has them.
    fn in_trouble_now(&mut self) -> bool {
        let troubled = matches!(self.load, Load::Troubled | Load::Unreadable) && self.dice.chance(20);
        if troubled {
            let percent = 1 + self.dice.below(60);
            self.begin_trouble(percent, ErrorKind::Other);
        }
        troubled
    }

    fn begin_trouble(&mut self, percent: u64, kind: ErrorKind) {
        let trouble = Some(Trouble::sometimes(percent, kind, self.dice.fork()));
        match self.load {
            Load::Unreadable => self.disk.set_read_trouble(trouble),
            _ => self.disk.set_trouble(trouble),
        }
    }

    fn end_trouble(&self) {
        self.disk.set_trouble(None);
        self.disk.set_read_trouble(None);
    }

    /// While calls fail a request may fail too, but only with the disk's error.
    fn no_defect(&mut self, answer: Result<(), EngineError>) {
        if let Err(error) = answer {
            self.tally.refused += 1;
            assert!(matches!(error.code(), "read-only" | "io"), "{error:?}");
        }
    }

    fn work_until_the_cut(&mut self) {
        // Some cuts happen during the recovery from the last one.
        let opening_too = self.dice.chance(25);
        if opening_too {
            self.disk.cut_after(self.dice.below(40));
        }
        let (engine, shop) = match self.open() {
            Ok(open) => open,
            Err(error) => {
                assert!(self.disk.is_off(), "opening failed with the power on: {error}");
                self.tally.during_opening += 1;
                return;
            }
        };
        if opening_too {
            // Nothing new is written: the contents have not been compared yet. A flush may be running.
            if self.load == Load::Crowd {
                std::thread::sleep(Duration::from_micros(self.dice.below(2_000)));
            }
        } else {
            self.compare(&engine, &shop);
            let far = [30, 150, 600][self.dice.below(3) as usize];
            self.disk.cut_after(self.dice.below(far));
            match self.load {
                Load::Alone => self.work_alone(&engine, &shop, 6),
                Load::Crowd => self.work_together(&engine, &shop),
                Load::Troubled | Load::Unreadable => self.work_in_trouble(&engine, &shop),
            }
        }
        // If its own work did not cause the cut, it is cut while idle.
        self.disk.cut_now();
    }

    fn work_alone(&mut self, engine: &Engine, shop: &Arc<Database>, flush: u64) {
        for _ in 0..STEPS {
            let done = self.keeper.step(engine, shop, flush);
            if goes_on(&self.disk, done) {
                continue;
            }
            return;
        }
    }

    /// A period of failures. During it, requests may fail with a reason; after it the next write is accepted,
    /// and failed requests have no effect.
    fn work_in_trouble(&mut self, engine: &Engine, shop: &Arc<Database>) {
        for _ in 0..6 {
            let percent = [2, 10, 50, 100][self.dice.below(4) as usize];
            let kinds = [ErrorKind::StorageFull, ErrorKind::ReadOnlyFilesystem, ErrorKind::Other];
            let kind = kinds[self.dice.below(3) as usize];
            self.begin_trouble(percent, kind);
            for _ in 0..1 + self.dice.below(15) {
                if let Err(error) = self.keeper.step(engine, shop, 10) {
                    if self.disk.is_off() {
                        return;
                    }
                    self.tally.refused += 1;
                    assert!(matches!(error.code(), "read-only" | "io"), "{error:?}");
                    let said = error.to_string();
                    // redb reports the cause of a failed read only once; later errors only mention an earlier
                    // one.
                    let earlier = self.load == Load::Unreadable && said.contains("an earlier call failed");
                    let kind = std::io::Error::from(kind).to_string();
                    assert!(earlier || said.contains(&kind), "{said}");
                }
            }
            self.end_trouble();
            let done = self.write_soon(shop);
            if !goes_on(&self.disk, done) {
                return;
            }
            match self.look_soon(shop) {
                Ok(found) => self.keeper.writer.compare_running(&found),
                // Reading changes nothing on the disk, but reopening a data file does.
                Err(error) => return assert!(self.disk.is_off(), "no look with the power on: {error}"),
            }
        }
    }

    /// A write after the period of failures.
    fn write_soon(&mut self, shop: &Database) -> Result<(), EngineError> {
        let patience = self.patience();
        soon(patience, &self.disk, || self.keeper.writer.write_pair(shop))
    }

    /// A read after the period of failures.
    fn look_soon(&self, shop: &Database) -> Result<Found, EngineError> {
        soon(self.patience(), &self.disk, || look(shop))
    }

    /// A data file that could not be read is reopened by one of the next readers, which takes a moment. After
    /// failed writes alone reads do not wait.
    fn patience(&self) -> Duration {
        Duration::from_secs(if self.load == Load::Unreadable { 10 } else { 0 })
    }

    fn work_together(&mut self, engine: &Engine, shop: &Arc<Database>) {
        let over = AtomicBool::new(false);
        let pairs: Vec<[String; 2]> = self.writers.iter().map(Writer::pair).collect();
        let disk = self.disk.clone();
        std::thread::scope(|scope| {
            scope.spawn(|| read_pairs(shop, &pairs, &over));
            let writers: Vec<_> = self
                .writers
                .iter_mut()
                .map(|writer| {
                    let disk = &disk;
                    scope.spawn(move || {
                        for _ in 0..60 {
                            if !goes_on(disk, writer.write_batch(shop, None)) {
                                return;
                            }
                        }
                    })
                })
                .collect();
            for _ in 0..30 {
                let done = self.keeper.step(engine, shop, 3);
                if !goes_on(&disk, done) {
                    break;
                }
            }
            let ended: Vec<_> = writers.into_iter().map(|writer| writer.join()).collect();
            over.store(true, Ordering::Release);
            for end in ended {
                end.unwrap();
            }
        });
    }

    fn open(&mut self) -> Result<(Engine, Arc<Database>), EngineError> {
        let options = EngineOptions {
            disk: Arc::new(self.disk.clone()),
            clock: self.clock.clone(),
            tuning: self.tuning(),
            ..EngineOptions::new("data")
        };
        if self.in_trouble_now() {
            // Opened or not: the result is opened again, without failures.
            self.no_defect(Engine::open(options.clone()).map(drop));
            self.end_trouble();
        }
        let engine = Engine::open(options)?;
        match engine.create("shop", Value::Null) {
            Ok(_) => assert!(!self.exists, "the database is gone"),
            Err(EngineError::AlreadyExists(_)) => {}
            Err(error) => return Err(error),
        }
        self.exists = true;
        if self.in_trouble_now() {
            self.no_defect(engine.database("shop").map(drop));
            self.end_trouble();
        }
        let shop = engine.database("shop")?;
        // Before any write, so that each version of a user has its revision.
        if shop.revisions_configuration().is_none() {
            shop.set_revisions_configuration(keep_some())?;
        }
        Ok((engine, shop))
    }

    fn compare(&mut self, engine: &Engine, shop: &Arc<Database>) {
        let found = look(shop).unwrap();
        self.keeper.compare(engine, shop, &found);
        for writer in &mut self.writers {
            writer.compare(&found);
        }
        let (mut fewest, mut most) = self.keeper.tombstones();
        for writer in &self.writers {
            let (certain, possible) = writer.expected.count_of_tombstones();
            fewest += certain;
            most += possible;
        }
        let possible = fewest..=most;
        assert!(possible.contains(&found.tombstones), "{} tombstones, not {possible:?}", found.tombstones);
        compare_revisions(shop, &found);
        compare_totals(shop);
        let recovery = shop.stats().unwrap().recovery;
        self.tally.replays += u64::from(recovery.replayed_records > 0);
        self.tally.torn_tails += u64::from(recovery.torn_tail.is_some());
    }

    fn tuning(&mut self) -> Tuning {
        let quiet = Tuning {
            journal_segment: 16 << 10 << self.dice.below(3),
            journal_step: 4 << 10 << self.dice.below(3),
            journal_compress_from: [1 << 10, 1 << 20][self.dice.below(2) as usize],
            flush_documents: usize::MAX,
            flush_bytes: 256 << 20,
            flush_after: Duration::from_secs(3600),
            store_cache: 1 << 20,
            tombstone_cleanup: None,
            journal_prepare_in_background: self.load == Load::Crowd,
            ..Tuning::default()
        };
        match self.load {
            Load::Alone | Load::Troubled | Load::Unreadable => quiet,
            Load::Crowd => Tuning {
                flush_documents: 1 + self.dice.below(60) as usize,
                flush_after: Duration::from_millis(self.dice.below(5)),
                ..quiet
            },
        }
    }
}

/// Revisions of users, the latest few.
fn keep_some() -> RevisionsConfiguration {
    let few = RevisionsOfCollection {
        minimum_revisions_to_keep: Some(REVISIONS as i64),
        ..RevisionsOfCollection::default()
    };
    RevisionsConfiguration { default: None, collections: BTreeMap::from([("Users".to_owned(), few)]) }
}

/// A document and its newest revision come from the same batch.
fn compare_revisions(shop: &Database, found: &Found) {
    for (id, doc) in found.documents.iter().filter(|(id, _)| collection_of(id) == "Users") {
        let kept = shop.revisions(id, 0, 100).unwrap().revisions;
        assert_eq!(kept.len() as u64, shop.count_of_revisions(id).unwrap(), "revisions of {id}");
        assert!((1..=REVISIONS).contains(&kept.len()), "{} revisions of {id}", kept.len());
        let newest: Value = serde_json::from_slice(&kept[0].body).unwrap();
        assert_eq!(newest["Mark"], doc.mark, "the newest revision of {id}");
    }
}

/// Retries while the answer is an error, the power is on and the time limit is not reached.
fn soon<T>(
    patience: Duration,
    disk: &SimulatedDisk,
    mut ask: impl FnMut() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    let until = Instant::now() + patience;
    loop {
        let answer = ask();
        if answer.is_ok() || disk.is_off() || Instant::now() >= until {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether to continue; an error counts as a failure only while the power is on.
fn goes_on(disk: &SimulatedDisk, done: Result<(), EngineError>) -> bool {
    match done {
        Ok(()) => !disk.is_off(),
        Err(error) if !disk.is_off() => panic!("refused with the power on: {error}"),
        Err(_) => false,
    }
}

/// Both documents of a pair always come from one batch, for every reader.
fn read_pairs(shop: &Database, pairs: &[[String; 2]], over: &AtomicBool) {
    while !over.load(Ordering::Acquire) {
        for [first, last] in pairs {
            // Reads fail when the power is off.
            let Ok(found) = shop.get_many(&[first, last]) else { return };
            let mark = |at: usize| {
                let document = found[at].as_ref()?;
                serde_json::from_slice::<Value>(&document.body).unwrap()["Mark"].as_u64()
            };
            assert_eq!(mark(0), mark(1), "half a batch was seen");
        }
        std::thread::yield_now();
    }
}
