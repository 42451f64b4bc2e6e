//! Indexes over counters and time series over a real database: what they answer, what they refuse, how they follow
//! changes.

use std::time::Duration;

use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, EngineError, IndexStatus, Points, QueryOptions,
    QueryRequest, ResultItem, StaticIndex, TimeRange, TimeSeriesUpdate,
};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine, test_engine_in, user};
use crate::query_fixture::{make, query_results, query_results_within};

fn refused(shop: &Database, index: Value) -> String {
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap_err().to_string()
}

fn increment(shop: &Database, id: &str, name: &str, by: i64) {
    change_counter(shop, id, name, CounterAction::Increment(by));
}

fn change_counter(shop: &Database, id: &str, name: &str, action: CounterAction) {
    let operations = vec![CounterOperation { name: name.into(), action }];
    shop.execute(vec![Command::Counters { id: id.into(), operations }]).unwrap();
}

fn update(shop: &Database, id: &str, update: TimeSeriesUpdate) {
    shop.execute(vec![Command::TimeSeries { id: id.into(), update: Box::new(update) }]).unwrap();
}

fn append(shop: &Database, id: &str, name: &str, rows: &[(i64, &[f64], Option<&str>)]) {
    let mut appends = Points::default();
    rows.iter().for_each(|(time, values, tag)| appends.push(*time, values, *tag));
    update(shop, id, TimeSeriesUpdate { name: name.into(), appends, ..TimeSeriesUpdate::default() });
}

fn remove(shop: &Database, id: &str, name: &str, from: Option<i64>, to: Option<i64>) {
    let deletes = vec![TimeRange { from, to }];
    update(shop, id, TimeSeriesUpdate { name: name.into(), deletes, ..TimeSeriesUpdate::default() });
}

/// The results without metadata.
fn results(shop: &Database, text: &str) -> Vec<Value> {
    let answer = query_results(shop, text);
    let fields = |item: &ResultItem| {
        let ResultItem::Projection { fields, .. } = item else { panic!("{item:?}") };
        let mut fields = fields.clone();
        fields.remove("@metadata");
        Value::Object(fields)
    };
    answer.results.iter().map(fields).collect()
}

/// 2024-01-01T00:00:00Z.
const NEW_YEAR: i64 = 1_704_067_200_000;

#[test]
fn counters_are_mapped_and_followed() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    put(shop, "users/2", &user("Bo"));
    put(shop, "orders/1", &json!({"@metadata": {"@collection": "Orders"}}));
    increment(shop, "users/1", "Likes", 3);
    increment(shop, "users/1", "Views", 5);
    increment(shop, "users/2", "likes", 7);
    increment(shop, "orders/1", "Likes", 11);
    let map = |of: &str| {
        format!("counters.map({of}function (c) {{ return {{ V: c.Value, N: c.Name, D: c.DocumentId }} }})")
    };
    make(shop, json!({"Name": "All", "Maps": [map("")]}));
    make(shop, json!({"Name": "OfUsers", "Maps": [map("'users', ")]}));
    make(shop, json!({"Name": "Likes", "Maps": [map("'Users', 'LIKES', ")]}));
    make(
        shop,
        json!({"Name": "CSharp", "Maps": ["from c in counters.Users.Likes select new { c.Value, c.Name }"]}),
    );
    assert_eq!(
        results(shop, "from index 'Likes'"),
        [json!({"V": 3, "N": "Likes", "D": "users/1"}), json!({"V": 7, "N": "likes", "D": "users/2"})]
    );
    assert_eq!(
        results(shop, "from index 'CSharp' order by Value as long desc"),
        [json!({"Value": 7, "Name": "likes"}), json!({"Value": 3, "Name": "Likes"})]
    );
    assert_eq!(query_results(shop, "from index 'All'").total, 4);
    assert_eq!(query_results(shop, "from index 'OfUsers'").total, 3);
    assert_eq!(results(shop, "from index 'Likes' where id() = 'USERS/1|likes' select V"), [json!({"V": 3})]);
    assert_eq!(
        results(shop, "from index 'Likes' select id() as i, N"),
        [json!({"i": null, "N": "Likes"}), json!({"i": null, "N": "likes"})]
    );
    increment(shop, "users/1", "likes", 100);
    assert_eq!(results(shop, "from index 'Likes' where V > 50 select V"), [json!({"V": 103})]);
    assert_eq!(query_results(shop, "from index 'Likes'").total, 2);
    change_counter(shop, "users/1", "Likes", CounterAction::Delete);
    assert_eq!(results(shop, "from index 'Likes' select V"), [json!({"V": 7})]);
    assert_eq!(query_results(shop, "from index 'OfUsers'").total, 2);
    delete(shop, "users/2");
    assert_eq!(query_results(shop, "from index 'Likes'").total, 0);
    // As another document with the same id, without its counters.
    put(shop, "users/2", &user("Bo"));
    put(shop, "users/1", &user("Ada"));
    assert_eq!(results(shop, "from index 'OfUsers' select N"), [json!({"N": "Views"})]);
    for (index, total) in [("All", 2), ("CSharp", 0), ("Likes", 0)] {
        assert_eq!(query_results(shop, &format!("from index '{index}'")).total, total, "{index}");
    }
    let stats = shop.index_stats().unwrap();
    let sources: Vec<_> = stats.iter().map(|stats| (stats.source, stats.is_stale, stats.entries)).collect();
    assert_eq!(
        sources,
        [("Counters", false, 2), ("Counters", false, 0), ("Counters", false, 0), ("Counters", false, 1)]
    );
}

#[test]
fn segments_are_mapped_with_their_entries() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    append(
        shop,
        "users/1",
        "Pulse",
        &[(NEW_YEAR, &[1.0, 2.5], Some("watch")), (NEW_YEAR + 60_123, &[3.0], None)],
    );
    append(shop, "users/1", "INC:x", &[]);
    make(
        shop,
        json!({"Name": "Js", "Maps": ["timeSeries.map('Users', 'pulse', ts => ts.Entries.map(e => ({
            V: e.Value, All: e.Values, Tag: e.Tag, At: e.Timestamp, Day: e.Timestamp.getUTCDate(), D: ts.DocumentId,
            N: ts.Name, Start: ts.Start, End: ts.End, Count: ts.Count })))"]}),
    );
    make(
        shop,
        json!({"Name": "Cs", "Maps": ["from ts in timeSeries.Users.Pulse from e in ts.Entries select new {
            e.Value, e.Values, e.Tag, e.Timestamp, e.Timestamp.Date, ts.DocumentId, ts.Name, ts.Start, ts.End, ts.Count }"]}),
    );
    let (start, end) = ("2024-01-01T00:00:00.0000000Z", "2024-01-01T00:01:00.1230000Z");
    assert_eq!(
        results(shop, "from index 'Js'"),
        [
            json!({"V": 1, "All": [1, 2.5], "Tag": "watch", "At": start, "Day": 1, "D": "users/1", "N": "pulse",
            "Start": start, "End": end, "Count": 2}),
            json!({"V": 3, "All": [3], "Tag": null, "At": end, "Day": 1, "D": "users/1", "N": "pulse",
            "Start": start, "End": end, "Count": 2}),
        ]
    );
    let cs = results(shop, "from index 'Cs'");
    assert_eq!(cs[1]["Name"], "Pulse");
    assert_eq!((&cs[1]["Timestamp"], &cs[1]["Date"]), (&json!(end), &json!(start)));
    assert_eq!((&cs[0]["Values"], &cs[0]["Count"]), (&json!([1, 2.5]), &json!(2)));
    assert_eq!(query_results(shop, "from index 'Js' where At > '2024-01-01T00:00:30'").total, 1);
    let id = "users/1|pulse|638396640000000000";
    assert_eq!(query_results(shop, &format!("from index 'Js' where id() = '{id}'")).total, 2);
    assert_eq!(shop.index_terms("Js", "id()", None, 9).unwrap().unwrap(), [id]);
}

#[test]
fn only_changed_segments_are_mapped_again() {
    let test = test_engine();
    let shop = &test.shop;
    put(shop, "users/1", &user("Ada"));
    let values: Vec<[f64; 1]> = (0..3000).map(|number| [f64::from(number).sin()]).collect();
    let rows: Vec<(i64, &[f64], Option<&str>)> =
        values.iter().zip(0..).map(|(value, number)| (NEW_YEAR + number * 1000, &value[..], None)).collect();
    append(shop, "users/1", "Noise", &rows);
    make(
        shop,
        json!({"Name": "S", "Maps": ["timeSeries.map('Users', ts => ({ N: ts.Count, From: ts.Start }))"]}),
    );
    let count = |results: &[Value]| results.iter().map(|one| one["N"].as_u64().unwrap()).sum::<u64>();
    let before = results(shop, "from index 'S' limit 1000");
    assert_eq!(count(&before), 3000);
    assert!(before.len() > 5);
    let mapped = |shop: &Database| shop.index_stats().unwrap()[0].map_attempts;
    let attempts = mapped(shop);
    assert_eq!(attempts, before.len() as u64);
    append(shop, "users/1", "noise", &[(NEW_YEAR + 3_000_000, &[1.0], None)]);
    assert_eq!(count(&results(shop, "from index 'S' limit 1000")), 3001);
    assert_eq!(mapped(shop), attempts + 1);
    // A range over several segments: those inside vanish, the two at its ends are mapped again.
    remove(shop, "users/1", "Noise", Some(NEW_YEAR + 10_000), Some(NEW_YEAR + 2_000_000));
    let after = results(shop, "from index 'S' limit 1000");
    assert_eq!(count(&after), 3001 - 1991);
    assert!(mapped(shop) <= attempts + 3);
    assert!(after.len() < before.len());
    remove(shop, "users/1", "Noise", None, None);
    assert_eq!(query_results(shop, "from index 'S'").total, 0);
}

#[test]
fn groups_and_loaded_documents_follow() {
    let test = test_engine();
    let shop = &test.shop;
    for id in 0..4 {
        let city = ["Bonn", "Rome"][id % 2];
        put(shop, &format!("users/{id}"), &json!({"City": city, "@metadata": {"@collection": "Users"}}));
        increment(shop, &format!("users/{id}"), "Likes", id as i64);
    }
    make(
        shop,
        json!({"Name": "ByCity",
            "Maps": ["counters.map('Users', 'Likes', c => ({ City: load(c.DocumentId, 'Users').City, Sum: c.Value }))"],
            "Reduce": "groupBy(x => x.City).aggregate(g => ({ City: g.key, Sum: g.values.reduce((n, x) => n + x.Sum, 0) }))"}),
    );
    let sums = |shop: &Database| -> Vec<(String, i64)> {
        let all = results(shop, "from index 'ByCity' order by City");
        all.iter()
            .map(|one| (one["City"].as_str().unwrap().to_owned(), one["Sum"].as_i64().unwrap()))
            .collect()
    };
    assert_eq!(sums(shop), [("Bonn".to_owned(), 2), ("Rome".to_owned(), 4)]);
    put(shop, "users/3", &json!({"City": "Bonn", "@metadata": {"@collection": "Users"}}));
    increment(shop, "users/1", "Likes", 10);
    assert_eq!(sums(shop), [("Bonn".to_owned(), 5), ("Rome".to_owned(), 11)]);
    delete(shop, "users/1");
    assert_eq!(sums(shop), [("Bonn".to_owned(), 5)]);
    let test = test.closed_and_reopened();
    change_counter(&test.shop, "users/3", "likes", CounterAction::Delete);
    assert_eq!(sums(&test.shop), [("Bonn".to_owned(), 2)]);
    let kinds: Vec<_> = test.shop.index_stats().unwrap().iter().map(|stats| stats.source).collect();
    assert_eq!(kinds, ["Counters"]);
}

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
fn what_cannot_be_done_is_refused_by_name() {
    let test = test_engine();
    let shop = &test.shop;
    let of_counters = "counters.map('Users', c => ({ V: c.Value }))";
    for (index, part) in [
        (json!({"Name": "I", "Maps": [of_counters, "map('Users', u => ({ V: 1 }))"]}), "different sources"),
        (
            json!({"Name": "I", "Maps": [format!("{of_counters}; timeSeries.map(ts => ({{}}))")]}),
            "one source",
        ),
        (
            json!({"Name": "I", "Maps": [of_counters], "SourceType": "TimeSeries"}),
            "'SourceType' is TimeSeries",
        ),
        (
            json!({"Name": "I", "Maps": [of_counters], "ArchivedDataProcessingBehavior": "ExcludeArchived"}),
            "IncludeArchived",
        ),
        (
            json!({"Name": "I", "Maps": ["counters.map('Users', ['a'], c => ({}))"]}),
            "the name must be a text",
        ),
        (json!({"Name": "I", "Maps": ["counters.map('Users', 'a')"]}), "must be a function"),
        (json!({"Name": "I", "Maps": ["timeSeries.map('a', 'b', 'c', ts => ({}))"]}), "too many arguments"),
    ] {
        let error = refused(shop, index.clone());
        assert!(error.contains(part), "{index}: {error}");
    }
    put(shop, "users/1", &user("Ada"));
    increment(shop, "users/1", "a", 1);
    make(shop, json!({"Name": "I", "Maps": [of_counters], "SourceType": "Counters"}));
    let error = shop.query(
        &QueryRequest::new("from index 'I' where B = 1"),
        &QueryOptions { wait: Some(Duration::from_secs(20)), ..QueryOptions::default() },
    );
    assert!(error.unwrap_err().to_string().contains("'B'"));
    let request = QueryRequest::new("from index 'I'");
    let error = shop.delete_by_query(&request, rookery_engine::ByQueryOptions::default(), &mut |_| true);
    assert!(error.unwrap_err().to_string().contains("counters or time series"));
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
    write.commit().unwrap();
    drop(file);
    // The second opening finds them in order, or makes them again after the crash.
    for crash in [true, false] {
        let test =
            test_engine_in(folder.clone(), crate::fixture::options(folder.path(), crate::fixture::quiet()));
        let shop = &test.shop;
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

#[test]
fn a_document_that_is_absent_has_no_items() {
    let test = test_engine();
    let operations = vec![CounterOperation { name: "a".into(), action: CounterAction::Increment(1) }];
    let error = test.shop.execute(vec![Command::Counters { id: "nope".into(), operations }]).unwrap_err();
    assert!(matches!(error, EngineError::MissingDocument { .. }));
    make(&test.shop, json!({"Name": "C", "Maps": ["counters.map(c => ({ V: c.Value }))"]}));
    assert_eq!(query_results(&test.shop, "from index 'C'").total, 0);
}
