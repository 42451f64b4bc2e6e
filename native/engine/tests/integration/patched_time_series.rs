//! Time series in patch scripts: what a script appends, reads and removes, and what others change meanwhile.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rookery_engine::{
    Command, CommandResult, Database, EngineError, Expected, Limits, Patch, PatchResult, PatchScript,
    PatchStatus, Script, TimeRange,
};
use serde_json::{Value, json};

use crate::fixture::{eager, get, put, test_engine, test_engine_with, user};

fn command(id: &str, text: &str) -> Command {
    Command::Patch(Box::new(Patch {
        id: id.to_owned(),
        script: Script { script: PatchScript::unchecked(text), arguments: Bytes::new() },
        if_missing: None,
        create_if_missing: None,
        expected: Expected::Any,
        skip_other_versions: false,
        debug: false,
        limits: Limits { time: Duration::from_secs(20) },
    }))
}

fn results(outcome: Vec<CommandResult>) -> Vec<PatchResult> {
    outcome
        .into_iter()
        .map(|result| match result {
            CommandResult::Patch(result) => *result,
            other => panic!("a patch answers with a patch, not {other:?}"),
        })
        .collect()
}

fn patch(shop: &Database, id: &str, text: &str) -> Result<PatchResult, EngineError> {
    Ok(results(shop.execute(vec![command(id, text)])?).remove(0))
}

/// The first values of all entries.
fn values(shop: &Database, id: &str, name: &str) -> Vec<f64> {
    let mut values = Vec::new();
    let Some(document) = shop.time_series(id).unwrap() else { return values };
    let range = TimeRange::default();
    document
        .read(name, range, 0, &mut |entry| {
            values.push(entry.values[0]);
            true
        })
        .unwrap();
    values
}

fn document(result: &PatchResult) -> Value {
    serde_json::from_slice(result.document.as_ref().unwrap()).unwrap()
}

#[test]
fn a_script_appends_reads_and_removes_entries() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    let made = patch(
        shop,
        "users/1",
        "const heart = timeseries(this, 'Heart');
         heart.append('2024-01-01T00:00:00', 1, 'w/1');
         heart.append(new Date(Date.UTC(2024, 0, 2)), [2, 3]);
         heart.append('2024-01-03', 4);
         heart.delete('2024-01-02', '2024-01-02');
         heart.append('2024-01-04', 5);
         this.Stats = heart.getStats();
         this.Found = heart.get('2024-01-01', '2024-01-03').map(e => [e.Timestamp, e.Values, e.Tag]);
         this.All = heart.get().length;",
    )
    .unwrap();
    assert_eq!(made.status, PatchStatus::Patched);
    let left = document(&made);
    assert_eq!(left["All"], 3);
    assert_eq!(
        left["Found"],
        json!([["2024-01-01T00:00:00.0000000Z", [1], "w/1"], ["2024-01-03T00:00:00.0000000Z", [4], null]])
    );
    assert_eq!(
        left["Stats"],
        json!({ "Start": "2024-01-01T00:00:00.0000000Z", "End": "2024-01-04T00:00:00.0000000Z", "Count": 3 })
    );
    assert_eq!(values(shop, "users/1", "heart"), [1.0, 4.0, 5.0]);
    assert_eq!(get(shop, "users/1")["@metadata"]["@timeseries"], json!(["Heart"]));
    // A change of entries alone leaves the document as it is.
    let again = patch(shop, "users/1", "timeseries(id(this), 'HEART').append('2024-01-05', 6)").unwrap();
    assert_eq!(again.status, PatchStatus::NotModified);
    assert_eq!(values(shop, "users/1", "heart").len(), 4);
    let test = test.closed_and_reopened();
    assert_eq!(values(&test.shop, "users/1", "heart"), [1.0, 4.0, 5.0, 6.0]);
}

#[test]
fn many_entries_are_saved_together() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let script = "const s = timeseries(this, 'S'); const start = Date.UTC(2024, 0, 1);
                  for (let n = 0; n < 20000; n++) s.append(new Date(start + n * 1000), n);";
    patch(&test.shop, "users/1", script).unwrap();
    let found = values(&test.shop, "users/1", "S");
    assert_eq!((found.len(), found[0], found[19_999]), (20_000, 0.0, 19_999.0));
}

#[test]
fn patches_of_one_batch_see_each_other() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let appends =
        |day: u32| command("users/1", &format!("timeseries(this, 'S').append('2024-01-0{day}', {day})"));
    let counts = || command("users/1", "this.Count = timeseries(this, 'S').get().length");
    let made = results(test.shop.execute(vec![appends(1), counts(), appends(2), counts()]).unwrap());
    assert_eq!(
        [document(&made[1])["Count"].clone(), document(&made[3])["Count"].clone()],
        [json!(1), json!(2)]
    );
    assert_eq!(get(&test.shop, "users/1")["Count"], 2);
}

#[test]
fn increments_of_many_threads_add_up() {
    let test = test_engine_with(eager());
    let shop = Arc::new(test.shop.clone());
    put(&shop, "users/1", &user("Ada"));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let shop = shop.clone();
            std::thread::spawn(move || {
                for _ in 0..25 {
                    let script = "timeseries(this, 'INC:Views').increment('2024-01-01', [1, 2])";
                    patch(&shop, "users/1", script).unwrap();
                    // What is read decides what is written: a stale count must not be saved.
                    let script = "const s = timeseries(this, 'Log'); const n = s.getStats().Count;
                                  s.append(new Date(Date.UTC(2024, 0, 1) + n * 1000), n)";
                    patch(&shop, "users/1", script).unwrap();
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(values(&shop, "users/1", "INC:Views"), [100.0]);
    let log = values(&shop, "users/1", "Log");
    assert_eq!(log, (0..100).map(f64::from).collect::<Vec<_>>());
}

#[test]
fn a_script_that_fails_saves_nothing() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    for (text, part) in [
        ("timeseries(this, 'S').append('2024', 1); throw 'no'", "no"),
        ("timeseries(this, 'S').append('2024', 1); timeseries('users/9', 'S').append('2024', 1)", "users/9"),
        ("timeseries(this, 'S').append('2024', NaN)", "NaN"),
        ("timeseries(this, 'S').append('2024', [])", "at least one value"),
        ("timeseries(this, 'S').append('2024-01-01T00:00:00Z', 1)", "is not a date"),
        ("timeseries(this, 'S').append('2024', 'a')", "must be numbers"),
        ("timeseries(this, 'S').append('2024', 1, 5)", "the tag must be a text"),
        ("timeseries(this, 'S').append(5, 1)", "must be a text or a date"),
        ("timeseries(this, 'S').append('2024')", "2 or 3 arguments"),
        ("timeseries(this, 'S').increment('2024', 1)", "Non Incremental"),
        ("timeseries(this, 'INC:S').append('2024', 1)", "Incremental"),
        ("timeseries(this, 'A@B').append('2024', 1)", "'@'"),
    ] {
        let error = patch(shop, "users/1", text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(values(shop, "users/1", "S").is_empty());
    assert_eq!(get(shop, "users/1")["@metadata"]["@timeseries"], Value::Null);
}

#[test]
fn other_documents_and_new_ones_get_entries() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    put(shop, "users/2", &user("Bob"));
    let script = "timeseries('users/2', 'S').append('2024', 1);
                  put('users/3', { Name: 'Eve' });
                  timeseries('users/3', 'S').append('2024', 2);
                  del('users/2');";
    patch(shop, "users/1", script).unwrap();
    assert!(values(shop, "users/2", "S").is_empty());
    assert_eq!(values(shop, "users/3", "S"), [2.0]);
}
