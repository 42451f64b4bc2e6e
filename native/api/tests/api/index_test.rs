//! Index tests: a definition runs on some documents and is not stored.

use std::time::Instant;

use serde_json::{Value, json};

use crate::query_fixture::read;
use crate::sandbox::{Reply, Sandbox, in_collection};

const SUMS: &str = "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
    Count: g.values.reduce((n, x) => n + x.Count, 0) }))";

async fn with_orders() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("companies/1", in_collection("Companies", json!({ "Name": "One" }))).await;
    for number in 1..=4 {
        let lines = json!([{ "Name": "a" }, { "Name": "b" }]);
        let body =
            json!({ "Company": format!("Companies/{}", number % 2), "Freight": number, "Lines": lines });
        sandbox.save(&format!("orders/{number}"), in_collection("Orders", body)).await;
    }
    sandbox
}

async fn send(sandbox: &Sandbox, body: Value) -> Reply {
    sandbox.post(&sandbox.db("/indexes/test"), body).await
}

async fn test(sandbox: &Sandbox, definition: Value, others: Value) -> Value {
    let mut body = json!({ "IndexDefinition": definition, "QueryParameters": null });
    body.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    let reply = send(sandbox, body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

fn map(text: &str) -> Value {
    json!({ "Name": "T", "Maps": [text] })
}

#[tokio::test]
async fn a_map_gives_entries_documents_and_mapped_results_and_nothing_is_stored() {
    let sandbox = with_orders().await;
    let definition = map("map('Orders', o => ({ Company: o.Company, Freight: o.Freight }))");
    let result = test(&sandbox, definition, json!({ "MaxDocumentsToProcess": 3 })).await;
    assert_eq!(result["MapResults"].as_array().unwrap().len(), 3);
    assert_eq!(result["MapResults"][0], json!({ "Company": "Companies/1", "Freight": 1 }));
    let first = json!({ "id()": "orders/1", "Company": "companies/1", "Freight": "1" });
    assert_eq!(result["IndexEntries"][0], first);
    assert_eq!(result["QueryResults"][0]["@metadata"]["@id"], "orders/1");
    assert_eq!(result["ReduceResults"], json!([]));
    assert_eq!((&result["IsStale"], &result["HasDynamicFields"]), (&json!(true), &json!(false)));
    assert_eq!((&result["IndexType"], &result["RookeryDocuments"]), (&json!("JavaScriptMap"), &json!(3)));
    assert!(result["RookeryMapMilliseconds"].as_f64().unwrap() > 0.0);
    assert_eq!(read(&sandbox, "/indexes").await["Results"], json!([]));
}

#[tokio::test]
async fn a_reduce_gives_its_groups_and_a_query_selects_them() {
    let sandbox = with_orders().await;
    let definition =
        json!({ "Maps": ["map('Orders', o => ({ Company: o.Company, Count: o.Freight }))"], "Reduce": SUMS });
    let query = "from index 'any name' where Count > $least order by Count desc";
    let others = json!({ "Query": query, "QueryParameters": { "least": 4 } });
    let result = test(&sandbox, definition, others).await;
    let groups = json!([{ "Company": "Companies/1", "Count": 4 }, { "Company": "Companies/0", "Count": 6 }]);
    assert_eq!(result["ReduceResults"], groups);
    assert_eq!(result["MapResults"].as_array().unwrap().len(), 4);
    assert_eq!(result["IndexEntries"].as_array().unwrap().len(), 1);
    let entry = &result["IndexEntries"][0];
    assert_eq!((&entry["Count"], &entry["key()"]), (&json!("6"), &groups[1]));
    assert_eq!(result["QueryResults"][0]["Count"], 6);
    assert_eq!((&result["IsStale"], &result["IndexType"]), (&json!(false), &json!("JavaScriptMapReduce")));
}

#[tokio::test]
async fn each_collection_has_its_share_and_fan_out_is_measured() {
    let sandbox = with_orders().await;
    let definition = json!({ "Maps": [
        "map('Orders', o => o.Lines.map(l => ({ Name: l.Name })))",
        "map('Companies', c => ({ Name: c.Name }))",
    ] });
    let result = test(&sandbox, definition, json!({ "MaxDocumentsToProcess": 4 })).await;
    let ids: Vec<&str> = result["IndexEntries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["id()"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["companies/1", "orders/1", "orders/1", "orders/2", "orders/2"]);
    assert_eq!(result["QueryResults"].as_array().unwrap().len(), 3, "each document once");
    assert_eq!(result["RookeryLargestFanOut"], json!({ "Id": "orders/1", "Entries": 2 }));
    assert!(result["RookerySlowestDocument"]["Milliseconds"].is_number(), "{result}");
}

#[tokio::test]
async fn errors_of_some_documents_have_the_authors_line() {
    let sandbox = with_orders().await;
    let text =
        "map('Orders', o => {\n  if (o.Freight > 3) throw new Error('too heavy');\n  return { A: 1 };\n})";
    let result = test(&sandbox, map(text), json!({})).await;
    let errors = result["RookeryErrors"].as_array().unwrap();
    assert_eq!((errors.len(), &errors[0]["Document"]), (1, &json!("orders/4")));
    let error = errors[0]["Error"].as_str().unwrap();
    assert!(error.contains("too heavy") && error.contains("(line 2,"), "{error}");
    assert_eq!(result["IndexEntries"].as_array().unwrap().len(), 3);
}

async fn refused(sandbox: &Sandbox, body: Value) -> (u16, String, String) {
    send(sandbox, body).await.failure()
}

#[tokio::test]
async fn a_map_that_fails_for_every_document_is_an_error_with_its_line() {
    let sandbox = with_orders().await;
    let text = "map('Orders', o => {\n  throw new Error('boo');\n})";
    let (status, kind, message) = refused(&sandbox, json!({ "IndexDefinition": map(text) })).await;
    assert_eq!((status, kind.as_str()), (500, "InvalidOperationException"));
    assert!(message.contains("every document of the test (4)") && message.contains("(line 2,"), "{message}");
    let reduce = json!({ "Maps": ["map('Orders', o => ({ Company: 1 }))"],
        "Reduce": "groupBy(x => x.Company).aggregate(g => {\n\n  throw new Error('no sum');\n})" });
    let (status, _, message) = refused(&sandbox, json!({ "IndexDefinition": reduce })).await;
    assert!(status == 500 && message.contains("(line 3,") && message.contains("reduce"), "{message}");
}

#[tokio::test]
async fn an_endless_map_and_a_huge_fan_out_name_the_line() {
    let sandbox = with_orders().await;
    for number in 5..=60 {
        sandbox.save(&format!("orders/{number}"), in_collection("Orders", json!({}))).await;
    }
    let endless = map("map('Orders', o => {\n  while (true) {}\n})");
    let start = Instant::now();
    let body = json!({ "IndexDefinition": endless, "WaitForNonStaleResultsTimeoutInSec": 1 });
    let (status, _, message) = refused(&sandbox, body).await;
    assert!(status == 500 && message.contains("(line 1,"), "{message}");
    assert!(
        start.elapsed().as_secs() < 30,
        "the limit is for the whole test, not for each of its 60 documents"
    );
    let wide = "map('Companies', c => ({ A: 1 }))";
    let many = "\nmap('Companies', c => Array.from({ length: 10001 }, (_, i) => ({ A: i })))";
    let body = json!({ "IndexDefinition": { "Maps": [wide, many] } });
    let (status, _, message) = refused(&sandbox, body).await;
    assert!(status == 500 && message.contains("10002 entries"), "{message}");
    assert!(message.contains("(line 2, column 1: map('Companies', c => Array"), "{message}");
}

#[tokio::test]
async fn faulty_requests_are_refused_with_a_reason() {
    let sandbox = with_orders().await;
    let valid = map("map('Orders', o => ({ A: 1 }))");
    for (body, status, kind, part) in [
        (json!({ "QueryParameters": {} }), 400, "BadRequestException", "'IndexDefinition'"),
        (
            json!({ "IndexDefinition": valid, "MaxDocumentsToProcess": 0 }),
            400,
            "BadRequestException",
            "10000",
        ),
        (
            json!({ "IndexDefinition": valid, "MaxDocumentsToProcess": 10_001 }),
            400,
            "BadRequestException",
            "10000",
        ),
        (json!({ "IndexDefinition": { "Maps": [] } }), 500, "IndexCompilationException", "no map"),
        (
            json!({ "IndexDefinition": map("map('Orders', o => {\n  return { A: o. };\n})") }),
            500,
            "IndexCompilationException",
            "(line 2,",
        ),
        (
            json!({ "IndexDefinition": valid, "Query": "from index 'T' where Nope = 1" }),
            500,
            "ArgumentException",
            "'Nope' is not indexed",
        ),
    ] {
        let (found, type_name, message) = refused(&sandbox, body.clone()).await;
        assert_eq!((found, type_name.rsplit('.').next().unwrap()), (status, kind), "{body}: {message}");
        assert!(message.contains(part), "{body}: {message}");
    }
}

#[tokio::test]
async fn counters_and_segments_are_mapped() {
    let sandbox = Sandbox::new().await;
    for number in 0..3 {
        let id = format!("users/{number}");
        sandbox.save(&id, in_collection("Users", json!({}))).await;
        let change = |name: &str, by: i64| json!({ "Type": "Increment", "CounterName": name, "Delta": by });
        let operations = json!([change("Likes", number + 1), change("down", 5)]);
        let body = json!({ "Documents": [{ "DocumentId": id, "Operations": operations }] });
        assert_eq!(sandbox.post(&sandbox.db("/counters"), body).await.status, 200);
        let appends: Vec<Value> = (1..=2)
            .map(|day| json!({ "Timestamp": format!("2024-01-0{day}T00:00:00.000Z"), "Values": [60 + day], "Tag": "w" }))
            .collect();
        let body = json!({ "Name": "HeartRate", "Appends": appends, "Deletes": [] });
        assert_eq!(sandbox.post(&sandbox.db(&format!("/timeseries?docId={id}")), body).await.status, 204);
    }
    let counters = map("counters.map('Users', c => ({ Name: c.Name, Value: c.Value }))");
    let query = json!({ "Query": "from index 'T' where Value < 3 and Name = 'likes'" });
    let result = test(&sandbox, counters.clone(), query).await;
    let row = &result["QueryResults"][1];
    assert_eq!((&row["Name"], &row["Value"]), (&json!("Likes"), &json!(2)));
    assert_eq!(
        result["IndexEntries"][1],
        json!({ "Name": "likes", "Value": "2", "id()": "users/1|likes", "sourceDocId()": "users/1",
                "value()": { "Name": "Likes", "Value": 2 } })
    );
    assert_eq!((&result["IsStale"], &result["RookeryDocuments"]), (&json!(false), &json!(6)));
    let part = test(&sandbox, counters, json!({ "MaxDocumentsToProcess": 2 })).await;
    assert_eq!((part["MapResults"].as_array().unwrap().len(), &part["IsStale"]), (2, &json!(true)));

    let segments = map(
        "timeSeries.map('Users', 'heartrate', ts => ts.Entries.map(e => ({ Value: e.Value, Of: ts.DocumentId })))",
    );
    let result = test(&sandbox, segments, json!({ "MaxDocumentsToProcess": 1 })).await;
    assert_eq!(
        result["MapResults"],
        json!([{ "Value": 61, "Of": "users/0" }, { "Value": 62, "Of": "users/0" }])
    );
    assert_eq!(result["IndexEntries"][0]["id()"], "users/0|heartrate|638396640000000000");
    assert_eq!((&result["IsStale"], &result["RookeryDocuments"]), (&json!(true), &json!(1)));

    let sums = json!({ "Name": "T", "Maps": ["counters.map('Users', c => ({ Company: c.Name, Count: c.Value }))"],
        "Reduce": SUMS });
    let result = test(&sandbox, sums, json!({})).await;
    let groups = result["ReduceResults"].as_array().unwrap();
    assert!(groups.contains(&json!({ "Company": "down", "Count": 15 })), "{groups:?}");
    let failing = map("counters.map('Users', c => c.Value)");
    let refused =
        send(&sandbox, json!({ "IndexDefinition": failing, "QueryParameters": null })).await.failure();
    assert!(refused.2.contains("every counter of the test (6)"), "{refused:?}");
    assert_eq!(read(&sandbox, "/indexes").await["Results"], json!([]));
}
