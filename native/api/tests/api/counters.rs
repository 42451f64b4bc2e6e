use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};

async fn change(sandbox: &Sandbox, id: &str, operations: Value) -> Value {
    let body = json!({ "Documents": [{ "DocumentId": id, "Operations": operations }] });
    let reply = sandbox.post(&sandbox.db("/counters"), body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["Counters"].clone()
}

fn add(name: &str, delta: i64) -> Value {
    json!({ "Type": "Increment", "CounterName": name, "Delta": delta })
}

fn reported(id: &str, name: &str, value: i64) -> Value {
    json!({ "DocumentId": id, "CounterName": name, "TotalValue": value, "CounterValues": null })
}

#[tokio::test]
async fn neighbours_of_one_document_create_one_revision() {
    let sandbox = Sandbox::new().await;
    let configuration = json!({ "Default": {} });
    let reply = sandbox.post(&sandbox.db("/admin/revisions/config"), configuration).await;
    assert!(reply.status.is_success());
    sandbox.save("a/1", json!({})).await;
    let documents = json!({ "Documents": [
        { "DocumentId": "a/1", "Operations": [add("x", 1)] },
        { "DocumentId": "a/1", "Operations": [add("y", 2)] },
    ] });
    let reply = sandbox.post(&sandbox.db("/counters"), documents).await;
    assert_eq!(reply.json(), json!({ "Counters": [reported("a/1", "x", 1), reported("a/1", "y", 2)] }));
    let revisions = sandbox.get(&sandbox.db("/revisions?id=a/1")).await.json();
    assert_eq!(revisions["TotalResults"], 2);
}

#[tokio::test]
async fn a_batch_answers_values_and_a_get_reads_them_back() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let get = |name: &str| json!({ "Type": "Get", "CounterName": name });
    let answers = change(
        &sandbox,
        "a/1",
        json!([add("Likes", 5), add("likes", 3), get("LIKES"), get("none"), add("b", -5),
            { "Type": "Delete", "CounterName": "none" }]),
    )
    .await;
    assert_eq!(
        answers,
        json!([
            reported("a/1", "Likes", 5),
            reported("a/1", "likes", 8),
            reported("a/1", "LIKES", 8),
            null,
            reported("a/1", "b", -5)
        ])
    );
    let all = sandbox.get(&sandbox.db("/counters?docId=a/1")).await.json();
    assert_eq!(all, json!({ "Counters": [reported("a/1", "Likes", 8), reported("a/1", "b", -5)] }));
    let some =
        sandbox.get(&sandbox.db("/counters?docId=a/1&counter=none&counter=likes&full=true")).await.json();
    let node = format!("A-{}", sandbox.engine.database(DB).unwrap().id());
    assert_eq!(some["Counters"][0], Value::Null);
    assert_eq!(some["Counters"][1]["CounterValues"], json!({ node: 8 }));
    // Only reads, as clients send them when the list of names is too long for an address.
    assert_eq!(
        change(&sandbox, "a/1", json!([get("b"), get("none")])).await,
        json!([reported("a/1", "b", -5), null])
    );
    assert_eq!(change(&sandbox, "none", json!([get("b")])).await, json!([null]));
    assert_eq!(sandbox.get(&sandbox.db("/counters?docId=none")).await.json(), json!({ "Counters": [] }));
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(stats["CountOfCounterEntries"], 1);
    let collections = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    assert_eq!(collections["CountOfCounterEntries"], 1);
}

#[tokio::test]
async fn loads_bring_counters_along_and_their_tag_sees_them_change() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    sandbox.save("a/2", json!({})).await;
    change(&sandbox, "a/1", json!([add("x", 1), add("Y", 2)])).await;
    let path = sandbox.db("/docs?id=a/1&id=a/2&id=none&counter=X&counter=none");
    let reply = sandbox.get(&path).await;
    assert_eq!(
        reply.json()["CounterIncludes"],
        json!({
            "a/1": [{ "DocumentId": "a/1", "CounterName": "X", "TotalValue": 1 }, null],
            "a/2": [null, null],
        })
    );
    assert_eq!(reply.json()["Results"][0]["@metadata"]["@counters"], json!(["x", "Y"]));
    let tag = reply.header("etag").to_owned();
    let again = [("if-none-match", tag.as_str())];
    assert_eq!(sandbox.send(Method::GET, &path, &again, "").await.status, 304);
    change(&sandbox, "a/1", json!([add("x", 1)])).await;
    assert_eq!(
        sandbox.send(Method::GET, &path, &again, "").await.status,
        200,
        "the documents did not change"
    );
    let all = sandbox.get(&sandbox.db("/docs?id=a/1&counter=@all_counters")).await.json();
    assert_eq!(all["CounterIncludes"]["a/1"].as_array().unwrap().len(), 2);
    assert!(sandbox.get(&sandbox.db("/docs?id=a/1")).await.json().get("CounterIncludes").is_none());
}

#[tokio::test]
async fn a_batch_of_commands_changes_counters_with_its_documents() {
    let sandbox = Sandbox::new().await;
    let counters = |operations: Value| json!({ "Id": "a/1", "Type": "Counters", "Counters": { "DocumentId": "a/1", "Operations": operations } });
    let commands = json!({ "Commands": [{ "Id": "a/1", "Type": "PUT", "Document": {} }, counters(json!([add("x", 4)]))] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), commands).await;
    assert_eq!(reply.status, 201);
    let metadata = sandbox.get(&sandbox.db("/docs?id=a/1")).await.json()["Results"][0]["@metadata"].clone();
    let vector = &metadata["@change-vector"];
    assert_eq!(
        reply.json()["Results"][1],
        json!({ "Id": "a/1", "ChangeVector": vector, "Type": "Counters",
            "CountersDetail": { "Counters": [reported("a/1", "x", 4)] }, "DocumentChangeVector": vector })
    );
    assert_eq!((&metadata["@flags"], &metadata["@counters"]), (&json!("HasCounters"), &json!(["x"])));
    let reply = sandbox
        .post(&sandbox.db("/bulk_docs"), json!({ "Commands": [counters(json!([add("x", 1)]))] }))
        .await;
    assert_eq!(reply.json()["Results"][0]["DocumentChangeVector"], Value::Null);
}

#[tokio::test]
async fn invalid_counters_are_reported_and_change_nothing() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    change(&sandbox, "a/1", json!([add("big", i64::MAX)])).await;
    for (id, operation, status, kind, says) in [
        ("none", add("x", 1), 500, "DocumentDoesNotExistException", "'none'"),
        ("a/1", add("big", 1), 500, "CounterOverflowException", "'big'"),
        ("a/1", add("", 1), 400, "BadRequestException", "name is empty"),
        ("a/1", json!({ "Type": "Bogus", "CounterName": "x" }), 400, "BadRequestException", "'Bogus'"),
        (
            "a/1",
            json!({ "Type": "Increment", "CounterName": "x", "Delta": "0.5" }),
            400,
            "BadRequestException",
            "0.5",
        ),
        ("", add("x", 1), 400, "BadRequestException", "'DocumentId'"),
    ] {
        let body = json!({ "Documents": [
            { "DocumentId": "a/1", "Operations": [add("first", 1)] },
            { "DocumentId": id, "Operations": [operation] },
        ] });
        let failure = sandbox.post(&sandbox.db("/counters"), body).await.failure();
        assert_eq!((failure.0, failure.1.as_str()), (status, kind), "{failure:?}");
        assert!(failure.2.contains(says), "{failure:?}");
        let left = sandbox.get(&sandbox.db("/counters?docId=a/1")).await.json();
        assert_eq!(left["Counters"].as_array().unwrap().len(), 1);
    }
    assert_eq!(sandbox.get(&sandbox.db("/counters")).await.failure().0, 400);
    let reply = sandbox.send(Method::POST, &sandbox.db("/counters"), &[], "{\"Documents\":[{]}").await;
    assert!(reply.failure().2.contains("line 1"));
    let bare = json!({ "Commands": [{ "Id": "a/1", "Type": "Counters" }] });
    assert!(sandbox.post(&sandbox.db("/bulk_docs"), bare).await.failure().2.contains("'Counters'"));
}

#[tokio::test]
async fn bulk_inserts_carry_counters_and_attachments() {
    let sandbox = Sandbox::new().await;
    let document = json!({ "Id": "a/1", "Type": "PUT", "Document": {} });
    let attachment = json!({ "Id": "a/1", "Type": "AttachmentPUT", "Name": "f", "ContentType": "text/plain",
        "ContentLength": 9 });
    let counters = json!({ "Id": "a/1", "Type": "Counters",
        "Counters": { "DocumentId": "a/1", "Operations": [add("x", 2)] } });
    let body = format!("[{document},{attachment}hel]}}{{\"lo,{counters}]");
    let reply = sandbox.send(Method::POST, &sandbox.db("/bulk_insert?id=7"), &[], body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let reply = sandbox.get(&sandbox.db("/attachments?id=a/1&name=f")).await;
    assert_eq!(reply.body, b"hel]}{\"lo");
    assert_eq!(reply.header("content-type"), "text/plain");
    let counters = sandbox.get(&sandbox.db("/counters?docId=a/1")).await.json();
    assert_eq!(counters["Counters"][0]["TotalValue"], 2);
    let result =
        sandbox.engine.database(DB).unwrap().operations().get(7).unwrap().state.result.clone().unwrap();
    assert_eq!((&result["Total"], &result["DocumentsProcessed"]), (&json!(3), &json!(1)));
    assert_eq!((&result["AttachmentsProcessed"], &result["CountersProcessed"]), (&json!(1), &json!(1)));

    let missing = r#"[{"Id":"none","Type":"AttachmentPUT","Name":"f","ContentLength":1}x]"#;
    let reply = sandbox.send(Method::POST, &sandbox.db("/bulk_insert?id=8"), &[], missing).await;
    assert!(reply.failure().2.contains("'none' does not exist"), "{:?}", reply.failure());
    let bad = r#"[{"Id":"a/1","Type":"Counters","Counters":{"Operations":[]}}]"#;
    let reply = sandbox.send(Method::POST, &sandbox.db("/bulk_insert?id=9"), &[], bad).await;
    assert!(reply.failure().2.contains("Item 1 (at byte 1): 'Counters' must have"), "{:?}", reply.failure());
}
