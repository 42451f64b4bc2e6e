//! Optional members are read as a server reads them, and answers have a server's members.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};

async fn batch(sandbox: &Sandbox, command: &str) -> (u16, Value) {
    let body = format!("{{\"Commands\":[{command}]}}");
    let reply = sandbox.send(Method::POST, &format!("/databases/{DB}/bulk_docs"), &[], body).await;
    (reply.status.as_u16(), reply.json())
}

async fn query(sandbox: &Sandbox, body: &str) -> Vec<i64> {
    let reply = sandbox.send(Method::POST, &format!("/databases/{DB}/queries"), &[], body.to_owned()).await;
    assert_eq!(reply.status, 200, "{body}");
    let answer = reply.json();
    let results = answer["Results"].as_array().cloned().unwrap_or_default();
    results.iter().map(|result| result["No"].as_i64().unwrap()).collect()
}

async fn with_documents() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for no in 0..6 {
        let put = format!(
            r#"{{"Id":"a/{no}","Type":"PUT","Document":{{"No":{no},"List":[1],"@metadata":{{"@collection":"Items"}}}}}}"#
        );
        assert_eq!(batch(&sandbox, &put).await.0, 201);
    }
    sandbox
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_created_with_null_answers_the_values_of_a_server() {
    let sandbox = Sandbox::new().await;
    let sent = r#"{"DatabaseName":"py","LockMode":null,"DatabaseState":null,"AutoIndexes":null,"Settings":null,
        "Indexes":null,"DeletionInProgress":null,"Disabled":null,"NoSuchMember":1}"#;
    let reply = sandbox.send(Method::PUT, "/admin/databases?name=py", &[], sent).await;
    assert_eq!(reply.status, 201);
    let record = sandbox.get("/admin/databases?name=py").await.json();
    for (member, value) in [
        ("LockMode", json!("Unlock")),
        ("DatabaseState", json!("Normal")),
        ("AutoIndexes", json!({})),
        ("Settings", json!({})),
        ("Indexes", json!({})),
        ("DeletionInProgress", json!({})),
        ("Disabled", json!(false)),
        ("PeriodicBackups", json!([])),
        ("Expiration", Value::Null),
    ] {
        assert_eq!(record[member], value, "{member}");
    }
    assert!(record.get("NoSuchMember").is_none());
    let version = record["Etag"].to_string();
    let path = "/admin/databases?name=py";
    let again = sandbox.send(Method::PUT, path, &[("etag", version.as_str())], record.to_string()).await;
    assert_eq!(again.status, 201, "the record can be sent back as it was read");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn indexes_in_the_record_have_the_members_of_a_server() {
    let sandbox = with_documents().await;
    let put = r#"{"Indexes":[{"Name":"i","Maps":["from a in docs.Items select new { a.No }"],"Fields":{"No":null}}]}"#;
    let path = format!("/databases/{DB}/admin/indexes");
    assert_eq!(sandbox.send(Method::PUT, &path, &[], put).await.status, 201);
    query(&sandbox, r#"{"Query":"from Items where No > 1","WaitForNonStaleResults":true}"#).await;
    let grouped = r#"{"Query":"from Items group by No select count() as No","WaitForNonStaleResults":true}"#;
    query(&sandbox, grouped).await;
    let record = sandbox.get(&format!("/admin/databases?name={DB}")).await.json();
    let index = &record["Indexes"]["i"];
    assert_eq!((&index["Type"], &index["SourceType"]), (&json!("Map"), &json!("Documents")));
    assert!(index["ClusterState"].is_object());
    let field = &record["AutoIndexes"]["Auto/Items/ByNo"]["MapFields"]["No"];
    assert_eq!((&field["Indexing"], &field["Aggregation"]), (&json!("Default"), &json!("None")));
    let groups = &record["AutoIndexes"]["Auto/Items/ByCountReducedByNo"];
    assert_eq!(groups["GroupByFieldNames"], json!(["No"]));
    assert_eq!(groups["MapFields"]["Count"]["Aggregation"], "Count");
    assert_eq!(record["IndexesHistory"]["i"][0]["Definition"]["Name"], "i");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_and_page_size_of_a_query_count_besides_its_limit() {
    let sandbox = with_documents().await;
    for (query_text, members, results) in [
        ("from Items", r#""Start":2"#, &[2, 3, 4, 5][..]),
        ("from Items", r#""Start":"2","PageSize":2"#, &[2, 3]),
        ("from Items", r#""Start":null,"PageSize":null"#, &[0, 1, 2, 3, 4, 5]),
        ("from Items", r#""PageSize":0"#, &[]),
        ("from Items limit 1, 3", r#""Start":4,"PageSize":2"#, &[1, 2]),
        ("from Items limit 3", r#""Start":1"#, &[1, 2, 3]),
        ("from Items", r#""WaitForNonStaleResults":1,"Start":5"#, &[5]),
    ] {
        let body = format!("{{\"Query\":\"{query_text}\",{members}}}");
        assert_eq!(query(&sandbox, &body).await, results, "{body}");
    }
    let path = format!("/databases/{DB}/queries?query=from%20Items&start=1&pageSize=2");
    assert_eq!(sandbox.get(&path).await.json()["Results"].as_array().map(Vec::len), Some(2));
    let negative = format!("/databases/{DB}/queries");
    let reply = sandbox.send(Method::POST, &negative, &[], r#"{"Query":"from Items","Start":-1}"#).await;
    assert!(reply.failure().2.contains("'Start'"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn json_patches_change_a_document_and_fail_as_a_whole() {
    let sandbox = with_documents().await;
    let patch = async |operations: &str, id: &str| {
        let command = format!(
            r#"{{"Id":"{id}","Type":"JsonPatch","ChangeVector":null,"JsonPatch":{{"Operations":{operations}}},"ReturnDocument":true}}"#
        );
        batch(&sandbox, &command).await
    };
    let operations = r#"[{"op":"test","path":"/No","value":0},{"op":"add","path":"/List/-","value":{"a":null}},
        {"op":"add","path":"/List/0","value":0},{"op":"copy","from":"/List","path":"/Copy"},{"op":"remove","path":"/List/1"},
        {"op":"move","from":"/No","path":"/a~1b"},{"op":"REPLACE","path":"/Copy/0","value":9}]"#;
    let (status, answer) = patch(operations, "a/0").await;
    assert_eq!(status, 201, "{answer}");
    let result = &answer["Results"][0];
    assert_eq!((&result["Type"], &result["PatchStatus"]), (&json!("JsonPatch"), &json!("Patched")));
    assert!(result["Etag"].as_i64() > Some(0));
    let mut document = result["ModifiedDocument"].clone();
    document.as_object_mut().unwrap().remove("@metadata");
    assert_eq!(document, json!({ "List": [0, { "a": null }], "Copy": [9, 1, { "a": null }], "a/b": 0 }));

    let (_, unchanged) = patch(r#"[{"op":"test","path":"/No","value":1}]"#, "a/1").await;
    assert_eq!(unchanged["Results"][0]["PatchStatus"], "NotModified");
    for operations in [
        r#"[{"op":"add","path":"/X","value":1},{"op":"test","path":"/No","value":7}]"#,
        r#"[{"op":"add","path":"/X","value":1},{"op":"remove","path":"/Nope"}]"#,
        r#"[{"op":"add","path":"/X","value":1},{"op":"replace","path":"/Nope","value":1}]"#,
        r#"[{"op":"add","path":"/X","value":1},{"op":"add","path":"/List/9","value":1}]"#,
        r#"[{"op":"add","path":"/X","value":1},{"op":"add","path":"/No/pe","value":1}]"#,
    ] {
        let (status, answer) = patch(operations, "a/1").await;
        assert_eq!(status, 500, "{operations}: {answer}");
        assert!(answer["Message"].as_str().is_some_and(|text| text.contains("JSON patch")), "{answer}");
    }
    let put = r#"{"Id":"a/9","Type":"PUT","Document":{}},"#;
    let missing = r#"{"Id":"a/none","Type":"JsonPatch","JsonPatch":{"Operations":[]}}"#;
    assert_eq!(batch(&sandbox, &format!("{put}{missing}")).await.0, 500);
    assert_eq!(sandbox.get(&format!("/databases/{DB}/docs?id=a/9")).await.status, 404, "nothing was saved");
    let left = sandbox.get(&format!("/databases/{DB}/docs?id=a/1")).await.json();
    assert!(left["Results"][0].get("X").is_none());

    let path = format!("/databases/{DB}/json-patch?id=a/1");
    let body = r#"{"Operations":[{"op":"add","path":"/R","value":9007199254740993}]}"#;
    let reply = sandbox.send(Method::PATCH, &path, &[], body).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["Status"]), (200, &json!("Patched")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_and_names_may_be_null_where_a_server_allows_it() {
    let sandbox = with_documents().await;
    let (status, answer) = batch(&sandbox, r#"{"Id":null,"Type":"DELETE"},{"Id":"","Type":"DELETE"}"#).await;
    assert_eq!(status, 201);
    let nothing = json!({ "Id": null, "Type": "DELETE", "Deleted": false });
    assert_eq!(answer["Results"][0], nothing);
    let all = batch(&sandbox, r#"{"Id":null,"Type":"DELETE","IdPrefixed":true}"#).await;
    assert_eq!(all.0, 400, "a server deletes every document");

    let path = format!("/databases/{DB}/docs");
    let reply = sandbox.send(Method::POST, &path, &[], r#"{"Ids":["a/1",null]}"#).await.json();
    assert_eq!(reply["Results"][1], Value::Null);
    assert_eq!(reply["Results"][0]["No"], 1);

    let counters = format!("/databases/{DB}/counters");
    for body in [r#"{"Documents":null}"#, "{}", r#"{"Documents":[{"DocumentId":"a/1","Operations":null}]}"#] {
        let reply = sandbox.send(Method::POST, &counters, &[], body).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "Counters": [] })), "{body}");
    }
    let body = r#"{"Documents":[{"DocumentId":"a/1","Operations":[{"Type":"None","CounterName":"n"},
        {"Type":"Increment","CounterName":"n","Delta":"2"},{"Type":"Increment","CounterName":"n","Delta":1.9}]}]}"#;
    let reply = sandbox.send(Method::POST, &counters, &[], body).await.json();
    assert_eq!(reply["Counters"][1]["TotalValue"], 3);
}
