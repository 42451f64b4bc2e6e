//! A clock that is set, forwards or back: nothing waits for it to catch up, and nothing is ordered by it.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{Clock, DataArchival, EngineOptions, HiloRequest, ManualClock, parse_date};
use serde_json::json;
use time::OffsetDateTime;

use crate::fixture::{TestEngine, get, ids, options, put, quiet, test_engine_in, user};

fn at(text: &str) -> OffsetDateTime {
    parse_date(text).unwrap()
}

fn test_engine_at(text: &str) -> (TestEngine, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(at(text));
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    (test_engine_in(folder, options), clock)
}

#[test]
fn changes_keep_their_order_whatever_the_clock_says() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let mut etag = 0;
    let moments =
        ["2030-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "9990-01-01T00:00:00Z", "1970-01-01T00:00:00Z"];
    for (number, moment) in moments.into_iter().enumerate() {
        clock.set(at(moment));
        let saved = put(&test.shop, &format!("users/{number}"), &user("x"));
        assert!(saved.etag > etag);
        etag = saved.etag;
        // Clients always get the time of the clock, however far in the past or future.
        let said = &get(&test.shop, &saved.id)["@metadata"]["@last-modified"];
        assert_eq!(parse_date(said.as_str().unwrap()), Some(at(moment)));
    }
    let newest_first = ["users/3", "users/2", "users/1", "users/0"];
    assert_eq!(ids(&test.shop.newest(0, 10).unwrap()), newest_first);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(ids(&test.dropped_and_reopened().shop.newest(0, 10).unwrap()), newest_first);
}

#[test]
fn the_archive_sweep_goes_on_after_the_clock_was_set_back() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let frequency = DataArchival { archive_frequency_in_sec: Some(60), ..DataArchival::default() };
    test.shop.set_data_archival(frequency).unwrap();
    // A sweep has been: the next one would be due in 2030.
    clock.advance(Duration::from_secs(61));
    test.shop.archive_now().unwrap();
    clock.set(at("2020-01-01T00:00:00Z"));
    let note = json!({"@metadata": {"@collection": "Notes", "@archive-at": "2019-01-01T00:00:00Z"}});
    put(&test.shop, "notes/1", &note);
    for _ in 0..1000 {
        // A minute on and a second back, as a clock that is being corrected.
        clock.advance(Duration::from_secs(61));
        clock.set(clock.now() - Duration::from_secs(1));
        if get(&test.shop, "notes/1")["@metadata"]["@archived"] == true {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("no sweep came in {}", clock.now());
}

#[test]
fn a_jump_forwards_archives_what_became_due_once_and_leaves_the_rest() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let note = |at: &str| json!({"@metadata": {"@collection": "Notes", "@archive-at": at}});
    put(&test.shop, "notes/1", &note("2035-01-01T00:00:00Z"));
    put(&test.shop, "notes/2", &note("2045-01-01T00:00:00Z"));
    let never = DataArchival { archive_frequency_in_sec: Some(i64::MAX), ..DataArchival::default() };
    test.shop.set_data_archival(never).unwrap();
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    clock.set(at("2040-01-01T00:00:00Z"));
    assert_eq!(test.shop.archive_now().unwrap(), 1);
    clock.set(at("2030-01-01T00:00:00Z"));
    assert_eq!(test.shop.archive_now().unwrap(), 0);
    // Archived is archived, also when its moment is in the future again.
    assert_eq!(get(&test.shop, "notes/1")["@metadata"]["@archived"], true);
    assert!(get(&test.shop, "notes/2")["@metadata"].get("@archived").is_none());
}

#[test]
fn id_ranges_never_overlap_when_the_clock_jumps() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let (mut last_size, mut last_at, mut last_max) = (0, None, 0);
    for moment in
        ["2030-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T00:00:00Z", "2001-01-01T00:00:00Z"]
    {
        clock.set(at(moment));
        let range = test
            .shop
            .hilo_next(&HiloRequest {
                tag: "users".into(),
                last_batch_size: last_size,
                last_range_at: last_at,
                separator: '/',
                last_max,
            })
            .unwrap();
        assert!(
            range.low > last_max && range.high >= range.low && range.high - range.low < 1 << 20,
            "{range:?}"
        );
        (last_size, last_at, last_max) = (range.last_size, Some(range.last_range_at), range.high);
    }
}

#[test]
fn changes_reach_the_data_file_although_the_clock_stands_still() {
    let clock = ManualClock::starting_at(at("2030-01-01T00:00:00Z"));
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let soon = rookery_engine::Tuning { flush_after: Duration::from_millis(1), ..quiet() };
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), soon) };
    let test = test_engine_in(folder, options);
    put(&test.shop, "users/1", &user("x"));
    clock.set(at("1980-01-01T00:00:00Z"));
    for _ in 0..2000 {
        if test.shop.stats().unwrap().unflushed_documents == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the flush waits for a clock that does not move");
}
