//! Rollups and retention of time series, by a clock that only the test moves.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{
    Command, Database, EngineOptions, ManualClock, Points, TimeRange, TimeSeriesConfiguration,
    TimeSeriesUpdate, parse_date,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, get, options, put, quiet, test_engine_in};

const NOW: &str = "2030-01-01T00:00:00Z";
/// `NOW` in milliseconds since 1970.
const START: i64 = 1_893_456_000_000;
const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn test_engine() -> (TestEngine, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(parse_date(NOW).unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    let test = test_engine_in(folder, options);
    put(&test.shop, "users/1", &json!({ "@metadata": { "@collection": "Users" } }));
    (test, clock)
}

fn policy(name: &str, seconds: i64, kept: Option<i64>) -> Value {
    json!({
        "Name": name,
        "AggregationTime": { "Value": seconds, "Unit": "Second" },
        "RetentionTime": time(kept),
    })
}

fn time(seconds: Option<i64>) -> Value {
    match seconds {
        Some(seconds) => json!({ "Value": seconds, "Unit": "Second" }),
        None => json!({ "Value": i32::MAX, "Unit": "None" }),
    }
}

/// Policies that only the tests carry out.
fn configure(shop: &Database, raw_kept: Option<i64>, policies: &[Value]) {
    let users = json!({ "RawPolicy": { "RetentionTime": time(raw_kept) }, "Policies": policies });
    let configuration =
        json!({ "Collections": { "users": users }, "PolicyCheckFrequency": "36500.00:00:00" });
    let configuration: TimeSeriesConfiguration = serde_json::from_value(configuration).unwrap();
    shop.set_time_series_configuration(configuration).unwrap();
}

fn carry_out(shop: &Database) -> u64 {
    shop.carry_out_time_series_policies().unwrap()
}

fn change(shop: &Database, update: TimeSeriesUpdate) {
    shop.execute(vec![Command::TimeSeries { id: "users/1".into(), update: Box::new(update) }]).unwrap();
}

fn append(shop: &Database, name: &str, entries: &[(i64, f64)]) {
    let mut appends = Points::default();
    entries.iter().for_each(|(time, value)| appends.push(*time, &[*value], None));
    change(shop, TimeSeriesUpdate { name: name.into(), appends, ..TimeSeriesUpdate::default() });
}

fn remove(shop: &Database, name: &str, from: i64, to: i64) {
    let deletes = vec![TimeRange { from: Some(from), to: Some(to) }];
    change(shop, TimeSeriesUpdate { name: name.into(), deletes, ..TimeSeriesUpdate::default() });
}

fn read(shop: &Database, name: &str) -> Vec<(i64, Vec<f64>)> {
    let mut rows = Vec::new();
    let Some(document) = shop.time_series("users/1").unwrap() else { return rows };
    document
        .read(name, TimeRange::default(), 0, &mut |entry| {
            rows.push((entry.timestamp, entry.values.to_vec()));
            true
        })
        .unwrap();
    rows
}

fn times(shop: &Database, name: &str) -> Vec<i64> {
    read(shop, name).into_iter().map(|(time, _)| time).collect()
}

#[test]
fn rollups_follow_their_entries() {
    let (TestEngine { shop, .. }, _clock) = &test_engine();
    let at = START - 2 * HOUR;
    append(
        shop,
        "HR",
        &[(at, 60.0), (at + SECOND, 62.0), (at + MINUTE, 64.0), (at + HOUR, 80.0), (START, 1.0)],
    );
    configure(shop, None, &[policy("ByHour", 3600, None), policy("ByMinute", 60, None)]);
    assert_eq!(carry_out(shop), 1);
    assert_eq!(
        read(shop, "hr@byminute"),
        [
            (at, vec![60.0, 62.0, 60.0, 62.0, 122.0, 2.0]),
            (at + MINUTE, vec![64.0, 64.0, 64.0, 64.0, 64.0, 1.0]),
            (at + HOUR, vec![80.0, 80.0, 80.0, 80.0, 80.0, 1.0]),
        ]
    );
    assert_eq!(
        read(shop, "HR@ByHour"),
        [
            (at, vec![60.0, 64.0, 60.0, 64.0, 186.0, 3.0]),
            (at + HOUR, vec![80.0, 80.0, 80.0, 80.0, 80.0, 1.0])
        ]
    );
    let names = get(shop, "users/1")["@metadata"]["@timeseries"].clone();
    assert_eq!(names, json!(["HR", "HR@ByHour", "HR@ByMinute"]));

    // A second check finds nothing to do; entries that come late, are replaced or removed are seen.
    let etag = shop.stats().unwrap().last_etag;
    assert_eq!((carry_out(shop), shop.stats().unwrap().last_etag), (0, etag));
    append(shop, "hr", &[(at + 2 * MINUTE, 10.0), (at + HOUR, 90.0)]);
    remove(shop, "HR", at + MINUTE, at + MINUTE);
    assert_eq!(carry_out(shop), 1);
    assert_eq!(times(shop, "HR@ByMinute"), [at, at + 2 * MINUTE, at + HOUR]);
    assert_eq!(read(shop, "HR@ByHour")[0].1, [60.0, 10.0, 10.0, 62.0, 132.0, 3.0]);
    assert_eq!(read(shop, "HR@ByHour")[1].1[0], 90.0);
    assert_eq!(shop.stats().unwrap().time_series_failure, None);
}

#[test]
fn entries_are_removed_when_their_time_is_over_and_their_rollups_stay() {
    let (test, clock) = test_engine();
    let shop = &test.shop;
    let entries: Vec<(i64, f64)> =
        (0..48 * 60).map(|minute| (START - 2 * DAY + minute * MINUTE, 1.0)).collect();
    append(shop, "HR", &entries);
    let policies = [policy("Hour", 3600, Some(36 * 3600)), policy("Day", 86_400, None)];
    configure(shop, Some(6 * 3600), &policies);
    assert_eq!(carry_out(shop), 1);
    assert_eq!(times(shop, "HR").first(), Some(&(START - 6 * HOUR)));
    // Whole days of hours are kept.
    assert_eq!(times(shop, "HR@Hour").first(), Some(&(START - 2 * DAY)));
    let days =
        || read(shop, "HR@Day").into_iter().map(|(time, values)| (time, values[5])).collect::<Vec<_>>();
    assert_eq!(days(), [(START - 2 * DAY, 1440.0), (START - DAY, 1440.0)]);

    clock.advance(Duration::from_secs(30 * 60 + 12 * 3600));
    assert_eq!(carry_out(shop), 1);
    assert!(times(shop, "HR").is_empty());
    assert_eq!(times(shop, "HR@Hour").first(), Some(&(START - DAY)));
    assert_eq!(days(), [(START - 2 * DAY, 1440.0), (START - DAY, 1440.0)]);

    // An entry of a time that was removed changes no rollup, and is removed again.
    append(shop, "HR", &[(START - 2 * DAY, 5.0), (START - HOUR, 5.0)]);
    assert_eq!(carry_out(shop), 1);
    assert!(times(shop, "HR").is_empty());
    assert_eq!(days(), [(START - 2 * DAY, 1440.0), (START - DAY, 1440.0)]);

    // Without entries, rollups are still removed after their time.
    clock.advance(Duration::from_secs(2 * 86_400));
    assert_eq!(carry_out(shop), 1);
    assert!(times(shop, "HR@Hour").is_empty());
    assert_eq!(get(shop, "users/1")["@metadata"]["@timeseries"], json!(["HR@Day"]));
    let test = test.dropped_and_reopened();
    let etag = test.shop.stats().unwrap().last_etag;
    assert_eq!((carry_out(&test.shop), test.shop.stats().unwrap().last_etag), (0, etag));
}

#[test]
fn a_longer_retention_keeps_the_rollups_of_what_was_removed() {
    let (TestEngine { shop, .. }, clock) = &test_engine();
    append(shop, "HR", &[(START - 3 * HOUR, 1.0), (START - 2 * HOUR, 2.0), (START - HOUR, 3.0)]);
    configure(shop, Some(2 * 3600), &[policy("Hour", 3600, None)]);
    carry_out(shop);
    assert_eq!(times(shop, "HR").len(), 2);
    clock.advance(Duration::from_secs(3 * 3600));
    carry_out(shop);
    assert!(times(shop, "HR").is_empty());
    configure(shop, None, &[policy("hour", 3600, None)]);
    append(shop, "HR", &[(START - 2 * HOUR, 9.0), (START + HOUR, 9.0)]);
    carry_out(shop);
    let sums: Vec<_> = read(shop, "HR@Hour").into_iter().map(|(_, values)| values[4]).collect();
    assert_eq!(sums, [1.0, 2.0, 3.0, 9.0]);
    // The client sees its own configuration.
    let stored = shop.time_series_configuration().unwrap();
    assert_eq!(stored.collections["users"].raw_policy.retention_time.value, i32::MAX);
}

#[test]
fn what_a_policy_cannot_summarize_is_left_alone_and_reported() {
    let (TestEngine { shop, .. }, _clock) = &test_engine();
    let mut appends = Points::default();
    appends.push(START - DAY, &[1.0; 6], None);
    change(shop, TimeSeriesUpdate { name: "Wide".into(), appends, ..TimeSeriesUpdate::default() });
    append(shop, "HR", &[(START - DAY, 1.0)]);
    configure(shop, Some(3600), &[policy("Hour", 3600, None)]);
    let error = shop.carry_out_time_series_policies().unwrap_err().to_string();
    assert!(error.contains("'Wide'") && error.contains("users/1"), "{error}");
    assert_eq!((times(shop, "Wide").len(), times(shop, "HR").len(), times(shop, "HR@Hour").len()), (1, 0, 1));
}

#[test]
fn policies_are_carried_out_by_the_clock() {
    let (TestEngine { shop, .. }, clock) = &test_engine();
    append(shop, "HR", &[(START - MINUTE, 1.0), (START, 2.0)]);
    put(shop, "orders/1", &json!({ "@metadata": { "@collection": "Orders" } }));
    let users = json!({ "RawPolicy": null, "Policies": [policy("Minute", 60, None)] });
    let configuration = json!({ "Collections": { "Users": users }, "PolicyCheckFrequency": "00:00:30" });
    let changes = shop.subscribe_time_series_changes();
    shop.set_time_series_configuration(serde_json::from_value(configuration).unwrap()).unwrap();
    clock.advance(Duration::from_secs(30));
    let change = changes.recv().unwrap();
    assert_eq!((change.name.as_str(), change.from), ("HR@Minute", Some(START - MINUTE)));
    clock.advance(Duration::from_secs(30));
    assert_eq!(changes.recv().unwrap().from, Some(START));
    delete(shop, "users/1");
    assert_eq!(carry_out(shop), 0);
}

#[test]
fn incremental_series_have_rollups_of_plain_entries() {
    let (TestEngine { shop, .. }, _clock) = &test_engine();
    let mut increments = Points::default();
    increments.push(START - HOUR, &[2.0], None);
    increments.push(START - HOUR, &[3.0], None);
    change(shop, TimeSeriesUpdate { name: "INC:Hits".into(), increments, ..TimeSeriesUpdate::default() });
    configure(shop, None, &[policy("Hour", 3600, None)]);
    assert_eq!((carry_out(shop), carry_out(shop)), (1, 0));
    assert_eq!(read(shop, "INC:Hits@Hour"), [(START - HOUR, vec![5.0, 5.0, 5.0, 5.0, 5.0, 1.0])]);
}
