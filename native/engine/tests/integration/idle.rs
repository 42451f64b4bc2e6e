//! Databases nobody uses are closed, and opened again when somebody does.

use std::time::{Duration, Instant};

use rookery_engine::{Engine, EngineOptions, ManualClock};
use serde_json::json;
use time::OffsetDateTime;

use super::fixture::{get, options, put_command, quiet};

const MINUTE: Duration = Duration::from_secs(60);

fn loaded(engine: &Engine) -> bool {
    engine.info("shop").unwrap().loaded
}

/// Idle databases are closed by a separate thread, soon after the clock advances.
fn wait_until(what: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !what() {
        assert!(Instant::now() < patience, "it did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_unused_database_is_closed_with_all_it_holds_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::starting_at(OffsetDateTime::UNIX_EPOCH);
    let engine =
        Engine::open(EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) }).unwrap();
    engine.create("shop", json!({})).unwrap();
    let shop = engine.database("shop").unwrap();
    shop.execute(vec![put_command("a", &json!({"n": 1}))]).unwrap();

    clock.advance(20 * MINUTE);
    // Held, so it stays: a short wait cannot prove it, a use afterwards can.
    std::thread::sleep(Duration::from_millis(50));
    shop.execute(vec![put_command("b", &json!({"n": 2}))]).unwrap();
    assert!(loaded(&engine));

    drop(shop);
    clock.advance(20 * MINUTE);
    wait_until(|| {
        // Asking holds the database for a moment; the watch that met such a moment looks again later.
        clock.advance(MINUTE);
        !loaded(&engine) && engine.info("shop").unwrap().documents == 2
    });

    let shop = engine.database("shop").unwrap();
    assert_eq!(shop.stats().unwrap().recovery.replayed_records, 0, "it was closed, not dropped");
    assert_eq!(get(&shop, "b")["n"], 2);
}

#[test]
fn a_periodically_used_database_stays_open() {
    let folder = tempfile::tempdir().unwrap();
    let clock = ManualClock::starting_at(OffsetDateTime::UNIX_EPOCH);
    let engine =
        Engine::open(EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) }).unwrap();
    engine.create("shop", json!({})).unwrap();
    let first = std::sync::Arc::downgrade(&engine.database("shop").unwrap());
    for _ in 0..10 {
        clock.advance(5 * MINUTE);
        engine.database("shop").unwrap();
    }
    assert!(first.upgrade().is_some(), "it is still the one opened first");
}
