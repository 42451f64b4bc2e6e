use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let order = json!({ "Name": "A", "Lines": [{ "p": 1 }], "o": { "x": 1 } });
    sandbox.save("orders/1", in_collection("Orders", order)).await;
    sandbox.save("orders/2", in_collection("Orders", json!({ "Name": "B", "ref": "orders/1" }))).await;
    sandbox.save("plain", json!({ "a": 1 })).await;
    sandbox
}

#[tokio::test]
async fn counts_per_collection() {
    let sandbox = filled().await;
    let body = sandbox.get(&sandbox.db("/collections/stats")).await.json();
    assert_eq!(body["CountOfDocuments"], 3);
    assert_eq!(body["CountOfConflicts"], 0);
    assert_eq!(body["Collections"]["Orders"], 2);
    assert_eq!(body["Collections"]["@empty"], 1);
    let detailed = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    assert_eq!(detailed["Collections"]["Orders"]["CountOfDocuments"], 2);
    assert!(detailed["Collections"]["Orders"]["DocumentsSize"]["SizeInBytes"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn counters_and_time_series_are_counted_per_collection() {
    let sandbox = filled().await;
    let empty = sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json();
    let counter = |id: &str, kind: &str| {
        let operation = json!({ "Type": kind, "CounterName": "likes", "Delta": 1 });
        json!({ "Id": id, "Type": "Counters", "Counters": { "DocumentId": id, "Operations": [operation] } })
    };
    let series = |id: &str| {
        let appends = json!([{ "Timestamp": "2024-01-01T00:00:00Z", "Values": [1] }]);
        json!({ "Id": id, "Type": "TimeSeries", "TimeSeries": { "Name": "h", "Appends": appends } })
    };
    let run = async |commands: Value| {
        let reply = sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": commands })).await;
        assert!(reply.status.is_success(), "{}", String::from_utf8_lossy(&reply.body));
        sandbox.get(&sandbox.db("/collections/stats/detailed")).await.json()
    };
    let found = run(json!([
        counter("orders/1", "Increment"),
        counter("orders/2", "Increment"),
        counter("plain", "Increment"),
        series("orders/1")
    ]))
    .await;
    let numbers = |found: &Value, name: &str| {
        let of = |member: &str| found["Collections"][name][member].as_u64().unwrap();
        (of("CountOfCounterEntries"), of("CountOfTimeSeriesSegments"))
    };
    assert_eq!((numbers(&found, "Orders"), numbers(&found, "@empty")), ((2, 1), (1, 0)));
    assert_eq!(
        (&found["CountOfCounterEntries"], &found["CountOfTimeSeriesSegments"]),
        (&json!(3), &json!(1))
    );
    let size =
        |of: &Value, member: &str| of["Collections"]["Orders"][member]["SizeInBytes"].as_u64().unwrap();
    assert!(size(&found, "CounterEntriesSize") > 0 && size(&found, "TimeSeriesSegmentsSize") > 0);
    assert!(size(&found, "Size") > size(&empty, "Size"));

    let deletion = json!({ "Id": "orders/1", "ChangeVector": null, "Type": "DELETE" });
    let found = run(json!([deletion, counter("orders/2", "Delete")])).await;
    assert_eq!((numbers(&found, "Orders"), numbers(&found, "@empty")), ((0, 0), (1, 0)));
    assert_eq!(size(&found, "CounterEntriesSize") + size(&found, "TimeSeriesSegmentsSize"), 0);
}

#[tokio::test]
async fn documents_of_a_collection_newest_first() {
    let sandbox = filled().await;
    let body = sandbox.get(&sandbox.db("/collections/docs?name=orders&pageSize=1")).await.json();
    assert_eq!(body["Results"][0]["@metadata"]["@id"], "orders/2");
    assert_eq!(body["Results"].as_array().unwrap().len(), 1);
    assert_eq!(
        sandbox.get(&sandbox.db("/collections/docs?name=Nope")).await.json(),
        json!({ "Results": [] })
    );
    assert_eq!(sandbox.get(&sandbox.db("/collections/docs")).await.status, 400);
}

#[tokio::test]
async fn the_preview_is_what_a_grid_shows() {
    let sandbox = filled().await;
    let reply = sandbox.get(&sandbox.db("/studio/collections/preview?collection=Orders")).await;
    let body = reply.json();
    assert_eq!(body["TotalResults"], 2);
    assert_eq!(body["AvailableColumns"], json!(["Name", "ref", "Lines", "o"]));
    assert_eq!(body["Results"][0]["Name"], "B");
    let first_order = &body["Results"][1];
    assert!(first_order.get("Lines").is_none());
    assert_eq!(first_order["@metadata"]["$a"], json!({ "Lines": 1 }));
    assert_eq!(first_order["@metadata"]["$o"], json!({ "o": 1 }));
    assert_eq!(first_order["@metadata"]["@id"], "orders/1");
    let tag = reply.header("etag").to_owned();
    assert!(tag.ends_with("/2\""), "{tag}");
    let path = sandbox.db("/studio/collections/preview?collection=Orders");
    let held = [("if-none-match", tag.as_str())];
    assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 304);
    sandbox.send(Method::DELETE, &sandbox.db("/docs?id=orders/1"), &[], "").await;
    assert_eq!(sandbox.send(Method::GET, &path, &held, "").await.status, 200);
}

#[tokio::test]
async fn preview_bindings_choose_columns() {
    let sandbox = filled().await;
    let path = "/studio/collections/preview?collection=Orders&binding=Name&fullBinding=Lines";
    let body = sandbox.get(&sandbox.db(path)).await.json();
    assert_eq!(body["Results"][1]["Lines"], json!([{ "p": 1 }]));
    assert!(body["Results"][0].get("ref").is_none());
    let all = sandbox.get(&sandbox.db("/studio/collections/preview?pageSize=2")).await.json();
    assert_eq!(all["TotalResults"], 3);
    assert_eq!(all["Results"].as_array().unwrap().len(), 2);
    assert_eq!(all["Results"][0].as_object().unwrap().len(), 1, "metadata only");
    let none = sandbox.get(&sandbox.db("/studio/collections/preview?collection=Nope")).await;
    assert_eq!(none.json(), json!({ "TotalResults": 0, "AvailableColumns": [], "Results": [] }));
    assert!(!none.headers.contains_key("etag"));
}
