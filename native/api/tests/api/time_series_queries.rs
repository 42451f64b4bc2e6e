//! Time series in queries: the engine behind `timeseries(…)`, in scripts, includes and the tag of the answer.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{query_failure, run_query, run_query_as};
use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("users/1", in_collection("Users", json!({ "Name": "Ann", "Friend": "users/2" }))).await;
    sandbox.save("users/2", in_collection("Users", json!({ "Name": "Bob", "Friend": null }))).await;
    append(
        &sandbox,
        "users/1",
        "HeartRate",
        &[("2024-01-01T00:00:00Z", 60.0), ("2024-01-01T00:01:00Z", 62.5)],
    )
    .await;
    append(&sandbox, "users/2", "HeartRate", &[("2024-01-01T00:00:00Z", 80.0)]).await;
    sandbox
}

async fn append(sandbox: &Sandbox, id: &str, name: &str, entries: &[(&str, f64)]) {
    let entries = entries.iter().map(|(time, value)| json!({ "Timestamp": time, "Values": [value] }));
    let body = json!({ "Name": name, "Appends": entries.collect::<Vec<_>>() });
    let reply = sandbox.post(&sandbox.db(&format!("/timeseries?docId={id}")), body).await;
    assert_eq!(reply.status, 204);
}

fn row(time: &str, value: Value) -> Value {
    json!({ "Tag": null, "Timestamp": time, "Values": [value], "IsRollup": false })
}

#[tokio::test]
async fn collections_indexes_and_scripts_read_series() {
    let sandbox = filled().await;
    for query in [
        "from Users as u where id() = 'users/1' select timeseries(from u.HeartRate where Value > 61)",
        "from Users as u where u.Name = 'Ann' select timeseries(from u.HeartRate where Value > 61)",
    ] {
        let found = run_query(&sandbox, query).await;
        assert_eq!(found["Results"][0]["Count"], 1, "{query}");
        assert_eq!(
            found["Results"][0]["Results"],
            json!([row("2024-01-01T00:01:00.0000000Z", json!(62.5))]),
            "{query}"
        );
        assert_eq!(found["Results"][0]["@metadata"]["@id"], "users/1", "{query}");
    }
    let found = run_query(
        &sandbox,
        "declare timeseries f(u) { from u.HeartRate select max() }
         declare function most(u) { return f(u).Results[0].Max[0]; }
         from Users as u order by id() select {
           Most: most(u), Last: timeseries(u, 'heartrate').get('2024-01-01T00:00:30', null),
           Stats: timeseries(u.Friend || u, 'HeartRate').getStats(), None: timeseries(u, 'x').get()
         }",
    )
    .await;
    let first = &found["Results"][0];
    assert_eq!(first["Most"], 62.5);
    assert_eq!(first["Last"], json!([row("2024-01-01T00:01:00.0000000Z", json!(62.5))]));
    assert_eq!(
        first["Stats"],
        json!({ "Start": "2024-01-01T00:00:00.0000000Z", "End": "2024-01-01T00:00:00.0000000Z", "Count": 1 })
    );
    assert_eq!(first["None"], json!([]));
    assert_eq!(found["Results"][1]["Most"], 80);
}

#[tokio::test]
async fn mistakes_in_scripts_are_errors_of_the_query() {
    let sandbox = filled().await;
    for (script, part) in [
        ("timeseries(u, 'HeartRate').get('yesterday', null)", "is not a date"),
        ("timeseries(u, 'HeartRate').get('2024')", "two times or without"),
        ("timeseries(u, 'HeartRate').append('2024', 1)", "cannot be used in this kind of script"),
        ("timeseries(u)", "name must be a text"),
        ("timeseries(5, 'x')", "document or its id"),
    ] {
        let query = format!("from Users as u select {{ X: {script} }}");
        let (status, _, message) = query_failure(&sandbox, &query).await;
        assert!(status >= 400 && message.contains(part), "{script}: {status} {message}");
    }
}

#[tokio::test]
async fn results_bring_series_along() {
    let sandbox = filled().await;
    let found = run_query(
        &sandbox,
        "from Users as u order by id() include timeseries('HeartRate', last(1)), timeseries(u.Friend, 'HeartRate', null, null)",
    )
    .await;
    let included = &found["TimeSeriesIncludes"];
    let times = |id: &str| -> Vec<Value> {
        let ranges = included[id]["HeartRate"].as_array().unwrap();
        ranges.iter().map(|range| range["From"].clone()).collect()
    };
    assert_eq!(times("users/1"), [json!("2024-01-01T00:01:00.0000000Z")]);
    assert_eq!(times("users/2"), [Value::Null, json!("2024-01-01T00:00:00.0000000Z")]);
    let all = run_query(&sandbox, "from Users include timeseries(last(1, 'day'))").await;
    assert_eq!(all["TimeSeriesIncludes"]["users/1"]["HeartRate"][0]["Entries"].as_array().unwrap().len(), 2);
    let none = run_query(&sandbox, "from Users include timeseries('Steps', last(1))").await;
    assert_eq!(none["TimeSeriesIncludes"], json!({ "users/1": {}, "users/2": {} }));
}

#[tokio::test]
async fn an_entry_changes_the_tag_of_the_answer() {
    let sandbox = filled().await;
    let query = json!({ "Query": "from Users as u where u.Name = 'Ann' select timeseries(from u.HeartRate)", "WaitForNonStaleResults": true });
    let before = run_query_as(&sandbox, query.clone()).await;
    append(&sandbox, "users/1", "HeartRate", &[("2024-01-01T00:02:00Z", 63.0)]).await;
    let after = run_query_as(&sandbox, query).await;
    assert_eq!(after["Results"][0]["Count"], 3);
    assert_ne!(before["ResultEtag"], after["ResultEtag"]);
}

#[tokio::test]
async fn names_of_values_come_where_they_are_requested() {
    let sandbox = filled().await;
    let names = json!({ "Collection": "Users", "TimeSeries": "HeartRate", "ValueNames": ["Beats"] });
    assert_eq!(sandbox.post(&sandbox.db("/timeseries/names/config"), names).await.status, 200);
    let query =
        json!({ "Query": "from Users as u select timeseries(from u.HeartRate) as H, u.Name" }).to_string();
    let path = sandbox.db("/queries?addTimeSeriesNames=true");
    let found = sandbox.send(Method::POST, &path, &[], query).await.json();
    assert_eq!(found["TimeSeriesFields"], json!(["H"]));
    assert_eq!(found["Results"][0]["H"]["@metadata"], json!({ "@timeseries-named-values": ["Beats"] }));
}

#[tokio::test]
async fn indexes_know_the_names_of_series() {
    let sandbox = filled().await;
    for (name, map) in [
        ("ByName/Js", "map('Users', u => ({ Series: timeSeriesNamesFor(u) }))"),
        ("ByName/Cs", "from u in docs.Users select new { Series = TimeSeriesNamesFor(u) }"),
    ] {
        let body = json!({ "Indexes": [{ "Name": name, "Maps": [map] }] }).to_string();
        // Definitions in C# need an administrator.
        let reply = sandbox.send(Method::PUT, &sandbox.db("/admin/indexes"), &[], body).await;
        assert_eq!(reply.status, 201, "{map}");
        let query = format!("from index '{name}' where Series = 'heartrate'");
        assert_eq!(run_query(&sandbox, &query).await["TotalResults"], 2, "{map}");
    }
    append(&sandbox, "users/2", "Steps", &[("2024-01-01T00:00:00Z", 5.0)]).await;
    let found = run_query(&sandbox, "from index 'ByName/Js' where Series = 'Steps'").await;
    assert_eq!(found["Results"][0]["@metadata"]["@id"], "users/2");
}
