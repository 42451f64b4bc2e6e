//! Indexes over counters and time series across batches, errors, replacements, restarts and versions.

use std::time::Duration;

use rookery_engine::IndexStatus;
use serde_json::json;

use crate::fixture::{put, test_engine, test_engine_in, user};
use crate::item_fixture::{NEW_YEAR, append, increment, results};
use crate::query_fixture::{make, query_results, query_results_within};

#[test]
fn what_fails_is_reported_and_not_tried_at_every_append() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    let values: Vec<[f64; 1]> = (0..3000).map(|number| [f64::from(number).sin()]).collect();
    let rows: Vec<(i64, &[f64], Option<&str>)> =
        values.iter().zip(0..).map(|(value, number)| (NEW_YEAR + number, &value[..], None)).collect();
    append(shop, "users/1", "Noise", &rows);
    make(
        shop,
        json!({"Name": "S", "Maps": ["timeSeries.map('Users', ts => {
            if (ts.Start.getTime() === 1704067200000) throw new Error('not this one');
            return { N: ts.Count }; })"]}),
    );
    let first = query_results(shop, "from index 'S' limit 1000").total;
    let stats = &shop.index_stats().unwrap()[0];
    assert_eq!(stats.errors.len(), 1);
    assert!(stats.errors[0].error.contains("not this one"), "{:?}", stats.errors);
    assert!(stats.errors[0].document.starts_with("users/1|noise|"), "{:?}", stats.errors);
    append(shop, "users/1", "Noise", &[(NEW_YEAR + 9000, &[1.0], None)]);
    assert_eq!(query_results(shop, "from index 'S' limit 1000").total, first);
    assert_eq!(shop.index_stats().unwrap()[0].errors.len(), 1);
}

#[test]
fn a_changed_definition_is_built_side_by_side() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    increment(shop, "users/1", "a", 1);
    append(shop, "users/1", "s", &[(0, &[5.0], None)]);
    make(shop, json!({"Name": "I", "Maps": ["counters.map('Users', c => ({ V: c.Value }))"]}));
    assert_eq!(results(shop, "from index 'I'"), [json!({"V": 1})]);
    let same = json!({"Name": "I", "Maps": ["counters.map('Users', c => ({ V: c.Value }))"], "SourceType": "Counters",
        "ArchivedDataProcessingBehavior": "IncludeArchived"});
    make(shop, same);
    assert_eq!(shop.index_stats().unwrap().len(), 1);
    make(shop, json!({"Name": "I", "Maps": ["timeSeries.map('Users', ts => ({ V: ts.Entries[0].Value }))"]}));
    for _ in 0..2000 {
        if shop.index_stats().unwrap().iter().map(|stats| stats.source).eq(["TimeSeries"]) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(results(shop, "from index 'I'"), [json!({"V": 5})]);
    assert!(shop.reset_index("I").unwrap());
    assert_eq!(results(shop, "from index 'I'"), [json!({"V": 5})]);
}

#[test]
fn items_of_an_older_version_are_found() {
    let test = test_engine();
    let shop = &test.shop;
    for id in 0..40 {
        put(shop, &format!("users/{id}"), &user("Ada"));
        increment(shop, &format!("users/{id}"), "Likes", id);
        append(shop, &format!("users/{id}"), "Pulse", &[(id, &[1.0], None)]);
    }
    let path = shop.folder().join("store.redb");
    let folder = test.folder.clone();
    test.engine.close().unwrap();
    drop(test);
    let file = redb::Database::open(&path).unwrap();
    let write = file.begin_write().unwrap();
    for name in ["counter-changes", "time-series-changes"] {
        let table: redb::TableDefinition<'_, &[u8], &[u8]> = redb::TableDefinition::new(name);
        assert!(write.delete_table(table).unwrap(), "{name}");
    }
    {
        let totals: redb::TableDefinition<'_, &[u8], &[u8]> = redb::TableDefinition::new("side-totals");
        let mut totals = write.open_table(totals).unwrap();
        let of_collection =
            |key: &[u8]| key.starts_with(b"counters/c/") || key.starts_with(b"time-series/c/");
        totals.retain(|key, _| !of_collection(key)).unwrap();
    }
    write.commit().unwrap();
    drop(file);
    // The second opening finds them in order, or makes them again after the crash.
    for crash in [true, false] {
        let test =
            test_engine_in(folder.clone(), crate::fixture::options(folder.path(), crate::fixture::quiet()));
        let shop = &test.shop;
        let users = shop.collections().unwrap().remove(0);
        assert_eq!((users.documents_with_counters, users.time_series_segments), (40, 40));
        assert_eq!(users.counters_size, 40 * (16 + 5));
        assert!(users.time_series_size > 40 * 8);
        make(shop, json!({"Name": "C", "Maps": ["counters.map(c => ({ V: c.Value }))"]}));
        make(shop, json!({"Name": "T", "Maps": ["timeSeries.map('Users', ts => ({ V: ts.Count }))"]}));
        increment(shop, "users/3", "likes", 1000);
        append(shop, "users/3", "pulse", &[(90, &[1.0], None)]);
        assert_eq!(query_results(shop, "from index 'C'").total, 40);
        assert_eq!(query_results(shop, "from index 'C' where V > 999").total, 1);
        assert_eq!(query_results(shop, "from index 'T'").total, 40);
        assert_eq!(query_results(shop, "from index 'T' where V = 2").total, 1);
        assert!(shop.delete_index("C").unwrap() && shop.delete_index("T").unwrap());
        match crash {
            true => drop(test),
            false => test.engine.close().unwrap(),
        }
    }
}

#[test]
fn a_long_series_is_mapped_in_batches_that_continue_after_a_restart() {
    let mut test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let count: i64 = 60_000;
    for part in 0..6 {
        let values: Vec<[f64; 2]> =
            (0..count / 6).map(|number| [((part * count + number) as f64).sin(), 1.0]).collect();
        let rows: Vec<(i64, &[f64], Option<&str>)> = values
            .iter()
            .zip(part * (count / 6)..)
            .map(|(value, number)| (NEW_YEAR + number * 1000, &value[..], None))
            .collect();
        append(&test.shop, "users/1", "Long", &rows);
    }
    make(
        &test.shop,
        json!({"Name": "L", "Maps": ["timeSeries.map('Users', ts => ts.Entries.map(e => ({ V: e.Value, N: 1 })))"]}),
    );
    // Interrupted wherever it is.
    for _ in 0..3 {
        std::thread::sleep(Duration::from_millis(150));
        test = test.dropped_and_reopened();
    }
    let answer =
        query_results_within(Duration::from_secs(120), &test.shop, "from index 'L' where N = 1 limit 1");
    assert_eq!(answer.total, count as u64);
    let stats = &test.shop.index_stats().unwrap()[0];
    assert_eq!((stats.entries, &stats.status), (count as u64, &IndexStatus::Running));
}
