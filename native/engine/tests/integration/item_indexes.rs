//! Indexes over counters and time series over a real database: what they answer, what they refuse, how they follow
//! changes.

use std::time::Duration;

use rookery_engine::{
    Command, CounterAction, CounterOperation, Database, EngineError, QueryOptions, QueryRequest, StaticIndex,
};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine, user};
use crate::item_fixture::{NEW_YEAR, append, change_counter, increment, remove, results};
use crate::query_fixture::{make, query_results};

fn refused(shop: &Database, index: Value) -> String {
    shop.put_index(serde_json::from_value::<StaticIndex>(index).unwrap()).unwrap_err().to_string()
}

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
    let scripted = results(shop, "from index 'Likes' as c select { I: id(c), V: c.V * 2 }");
    assert_eq!(scripted, [json!({"I": null, "V": 6}), json!({"I": null, "V": 14})]);
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
fn a_document_that_is_absent_has_no_items() {
    let test = test_engine();
    let operations = vec![CounterOperation { name: "a".into(), action: CounterAction::Increment(1) }];
    let error = test.shop.execute(vec![Command::Counters { id: "nope".into(), operations }]).unwrap_err();
    assert!(matches!(error, EngineError::MissingDocument { .. }));
    make(&test.shop, json!({"Name": "C", "Maps": ["counters.map(c => ({ V: c.Value }))"]}));
    assert_eq!(query_results(&test.shop, "from index 'C'").total, 0);
}
