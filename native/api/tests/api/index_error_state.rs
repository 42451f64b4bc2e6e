//! An index in the state `Error` over HTTP: statistics, the refused query, and what enables it.

use axum::http::Method;
use serde_json::json;

use crate::query_fixture::{put_index, query_failure, read, run_query};
use crate::sandbox::{Sandbox, in_collection};

const MAP: &str = "map('People', p => { if (p.Age < 18) throw new Error('no'); return { Age: p.Age } })";

#[tokio::test]
async fn an_index_in_the_error_state_is_reported_and_refuses_queries() {
    let sandbox = Sandbox::new().await;
    for age in 8..28 {
        sandbox.save(&format!("people/{age}"), in_collection("People", json!({ "Age": age }))).await;
    }
    assert_eq!(put_index(&sandbox, json!({ "Name": "A", "Maps": [MAP] })).await.status, 201);
    let (status, kind, message) = query_failure(&sandbox, "from index 'A'").await;
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
    assert!(message.contains("'A'") && message.contains("10 of 20"), "{message}");

    let stats = read(&sandbox, "/indexes/stats?name=A").await["Results"][0].clone();
    let of = |member: &str| stats[member].clone();
    assert_eq!(
        (of("State"), of("Status"), of("IsInvalidIndex")),
        ("Error".into(), "Paused".into(), true.into())
    );
    assert_eq!((of("MapAttempts"), of("MapErrors"), of("ErrorsCount")), (20.into(), 10.into(), 10.into()));
    assert_eq!((of("IsStale"), of("EntriesCount")), (false.into(), 10.into()));
    let indexes = read(&sandbox, "/indexes/status").await;
    assert_eq!(indexes, json!({ "Status": "Running", "Indexes": [{ "Name": "A", "Status": "Paused" }] }));
    assert_eq!(read(&sandbox, "/stats").await["Indexes"][0]["State"], "Error");
    // The terms can be read.
    assert_eq!(
        read(&sandbox, "/indexes/terms?name=A&field=Age").await["Terms"].as_array().unwrap().len(),
        10
    );

    for age in 30..100 {
        sandbox.save(&format!("people/{age}"), in_collection("People", json!({ "Age": age }))).await;
    }
    let staleness = read(&sandbox, "/indexes/staleness?name=A").await.to_string();
    assert!(staleness.contains("state Error"), "{staleness}");
    let enable = sandbox.db("/admin/indexes/enable?name=A");
    assert_eq!(sandbox.send(Method::POST, &enable, &[], String::new()).await.status, 204);
    assert_eq!(run_query(&sandbox, "from index 'A'").await["TotalResults"], 80);
    let stats = read(&sandbox, "/indexes/stats?name=A").await["Results"][0].clone();
    assert_eq!((&stats["State"], &stats["Status"]), (&json!("Normal"), &json!("Running")));
}
