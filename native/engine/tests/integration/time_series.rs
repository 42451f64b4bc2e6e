//! Time series of documents: entries, errors, events, and durability across a crash.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rookery_engine::{
    Command, CommandResult, Database, Points, TimeRange, TimeSeriesChangeKind, TimeSeriesUpdate,
};
use serde_json::json;

use crate::fixture::{
    TestEngine, delete, delete_command, eager, get, put, put_command, test_engine, test_engine_with, user,
};

type Row = (i64, Vec<f64>, Option<String>);

fn points(rows: &[(i64, &[f64], Option<&str>)]) -> Points {
    let mut points = Points::default();
    rows.iter().for_each(|(timestamp, values, tag)| points.push(*timestamp, values, *tag));
    points
}

fn update(id: &str, update: TimeSeriesUpdate) -> Command {
    Command::TimeSeries { id: id.into(), update: Box::new(update) }
}

fn append(id: &str, name: &str, rows: &[(i64, &[f64], Option<&str>)]) -> Command {
    update(id, TimeSeriesUpdate { name: name.into(), appends: points(rows), ..TimeSeriesUpdate::default() })
}

fn increment(id: &str, name: &str, rows: &[(i64, &[f64], Option<&str>)]) -> Command {
    update(
        id,
        TimeSeriesUpdate { name: name.into(), increments: points(rows), ..TimeSeriesUpdate::default() },
    )
}

fn remove(id: &str, name: &str, from: Option<i64>, to: Option<i64>) -> Command {
    let deletes = vec![TimeRange { from, to }];
    update(id, TimeSeriesUpdate { name: name.into(), deletes, ..TimeSeriesUpdate::default() })
}

fn read(database: &Database, id: &str, name: &str, from: i64, to: i64, skip: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    let Some(document) = database.time_series(id).unwrap() else { return rows };
    let range = TimeRange { from: Some(from), to: Some(to) };
    document
        .read(name, range, skip, &mut |entry| {
            rows.push((entry.timestamp, entry.values.to_vec(), entry.tag.map(str::to_owned)));
            true
        })
        .unwrap();
    rows
}

fn all(database: &Database, id: &str, name: &str) -> Vec<Row> {
    read(database, id, name, i64::MIN, i64::MAX, 0)
}

fn change_vector(results: &[CommandResult]) -> Option<String> {
    let CommandResult::TimeSeries { change_vector, .. } = &results[0] else { panic!("{:?}", results[0]) };
    change_vector.clone()
}

#[test]
fn entries_are_read_in_order_and_replaced_by_time() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "users/1", &user("Ada"));
    let rows: [(i64, &[f64], _); 4] =
        [(30, &[3.0], None), (10, &[1.0, 1.5], Some("w/1")), (20, &[2.0], None), (10, &[9.0], Some("w/2"))];
    shop.execute(vec![append("USERS/1", "Heart", &rows)]).unwrap();
    shop.execute(vec![append("users/1", "HEART", &[(20, &[7.0, 8.0], None), (-5, &[0.5], None)])]).unwrap();
    assert_eq!(
        all(shop, "users/1", "heart"),
        [
            (-5, vec![0.5], None),
            (10, vec![9.0], Some("w/2".to_owned())),
            (20, vec![7.0, 8.0], None),
            (30, vec![3.0], None)
        ]
    );
    let document = shop.time_series("users/1").unwrap().unwrap();
    let series = document.get("hEART").unwrap().unwrap();
    assert_eq!((series.name.as_str(), series.entries, series.first, series.last), ("Heart", 4, -5, 30));
    assert_eq!(document.all().unwrap(), [series]);
    assert_eq!(document.start_of_last("heart", 2).unwrap(), Some(20));
    assert_eq!(read(shop, "users/1", "heart", 10, 20, 1), [(20, vec![7.0, 8.0], None)]);
    assert!(shop.time_series("none").unwrap().is_none());
}

#[test]
fn a_document_changes_only_with_its_list_of_names() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &json!({}));
    shop.execute(vec![append("a", "b", &[(1, &[1.0], None)]), append("a", "A", &[(1, &[1.0], None)])])
        .unwrap();
    let first = get(shop, "a")["@metadata"].clone();
    assert_eq!((&first["@timeseries"], &first["@flags"]), (&json!(["A", "b"]), &json!("HasTimeSeries")));
    let vector = change_vector(&shop.execute(vec![append("a", "b", &[(2, &[2.0], None)])]).unwrap());
    assert_eq!(get(shop, "a")["@metadata"], first);
    // Equal data changes nothing.
    let etag = shop.stats().unwrap().last_etag;
    assert_eq!(change_vector(&shop.execute(vec![append("a", "b", &[(2, &[2.0], None)])]).unwrap()), vector);
    assert_eq!(change_vector(&shop.execute(vec![remove("a", "b", Some(3), Some(9))]).unwrap()), vector);
    assert_eq!(change_vector(&shop.execute(vec![remove("a", "none", None, None)]).unwrap()), None);
    assert_eq!(shop.stats().unwrap().last_etag, etag);
    // A PUT keeps them, whatever it names.
    put(shop, "a", &json!({"@metadata": {"@timeseries": ["x"], "@flags": "HasCounters"}}));
    let kept = get(shop, "a")["@metadata"].clone();
    assert_eq!((&kept["@timeseries"], &kept["@flags"]), (&first["@timeseries"], &first["@flags"]));
    shop.execute(vec![remove("a", "B", None, None)]).unwrap();
    assert_eq!(get(shop, "a")["@metadata"]["@timeseries"], json!(["A"]));
    delete(shop, "a");
    put(shop, "a", &json!({}));
    assert!(all(shop, "a", "A").is_empty());
    assert!(get(shop, "a")["@metadata"].get("@timeseries").is_none());
    assert_eq!(shop.stats().unwrap().time_series_segments, 0);
}

#[test]
fn increments_add_up_by_position() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &json!({}));
    let twice: [(i64, &[f64], _); 2] = [(5, &[1.0, 2.0], None), (5, &[10.0, 2.0], None)];
    shop.execute(vec![increment("a", "INC:x", &twice)]).unwrap();
    shop.execute(vec![increment("a", "inc:X", &[(5, &[1.0], None), (7, &[1.0, 1.0, 1.0], None)])]).unwrap();
    assert_eq!(all(shop, "a", "inc:x"), [(5, vec![12.0, 4.0], None), (7, vec![1.0, 1.0, 1.0], None)]);
    shop.execute(vec![remove("a", "inc:x", Some(5), Some(5))]).unwrap();
    assert_eq!(all(shop, "a", "inc:x").len(), 1);
    shop.execute(vec![increment("a", "inc:x", &[(7, &[f64::MAX], None)])]).unwrap();
    let error = shop.execute(vec![increment("a", "inc:x", &[(7, &[f64::MAX], None)])]).unwrap_err();
    assert_eq!(error.code(), "bad-time-series");
}

#[test]
fn what_cannot_be_leaves_nothing_of_its_batch() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &json!({}));
    let many = [1.0; 33];
    let long = "t".repeat(256);
    let one: &[(i64, &[f64], Option<&str>)] = &[(1, &[1.0], None)];
    for (command, code) in [
        (append("nope", "x", one), "missing-document"),
        (remove("nope", "x", None, None), "missing-document"),
        (append("a", "x@y", one), "bad-time-series"),
        (append("a", "x\0y", one), "bad-time-series"),
        (append("a", &"n".repeat(513), one), "bad-time-series"),
        (append("a", "INC:x", one), "bad-time-series"),
        (increment("a", "x", one), "bad-time-series"),
        (increment("a", "inc:x", &[(1, &[1.0], None), (1, &[1.0, 2.0], None)]), "bad-time-series"),
        (append("a", "x", &[(1, &[], None)]), "bad-time-series"),
        (append("a", "x", &[(1, &many, None)]), "bad-time-series"),
        (append("a", "x", &[(1, &[f64::NAN], None)]), "bad-time-series"),
        (append("a", "x", &[(1, &[1.0], Some(&long))]), "bad-time-series"),
    ] {
        let error = shop.execute(vec![append("a", "first", one), command]).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(shop.time_series("a").unwrap().unwrap().all().unwrap().is_empty());
    }
    shop.execute(vec![append("a", "", one)]).unwrap();
    assert_eq!(get(shop, "a")["@metadata"]["@timeseries"], json!([""]));
}

#[test]
fn copies_take_a_range_and_may_go_to_another_document() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &json!({}));
    put(shop, "b", &json!({}));
    let copy = |id: &str, name: &str, to: &str, to_name: &str, range| Command::TimeSeriesCopy {
        id: id.into(),
        name: name.into(),
        destination_id: to.into(),
        destination_name: to_name.into(),
        range,
    };
    let rows: Vec<(i64, [f64; 1])> = (0..3000).map(|index| (index, [(index as f64).sin()])).collect();
    let rows: Vec<(i64, &[f64], Option<&str>)> =
        rows.iter().map(|(time, value)| (*time, &value[..], None)).collect();
    shop.execute(vec![append("a", "x", &rows)]).unwrap();
    let range = TimeRange { from: Some(10), to: Some(2500) };
    let results = shop.execute(vec![copy("A", "X", "b", "y", range)]).unwrap();
    assert!(change_vector(&results).is_some());
    assert_eq!(all(shop, "b", "y"), read(shop, "a", "x", 10, 2500, 0));
    assert_eq!(change_vector(&shop.execute(vec![copy("a", "none", "b", "z", range)]).unwrap()), None);
    shop.execute(vec![copy("a", "x", "a", "X", TimeRange::default())]).unwrap();
    assert_eq!(all(shop, "a", "x").len(), 3000);
    shop.execute(vec![increment("a", "inc:x", &[(1, &[5.0], None)])]).unwrap();
    shop.execute(vec![copy("a", "inc:x", "b", "inc:y", TimeRange::default())]).unwrap();
    assert_eq!(all(shop, "b", "inc:y"), [(1, vec![5.0], None)]);
    for (command, code) in [
        (copy("a", "x", "none", "y", range), "missing-document"),
        (copy("a", "x", "b", "inc:z", range), "bad-time-series"),
    ] {
        assert_eq!(shop.execute(vec![command]).unwrap_err().code(), code);
    }
}

#[test]
fn subscribers_get_the_written_and_the_removed_range() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &user("Ada"));
    let changes = shop.subscribe_time_series_changes();
    shop.execute(vec![append("A", "x", &[(5, &[1.0], None), (2, &[1.0], None)])]).unwrap();
    shop.execute(vec![append("a", "x", &[(5, &[1.0], None)])]).unwrap();
    shop.execute(vec![remove("a", "x", Some(4), None)]).unwrap();
    let put = changes.recv().unwrap();
    assert_eq!((put.kind, put.from, put.to), (TimeSeriesChangeKind::Put, Some(2), Some(5)));
    assert_eq!((put.document_id.as_str(), put.name.as_str(), put.collection.as_str()), ("A", "x", "Users"));
    let delete = changes.recv().unwrap();
    assert_eq!((delete.kind, delete.from, delete.to), (TimeSeriesChangeKind::Delete, Some(4), None));
    assert!(changes.try_recv().is_err());
}

#[test]
fn acknowledged_entries_are_there_after_a_crash() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    test.shop.execute(vec![append("a", "x", &[(1, &[1.0], Some("t"))])]).unwrap();
    test.shop.flush_and_sync().unwrap();
    test.shop.execute(vec![append("a", "x", &[(2, &[2.0], None), (1, &[5.0], None)])]).unwrap();
    let test = test.dropped_and_reopened();
    let expected = [(1, vec![5.0], None), (2, vec![2.0], None)];
    assert_eq!(all(&test.shop, "a", "x"), expected);
    let test = test.closed_and_reopened();
    assert_eq!(all(&test.shop, "a", "x"), expected);
    test.shop.execute(vec![remove("a", "x", Some(1), Some(1))]).unwrap();
    assert_eq!(all(&test.dropped_and_reopened().shop, "a", "x"), expected[1..]);
}

#[test]
fn descending_single_appends_fill_their_segments() {
    let TestEngine { shop, .. } = &test_engine();
    put(shop, "a", &json!({}));
    let batch = |times: std::ops::Range<i64>| -> Vec<Command> {
        times.rev().map(|time| append("a", "x", &[(time, &[(time as f64).sin()], None)])).collect()
    };
    // Below a later entry, and before the first one.
    shop.execute(batch(5000..5001)).unwrap();
    shop.execute(batch(3000..4500)).unwrap();
    shop.execute(batch(0..1500)).unwrap();
    let document = shop.time_series("a").unwrap().unwrap();
    let series = document.get("x").unwrap().unwrap();
    assert_eq!((series.entries, series.first, series.last), (3001, 0, 5000));
    assert!(series.segments < 40, "{} segments", series.segments);
    assert_eq!(all(shop, "a", "x").len(), 3001);
}

#[derive(Debug, Clone)]
enum Step {
    Append(Vec<(i64, f64, bool)>),
    Remove(i64, i64),
    Delete,
    Flush,
}

fn step() -> impl Strategy<Value = Step> {
    let value =
        prop_oneof![(0..5i32).prop_map(f64::from), any::<f64>().prop_filter("finite", |f| f.is_finite())];
    let time = prop_oneof![0..4_000i64, 0..40i64];
    let entries = proptest::collection::vec((time.clone(), value.clone(), any::<bool>()), 1..80);
    // Enough of them for several segments.
    let run = (time.clone(), 300..900i64, value).prop_map(|(start, count, value)| {
        (start..start + count).map(|at| (at, value * at as f64 / 3.0, false)).collect()
    });
    prop_oneof![
        4 => entries.prop_map(Step::Append),
        2 => run.prop_map(Step::Append),
        3 => (time.clone(), 0..1_500i64).prop_map(|(from, length)| Step::Remove(from, from + length)),
        1 => Just(Step::Delete),
        1 => Just(Step::Flush),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_series_does_what_a_map_does(steps in proptest::collection::vec(step(), 1..30), flushes: bool) {
        let test = if flushes { test_engine_with(eager()) } else { test_engine() };
        put(&test.shop, "d", &json!({}));
        let mut model: BTreeMap<i64, (f64, Option<String>)> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Append(entries) => {
                    let entries: Vec<_> = entries.into_iter().filter(|(_, value, _)| value.is_finite()).collect();
                    let mut points = Points::default();
                    for (time, value, tagged) in &entries {
                        points.push(*time, &[*value], tagged.then_some("tag"));
                        model.insert(*time, (*value, tagged.then(|| "tag".to_owned())));
                    }
                    let appended = TimeSeriesUpdate { name: "s".into(), appends: points, ..TimeSeriesUpdate::default() };
                    test.shop.execute(vec![update("d", appended)]).unwrap();
                }
                Step::Remove(from, to) => {
                    test.shop.execute(vec![remove("d", "s", Some(from), Some(to))]).unwrap();
                    model.retain(|time, _| !(from..=to).contains(time));
                }
                Step::Delete => {
                    test.shop.execute(vec![delete_command("d"), put_command("d", &json!({}))]).unwrap();
                    model.clear();
                }
                Step::Flush => test.shop.flush_and_sync().unwrap(),
            }
            let expected: Vec<Row> =
                model.iter().map(|(time, (value, tag))| (*time, vec![*value], tag.clone())).collect();
            prop_assert_eq!(&all(&test.shop, "d", "s"), &expected);
            let document = test.shop.time_series("d").unwrap().unwrap();
            let stats = document.get("s").unwrap();
            let found = stats.as_ref().map(|stats| (stats.entries, stats.first, stats.last));
            let ends = expected.first().zip(expected.last());
            prop_assert_eq!(found, ends.map(|(first, last)| (expected.len() as u64, first.0, last.0)));
            let listed = get(&test.shop, "d")["@metadata"]["@timeseries"].clone();
            prop_assert_eq!(listed, if expected.is_empty() { json!(null) } else { json!(["s"]) });
            let segments = stats.map_or(0, |stats| stats.segments);
            prop_assert_eq!(test.shop.stats().unwrap().time_series_segments, segments);
            let collection = test.shop.collections().unwrap().remove(0);
            prop_assert_eq!(collection.time_series_segments, segments);
            prop_assert_eq!(collection.time_series_size > 0, segments > 0);
            for (from, to, skip) in [(100, 700, 0u64), (0, 4_000, 350), (39, 39, 0), (-5, 2_000, 1_000_000)] {
                let part: Vec<Row> = expected
                    .iter()
                    .filter(|row| (from..=to).contains(&row.0))
                    .skip(usize::try_from(skip).unwrap())
                    .cloned()
                    .collect();
                prop_assert_eq!(read(&test.shop, "d", "s", from, to, skip), part);
            }
            for count in [1u64, 200, 10_000] {
                let start = expected.len().saturating_sub(usize::try_from(count).unwrap());
                prop_assert_eq!(document.start_of_last("s", count).unwrap(), expected.get(start).map(|row| row.0));
            }
        }
        let reopened = test.dropped_and_reopened();
        let expected: Vec<Row> =
            model.iter().map(|(time, (value, tag))| (*time, vec![*value], tag.clone())).collect();
        prop_assert_eq!(all(&reopened.shop, "d", "s"), expected);
    }
}
