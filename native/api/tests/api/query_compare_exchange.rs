//! `cmpxchg()` in queries, projections and patches, as RavenDB 7.1.5 answers them.

use axum::http::{Method, header};
use serde_json::{Value, json};

use crate::sandbox::Sandbox;

const NONE: Option<&str> = None;

async fn prepared() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let documents = [
        ("u/1", json!({ "Name": "ann", "Age": 5, "Key": "k/text", "Tags": ["a", "b"] })),
        ("u/2", json!({ "Name": "bob", "Age": 7, "Key": "k/none", "Ok": true })),
        (
            "u/3",
            json!({ "Name": null, "Age": 9, "Keys": ["k/text", "K/Num"], "When": "2024-01-02T00:00:00.0000000Z" }),
        ),
    ];
    for (id, mut document) in documents {
        document["@metadata"] = json!({ "@collection": "Users" });
        sandbox.send(Method::PUT, &sandbox.db(&format!("/docs?id={id}")), &[], document.to_string()).await;
    }
    let values = [
        ("k/text", json!("Ann")),
        ("k/num", json!(7)),
        ("k/bool", json!(true)),
        ("k/null", Value::Null),
        ("k/obj", json!({ "Name": "bob", "N": 1 })),
        ("k/arr", json!(["ann", "bob"])),
        ("k/date", json!("2024-01-02T00:00:00.0000000Z")),
    ];
    for (key, value) in values {
        put(&sandbox, key, &value).await;
    }
    sandbox
}

async fn put(sandbox: &Sandbox, key: &str, value: &Value) -> i64 {
    let held = sandbox.get(&sandbox.db(&format!("/cmpxchg?key={key}"))).await;
    let index = if held.status == 200 { held.json()["Results"][0]["Index"].as_i64().unwrap() } else { 0 };
    let path = sandbox.db(&format!("/cmpxchg?key={key}&index={index}"));
    let saved = sandbox.send(Method::PUT, &path, &[], json!({ "Object": value }).to_string()).await.json();
    assert_eq!(saved["Successful"], true, "{saved}");
    saved["Index"].as_i64().unwrap()
}

async fn ask(sandbox: &Sandbox, query: &str, parameters: Value) -> Value {
    let body = json!({ "Query": query, "QueryParameters": parameters, "WaitForNonStaleResults": true });
    sandbox.send(Method::POST, &sandbox.db("/queries"), &[], body.to_string()).await.json()
}

fn ids(answer: &Value) -> Vec<&str> {
    let results = answer["Results"].as_array().unwrap_or_else(|| panic!("{answer}"));
    results.iter().map(|one| one["@metadata"]["@id"].as_str().unwrap_or_default()).collect()
}

#[tokio::test]
async fn conditions_compare_with_values() {
    let sandbox = prepared().await;
    let cases: [(&str, &[&str]); 17] = [
        ("where Name = cmpxchg('k/text')", &["u/1"]),
        ("where Name = cmpxchg('K/TEXT')", &["u/1"]),
        ("where Name = CmpXchg($key)", &["u/1"]),
        ("where Name != cmpxchg('k/text')", &["u/2", "u/3"]),
        // A key without a value is null.
        ("where Name = cmpxchg('absent')", &["u/3"]),
        ("where Name != cmpxchg('absent')", &["u/1", "u/2"]),
        ("where Name = cmpxchg('k/null')", &["u/3"]),
        ("where Name = cmpxchg('k/obj')", &[]),
        ("where Name = cmpxchg('k/arr')", &[]),
        ("where Age = cmpxchg('k/num')", &["u/2"]),
        ("where Age > cmpxchg('k/num')", &["u/3"]),
        ("where Ok = cmpxchg('k/bool')", &["u/2"]),
        ("where When = cmpxchg('k/date')", &["u/3"]),
        ("where exact(Name = cmpxchg('k/text'))", &[]),
        ("where true and not Name = cmpxchg('absent')", &["u/1", "u/2"]),
        ("where Name = cmpxchg('k/text') or Age = cmpxchg('k/num') order by Age", &["u/1", "u/2"]),
        // `filter` compares with case.
        ("filter Name = cmpxchg('absent')", &["u/3"]),
    ];
    for (rest, expected) in cases {
        let answer = ask(&sandbox, &format!("from Users {rest}"), json!({ "key": "k/text" })).await;
        let mut found = ids(&answer);
        found.sort_unstable();
        assert_eq!(found, expected, "{rest}");
    }
    // The same through the stream.
    let query = "from%20Users%20where%20Name%20=%20cmpxchg('k/text')";
    let streamed = sandbox.get(&sandbox.db(&format!("/streams/queries?query={query}"))).await.json();
    assert_eq!(ids(&streamed), ["u/1"]);
}

#[tokio::test]
async fn what_is_no_key_is_refused_with_its_place() {
    let sandbox = prepared().await;
    for (rest, part) in [
        ("where Name = cmpxchg($p)", "requires a key, not a number"),
        ("where Name = cmpxchg(5)", "text in quotes or a $parameter"),
        ("where Name = cmpxchg(Key)", "text in quotes or a $parameter"),
        ("where Name = cmpxchg()", "text in quotes or a $parameter"),
        ("where Name = cmpxchg('a', 'b')", "to close the parenthesis"),
        ("where Name = cmpxchg($none)", "no value was given"),
        ("where Age > cmpxchg('absent')", "null has no order"),
        ("where Name in (cmpxchg('k/text'))", "Compare a field with it"),
        ("where cmpxchg('k/text') = Name", "Compare a field with it"),
        ("include cmpxchg()", "a path to the keys"),
        ("select { V: cmpxchg(null) }", "one argument: the key"),
    ] {
        let alias = if rest.starts_with("select") { "from Users as u" } else { "from Users" };
        let answer = ask(&sandbox, &format!("{alias} {rest}"), json!({ "p": 5 })).await;
        let message = answer["Message"].as_str().unwrap_or_default();
        assert!(message.contains(part), "{rest}: {answer}");
    }
}

#[tokio::test]
async fn a_changed_value_changes_the_answer_and_its_tag() {
    let sandbox = prepared().await;
    let body = json!({ "Query": "from Users where Name = cmpxchg('k/text')" }).to_string();
    let send = async |tag: Option<&str>| {
        let headers: Vec<(&str, &str)> = tag.iter().map(|tag| ("If-None-Match", *tag)).collect();
        sandbox.send(Method::POST, &sandbox.db("/queries"), &headers, body.clone()).await
    };
    send(NONE).await;
    let first = send(NONE).await;
    let tag = first.headers[header::ETAG].to_str().unwrap().to_owned();
    assert_eq!(send(Some(&tag)).await.status, 304);
    put(&sandbox, "k/text", &json!("bob")).await;
    let changed = send(Some(&tag)).await;
    assert_eq!((changed.status.as_u16(), ids(&changed.json())), (200, vec!["u/2"]));
}

#[tokio::test]
async fn values_are_included_by_the_keys_in_results() {
    let sandbox = prepared().await;
    let text = |answer: &Value| answer["CompareExchangeValueIncludes"].clone();
    let index = put(&sandbox, "k/text", &json!("Ann")).await;
    let stored = json!({ "Key": "k/text", "Index": index, "Value": { "Object": "Ann" } });
    let missing = |key: &str| json!({ "Key": key, "Index": -1, "Value": null });
    for query in [
        "from Users include cmpxchg(Key)",
        "from Users include cmpxchg('Key')",
        "from Users as u include cmpxchg(u.Key)",
        "from Users as u select { K: u.Key } include cmpxchg(K)",
    ] {
        let answer = ask(&sandbox, query, json!({})).await;
        assert_eq!(text(&answer), json!({ "k/text": stored, "k/none": missing("k/none") }), "{query}");
    }
    let lists = ask(&sandbox, "from Users include cmpxchg('Keys[]')", json!({})).await;
    assert_eq!(text(&lists)["k/text"], stored);
    assert_eq!(text(&lists)["K/Num"]["Value"], json!({ "Object": 7 }));
    let numbers = ask(&sandbox, "from Users include cmpxchg(Age)", json!({})).await;
    assert_eq!(text(&numbers), json!({ "5": missing("5"), "7": missing("7"), "9": missing("9") }));
    for none in ["from Users include cmpxchg(Nothing)", "from Users where Age > 100 include cmpxchg(Key)"] {
        assert_eq!(text(&ask(&sandbox, none, json!({})).await), Value::Null, "{none}");
    }
}

#[tokio::test]
async fn scripts_read_values() {
    let sandbox = prepared().await;
    let select = "from Users as u where Age = 5 select { O: cmpxchg('k/obj'), A: cmpxchg('absent'), \
                  N: cmpxchg('k/null'), R: cmpxchg('k/arr'), D: cmpxchg('K/NUM'), T: cmpxchg(u.Key) }";
    let mut answer = ask(&sandbox, select, json!({})).await;
    let result = answer["Results"][0].as_object_mut().unwrap();
    result.remove("@metadata");
    assert_eq!(
        json!(result),
        json!({ "O": { "Name": "bob", "N": 1 }, "A": null, "N": null, "R": ["ann", "bob"], "D": 7, "T": "Ann" })
    );
    let script =
        json!({ "Patch": { "Script": "this.V = cmpxchg('k/obj').Name; this.W = cmpxchg('absent');" } });
    let path = sandbox.db("/docs?id=u/1");
    let patched = sandbox.send(Method::PATCH, &path, &[], script.to_string()).await;
    assert_eq!(patched.status, 200);
    let document = sandbox.get(&path).await.json()["Results"][0].clone();
    assert_eq!((&document["V"], &document["W"]), (&json!("bob"), &Value::Null));
}
