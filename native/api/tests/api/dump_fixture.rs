//! Requests that export and import dumps, and a comparison of everything two databases have.

use axum::http::Method;
use rookery_dump::{Compression, DumpReader, DumpWriter, Event, Limits};
use serde_json::{Value, json};

use crate::sandbox::{DB, Reply, Sandbox, in_collection};

impl Sandbox {
    pub async fn create(&self, name: &str) {
        let path = format!("/admin/databases?name={name}");
        let reply = self.send(Method::PUT, &path, &[], json!({ "DatabaseName": name }).to_string()).await;
        assert_eq!(reply.status, 201);
    }

    pub async fn export(&self, options: Value) -> Vec<u8> {
        let reply = self.post(&self.db("/smuggler/export"), options).await;
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        reply.body
    }

    pub async fn import(&self, database: &str, options: Value, dump: &[u8]) -> Reply {
        self.import_as(&format!("/databases/{database}/smuggler/import"), options, dump).await
    }

    pub async fn import_as(&self, path: &str, options: Value, dump: &[u8]) -> Reply {
        let body = form(&options, dump);
        let kind = ("content-type", "multipart/form-data; boundary=the-boundary");
        self.send(Method::POST, path, &[kind], body).await
    }

    /// Everything of a database that a dump carries, without what is a database's own: change vectors.
    pub async fn everything(&self, database: &str) -> Value {
        let path = |rest: &str| format!("/databases/{database}{rest}");
        let documents = self.get(&path("/docs?pageSize=1000")).await.json();
        let mut documents = documents["Results"].as_array().unwrap().clone();
        documents.sort_by_key(|document| document["@metadata"]["@id"].to_string());
        let mut all = Vec::new();
        for document in &documents {
            let id = document["@metadata"]["@id"].as_str().unwrap();
            let revisions = self.get(&path(&format!("/revisions?id={id}"))).await.json();
            let counters = self.get(&path(&format!("/counters?docId={id}"))).await.json();
            let mut contents = Vec::new();
            for attachment in document["@metadata"]["@attachments"].as_array().into_iter().flatten() {
                let name = attachment["Name"].as_str().unwrap();
                let reply = self.get(&path(&format!("/attachments?id={id}&name={name}"))).await;
                contents.push(String::from_utf8_lossy(&reply.body).into_owned());
            }
            all.push(json!([document, revisions["Results"], counters["Counters"], contents]));
        }
        let mut everything = json!({
            "documents": all,
            "identities": self.get(&path("/debug/identities")).await.json(),
            "bin": self.get(&path("/revisions/bin")).await.json()["Results"],
            "revisions": self.get(&path("/revisions/config")).await.json(),
            "indexes": self.get(&path("/indexes")).await.json()["Results"],
        });
        remove_own(&mut everything);
        everything
    }
}

/// Removes what differs between databases with the same content.
fn remove_own(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for own in ["@change-vector", "ChangeVector", "Etag", "CreatedTimestamp"] {
                members.shift_remove(own);
            }
            members.values_mut().for_each(remove_own);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_own),
        _ => {}
    }
}

/// The form of an import.
pub fn form(options: &Value, dump: &[u8]) -> Vec<u8> {
    let head = format!(
        "--the-boundary\r\nContent-Disposition: form-data; name=\"importOptions\"\r\n\r\n{options}\r\n\
         --the-boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"d.ravendbdump\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    [head.as_bytes(), dump, b"\r\n--the-boundary--\r\n"].concat()
}

/// A plain dump of these documents, followed by `rest` (further members).
pub fn dump_of(documents: &[Value], rest: &str) -> Vec<u8> {
    let documents: Vec<String> = documents.iter().map(Value::to_string).collect();
    format!("{{\"BuildVersion\":71028,\"Docs\":[{}]{rest}}}", documents.join(",")).into_bytes()
}

/// A document of a dump.
pub fn document(id: &str, collection: &str) -> Value {
    json!({ "Name": id, "@metadata": { "@id": id, "@collection": collection, "@last-modified": "2020-01-02T03:04:05.0000000Z" } })
}

/// The names of the sections, and the items of each.
pub fn items_of(dump: &[u8]) -> Vec<(String, Vec<Value>)> {
    let mut reader = DumpReader::new(dump, Limits::default()).unwrap();
    let mut sections: Vec<(String, Vec<Value>)> = Vec::new();
    loop {
        match reader.next_event().unwrap() {
            Event::Section(section) => sections.push((section.name().to_owned(), Vec::new())),
            Event::Item(item) => {
                sections.last_mut().unwrap().1.push(serde_json::from_slice(&item.json).unwrap());
            }
            Event::DatabaseRecord(item) => {
                sections.push(("DatabaseRecord".into(), vec![serde_json::from_slice(&item.json).unwrap()]));
            }
            Event::BuildVersion(_) => {}
            Event::End => return sections,
        }
    }
}

/// The same dump in another compression.
pub fn compressed(dump: &[u8], compression: Compression) -> Vec<u8> {
    use std::io::Write as _;
    match compression {
        Compression::None => dump.to_vec(),
        // What follows the first bracket is written as it is.
        Compression::Gzip | Compression::Zstd => {
            let mut writer = DumpWriter::new(Vec::new(), compression).unwrap();
            writer.content(&dump[1..dump.len() - 1]).unwrap();
            let mut out = writer.finish().unwrap();
            out.flush().unwrap();
            out
        }
    }
}

/// A database with some of everything.
pub async fn filled() -> Sandbox {
    let sandbox = Sandbox::new().await;
    let revisions = json!({ "Default": null, "Collections": { "Users": { "Disabled": false } } });
    sandbox.post(&sandbox.db("/admin/revisions/config"), revisions).await;
    for (id, name) in [("users/1", "Ada"), ("users/2", "Bob"), ("users/3", "Cy")] {
        sandbox.save(id, in_collection("Users", json!({ "Name": name }))).await;
    }
    for (id, name, content) in
        [("users/1", "note.txt", "hello"), ("users/1", "same.txt", "same"), ("users/2", "same.txt", "same")]
    {
        let path = sandbox.db(&format!("/attachments?id={id}&name={name}&contentType=text/plain"));
        assert_eq!(sandbox.send(Method::PUT, &path, &[], content).await.status, 201);
    }
    let large = "0123456789abcdef".repeat(100_000);
    let path = sandbox.db("/attachments?id=users/2&name=large.bin");
    assert_eq!(sandbox.send(Method::PUT, &path, &[], large).await.status, 201);
    sandbox.save("users/1", in_collection("Users", json!({ "Name": "Ada 2" }))).await;
    sandbox.save("users/3", in_collection("Users", json!({ "Name": "Cy 2" }))).await;
    sandbox.send(Method::DELETE, &sandbox.db("/docs?id=users/3"), &[], "").await;
    for number in 0..20 {
        let order = json!({ "Total": number, "Text": "quote \" brace } \\ é 漢" });
        sandbox.save(&format!("orders/{number}"), in_collection("Orders", order)).await;
    }
    let counters = json!({ "Documents": [{ "DocumentId": "orders/1", "Operations": [
        { "Type": "Increment", "CounterName": "Likes", "Delta": 5 },
        { "Type": "Increment", "CounterName": "Views", "Delta": -7 }] }] });
    assert_eq!(sandbox.post(&sandbox.db("/counters"), counters).await.status, 200);
    for _ in 0..3 {
        sandbox.send(Method::POST, &sandbox.db("/identity/next?name=invoices"), &[], "").await;
    }
    let index = json!({ "Indexes": [{ "Name": "Orders/ByTotal", "Maps": ["map('Orders', o => ({ Total: o.Total }))"],
        "Fields": { "Total": { "Storage": "Yes", "Analyzer": "StandardAnalyzer" } } }] });
    assert_eq!(
        sandbox.send(Method::PUT, &sandbox.db("/admin/indexes"), &[], index.to_string()).await.status,
        201
    );
    for query in ["from Orders where Total = 3", "from Orders group by Text select count(), Text"] {
        assert_eq!(sandbox.post(&sandbox.db("/queries"), json!({ "Query": query })).await.status, 200);
    }
    sandbox
}

/// The operation with this number.
pub async fn operation(sandbox: &Sandbox, id: i64) -> Value {
    sandbox.get(&format!("/databases/{DB}/operations/state?id={id}")).await.json()
}
