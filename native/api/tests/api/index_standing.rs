//! The administrative state of indexes over HTTP: paused, disabled, locked, priority.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{put_index, read, run_query_as};
use crate::sandbox::{Reply, Sandbox, in_collection};

async fn with_indexes() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("people/1", in_collection("People", json!({ "Name": "Ann" }))).await;
    assert_eq!(put_index(&sandbox, json!({ "Name": "A", "Maps": [MAP] })).await.status, 201);
    assert_eq!(run_query(&sandbox, "from People where Name = 'ann'").await["TotalResults"], 1);
    sandbox
}

const MAP: &str = "map('People', p => ({ Name: p.Name }))";
const OTHER: &str = "map('People', p => ({ Name: p.Name, One: 1 }))";

async fn run_query(sandbox: &Sandbox, query: &str) -> Value {
    run_query_as(
        sandbox,
        json!({ "Query": query, "WaitForNonStaleResults": true, "WaitForNonStaleResultsTimeout": "00:00:00.1" }),
    )
    .await
}

async fn reported(sandbox: &Sandbox, path: &str) -> Reply {
    sandbox.send(Method::POST, &sandbox.db(path), &[], String::new()).await
}

async fn status(sandbox: &Sandbox) -> (Value, Value, Value) {
    let read = read(sandbox, "/indexes/status").await;
    let of = |name: &str| {
        let all = read["Indexes"].as_array().unwrap();
        all.iter().find(|index| index["Name"] == name).unwrap()["Status"].clone()
    };
    (read["Status"].clone(), of("A"), of("Auto/People/ByName"))
}

#[tokio::test]
async fn stopping_starting_disabling_and_enabling_are_seen_everywhere() {
    let sandbox = with_indexes().await;
    let all = |[a, b, c]: [&str; 3]| (json!(a), json!(b), json!(c));
    assert_eq!(status(&sandbox).await, all(["Running", "Running", "Running"]));
    for (path, code, after) in [
        ("stop", 204, ["Paused", "Paused", "Paused"]),
        ("start?name=A", 204, ["Paused", "Running", "Paused"]),
        ("start", 204, ["Running", "Running", "Running"]),
        ("stop?type=map-reduce", 204, ["Running", "Running", "Running"]),
        ("stop?type=bogus", 204, ["Running", "Running", "Running"]),
        ("stop?type=map", 204, ["Running", "Paused", "Paused"]),
        ("start?type=map", 204, ["Running", "Running", "Running"]),
        ("disable?name=A", 204, ["Running", "Disabled", "Running"]),
        ("start?name=A", 204, ["Running", "Disabled", "Running"]),
        ("stop?name=A", 204, ["Running", "Disabled", "Running"]),
        ("start?name=A", 204, ["Running", "Disabled", "Running"]),
        ("enable?name=A", 204, ["Running", "Running", "Running"]),
        ("disable?name=A&clusterWide=true", 200, ["Running", "Disabled", "Running"]),
    ] {
        assert_eq!(reported(&sandbox, &format!("/admin/indexes/{path}")).await.status, code, "{path}");
        assert_eq!(status(&sandbox).await, all(after), "{path}");
    }
    sandbox.save("people/2", in_collection("People", json!({ "Name": "Bob" }))).await;
    let answer = run_query(&sandbox, "from index 'A'").await;
    assert_eq!((&answer["TotalResults"], &answer["IsStale"]), (&json!(1), &json!(true)));
    let stats = read(&sandbox, "/indexes/stats?name=A").await["Results"][0].clone();
    assert_eq!((&stats["State"], &stats["Status"]), (&json!("Disabled"), &json!("Disabled")));
    let progress = read(&sandbox, "/indexes/progress").await["Results"][0].clone();
    assert_eq!((&progress["Name"], &progress["IndexRunningStatus"]), (&json!("A"), &json!("Disabled")));
    let staleness = read(&sandbox, "/indexes/staleness?name=A").await;
    assert!(staleness["StalenessReasons"].to_string().contains("disabled"), "{staleness}");
    assert_eq!(read(&sandbox, "/indexes?name=A").await["Results"][0]["State"], "Disabled");
    let of_all = read(&sandbox, "/stats").await["Indexes"].clone();
    assert!(of_all.as_array().unwrap().iter().any(|index| index["State"] == "Disabled"), "{of_all}");
    for path in ["stop?name=Nope", "start?name=Nope", "disable?name=Nope", "enable?name=Nope"] {
        let (status, kind, message) = reported(&sandbox, &format!("/admin/indexes/{path}")).await.failure();
        assert_eq!((status, message.contains("'Nope'")), (500, true), "{message}");
        assert!(kind.ends_with("IndexDoesNotExistException"), "{kind}");
    }
    assert_eq!(reported(&sandbox, "/admin/indexes/disable").await.failure().1, "ArgumentException");
}

async fn set(sandbox: &Sandbox, path: &str, body: Value) -> Reply {
    sandbox.post(&sandbox.db(&format!("/indexes/{path}")), body).await
}

#[tokio::test]
async fn locked_indexes_refuse_or_ignore_changes() {
    let sandbox = with_indexes().await;
    let lock = async |mode: &str| {
        let body = json!({ "IndexNames": ["A"], "Mode": mode });
        assert_eq!(set(&sandbox, "set-lock", body).await.status, 204);
        assert_eq!(read(&sandbox, "/indexes?name=A").await["Results"][0]["LockMode"], mode);
        assert_eq!(read(&sandbox, "/indexes/stats?name=A").await["Results"][0]["LockMode"], mode);
    };
    let delete =
        async || sandbox.send(Method::DELETE, &sandbox.db("/indexes?name=A"), &[], String::new()).await;
    lock("LockedIgnore").await;
    assert_eq!(put_index(&sandbox, json!({ "Name": "A", "Maps": [OTHER] })).await.status, 201);
    assert_eq!(delete().await.status, 204);
    assert_eq!(read(&sandbox, "/indexes?name=A").await["Results"][0]["Maps"][0], MAP);
    lock("LockedError").await;
    let (status, kind, message) = put_index(&sandbox, json!({ "Name": "A", "Maps": [MAP] })).await.failure();
    assert_eq!((status, message.contains("'A'")), (500, true), "{message}");
    assert!(kind.ends_with("IndexCreationException"), "{kind}");
    let (status, kind, _) = delete().await.failure();
    assert_eq!((status, kind.ends_with("IndexDeletionException")), (500, true), "{kind}");
    lock("Unlock").await;
    let (status, _, message) = set(
        &sandbox,
        "set-lock",
        json!({ "IndexNames": ["A", "Auto/People/ByName"], "Mode": "LockedError" }),
    )
    .await
    .failure();
    assert_eq!((status, message.contains("Auto/People/ByName")), (500, true), "{message}");
    assert_eq!(delete().await.status, 204);
}

#[tokio::test]
async fn priorities_are_kept_and_what_cannot_be_is_refused() {
    let sandbox = with_indexes().await;
    let names = json!(["A", "auto/people/byname"]);
    let body = json!({ "IndexNames": names, "Priority": "High" });
    assert_eq!(set(&sandbox, "set-priority", body).await.status, 204);
    for stats in read(&sandbox, "/indexes/stats").await["Results"].as_array().unwrap() {
        assert_eq!(stats["Priority"], "High", "{stats}");
    }
    let put_again = put_index(&sandbox, json!({ "Name": "A", "Maps": [MAP], "Priority": "Low" })).await;
    assert_eq!(put_again.status, 201);
    assert_eq!(read(&sandbox, "/indexes?name=A").await["Results"][0]["Priority"], "Low");
    for (path, body) in [
        ("set-priority", json!({ "IndexNames": ["A"], "Priority": "Urgent" })),
        ("set-priority", json!({ "IndexNames": [], "Priority": "Low" })),
        ("set-priority", json!({ "Priority": "Low" })),
        ("set-priority", json!({ "IndexNames": ["A", "Nope"], "Priority": "High" })),
        ("set-lock", json!({ "IndexNames": ["A"], "Mode": "Perhaps" })),
        ("set-lock", json!({ "IndexNames": ["Nope"], "Mode": "LockedError" })),
        ("set-lock", json!({ "IndexNames": 7 })),
    ] {
        let (status, _, message) = set(&sandbox, path, body.clone()).await.failure();
        assert!(status >= 400 && !message.is_empty(), "{body}: {status} {message}");
    }
    let stats = read(&sandbox, "/indexes/stats?name=A").await["Results"][0].clone();
    assert_eq!((&stats["Priority"], &stats["LockMode"]), (&json!("Low"), &json!("Unlock")));
}
