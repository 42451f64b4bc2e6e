//! Power cuts on a simulated disk: nothing acknowledged is lost, no batch is partial, every opening succeeds.
//!
//! `ROOKERY_POWER_CUTS` sets the number of cuts; default 10,000. A failure prints its seed;
//! `ROOKERY_POWER_CUT_SEED=<seed>` repeats the scenario.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod expected;
mod files;
mod item_totals;
mod keeper;
mod policies;
mod scenario;
#[path = "../simulated_disk/mod.rs"]
mod simulated_disk;
mod subscriber;
mod values;
mod writer;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use scenario::{Load, Scenario, Tally};
use simulated_disk::Survival;

const USUAL_CUTS: u64 = 10_000;
/// Enough for a database to be created, filled and flushed, and for its journals to be recycled.
const EARLY_OPERATIONS: u64 = 400;
/// Power cuts per disk.
const CUTS_PER_DISK: u64 = 20;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is '{text}', which is not a number")))
}

/// Runs scenarios until there were `cuts` cuts, on as many threads as there are cores.
fn report(load: Load, cuts: u64, first_seed: u64) {
    let stories = cuts.div_ceil(CUTS_PER_DISK);
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Tally::default());
    let failed = Mutex::new(Vec::new());
    let started = std::time::Instant::now();
    let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= stories || !failed.lock().is_empty() {
                        return;
                    }
                    let seed = first_seed + number;
                    let cut = AtomicU64::new(0);
                    let scenario = || {
                        let cuts = CUTS_PER_DISK.min(cuts - number * CUTS_PER_DISK);
                        Scenario::new(seed, load).live(cuts, |number| cut.store(number, Ordering::Relaxed))
                    };
                    match catch_unwind(AssertUnwindSafe(scenario)) {
                        Ok(tally) => sum.lock().add(&tally),
                        Err(_) => failed.lock().push((seed, cut.into_inner())),
                    }
                }
            });
        }
    });
    let sum = sum.into_inner();
    println!("{load:?}: {sum:?} in {:.1?}", started.elapsed());
    let failed = failed.into_inner();
    assert!(
        failed.is_empty(),
        "the reason is above; (seed, cut): {failed:?}. Repeat with ROOKERY_POWER_CUT_SEED=<seed> ROOKERY_POWER_CUTS={}",
        3 * CUTS_PER_DISK
    );
    assert_eq!(sum.cuts, cuts);
    // A test of recovery must have recovered something.
    if cuts >= 500 {
        assert!(sum.during_opening > 0 && sum.replays > cuts / 10 && sum.torn_tails > 0, "{sum:?}");
    }
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.cuts += other.cuts;
        self.during_opening += other.during_opening;
        self.replays += other.replays;
        self.torn_tails += other.torn_tails;
        self.refused += other.refused;
        self.operations += other.operations;
        self.trace ^= other.trace;
    }
}

/// The given seed, or a new one.
fn first_seed() -> u64 {
    number("ROOKERY_POWER_CUT_SEED").unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs() << 20)
    })
}

#[test]
fn a_power_cut_under_one_writer_loses_nothing_acknowledged() {
    let cuts = number("ROOKERY_POWER_CUTS").unwrap_or(USUAL_CUTS);
    report(Load::Alone, cuts.div_ceil(4), first_seed());
}

#[test]
fn a_power_cut_after_calls_that_failed_loses_nothing_acknowledged() {
    let cuts = number("ROOKERY_POWER_CUTS").unwrap_or(USUAL_CUTS);
    report(Load::Troubled, cuts.div_ceil(4), first_seed());
}

#[test]
fn a_power_cut_after_reads_that_failed_loses_nothing_acknowledged() {
    let cuts = number("ROOKERY_POWER_CUTS").unwrap_or(USUAL_CUTS);
    report(Load::Unreadable, cuts.div_ceil(4), first_seed());
}

#[test]
fn a_power_cut_under_many_writers_and_flushes_loses_nothing_acknowledged() {
    let cuts = number("ROOKERY_POWER_CUTS").unwrap_or(USUAL_CUTS);
    report(Load::Crowd, cuts.div_ceil(4), first_seed());
}

#[test]
fn the_same_seed_does_the_same_to_the_disk() {
    let reported = || Scenario::new(7, Load::Alone).live(CUTS_PER_DISK, |_| {});
    let first = reported();
    assert!(first.operations > 100, "{first:?}");
    assert_eq!(first, reported());
}

/// Exhaustive: a cut at each of the first operations on a fresh disk, with the least and the most that can
/// survive.
#[test]
fn each_operation_of_a_short_life_can_be_the_last() {
    for cut_after in 0..EARLY_OPERATIONS {
        for (percent, names_in_order) in [(0, true), (50, true), (50, false), (100, true)] {
            let survival = Survival { sector: 512, percent, names_in_order };
            let scenario = || Scenario::new(3, Load::Alone).live_until(cut_after, &survival);
            match catch_unwind(AssertUnwindSafe(scenario)) {
                Ok(was_cut) => assert!(was_cut, "the work ended before operation {cut_after}"),
                Err(_) => panic!("the reason is above; cut at operation {cut_after} with {survival:?}"),
            }
        }
    }
}
