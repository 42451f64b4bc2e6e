//! Transform scripts of exports and imports.

use serde_json::{Value, json};

use crate::dump_fixture::{document, dump_of, items_of};
use crate::sandbox::{DB, Sandbox};

#[tokio::test]
async fn an_import_changes_documents_and_leaves_some_out_with_all_they_have() {
    let sandbox = Sandbox::new().await;
    let documents: Vec<Value> = (0..4).map(|number| document(&format!("d/{number}"), "D")).collect();
    let rest = r#","CounterGroups":[{"DocId":"d/1","Values":{"@vals":{"l":[1,1]}}},{"DocId":"d/2","Values":{"@vals":{"l":[1,1]}}}]"#;
    let script =
        "if (id(this) === 'd/1') throw 'skip'; this.Was = this.Name; this.Name = 'new'; delete this.None;";
    let result =
        sandbox.import(DB, json!({ "TransformScript": script }), &dump_of(&documents, rest)).await.json();
    assert_eq!(
        (&result["Documents"]["ReadCount"], &result["Documents"]["SkippedCount"]),
        (&json!(3), &json!(1)),
        "{result:#}"
    );
    assert_eq!(
        (
            &result["Counters"]["ReadCount"],
            &result["Counters"]["SkippedCount"],
            &result["Counters"]["ErroredCount"]
        ),
        (&json!(1), &json!(1), &json!(0))
    );
    let stored = sandbox.get(&sandbox.db("/docs?id=d/2")).await.json();
    let stored = &stored["Results"][0];
    assert_eq!((&stored["Was"], &stored["Name"]), (&json!("d/2"), &json!("new")));
    assert_eq!(stored["@metadata"]["@last-modified"], "2020-01-02T03:04:05.0000000Z");
    assert_eq!(stored["@metadata"]["@counters"], json!(["l"]));
}

#[tokio::test]
async fn the_deleted_ranges_of_documents_that_an_import_leaves_out_are_skipped() {
    let sandbox = Sandbox::new().await;
    let documents = [document("d/1", "D"), document("d/2", "D")];
    sandbox.import(DB, json!({}), &dump_of(&documents, "")).await;
    let time = "2020-01-01T00:00:00.0000000Z";
    for id in ["d/1", "d/2"] {
        let append = json!({ "Name": "s", "Appends": [{ "Timestamp": time, "Values": [1.0] }] });
        let reply = sandbox.post(&sandbox.db(&format!("/timeseries?docId={id}")), append).await;
        assert_eq!(reply.status, 204);
    }
    let range = |id: &str| json!({ "DocId": id, "Name": "s", "Collection": "D", "From": time, "To": time });
    let rest = format!(",\"TimeSeriesDeletedRanges\":[{},{}]", range("d/1"), range("d/2"));
    let script = "if (id(this) === 'd/1') throw 'skip';";
    let result =
        sandbox.import(DB, json!({ "TransformScript": script }), &dump_of(&documents, &rest)).await.json();
    let counts = &result["TimeSeriesDeletedRanges"];
    assert_eq!((&counts["ReadCount"], &counts["SkippedCount"]), (&json!(1), &json!(1)), "{result:#}");
    for (id, left) in [("d/1", 1), ("d/2", 0)] {
        let entries = sandbox.get(&sandbox.db(&format!("/timeseries?docId={id}&name=s"))).await;
        // A series without entries does not exist.
        let found = match entries.status.as_u16() {
            404 => 0,
            _ => entries.json()["Entries"].as_array().map_or(0, Vec::len),
        };
        assert_eq!(found, left, "{id}");
    }
}

#[tokio::test]
async fn an_export_changes_documents_and_keeps_their_lists() {
    let sandbox = crate::dump_fixture::filled().await;
    let script = "if (this['@metadata']['@collection'] !== 'Users') throw 'skip'; this.Seen = true;";
    let dump = sandbox.export(json!({ "TransformScript": script, "CompressionAlgorithm": "Gzip" })).await;
    sandbox.create("changed").await;
    let result = sandbox.import("changed", json!({}), &dump).await.json();
    for kind in ["Documents", "RevisionDocuments", "Counters"] {
        assert_eq!(result[kind]["ErroredCount"], 0, "{result:#}");
    }
    let before = sandbox.everything(DB).await;
    let after = sandbox.everything("changed").await;
    let users = |all: &Value| -> Vec<Value> {
        let documents = all["documents"].as_array().unwrap().iter();
        documents.filter(|one| one[0]["@metadata"]["@collection"] == "Users").cloned().collect()
    };
    let (mut before, after_users) = (users(&before), users(&after));
    assert_eq!(after["documents"].as_array().unwrap().len(), after_users.len());
    for one in &mut before {
        one[0]["Seen"] = json!(true);
    }
    for (before, after) in before.iter().zip(&after_users) {
        for part in ["Seen", "Name"] {
            assert_eq!(before[0][part], after[0][part], "{after:#}");
        }
        for part in ["@attachments", "@counters", "@collection", "@id"] {
            assert_eq!(before[0]["@metadata"][part], after[0]["@metadata"][part], "{part}: {after:#}");
        }
        assert_eq!((&before[1], &before[2], &before[3]), (&after[1], &after[2], &after[3]));
    }
    let documents = items_of(&dump).into_iter().find(|(name, _)| name == "Docs").unwrap().1;
    assert!(documents.iter().all(|one| one["Seen"] == true || one["Hash"].is_string()), "{documents:?}");
}

#[tokio::test]
async fn a_script_that_fails_ends_the_transfer_and_names_the_document() {
    let sandbox = Sandbox::new().await;
    let dump = dump_of(&[document("d/1", "D"), document("d/2", "D")], "");
    let parse = "JavaScriptParseException";
    let run = "JavaScriptException";
    for (script, expected, part) in [
        ("this.", parse, "cannot be parsed"),
        ("if (id(this) === 'd/2') throw 'no';", run, "'d/2'"),
        ("load('d/1')", run, "load(id)"),
        ("put('d/9', {})", run, "put"),
        ("del('d/1')", run, "del"),
    ] {
        let options = json!({ "TransformScript": script });
        let (status, kind, message) = sandbox.import(DB, options.clone(), &dump).await.failure();
        assert_eq!((status, kind.as_str()), (500, expected), "{script}: {message}");
        assert!(message.contains(part), "{script}: {message}");
    }
    sandbox.import(DB, json!({}), &dump).await;
    let reply = sandbox.post(&sandbox.db("/smuggler/export"), json!({ "TransformScript": "this." })).await;
    assert_eq!(reply.failure().1, parse);
}
