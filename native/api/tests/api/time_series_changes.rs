//! Changing time series: batches, bulk inserts, increments, refusals, the changes feed, the configuration.

use axum::http::Method;
use rookery_api::feeds::connect;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};
use crate::time_series::{FIRST, SECOND, change, fill, first, second, with_document};

#[tokio::test]
async fn incremental_series_have_the_tag_of_this_database() {
    let sandbox = with_document().await;
    let increments =
        json!([{ "Timestamp": FIRST, "Values": [1, 2] }, { "Timestamp": FIRST, "Values": [10, 0] }]);
    change(&sandbox, json!({ "Name": "INC:x", "Increments": increments })).await;
    let id = sandbox.engine.database(DB).unwrap().id().to_owned();
    let mut entry =
        json!({ "Timestamp": FIRST, "Tag": format!("TC:INC-{id}"), "Values": [11, 2], "IsRollup": false });
    let get = async |rest: &str| {
        sandbox.get(&sandbox.db(&format!("/timeseries?docId=u/1&name=inc:x{rest}"))).await.json()
    };
    assert_eq!(get("").await["Entries"], json!([entry]));
    entry["NodeValues"] = json!({ format!("A-{id}"): [11, 2] });
    assert_eq!(get("&full=true").await["Entries"], json!([entry]));
}

#[tokio::test]
async fn batches_answer_with_the_change_vector_of_the_series() {
    let sandbox = with_document().await;
    let entry = json!([{ "Timestamp": FIRST, "Values": [1] }]);
    let commands = json!({ "Commands": [
        { "Id": "u/1", "Type": "TimeSeries", "TimeSeries": { "Name": "S", "Appends": entry } },
        { "Id": "u/1", "Type": "TimeSeriesWithIncrements", "TimeSeries": { "Name": "INC:y", "Increments": entry } },
        { "Id": "u/1", "Type": "TimeSeries", "TimeSeries": { "Name": "INC:y", "Increments": entry } },
        { "Id": "u/1", "Type": "TimeSeriesCopy", "Name": "S", "DestinationId": "u/1", "DestinationName": "S2",
          "From": null, "To": "2030-01-01T00:00:00Z" },
        { "Id": "u/1", "Type": "TimeSeries", "TimeSeries": { "Name": "none", "Deletes": [{ "From": null, "To": null }] } },
    ] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), commands).await;
    assert_eq!(reply.status, 201, "{:?}", String::from_utf8_lossy(&reply.body));
    let results = reply.json()["Results"].clone();
    let kinds: Vec<&str> = (0..5).map(|at| results[at]["Type"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        ["TimeSeries", "TimeSeriesWithIncrements", "TimeSeries", "TimeSeriesCopy", "TimeSeries"]
    );
    assert!((0..4).all(|at| results[at]["ChangeVector"].as_str().unwrap().starts_with("A:")));
    assert_eq!(results[4], json!({ "Id": "u/1", "ChangeVector": null, "Type": "TimeSeries" }));
    let metadata = sandbox.get(&sandbox.db("/docs?id=u/1")).await.json()["Results"][0]["@metadata"].clone();
    assert_eq!(metadata["@timeseries"], json!(["INC:y", "S", "S2"]));
    assert_eq!(metadata["@flags"], "HasTimeSeries");
    assert_ne!(metadata["@change-vector"], results[0]["ChangeVector"]);
}

#[tokio::test]
async fn bulk_inserts_append_to_series() {
    let sandbox = with_document().await;
    let item = |id: &str, name: &str, appends: &str| {
        format!(
            r#"{{"Id":"{id}","Type":"TimeSeriesBulkInsert","TimeSeries":{{"Name":"{name}","TimeFormat":"UnixTimeInMs","Appends":{appends}}}}}"#
        )
    };
    let body = format!(
        "[{},{}]",
        item("u/1", "HR", r#"[[1704067200000,2,1,2,"w/a"]]"#),
        item("u/1", "HR", "[[1704067260000,1,3.5]]")
    );
    let reply = sandbox.send(Method::POST, &sandbox.db("/bulk_insert?id=7"), &[], body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let range = sandbox.get(&sandbox.db("/timeseries?docId=u/1&name=HR")).await.json();
    assert_eq!(range["Entries"], json!([first(), second()]));
    let result =
        sandbox.engine.database(DB).unwrap().operations().get(7).unwrap().state.result.clone().unwrap();
    assert_eq!((&result["Total"], &result["TimeSeriesProcessed"]), (&json!(2), &json!(2)));
    assert_eq!(result["DocumentsProcessed"], 0);
    for (number, bad, says) in [
        (8, item("none", "HR", "[[1,1,1]]"), "'none' does not exist"),
        (9, item("u/1", "INC:x", "[[1,1,1]]"), "Incremental"),
        (10, item("u/1", "HR", "[[1,2,1]]"), "Item 1"),
    ] {
        let path = sandbox.db(&format!("/bulk_insert?id={number}"));
        let reply = sandbox.send(Method::POST, &path, &[], format!("[{bad}]")).await;
        assert_eq!(reply.header("connection"), "close");
        assert!(reply.failure().2.contains(says), "{:?}", reply.failure());
    }
}

#[tokio::test]
async fn invalid_changes_have_the_type_of_a_server_and_change_nothing() {
    let sandbox = with_document().await;
    let entry = |values: Value| json!([{ "Timestamp": FIRST, "Values": values }]);
    for (id, body, kind) in [
        ("none", json!({ "Name": "x", "Appends": entry(json!([1])) }), "DocumentDoesNotExistException"),
        (
            "none",
            json!({ "Name": "x", "Deletes": [{ "From": null, "To": null }] }),
            "DocumentDoesNotExistException",
        ),
        ("u/1", json!({ "Appends": entry(json!([1])) }), "InvalidDataException"),
        ("u/1", json!({ "Name": "x", "Appends": entry(json!([])) }), "InvalidDataException"),
        ("u/1", json!({ "Name": "x", "Appends": entry(Value::Null) }), "InvalidDataException"),
        ("u/1", json!({ "Name": "x", "Appends": entry(json!(["x"])) }), "FormatException"),
        ("u/1", json!({ "Name": "x", "Appends": entry(json!(["NaN"])) }), "NanValueException"),
        ("u/1", json!({ "Name": "x", "Appends": entry(json!(vec![1; 33])) }), "ArgumentOutOfRangeException"),
        ("u/1", json!({ "Name": "a@b", "Appends": entry(json!([1])) }), "InvalidOperationException"),
        ("u/1", json!({ "Name": "INC:x", "Appends": entry(json!([1])) }), "InvalidOperationException"),
        ("u/1", json!({ "Name": "x", "Increments": entry(json!([1])) }), "InvalidOperationException"),
    ] {
        let path = sandbox.db(&format!("/timeseries?docId={id}"));
        let failure = sandbox.post(&path, body).await.failure();
        assert_eq!((failure.0, failure.1.as_str()), (500, kind), "{failure:?}");
    }
    for hostile in
        ["", "[", "null", "[]", r#"{"Name":5}"#, r#"{"Name":"x","Appends":{"a":1}}"#, &"[".repeat(5_000)]
    {
        let reply =
            sandbox.send(Method::POST, &sandbox.db("/timeseries?docId=u/1"), &[], hostile.to_owned()).await;
        // A list is read as an object without members: its name is missing.
        let status = if hostile == "[]" { 500 } else { 400 };
        assert_eq!(reply.status, status, "{hostile:.40}");
    }
    let bare = json!({ "Commands": [{ "Id": "u/1", "Type": "TimeSeries" }] });
    assert!(sandbox.post(&sandbox.db("/bulk_docs"), bare).await.failure().2.contains("'TimeSeries'"));
    let stats = sandbox.get(&sandbox.db("/timeseries/stats?docId=u/1")).await.json();
    assert_eq!(stats["TimeSeries"], json!([]));
}

#[tokio::test]
async fn the_changes_feed_has_the_written_range() {
    let sandbox = with_document().await;
    let mut feed = connect(&sandbox.state, &sandbox.db("/changes")).await.unwrap();
    let mut next = async |command: Option<Value>| {
        if let Some(command) = command {
            feed.to_feed.send(command.to_string()).await.unwrap();
        }
        let text = tokio::time::timeout(std::time::Duration::from_secs(30), feed.from_feed.recv()).await;
        serde_json::from_str::<Value>(&text.unwrap().unwrap()).unwrap()
    };
    next(None).await;
    let watch = json!({ "CommandId": 1, "Command": "watch-document-timeseries", "Param": null, "Params": ["U/1", "hr"] });
    assert_eq!(next(Some(watch)).await, json!([{ "CommandId": 1, "Type": "Confirm" }]));
    fill(&sandbox).await;
    let change_of = |frame: &Value| frame[0]["Value"].clone();
    let mut put = change_of(&next(None).await);
    assert!(put["ChangeVector"].take().as_str().unwrap().starts_with("A:"));
    assert_eq!(
        put,
        json!({ "Name": "HR", "From": FIRST, "To": SECOND, "DocumentId": "u/1", "ChangeVector": null, "Type": "Put",
            "CollectionName": "Us" })
    );
    change(&sandbox, json!({ "Name": "HR", "Deletes": [{ "From": null, "To": null }] })).await;
    let delete = change_of(&next(None).await);
    assert_eq!(
        (&delete["Type"], &delete["From"], &delete["To"]),
        (&json!("Delete"), &Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn the_configuration_is_kept_and_its_policies_are_checked() {
    let sandbox = Sandbox::new().await;
    let get = async || sandbox.get(&sandbox.db("/timeseries/config")).await;
    assert_eq!(get().await.status, 404);
    let names = |names: Value, update: Value| json!({ "Collection": "Us", "TimeSeries": "HR", "ValueNames": names, "Update": update });
    let path = sandbox.db("/timeseries/names/config");
    let reply = sandbox.post(&path, names(json!(["A", "B"]), json!(false))).await;
    assert!(reply.json()["RaftCommandIndex"].is_number());
    let named = json!({ "Collections": {}, "PolicyCheckFrequency": null, "NamedValues": { "Us": { "HR": ["A", "B"] } } });
    assert_eq!(get().await.json(), named);
    let failure = sandbox.post(&path, names(json!(["C"]), Value::Null)).await.failure();
    assert_eq!((failure.0, failure.1.as_str()), (500, "InvalidOperationException"));
    sandbox.post(&path, names(json!(["C"]), json!(true))).await;
    assert_eq!(get().await.json()["NamedValues"]["Us"]["HR"], json!(["C"]));

    let path = sandbox.db("/admin/timeseries/config");
    let policy = json!({ "Name": "ByMinute", "AggregationTime": { "Value": 60, "Unit": "Second" },
        "RetentionTime": { "Value": 2147483647, "Unit": "None" } });
    let collection =
        |disabled: bool| json!({ "Collections": { "Us": { "Disabled": disabled, "Policies": [policy] } } });
    assert_eq!(sandbox.post(&path, collection(false)).await.status, 200);
    let mut twice = collection(false);
    twice["Collections"]["Us"]["Policies"] = json!([policy, policy]);
    let failure = sandbox.post(&path, twice).await.failure();
    assert!(failure.2.contains("'ByMinute'"), "{failure:?}");
    assert_eq!(sandbox.post(&path, collection(true)).await.status, 200);
    assert_eq!(
        get().await.json(),
        json!({
            "Collections": { "Us": {
                "RawPolicy": { "Name": "rawpolicy", "RetentionTime": { "Value": 2147483647, "Unit": "None" },
                    "AggregationTime": { "Value": 0, "Unit": "None" } },
                "Disabled": true,
                "Policies": [{ "Name": "ByMinute", "RetentionTime": { "Value": 2147483647, "Unit": "None" },
                    "AggregationTime": { "Value": 60, "Unit": "Second" } }],
            } },
            "PolicyCheckFrequency": "00:10:00",
            "NamedValues": {},
        })
    );
}
