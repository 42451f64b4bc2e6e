//! Exporting and importing dumps.

use axum::http::Method;
use rookery_api::ApiOptions;
use rookery_dump::Compression;
use serde_json::{Value, json};

use crate::dump_fixture::{compressed, document, dump_of, filled, form, items_of, operation};
use crate::sandbox::{DB, Sandbox};

#[tokio::test]
async fn everything_comes_back_in_another_database_with_either_compression() {
    let sandbox = filled().await;
    let before = sandbox.everything(DB).await;
    assert_eq!(before["documents"].as_array().unwrap().len(), 22);
    assert_eq!(before["bin"].as_array().unwrap().len(), 1);
    for algorithm in ["Zstd", "Gzip"] {
        let dump = sandbox.export(json!({ "CompressionAlgorithm": algorithm })).await;
        sandbox.create(algorithm).await;
        let reply = sandbox.import(algorithm, json!({}), &dump).await;
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        let result = reply.json();
        assert_eq!(result["$type"], "Raven.Client.Documents.Smuggler.SmugglerResult, Raven.Client");
        assert_eq!(result["Documents"]["ReadCount"], 22, "{result:#}");
        assert_eq!(result["Documents"]["Attachments"]["ReadCount"], 4);
        assert_eq!(result["DatabaseRecord"]["RevisionsConfigurationUpdated"], true);
        for kind in ["Documents", "RevisionDocuments", "Indexes", "Identities", "Counters"] {
            assert_eq!(result[kind]["ErroredCount"], 0, "{kind}: {result:#}");
            assert!(result[kind]["ReadCount"].as_u64().unwrap() > 0, "{kind}");
        }
        let after = sandbox.everything(algorithm).await;
        for part in ["documents", "identities", "bin", "revisions", "indexes"] {
            assert_eq!(after[part], before[part], "{algorithm}: {part}");
        }
        // A deleted document that comes back leaves the bin.
        let path = format!("/databases/{algorithm}/docs?id=users/3");
        let body = json!({ "Name": "Cy 3", "@metadata": { "@collection": "Users" } }).to_string();
        sandbox.send(Method::PUT, &path, &[], body).await;
        let bin = sandbox.get(&format!("/databases/{algorithm}/revisions/bin")).await.json();
        assert_eq!(bin["Results"], json!([]));
    }
}

#[tokio::test]
async fn importing_twice_adds_nothing_twice() {
    let sandbox = filled().await;
    let dump = sandbox.export(json!({})).await;
    sandbox.create("copy").await;
    sandbox.import("copy", json!({}), &dump).await;
    let once = sandbox.everything("copy").await;
    let again = sandbox.import("copy", json!({}), &dump).await.json();
    assert_eq!(again["RevisionDocuments"]["ReadCount"], 0, "{again:#}");
    assert_eq!(sandbox.everything("copy").await, once);
}

#[tokio::test]
async fn an_export_has_the_sections_of_servers_and_a_file_name() {
    let sandbox = filled().await;
    let reply = sandbox.post(&sandbox.db("/smuggler/export"), json!({})).await;
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    let name = reply.header("content-disposition");
    assert!(name.starts_with("attachment; filename=Dump%20of%20shop%20") && name.ends_with(".ravendbdump"));
    let sections = items_of(&reply.body);
    let names: Vec<&str> = sections.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "DatabaseRecord",
            "Docs",
            "RevisionDocuments",
            "Conflicts",
            "Indexes",
            "Identities",
            "CompareExchange",
            "CounterGroups",
            "Subscriptions",
            "TimeSeriesDeletedRanges",
            "TimeSeries",
            "ReplicationHubCertificates"
        ]
    );
    // Equal contents once per section, before their first document.
    let contents = sections[1].1.iter().filter(|item| item["Hash"].is_string()).count();
    assert_eq!(contents, 3);
    assert_eq!(sections[5].1, [json!({ "Key": "invoices|", "Value": "3" })]);
    let form =
        "DownloadOptions=%7B%22OperateOnTypes%22%3A%22Identities%22%2C%22FileName%22%3A%22my%20file%22%7D";
    let kind = ("content-type", "application/x-www-form-urlencoded");
    let reply = sandbox.send(Method::POST, &sandbox.db("/smuggler/export"), &[kind], form).await;
    assert_eq!(reply.header("content-disposition"), "attachment; filename=my%20file.ravendbdump");
    assert_eq!(items_of(&reply.body).len(), 1);
}

#[tokio::test]
async fn options_choose_what_is_exported() {
    let sandbox = filled().await;
    let docs = |dump: Vec<u8>| items_of(&dump).into_iter().find(|(name, _)| name == "Docs").unwrap().1;
    let only = json!({ "OperateOnTypes": "Documents", "Collections": ["users"] });
    let documents = docs(sandbox.export(only).await);
    assert_eq!(documents.len(), 2);
    for document in &documents {
        assert_eq!(document["@metadata"]["@attachments"], Value::Null, "{document}");
        assert_eq!(document["@metadata"]["@flags"], "HasRevisions");
    }
    let past =
        json!({ "A": 1, "@metadata": { "@collection": "Old", "@expires": "2020-01-01T00:00:00.0000000Z" } });
    sandbox.save("old/1", past).await;
    for (include, count) in [(true, 1), (false, 0)] {
        let options =
            json!({ "OperateOnTypes": "Documents", "Collections": ["Old"], "IncludeExpired": include });
        assert_eq!(docs(sandbox.export(options).await).len(), count);
    }
    let indexes = json!({ "OperateOnTypes": "Indexes", "RemoveAnalyzers": true });
    let sections = items_of(&sandbox.export(indexes).await);
    let kinds: Vec<&str> = sections[0].1.iter().filter_map(|index| index["Type"].as_str()).collect();
    assert_eq!(kinds, ["AutoMapReduce", "AutoMap", "JavaScriptMap"]);
    assert_eq!(sections[0].1[2]["IndexDefinition"]["Fields"]["Total"]["Analyzer"], Value::Null);
}

#[tokio::test]
async fn options_choose_what_is_imported() {
    let sandbox = filled().await;
    let dump = sandbox.export(json!({})).await;
    sandbox.create("some").await;
    let options = json!({ "OperateOnTypes": "Documents,Attachments", "Collections": ["Users"] });
    let result = sandbox.import("some", options, &dump).await.json();
    assert_eq!(
        (&result["Documents"]["ReadCount"], &result["Documents"]["SkippedCount"]),
        (&json!(2), &json!(20))
    );
    assert_eq!(result["Indexes"]["Skipped"], true);
    let stats = sandbox.get("/databases/some/stats").await.json();
    assert_eq!(stats["CountOfDocuments"], 2);
    assert_eq!((&stats["CountOfRevisionDocuments"], &stats["CountOfIndexes"]), (&json!(0), &json!(0)));
    assert_eq!(stats["CountOfAttachments"], 4);
    for (options, part) in [
        (json!({ "EncryptionKey": "abc" }), "Encrypted"),
        (json!({ "OperateOnTypes": "Foo" }), "Foo"),
        (json!({ "CompressionAlgorithm": "Lz4" }), "Lz4"),
    ] {
        for path in ["/smuggler/export", "/smuggler/validate-options"] {
            let (status, _, message) = sandbox.post(&sandbox.db(path), options.clone()).await.failure();
            assert!(status >= 400 && message.contains(part), "{path} {message}");
        }
        assert!(sandbox.import("some", options, &dump).await.failure().2.contains(part));
    }
    assert_eq!(sandbox.post(&sandbox.db("/smuggler/validate-options"), json!({})).await.status, 204);
}

#[tokio::test]
async fn rejected_items_are_named_and_the_others_are_saved() {
    let sandbox = Sandbox::new().await;
    sandbox.save("moved/1", json!({ "@metadata": { "@collection": "Elsewhere" } })).await;
    let mut deep = document("deep/1", "X");
    deep["a"] = serde_json::from_str(&format!("{}{}", "[".repeat(90), "]".repeat(90))).unwrap();
    for _ in 0..20 {
        deep = json!({ "a": deep["a"].take(), "@metadata": deep["@metadata"].take() });
        deep["a"] = json!([deep["a"].take()]);
    }
    let deep_text = deep.to_string();
    let mut with_lost = document("lost/1", "X");
    with_lost["@metadata"]["@attachments"] = json!([{ "Name": "gone", "Hash": "Mk3PAn3UowqTLEQfNlol6GsXPe+kuOWJSCU0cbgbcs8=", "ContentType": "", "Size": 5 }]);
    let documents = [
        document("a/1", "X"),
        document("moved/1", "Other"),
        json!({ "NoId": 1 }),
        document("bar|", "X"),
        with_lost,
        document("z/1", "X"),
    ];
    let rest = r#","Identities":[{"Key":"x|","Value":"soon"},{"Key":"y|","Value":"4"}],
        "Indexes":[{"Type":"Map","IndexDefinition":{"Name":"Bad","Maps":["nonsense ("]}}],
        "CounterGroups":[{"DocId":"none/1","Values":{"@vals":{"l":[1,1]}}}],
        "CompareExchange":[{"Key":"K","Value":"{\"Object\":1}"},{"Key":"bad","Value":"5"},{"Key":"worse"},
            {"Key":"rvn-atomic/a/1","Value":"{}"}],
        "Subscriptions":[{"SubscriptionName":"new","Query":"from X"},{"SubscriptionName":"worse","Query":"from"},
            {"Query":"from X"}],
        "TimeSeriesDeletedRanges":[{"DocId":"none/1","Name":"s","Collection":"X","From":"2020-01-01T00:00:00.0000000Z",
            "To":"2020-01-01T00:00:00.0000000Z"},{"DocId":"a/1","Name":"s","Collection":"X","From":"soon","To":"later"}],
        "TimeSeries":[{"@raven-data":{},"@raven-blob-size":4}]]}{,{"@raven-data":{"DocId":"a/1","Name":"s",
            "Collection":"X","Baseline":"2020-01-01T00:00:00.0000000Z"},"@raven-blob-size":3}]]}],"Foo":[{}]"#;
    let mut dump = dump_of(&documents, rest);
    let marker = b"{\"Name\":\"z/1\"";
    let place = dump.windows(marker.len()).position(|part| part == marker).unwrap();
    dump.splice(place..place, format!("{deep_text},").into_bytes());
    let reply = sandbox.import(DB, json!({}), &dump).await;
    let result = reply.json();
    assert_eq!(reply.status, 200, "{result:#}");
    assert_eq!(result["Documents"]["ReadCount"], 4, "{result:#}");
    assert_eq!(result["Documents"]["ErroredCount"], 3);
    assert_eq!(result["Documents"]["Attachments"]["ErroredCount"], 1);
    for (kind, read, errors) in [
        ("Identities", 1, 1),
        ("Indexes", 0, 1),
        ("Counters", 0, 1),
        ("CompareExchange", 1, 2),
        ("Subscriptions", 1, 2),
        ("TimeSeriesDeletedRanges", 0, 1),
        ("TimeSeries", 0, 2),
    ] {
        assert_eq!(
            (&result[kind]["ReadCount"], &result[kind]["ErroredCount"]),
            (&json!(read), &json!(errors))
        );
    }
    assert_eq!(result["CompareExchange"]["SkippedCount"], 1);
    assert_eq!(result["TimeSeriesDeletedRanges"]["SkippedCount"], 1);
    let messages = result["Messages"].to_string();
    for part in [
        "moved/1",
        "no id",
        "deep",
        "'gone'",
        "soon",
        "'Bad'",
        "none/1",
        "'worse'",
        "it is too short",
        "'Foo'",
    ] {
        assert!(messages.contains(part), "{part}: {messages}");
    }
    let value = sandbox.get(&sandbox.db("/cmpxchg?key=k")).await.json();
    assert_eq!(value["Results"][0]["Value"], json!({ "Object": 1 }));
    let stored = sandbox.get(&sandbox.db("/docs?id=z/1")).await.json();
    assert_eq!(stored["Results"][0]["@metadata"]["@last-modified"], "2020-01-02T03:04:05.0000000Z");
}

#[tokio::test]
async fn damaged_and_cut_dumps_are_errors_that_say_what_was_imported() {
    let sandbox = Sandbox::new().await;
    let documents: Vec<Value> = (0..50).map(|number| document(&format!("d/{number}"), "D")).collect();
    let dump = dump_of(&documents, "");
    let marker = b"{\"Name\":\"d/30\"";
    let place = dump.windows(marker.len()).position(|part| part == marker).unwrap();
    let (status, kind, message) = sandbox.import(DB, json!({}), &dump[..place + 5]).await.failure();
    assert_eq!((status, kind.as_str()), (500, "EndOfStreamException"));
    assert!(message.contains(&format!("byte {}", place + 5)), "{message}");
    assert!(message.contains("Imported before that: Documents: 30."), "{message}");
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!(stats["CountOfDocuments"], 30);
    let mut broken = dump.clone();
    broken[place] = b'[';
    let reply = sandbox.import(DB, json!({}), &broken).await;
    assert_eq!(reply.json()["Result"]["Documents"]["ReadCount"], 30);
    let (_, kind, message) = reply.failure();
    assert_eq!(kind, "InvalidDataException");
    assert!(message.contains(&format!("byte {place}")), "{message}");
    for (bytes, kind, part) in [
        (&b""[..], "InvalidOperationException", "empty"),
        (b"PK\x03\x04zip", "InvalidDataException", "50 4B 03 04"),
        (b"\x9f\x11\x22\x33encrypted", "InvalidDataException", "encrypted"),
        (b"[]", "InvalidDataException", "JSON object"),
    ] {
        let failure = sandbox.import(DB, json!({}), bytes).await.failure();
        assert!(failure.1 == kind && failure.2.contains(part), "{failure:?}");
    }
    for compression in [Compression::Gzip, Compression::Zstd] {
        let dump = compressed(&dump, compression);
        assert_eq!(sandbox.import(DB, json!({}), &dump).await.status, 200, "{compression:?}");
        let (_, kind, message) = sandbox.import(DB, json!({}), &dump[..dump.len() / 2]).await.failure();
        assert_eq!(kind, "EndOfStreamException", "{compression:?}: {message}");
    }
}

#[tokio::test]
async fn a_form_in_another_order_is_refused_before_anything_starts() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/smuggler/import");
    let (status, _, message) = sandbox.post(&path, json!({})).await.failure();
    assert!(status == 400 && message.contains("form"), "{message}");
    let body =
        "--the-boundary\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{}\r\n--the-boundary--\r\n";
    let kind = ("content-type", "multipart/form-data; boundary=the-boundary");
    let (status, _, message) = sandbox.send(Method::POST, &path, &[kind], body).await.failure();
    assert!(status == 400 && message.contains("importOptions"), "{message}");
    // The form itself breaks off within the file.
    let whole = form(&json!({}), &dump_of(&[document("a/1", "X")], ""));
    let cut = whole[..whole.len() - 40].to_vec();
    let (status, _, message) = sandbox.send(Method::POST, &path, &[kind], cut).await.failure();
    assert!(status == 500 && message.contains("form of the import cannot be read"), "{message}");
    let operations = sandbox.get(&sandbox.db("/operations")).await.json();
    assert_eq!(operations["Results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn operations_report_both_directions_and_can_be_killed() {
    let sandbox = filled().await;
    let dump = sandbox.post(&sandbox.db("/smuggler/export?operationId=70"), json!({})).await.body;
    let state = operation(&sandbox, 70).await;
    assert_eq!(
        (&state["Status"], &state["Result"]["Documents"]["ReadCount"]),
        (&json!("Completed"), &json!(22))
    );
    assert_eq!(state["Result"]["$type"], "Raven.Client.Documents.Smuggler.SmugglerResult, Raven.Client");
    let path = sandbox.db("/smuggler/import?operationId=71");
    assert_eq!(sandbox.import_as(&path, json!({}), &dump).await.status, 200);
    assert_eq!(operation(&sandbox, 71).await["Status"], "Completed");
    let path = sandbox.db("/smuggler/import?operationId=72");
    assert_eq!(sandbox.import_as(&path, json!({}), &dump[..dump.len() / 2]).await.status, 500);
    let state = operation(&sandbox, 72).await;
    assert_eq!(state["Status"], "Faulted");
    assert!(state["Result"]["Message"].as_str().unwrap().contains("Imported before that"), "{state}");
    // The file stops arriving; then the import is killed.
    let (sender, receiver) = tokio::sync::mpsc::channel::<Result<bytes::Bytes, std::io::Error>>(4);
    let head = form(&json!({}), &dump_of(&[document("killed/1", "X")], ""));
    let head = bytes::Bytes::from(head[..head.len() - 30].to_vec());
    sender.send(Ok(head)).await.unwrap();
    let body = axum::body::Body::from_stream(futures_util::stream::unfold(receiver, |mut receiver| async {
        receiver.recv().await.map(|piece| (piece, receiver))
    }));
    let path = sandbox.db("/smuggler/import?operationId=73");
    let kind = [("content-type", "multipart/form-data; boundary=the-boundary")];
    let waiting = sandbox.send(Method::POST, &path, &kind, body);
    let killing = async {
        loop {
            let kill = sandbox.db("/operations/kill?id=73");
            if sandbox.send(Method::POST, &kill, &[], "").await.status == 204 {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(sender);
    };
    let (reply, ()) = tokio::join!(waiting, killing);
    let (_, kind, message) = reply.failure();
    assert_eq!(kind, "OperationCanceledException", "{message}");
    assert_eq!(operation(&sandbox, 73).await["Status"], "Canceled");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_larger_than_the_memory_for_bodies_is_refused_while_it_arrives() {
    let options = ApiOptions { body_limit: 8 << 20, body_memory: 8 << 20, ..ApiOptions::default() };
    let sandbox = Sandbox::with(options).await;
    let dump = |length: usize| {
        let mut large = document("large/1", "Large");
        large["Text"] = "x".repeat(length).into();
        dump_of(&[document("small/1", "Small"), large], "")
    };
    for compression in [Compression::None, Compression::Gzip] {
        let reply = sandbox.import(DB, json!({}), &compressed(&dump(7 << 20), compression)).await;
        let (status, kind, message) = reply.failure();
        assert_eq!((status, kind.as_str()), (500, "OutOfMemoryException"), "{message}");
        assert!(message.contains("--body-memory"), "{message}");
    }
    // What an import held is free again.
    let reply = sandbox.import(DB, json!({}), &compressed(&dump(2 << 20), Compression::Gzip)).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
}
