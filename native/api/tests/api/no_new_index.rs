//! `disableAutoIndexCreation=true`: a query is answered by an index that is there, or refused as a server
//! refuses it.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{read, run_query};
use crate::sandbox::{Sandbox, in_collection};

const NONE: &str = "disableAutoIndexCreation=true";

async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("people/1", in_collection("People", json!({ "Name": "Ann", "Age": 7 }))).await;
    sandbox
}

async fn names(sandbox: &Sandbox) -> Value {
    read(sandbox, "/indexes?namesOnly=true").await["Results"].clone()
}

#[tokio::test]
async fn a_query_that_would_make_or_widen_an_index_is_refused() {
    let sandbox = sandbox().await;
    let path = sandbox.db(&format!("/queries?{NONE}"));
    let by_name = json!({ "Query": "from People where Name = 'ann'" });
    let refused = sandbox.post(&path, by_name.clone()).await;
    assert_eq!(refused.json()["Code"], "index-needed");
    let (status, kind, message) = refused.failure();
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
    assert!(message.contains("'Auto/People/ByName'"), "{message}");
    let by_get = format!("{path}&query=from%20People%20where%20Name%20%3D%20%27ann%27");
    assert_eq!(sandbox.get(&by_get).await.failure(), (status, kind, message));
    assert_eq!(names(&sandbox).await, json!([]));

    let answer = run_query(&sandbox, "from People where Name = 'ann'").await;
    let again = sandbox.post(&path, by_name).await;
    assert_eq!((again.status.as_u16(), &again.json()["Results"]), (200, &answer["Results"]));
    let wider = json!({ "Query": "from People where Name = 'ann' and Age = 7" });
    assert_eq!(sandbox.post(&path, wider.clone()).await.status, 500);
    assert_eq!(names(&sandbox).await, json!(["Auto/People/ByName"]));
    let allowed = sandbox.db("/queries?disableAutoIndexCreation=false");
    assert_eq!(sandbox.post(&allowed, wider).await.status, 200);
    let unclear = sandbox.db("/queries?disableAutoIndexCreation=perhaps");
    assert_eq!(sandbox.post(&unclear, json!({ "Query": "from People" })).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn changing_and_deleting_fail_so_and_a_stream_does_not_look_at_it() {
    let sandbox = sandbox().await;
    let text = "from People where Age = 7";
    for (method, body) in [
        (Method::PATCH, json!({ "Query": { "Query": format!("{text} update {{ this.Age = 8 }}") } })),
        (Method::DELETE, json!({ "Query": text })),
    ] {
        let path = sandbox.db(&format!("/queries?{NONE}"));
        let started = sandbox.send(method.clone(), &path, &[], body.to_string()).await;
        assert_eq!(started.status, 200, "{method}");
        let id = started.json()["OperationId"].clone();
        let state = loop {
            let state = read(&sandbox, &format!("/operations/state?id={id}")).await;
            if state["Status"] != "InProgress" {
                break state;
            }
            tokio::task::yield_now().await;
        };
        let reported = (&state["Status"], &state["Result"]["Type"]);
        assert_eq!(reported, (&json!("Faulted"), &json!("System.InvalidOperationException")), "{state}");
    }
    assert_eq!(names(&sandbox).await, json!([]));
    assert_eq!(read(&sandbox, "/docs?id=people/1").await["Results"][0]["Age"], 7);

    let stream = sandbox.db(&format!("/streams/queries?{NONE}"));
    let streamed = sandbox.post(&stream, json!({ "Query": text })).await.json();
    assert_eq!(streamed["TotalResults"], 1);
    assert_eq!(names(&sandbox).await, json!(["Auto/People/ByAge"]));
}
