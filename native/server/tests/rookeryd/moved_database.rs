//! A database with everything that an export contains, and its contents for a comparison.

use serde_json::{Value, json};

use crate::commands::body;
use crate::running::Running;

pub fn fill(server: &Running, database: &str) {
    server.request(
        "PUT",
        &format!("/admin/databases?name={database}"),
        &format!(r#"{{"DatabaseName":"{database}"}}"#),
    );
    let at = |path: &str| format!("/databases/{database}{path}");
    server.request(
        "POST",
        &at("/admin/revisions/config"),
        r#"{"Collections":{"Users":{"Disabled":false},"Orders":{"Disabled":false}}}"#,
    );
    for (id, collection) in [("users/1", "Users"), ("users/2", "Users"), ("orders/1", "Orders")] {
        for round in [1, 2] {
            let document = json!({ "Round": round, "@metadata": { "@collection": collection } });
            let answer = server.request("PUT", &at(&format!("/docs?id={id}")), &document.to_string());
            assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        }
    }
    let attached =
        server.request("PUT", &at("/attachments?id=users/1&name=a.txt&contentType=text/plain"), "content");
    assert!(attached.starts_with("HTTP/1.1 201"), "{attached}");
    let counted = json!({ "Documents": [{ "DocumentId": "users/2", "Operations": [
        { "Type": "Increment", "CounterName": "Likes", "Delta": 5 }] }] });
    server.request("POST", &at("/counters"), &counted.to_string());
    server.request("POST", &at("/identity/next?name=invoices"), "");
    let index = json!({ "Indexes": [{ "Name": "ByRound", "Maps": ["map('Users', user => ({ Round: user.Round }))"] }] });
    let defined = server.request("PUT", &at("/admin/indexes"), &index.to_string());
    assert!(defined.starts_with("HTTP/1.1 201"), "{defined}");
}

/// What a database has, without etags, change vectors and dates of this server.
pub fn contents(server: &Running, database: &str) -> Value {
    let get = |path: &str| body(&server.request("GET", &format!("/databases/{database}{path}"), ""));
    let documents = get("/docs?start=0&pageSize=100");
    let mut found = Vec::new();
    for document in documents["Results"].as_array().unwrap() {
        let id = document["@metadata"]["@id"].as_str().unwrap();
        let revisions = get(&format!("/revisions?id={id}&start=0&pageSize=100"));
        let rounds: Vec<&Value> =
            revisions["Results"].as_array().unwrap().iter().map(|revision| &revision["Round"]).collect();
        found.push(json!({
            "id": id, "round": document["Round"], "collection": document["@metadata"]["@collection"],
            "attachments": document["@metadata"]["@attachments"], "revisions": rounds,
            "date": document["@metadata"]["@last-modified"],
            "counters": get(&format!("/counters?docId={id}"))["Counters"].as_array().unwrap().iter()
                .map(|counter| json!([counter["CounterName"], counter["TotalValue"]])).collect::<Vec<_>>(),
        }));
    }
    found.sort_by_key(|each| each["id"].to_string());
    json!({
        "documents": found,
        "identities": get("/debug/identities"),
        "indexes": get("/indexes?start=0&pageSize=10")["Results"][0]["Maps"],
        // 404 without a body where it was never set.
        "revisions": server.request("GET", &format!("/databases/{database}/revisions/config"), "")
            .split_once("\r\n\r\n").is_some_and(|(_, body)| body.contains(r#""Users":{"Disabled":false"#)),
    })
}
