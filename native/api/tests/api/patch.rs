//! PATCH of one document and in batches: statuses and shapes as a real server was seen to have them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

const USER: &str =
    r#"{"Name":"a","Age":1,"D":1.50,"Big":12345678901234567890,"@metadata":{"@collection":"Users"}}"#;

async fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=users/1"), &[], USER).await;
    assert_eq!(reply.status, 201);
    sandbox
}

async fn patch(sandbox: &Sandbox, query: &str, body: Value) -> Reply {
    sandbox.send(Method::PATCH, &sandbox.db(&format!("/docs?{query}")), &[], body.to_string()).await
}

fn script(text: &str) -> Value {
    json!({ "Patch": { "Script": text, "Values": {} } })
}

async fn document(sandbox: &Sandbox, id: &str) -> Value {
    let reply = sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await;
    if reply.status == 404 { Value::Null } else { reply.json()["Results"][0].clone() }
}

#[tokio::test]
async fn a_patch_changes_and_returns_the_document() {
    let sandbox = sandbox().await;
    let reply = patch(&sandbox, "id=users/1", script("this.Age++")).await;
    assert_eq!(reply.status, 200);
    let text = String::from_utf8(reply.body.clone()).unwrap();
    assert!(
        text.starts_with(
            r#"{"Status":"Patched","ModifiedDocument":{"Name":"a","Age":2,"D":1.50,"Big":12345678901234567890,"@metadata":{"@collection":"Users"}},"LastModified":""#
        ),
        "{text}"
    );
    assert_eq!(reply.json()["Collection"], "Users");
    let saved = document(&sandbox, "users/1").await;
    assert_eq!(saved["@metadata"]["@change-vector"], reply.json()["ChangeVector"]);
    let again = patch(&sandbox, "id=users/1", script("this.Age = 2")).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json()["Status"], "NotModified");
    assert!(again.json().get("ChangeVector").is_none());
    assert_eq!(document(&sandbox, "users/1").await, saved);
}

#[tokio::test]
async fn a_missing_document_is_reported_or_created() {
    let sandbox = sandbox().await;
    let reply = patch(&sandbox, "id=no/1", script("this.A = 1")).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (404, 0));
    let body = json!({ "Patch": { "Script": "" }, "PatchIfMissing": { "Script": "this.Y = args.a", "Values": { "a": 3 } } });
    let reply = patch(&sandbox, "id=no/1", body).await;
    assert_eq!(reply.status, 201);
    assert_eq!(reply.json()["Status"], "Created");
    assert_eq!(reply.json()["ModifiedDocument"], json!({ "Y": 3 }));
    assert_eq!(reply.json()["Collection"], "@empty");
    let body = json!({ "Patch": { "Script": "this.A++" }, "CreateIfMissing": { "A": 1, "@metadata": { "@collection": "Nos" } } });
    assert_eq!(patch(&sandbox, "id=no/2", body.clone()).await.status, 201);
    assert_eq!(patch(&sandbox, "id=no/2", body).await.json()["Status"], "Patched");
    assert_eq!(document(&sandbox, "no/2").await["A"], 2);
}

#[tokio::test]
async fn a_test_shows_before_and_after_and_changes_nothing() {
    let sandbox = sandbox().await;
    let before = document(&sandbox, "users/1").await;
    let text = "this.Age = 5; put('users/8', {}); del('users/1x'); output('hi'); load('users/8'); incrementCounter(this, 'c')";
    let reply = patch(&sandbox, "id=users/1&test=true", script(text)).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(answer["ModifiedDocument"]["Age"], 5);
    assert_eq!(answer["OriginalDocument"]["Age"], 1);
    assert_eq!(answer["Debug"]["Info"], json!(["hi"]));
    assert_eq!(answer["Debug"]["Actions"]["PutDocument"], json!([{ "Id": "users/8", "Data": {} }]));
    assert_eq!(answer["Debug"]["Actions"]["LoadDocument"], json!([{ "Id": "users/8", "Exists": true }]));
    assert_eq!(answer["Debug"]["Actions"]["DeleteDocument"], json!(["users/1x"]));
    assert_eq!(
        (answer["ChangeVector"].clone(), answer["LastModified"].as_str()),
        (Value::Null, Some("0001-01-01T00:00:00.0000000"))
    );
    assert_eq!(document(&sandbox, "users/1").await, before);
    assert_eq!(document(&sandbox, "users/8").await, Value::Null);
    // The next change is not confused by what was only tried.
    assert_eq!(
        patch(&sandbox, "id=users/1", script("this.Age++")).await.json()["ModifiedDocument"]["Age"],
        2
    );
}

#[tokio::test]
async fn versions_are_kept_to() {
    let sandbox = sandbox().await;
    let path = sandbox.db("/docs?id=users/1");
    let body = script("this.Age = 9").to_string();
    let reply = sandbox.send(Method::PATCH, &path, &[("if-match", "\"A:99-x\"")], body.clone()).await;
    let (status, kind, message) = reply.failure();
    assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"));
    assert!(message.contains("users/1") && message.contains("A:99-x"), "{message}");
    let skip = format!("{path}&skipPatchIfChangeVectorMismatch=true");
    assert_eq!(sandbox.send(Method::PATCH, &skip, &[("if-match", "\"A:99-x\"")], body).await.status, 304);
    assert_eq!(document(&sandbox, "users/1").await["Age"], 1);
    let reply = patch(&sandbox, "id=users/1", script("this.Age = 7; del(id(this))")).await;
    assert_eq!(reply.failure().0, 409);
    assert_eq!(document(&sandbox, "users/1").await["Age"], 1);
}

#[tokio::test]
async fn errors_name_document_line_and_text() {
    let sandbox = sandbox().await;
    let (status, kind, message) =
        patch(&sandbox, "id=users/1", script("var a = 1;\nfoo bar")).await.failure();
    assert_eq!((status, kind.as_str()), (500, "JavaScriptParseException"));
    assert!(message.contains("users/1") && message.contains("line 2"), "{message}");
    let (status, kind, message) =
        patch(&sandbox, "id=users/1", script("put('users/2', {});\nthrow new Error('hoi')")).await.failure();
    assert_eq!((status, kind.as_str()), (500, "JavaScriptException"));
    assert!(message.contains("hoi") && message.contains("line 2, column"), "{message}");
    assert_eq!(document(&sandbox, "users/2").await, Value::Null, "nothing of a failed script happens");
    let (_, kind, message) =
        patch(&sandbox, "id=users/1", script("this['@metadata']['@collection'] = 'Foo'")).await.failure();
    assert_eq!(kind, "DocumentCollectionMismatchException", "{message}");
    for (query, body) in [
        ("id=users/1", json!({})),
        ("id=users/1", json!({ "Patch": {} })),
        ("", script("this.A = 1")),
        ("id=users/", script("this.A = 1")),
        ("id=users/1", json!({ "Patch": { "Script": "", "Values": 5 } })),
    ] {
        assert_eq!(patch(&sandbox, query, body.clone()).await.status, 400, "{query} {body}");
    }
}

#[tokio::test]
async fn an_endless_script_ends_and_others_go_on() {
    let sandbox = sandbox().await;
    let (status, kind, message) = patch(&sandbox, "id=users/1", script("while (true) {}")).await.failure();
    assert_eq!((status, kind.as_str()), (500, "JavaScriptException"));
    assert!(message.contains("cut off"), "{message}");
    assert_eq!(patch(&sandbox, "id=users/1", script("this.Age = 3")).await.json()["Status"], "Patched");
}

#[tokio::test]
async fn scripts_of_a_batch_see_what_the_batch_did() {
    let sandbox = sandbox().await;
    let patch = |id: &str, script: &str| json!({ "Id": id, "Type": "PATCH", "Patch": { "Script": script }, "ReturnDocument": true });
    let body = json!({ "Commands": [
        { "Id": "x/1", "Type": "PUT", "Document": { "X": 3 } },
        patch("users/1", "this.V = load('x/1').X; put('x/2', { Y: 1 })"),
        patch("x/1", "this.X++"),
        patch("x/2", "this.Z = load('x/1').X"),
        { "Id": "no/1", "Type": "PATCH", "Patch": { "Script": "this.A = 1" } },
        { "Type": "BatchPATCH", "Ids": [{ "Id": "x/1" }, { "Id": "x/2" }, { "Id": "x/9" }], "Patch": { "Script": "this.B = (this.B || 0) + 1" } },
        { "Id": "x/1", "Type": "DELETE" },
    ] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let results = reply.json()["Results"].clone();
    assert_eq!(results[1]["PatchStatus"], "Patched");
    assert_eq!(results[1]["ModifiedDocument"]["V"], 3);
    assert!(String::from_utf8_lossy(&reply.body).contains("12345678901234567890"));
    assert_eq!(results[3]["ModifiedDocument"]["Z"], 4);
    assert_eq!(results[4]["PatchStatus"], "DocumentDoesNotExist");
    assert_eq!(
        (results[4]["ChangeVector"].clone(), results[4]["LastModified"].as_str()),
        (Value::Null, Some("0001-01-01T00:00:00.0000000"))
    );
    assert_eq!(results[5], json!({ "Type": "BatchPATCH" }));
    assert_eq!(results[6]["Deleted"], true);
    assert_eq!(document(&sandbox, "x/2").await["B"], 1);
    let body = json!({ "Commands": [patch("users/1", "this.V = 0"), patch("users/1", "throw 5")] });
    assert_eq!(sandbox.post(&sandbox.db("/bulk_docs"), body).await.failure().1, "JavaScriptException");
    assert_eq!(document(&sandbox, "users/1").await["V"], 3);
}

#[tokio::test]
async fn counters_changed_by_a_script_show_on_the_document() {
    let sandbox = sandbox().await;
    let reply = patch(
        &sandbox,
        "id=users/1&debug=true",
        script("incrementCounter(this, 'likes', 3); output(counter(this, 'likes'))"),
    )
    .await;
    let answer = reply.json();
    assert_eq!((answer["Status"].as_str(), answer["Debug"]["Info"].clone()), (Some("Patched"), json!(["3"])));
    let saved = document(&sandbox, "users/1").await;
    assert_eq!(saved["@metadata"]["@counters"], json!(["likes"]));
    assert_eq!(saved["@metadata"]["@change-vector"], answer["ChangeVector"]);
    let unchanged = patch(&sandbox, "id=users/1", script("this.Name = 'a'")).await;
    assert_eq!(unchanged.json()["Status"], "NotModified");
}

async fn ended(sandbox: &Sandbox, reply: Reply) -> Value {
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    let id = reply.json()["OperationId"].as_i64().unwrap();
    loop {
        let state = sandbox.get(&sandbox.db(&format!("/operations/state?id={id}"))).await.json();
        if state["Status"] != "InProgress" {
            return state;
        }
        tokio::task::yield_now().await;
    }
}

async fn by_query(sandbox: &Sandbox, method: Method, rest: &str, body: Value) -> Reply {
    sandbox.send(method, &sandbox.db(&format!("/queries{rest}")), &[], body.to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_a_query_finds_is_changed_or_deleted() {
    let sandbox = sandbox().await;
    for n in 0..700 {
        sandbox
            .save(
                &format!("ns/{n}"),
                json!({ "N": n, "Ref": "users/1", "@metadata": { "@collection": "Ns" } }),
            )
            .await;
    }
    let text = "declare function more(n) { return n + $by } from Ns as n where n.N >= 100 load n.Ref as u update { n.N = n.N + 1000; this.Who = u.Name; this.By = $by; }";
    let text = text.replace("n + $by", "n + 1");
    let body = json!({ "Query": { "Query": text, "QueryParameters": { "by": 5 } } });
    let state = ended(&sandbox, by_query(&sandbox, Method::PATCH, "?details=true", body).await).await;
    assert_eq!(state["Status"], "Completed", "{state}");
    assert_eq!(state["Result"]["Total"], 600);
    assert_eq!(state["Result"]["Details"].as_array().unwrap().len(), 600);
    let changed = document(&sandbox, "ns/650").await;
    assert_eq!(
        (changed["N"].clone(), changed["Who"].clone(), changed["By"].clone()),
        (json!(1650), json!("a"), json!(5))
    );
    assert_eq!(document(&sandbox, "ns/99").await["N"], 99);
    let body = json!({ "Query": "from Ns where N < 100" });
    let state = ended(&sandbox, by_query(&sandbox, Method::DELETE, "", body).await).await;
    assert_eq!(
        (state["Result"]["Total"].clone(), state["Result"]["Message"].as_str()),
        (json!(100), Some("Processed 100 items."))
    );
    assert_eq!(document(&sandbox, "ns/99").await, Value::Null);
    let body =
        json!({ "Query": { "Query": "from Ns update { if (this.N == 1650) throw 'no'; this.X = 1 }" } });
    let state = ended(&sandbox, by_query(&sandbox, Method::PATCH, "", body).await).await;
    assert_eq!(state["Status"], "Faulted");
    assert!(state["Result"]["Message"].as_str().unwrap().contains("ns/650"), "{state}");
}

#[tokio::test]
async fn an_update_can_be_tried_on_one_document_and_its_text_is_checked_at_once() {
    let sandbox = sandbox().await;
    let body = json!({ "Query": { "Query": "from Users update { this.Age = 50; output('x') }" } });
    let reply = by_query(&sandbox, Method::PATCH, "/test?id=users/1", body.clone()).await;
    let answer = reply.json();
    assert_eq!(
        (answer["Status"].as_str(), answer["ModifiedDocument"]["Age"].as_i64()),
        (Some("Patched"), Some(50))
    );
    assert_eq!(
        (answer["OriginalDocument"]["Age"].as_i64(), answer["Debug"]["Output"].clone()),
        (Some(1), json!(["x"]))
    );
    assert_eq!(document(&sandbox, "users/1").await["Age"], 1);
    assert_eq!(by_query(&sandbox, Method::PATCH, "/test?id=users/9", body).await.status, 404);
    for (query, part) in [
        ("from Users", "update"),
        ("from Users update { foo bar }", "line 1"),
        ("from Users limit 2 update { }", ""),
    ] {
        let reply = by_query(&sandbox, Method::PATCH, "", json!({ "Query": { "Query": query } })).await;
        let (status, _, message) = reply.failure();
        assert!(status >= 400 && message.contains(part), "{query}: {status} {message}");
    }
    assert_eq!(by_query(&sandbox, Method::PATCH, "", json!({})).await.status, 400);
    assert!(
        by_query(&sandbox, Method::DELETE, "", json!({ "Query": "from Users update { }" }))
            .await
            .status
            .is_client_error()
    );
}
