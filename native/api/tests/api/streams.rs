//! Streams: the lines and the object, as a real server writes them.

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

async fn filled(count: usize) -> Sandbox {
    let sandbox = Sandbox::new().await;
    let commands: Vec<Value> = (1..=count)
        .map(|n| {
            json!({
                "Id": format!("st/{n:05}"), "Type": "PUT",
                "Document": in_collection("St", json!({ "n": n, "even": n % 2 == 0, "pad": "x".repeat(100) })),
            })
        })
        .collect();
    sandbox.post(&sandbox.db("/bulk_docs"), json!({ "Commands": commands })).await;
    sandbox.save("other/1", in_collection("Other", json!({}))).await;
    sandbox
}

async fn lines(sandbox: &Sandbox, path: &str) -> Vec<Value> {
    let reply = sandbox.get(&sandbox.db(path)).await;
    assert_eq!(reply.status, 200, "{path}: {}", String::from_utf8_lossy(&reply.body));
    let text = String::from_utf8(reply.body).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{path}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(documents: &[Value]) -> Vec<&str> {
    documents.iter().map(|document| document["@metadata"]["@id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn documents_come_by_prefix_or_newest_first_in_lines_or_as_an_object() {
    let sandbox = filled(3).await;
    let found = lines(&sandbox, "/streams/docs?format=jsonl&startsWith=st/").await;
    assert_eq!(ids(&found), ["st/00001", "st/00002", "st/00003"]);
    let found = lines(&sandbox, "/streams/docs?format=jsonl").await;
    assert_eq!(ids(&found), ["other/1", "st/00003", "st/00002", "st/00001"]);
    for (query, wanted) in [
        ("startsWith=st/&startAfter=st/00002", vec!["st/00003"]),
        ("startsWith=st/&matches=*2|*3&exclude=*3", vec!["st/00002", "st/00003"]),
        ("startsWith=st/&start=1&pageSize=1", vec!["st/00002"]),
        ("start=1&pageSize=2", vec!["st/00003", "st/00002"]),
        ("startsWith=nope/", vec![]),
        ("pageSize=0", vec![]),
    ] {
        assert_eq!(ids(&lines(&sandbox, &format!("/streams/docs?format=jsonl&{query}")).await), wanted);
        let object = sandbox.get(&sandbox.db(&format!("/streams/docs?{query}"))).await.json();
        assert_eq!(ids(object["Results"].as_array().unwrap()), wanted, "{query}");
    }
}

#[tokio::test]
async fn more_documents_than_a_page_of_ids_come_once_each_and_in_order() {
    let sandbox = filled(5_000).await;
    let found = lines(&sandbox, "/streams/docs?format=jsonl&startsWith=st/").await;
    let wanted: Vec<String> = (1..=5_000).map(|n| format!("st/{n:05}")).collect();
    assert_eq!(ids(&found), wanted);
    let found = lines(&sandbox, "/streams/docs?format=jsonl&startsWith=ST/&start=4000&pageSize=900").await;
    assert_eq!(ids(&found), wanted[4000..4900]);
    let query = "from%20St%20where%20even%20%3D%20true%20limit%2010%2C%202000";
    let found = lines(&sandbox, &format!("/streams/queries?format=jsonl&query={query}")).await;
    assert_eq!(found[0]["Stats"]["TotalResults"], 2_500);
    let numbers: Vec<u64> = found[1..].iter().map(|line| line["Item"]["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (11..=2_010).map(|n| n * 2).collect::<Vec<_>>());
}

#[tokio::test]
async fn queries_begin_with_their_statistics() {
    let sandbox = filled(3).await;
    let stats = |total: u64, index: &str| {
        json!({
            "IsStale": false, "IndexName": index, "TotalResults": total,
            "IndexTimestamp": "0001-01-01T00:00:00.0000000Z",
        })
    };
    let without_etag = |mut stats: Value| {
        assert!(stats.as_object_mut().unwrap().remove("ResultEtag").unwrap().is_i64());
        stats
    };
    let run_query = async |form: &str, query: &str, parameters: Value| {
        let body = json!({ "Query": query, "QueryParameters": parameters });
        let reply = sandbox.post(&sandbox.db(&format!("/streams/queries{form}")), body).await;
        assert_eq!(reply.status, 200, "{query}: {}", String::from_utf8_lossy(&reply.body));
        String::from_utf8(reply.body).unwrap()
    };
    let text = run_query("?format=jsonl", "from St where n > $p select n", json!({ "p": 1 })).await;
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut found = without_etag(lines[0]["Stats"].clone());
    let built = found["IndexTimestamp"].take();
    assert!(built.as_str().is_some_and(|moment| moment.starts_with("20")), "{built}");
    assert_eq!((&found["IndexName"], &found["TotalResults"]), (&json!("Auto/St/Byn"), &json!(2)));
    assert_eq!(found["IsStale"], false);
    assert_eq!((lines.len(), &lines[1]["Item"]["n"]), (3, &json!(2)));
    assert_eq!(lines[1]["Item"]["@metadata"]["@projection"], true);
    let text = run_query("", "from St limit 1, $take", json!({ "take": 1 })).await;
    let mut object: Value = serde_json::from_str(&text).unwrap();
    let results = object.as_object_mut().unwrap().remove("Results").unwrap();
    assert_eq!(without_etag(object), stats(3, "collection/St"));
    assert_eq!(ids(results.as_array().unwrap()), ["st/00002"]);
    for (query, wanted) in [
        ("from St order by n as long desc limit 2", vec!["st/00003", "st/00002"]),
        ("from St where id() = 'st/00002'", vec!["st/00002"]),
        ("from Nope", vec![]),
        ("from St limit 0", vec![]),
        ("from @all_docs where n = 3", vec!["st/00003"]),
    ] {
        let object: Value = serde_json::from_str(&run_query("", query, Value::Null).await).unwrap();
        assert_eq!(ids(object["Results"].as_array().unwrap()), wanted, "{query}");
    }
}

#[tokio::test]
async fn a_stream_that_cannot_begin_is_an_error_with_its_status() {
    let sandbox = filled(1).await;
    let refused = async |query: &str| {
        sandbox.post(&sandbox.db("/streams/queries?format=jsonl"), json!({ "Query": query })).await.failure()
    };
    let bad = refused("frm St").await;
    assert_eq!((bad.0, bad.1.as_str()), (500, "QueryParser+ParseException"));
    assert!(refused("from St where n > $missing").await.0 >= 400);
    assert!(refused("from St include n").await.2.contains("Includes are not supported"));
    assert_eq!(sandbox.get(&sandbox.db("/streams/queries")).await.status, 400);
    assert!(sandbox.get("/databases/nope/streams/docs").await.failure().2.contains("nope"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_fails_after_its_first_results_ends_as_on_a_server() {
    let sandbox = filled(5).await;
    let query = "declare function f(s) { if (s.n == 3) throw new Error('boom'); return { n: s.n }; } from St as s select f(s)";
    let text = async |form: &str| {
        let path = sandbox.db(&format!("/streams/queries{form}"));
        let reply = sandbox.post(&path, json!({ "Query": query })).await;
        assert_eq!(reply.status, 200);
        (path, String::from_utf8(reply.body).unwrap())
    };
    let whole = sandbox.post(&sandbox.db("/queries"), json!({ "Query": query })).await.json();
    let check = |path: &str, said: &Value, error: &Value| {
        assert_eq!((error["Url"].as_str(), &error["Type"]), (Some(path), &whole["Type"]));
        assert!(error["Message"].as_str().unwrap().contains("boom"), "{error}");
        assert_eq!(said, &error["Error"]);
    };
    let (path, lines) = text("?format=jsonl").await;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[2]["Item"]["n"]), (5, &json!(2)));
    check(&path, &lines[3]["Error"], &lines[4]);
    // A real server does not end the first object.
    let (path, whole) = text("").await;
    let (first, error) = whole.split_once("{\"Url\":").unwrap();
    let object: Value = serde_json::from_str(&format!("{first}}}")).unwrap();
    assert_eq!(object["Results"].as_array().unwrap().len(), 2);
    check(&path, &object["Error"], &serde_json::from_str(&format!("{{\"Url\":{error}")).unwrap());
}
