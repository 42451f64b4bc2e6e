use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

const HELLO: &str = "Mk3PAn3UowqTLEQfNlol6GsXPe+kuOWJSCU0cbgbcs8=";

async fn put(sandbox: &Sandbox, id: &str, name: &str, content: &str) -> Reply {
    let path = sandbox.db(&format!("/attachments?id={id}&name={name}&contentType=text%2Fplain"));
    sandbox.send(Method::PUT, &path, &[], content.to_owned()).await
}

/// A batch with streams behind it, as clients send it.
async fn batch(sandbox: &Sandbox, commands: Value, streams: &[&str]) -> Reply {
    let mut body = format!(
        "--x7\r\nContent-Disposition: form-data; name=\"main\"; filename=\"blob\"\r\n\
         Content-Type: application/json\r\n\r\n{}\r\n",
        json!({ "Commands": commands })
    );
    for (index, stream) in streams.iter().enumerate() {
        body.push_str(&format!(
            "--x7\r\nContent-Disposition: form-data; name=\"attachment_{index}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n{stream}\r\n"
        ));
    }
    body.push_str("--x7--\r\n");
    let headers = [("content-type", "multipart/form-data; boundary=x7")];
    sandbox.send(Method::POST, &sandbox.db("/bulk_docs"), &headers, body).await
}

async fn metadata(sandbox: &Sandbox, id: &str) -> Value {
    sandbox.get(&sandbox.db(&format!("/docs?id={id}"))).await.json()["Results"][0]["@metadata"].clone()
}

#[tokio::test]
async fn put_get_head_and_delete_answer_as_the_protocol_says() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let reply = put(&sandbox, "a/1", "Foo.txt", "hello").await;
    assert_eq!(reply.status, 201);
    let vector = reply.json()["ChangeVector"].as_str().unwrap().to_owned();
    assert_eq!(
        reply.json(),
        json!({ "ChangeVector": vector, "Name": "Foo.txt", "DocumentId": "a/1", "ContentType": "text/plain",
            "Hash": HELLO, "Size": 5 })
    );
    let path = sandbox.db("/attachments?id=A%2F1&name=foo.TXT");
    let reply = sandbox.get(&path).await;
    assert_eq!((reply.status.as_u16(), &reply.body[..]), (200, &b"hello"[..]));
    for reply in [reply, sandbox.send(Method::HEAD, &path, &[], "").await] {
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("etag"), format!("\"{vector}\""));
        assert_eq!((reply.header("attachment-hash"), reply.header("attachment-size")), (HELLO, "5"));
        assert_eq!((reply.header("content-type"), reply.header("content-length")), ("text/plain", "5"));
        assert_eq!(reply.header("accept-ranges"), "bytes");
        let disposition = "attachment; filename=\"Foo.txt\"; filename*=UTF-8''Foo.txt";
        assert_eq!(reply.header("content-disposition"), disposition);
    }
    let held = format!("\"{vector}\"");
    for method in [Method::GET, Method::HEAD] {
        let reply = sandbox.send(method, &path, &[("if-none-match", &held)], "").await;
        assert_eq!((reply.status.as_u16(), reply.body.len()), (304, 0));
    }
    let kind = json!({ "Type": "Document", "ChangeVector": null });
    assert_eq!(sandbox.post(&path, kind).await.body, b"hello");
    let listed = metadata(&sandbox, "a/1").await;
    assert_eq!(listed["@attachments"][0]["Hash"], HELLO);
    assert_eq!(listed["@flags"], "HasAttachments");
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!((&stats["CountOfAttachments"], &stats["CountOfUniqueAttachments"]), (&json!(1), &json!(1)));

    assert_eq!(sandbox.send(Method::DELETE, &path, &[], "").await.status, 204);
    assert_eq!(
        sandbox.send(Method::DELETE, &path, &[], "").await.status,
        204,
        "nothing to delete is no error"
    );
    for method in [Method::GET, Method::HEAD] {
        assert_eq!(sandbox.send(method, &path, &[], "").await.status, 404);
    }
    assert!(metadata(&sandbox, "a/1").await.get("@flags").is_none());
}

#[tokio::test]
async fn a_range_can_be_requested() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let long: String = (0..600_000).map(|index| char::from(b'a' + (index / 1000 % 26) as u8)).collect();
    put(&sandbox, "a/1", "x", &long).await;
    let path = sandbox.db("/attachments?id=a/1&name=x");
    assert_eq!(sandbox.get(&path).await.body, long.as_bytes());
    let reply = sandbox.send(Method::GET, &path, &[("range", "bytes=261000-523999")], "").await;
    assert_eq!(reply.status, 206);
    assert_eq!(reply.header("content-range"), "bytes 261000-523999/600000");
    assert_eq!(reply.header("content-length"), "263000");
    assert_eq!(reply.body, &long.as_bytes()[261_000..524_000]);
    let reply = sandbox.send(Method::GET, &path, &[("range", "bytes=600000-")], "").await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (416, 0));
    assert_eq!(reply.header("content-range"), "bytes */600000");
}

#[tokio::test]
async fn names_and_types_that_no_header_can_carry_break_nothing() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let path = sandbox.db("/attachments?id=a/1&name=%C3%BC%22%5C%20%0A.txt&contentType=a%0D%0AX-Evil:%201");
    assert_eq!(sandbox.send(Method::PUT, &path, &[], "z").await.status, 201);
    let reply = sandbox.get(&path).await;
    assert_eq!((reply.status.as_u16(), &reply.body[..]), (200, &b"z"[..]));
    assert!(reply.headers.get("x-evil").is_none() && reply.headers.get("content-type").is_none());
    let disposition = reply.header("content-disposition");
    assert!(disposition.contains("filename=\"%C3%BC%22%5C%20%0A.txt\""), "{disposition}");
}

#[tokio::test]
async fn invalid_attachments_are_reported_with_the_protocols_exceptions() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let (status, kind, message) = put(&sandbox, "nope", "x", "c").await.failure();
    assert_eq!((status, kind.as_str()), (500, "DocumentDoesNotExistException"));
    assert!(message.contains("'nope'") && message.contains("'x'"), "{message}");
    put(&sandbox, "a/1", "x", "c").await;
    let path = sandbox.db("/attachments?id=a/1&name=x");
    for method in [Method::PUT, Method::DELETE] {
        let reply = sandbox.send(method, &path, &[("if-match", "\"A:1-x\"")], "new").await;
        let (status, kind, message) = reply.failure();
        assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"));
        assert!(message.contains("Attachment x of 'a/1'"), "{message}");
        assert_eq!(reply.json()["ExpectedChangeVector"], "A:1-x");
        assert!(reply.json()["ActualChangeVector"].as_str().unwrap().starts_with("A:"));
    }
    for missing in ["/attachments?id=a/1", "/attachments?name=x", "/attachments?id=a/1&name="] {
        let reply = sandbox.send(Method::PUT, &sandbox.db(missing), &[], "c").await;
        assert_eq!(reply.failure().0, 400, "{missing}");
    }
    let (status, _, message) = put(&sandbox, "a/1", &"n".repeat(513), "c").await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("513 bytes"), "{message}");
    let reply = sandbox.post(&path, json!({ "Type": "Revision" })).await;
    assert!(reply.failure().2.contains("Change Vector"));
    let several =
        json!({ "AttachmentType": "Revision", "Attachments": [{ "DocumentId": "a/1", "Name": "x" }] });
    let reply = sandbox.post(&sandbox.db("/attachments/bulk"), several).await;
    assert!(reply.failure().2.contains("Change Vector"));
    let body = json!({ "@metadata": { "@attachments": [{ "Name": "x", "Hash": "AAAA" }] } });
    let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=a/2"), &[], body.to_string()).await;
    assert!(reply.failure().2.contains("hash=AAAA"));
    for bad in [json!([{ "name": "x" }]), json!("x"), json!([7])] {
        let body = json!({ "@metadata": { "@attachments": bad } });
        let reply = sandbox.send(Method::PUT, &sandbox.db("/docs?id=a/2"), &[], body.to_string()).await;
        assert!(reply.failure().2.contains("Hash"), "{bad}");
        // In a batch nobody looks at it.
        sandbox.save("a/3", body).await;
    }
}

#[tokio::test]
async fn an_upload_over_the_limit_is_refused_with_the_limit() {
    let options = rookery_api::ApiOptions { body_limit: 2048, ..rookery_api::ApiOptions::default() };
    let sandbox = Sandbox::with(options).await;
    sandbox.save("a/1", json!({})).await;
    let (status, _, message) = put(&sandbox, "a/1", "x", &"c".repeat(3000)).await.failure();
    assert_eq!(status, 413);
    assert!(message.contains("2 KBytes"), "{message}");
    let commands = json!([{ "Id": "a/1", "Name": "x", "Type": "AttachmentPUT" }]);
    let (status, _, message) = batch(&sandbox, commands, &[&"c".repeat(3000)]).await.failure();
    assert_eq!(status, 413);
    assert!(message.contains("2 KBytes"), "{message}");
}

#[tokio::test]
async fn a_batch_answers_each_attachment_command() {
    let sandbox = Sandbox::new().await;
    let commands = json!([
        { "Id": "m/1", "Type": "PUT", "Document": {} },
        { "Id": "m/2", "Type": "PUT", "Document": {} },
        { "Id": "m/1", "Name": "a.txt", "ContentType": "text/plain", "Type": "AttachmentPUT" },
        { "Id": "m/1", "Name": "b.txt", "ContentType": null, "Type": "AttachmentPUT", "ChangeVector": null },
        { "Id": "m/1", "Name": "a.txt", "Type": "AttachmentCOPY", "DestinationId": "m/2", "DestinationName": "c" },
        { "Id": "m/1", "Name": "b.txt", "Type": "AttachmentMOVE", "DestinationId": "m/2", "DestinationName": "d" },
        { "Id": "m/1", "Name": "a.txt", "Type": "AttachmentDELETE" },
    ]);
    let reply = batch(&sandbox, commands, &["aaa", "--x is not\r\n--y"]).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let results = reply.json()["Results"].clone();
    let first = metadata(&sandbox, "m/1").await["@change-vector"].clone();
    let second = metadata(&sandbox, "m/2").await["@change-vector"].clone();
    let vectors = [&results[2]["ChangeVector"], &results[4]["ChangeVector"], &results[5]["ChangeVector"]];
    assert!(vectors.iter().all(|vector| vector.as_str().unwrap().starts_with("A:")));
    assert_eq!(
        results[2],
        json!({ "Id": "m/1", "Type": "AttachmentPUT", "Name": "a.txt", "ChangeVector": vectors[0],
            "Hash": "yO08vkrLma65RRWtiaYijz9dj4LexCnfE1ra/OpjlBY=", "ContentType": "text/plain", "Size": 3,
            "DocumentChangeVector": first })
    );
    assert_eq!((&results[3]["ContentType"], &results[3]["Size"]), (&json!(""), &json!(15)));
    assert_eq!(
        results[4],
        json!({ "Id": "m/2", "Type": "AttachmentCOPY", "Name": "c", "ChangeVector": vectors[1],
            "Hash": results[2]["Hash"], "ContentType": "text/plain", "Size": 3, "DocumentChangeVector": second })
    );
    assert_eq!(
        results[5],
        json!({ "Id": "m/1", "Type": "AttachmentMOVE", "Name": "b.txt", "DestinationId": "m/2",
            "DestinationName": "d", "ChangeVector": vectors[2], "Hash": results[3]["Hash"], "ContentType": "",
            "Size": 15, "DestinationDocumentChangeVector": second, "DocumentChangeVector": first })
    );
    assert_eq!(
        results[6],
        json!({ "Type": "AttachmentDELETE", "@id": "m/1", "Name": "a.txt", "DocumentChangeVector": first })
    );
    assert_eq!(sandbox.get(&sandbox.db("/attachments?id=m/2&name=d")).await.body, b"--x is not\r\n--y");
    let gone = json!({ "Commands": [{ "Id": "m/404", "Name": "z", "Type": "AttachmentDELETE" }] });
    let reply = sandbox.post(&sandbox.db("/bulk_docs"), gone).await;
    assert_eq!(
        reply.json()["Results"][0],
        json!({ "Type": "AttachmentDELETE", "@id": "m/404", "Name": "z" })
    );
}

#[tokio::test]
async fn a_bad_batch_with_streams_saves_nothing() {
    let sandbox = Sandbox::new().await;
    let put = |id: &str, name: &str| json!({ "Id": id, "Name": name, "Type": "AttachmentPUT" });
    let document = json!({ "Id": "m/1", "Type": "PUT", "Document": {} });
    let cases: [(Value, &[&str], u16, &str); 7] = [
        (json!([document, put("m/1", "a"), put("m/1", "b")]), &["one"], 400, "command 3"),
        (json!([document, put("m/1", "a")]), &["one", "two"], 400, "contains 2 attachment streams"),
        (json!([document, put("m/2", "a")]), &["one"], 500, "'m/2'"),
        (json!([document, put("m/1", "")]), &["one"], 400, "'Name'"),
        (json!([document, put("", "a")]), &["one"], 400, "'Id'"),
        (
            json!([document, { "Id": "m/1", "Name": "a", "Type": "AttachmentCOPY" }]),
            &[],
            400,
            "'DestinationId'",
        ),
        (
            json!([document, { "Id": "m/1", "Name": "a", "Type": "AttachmentMOVE", "DestinationId": "m/1",
                "DestinationName": "b" }]),
            &[],
            500,
            "no attachment with 'a' name",
        ),
    ];
    for (commands, streams, status, says) in cases {
        let failure = batch(&sandbox, commands, streams).await.failure();
        assert_eq!(failure.0, status, "{failure:?}");
        assert!(failure.2.to_lowercase().contains(&says.to_lowercase()), "{failure:?}");
        assert_eq!(sandbox.get(&sandbox.db("/docs?id=m/1")).await.status, 404);
    }
    for body in ["", "--x", "--x\r\n\r\n", "--x--\r\n", "--x\r\nA: b\r\n\r\n{}\r\n--x\r\n"] {
        let headers = [("content-type", "multipart/form-data; boundary=x")];
        let reply = sandbox.send(Method::POST, &sandbox.db("/bulk_docs"), &headers, body).await;
        assert_eq!(reply.failure().0, 400, "{body:?}");
    }
}

#[tokio::test]
async fn several_come_as_a_list_with_the_contents_behind_it() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    put(&sandbox, "a/1", "x", "hello").await;
    put(&sandbox, "a/1", "y", "world").await;
    let wanted = json!({ "AttachmentType": "Document", "Attachments": [
        { "DocumentId": "a/1", "Name": "y" }, { "DocumentId": "a/1", "Name": "none" },
        { "DocumentId": "a/1", "Name": "x" } ] });
    let reply = sandbox.post(&sandbox.db("/attachments/bulk"), wanted).await;
    assert_eq!(reply.status, 200);
    let end = reply.body.len() - 10;
    assert_eq!(&reply.body[end..], b"worldhello");
    let list: Value = serde_json::from_slice(&reply.body[..end]).unwrap();
    let list = list["AttachmentsMetadata"].as_array().unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        (&list[0]["Name"], &list[0]["DocumentId"], &list[0]["Size"]),
        (&json!("y"), &json!("a/1"), &json!(5))
    );
    assert_eq!(list[1]["Hash"], HELLO);
}

#[tokio::test]
async fn the_users_of_a_content_can_be_queried() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    put(&sandbox, "a/1", "x", "hello").await;
    put(&sandbox, "a/1", "y", "hello").await;
    let hash = HELLO.replace('+', "%2B");
    let reply = sandbox.get(&sandbox.db(&format!("/debug/attachments/hash?hash={hash}"))).await;
    assert_eq!(reply.json(), json!({ "Hash": HELLO, "Count": 2 }));
    let reply = sandbox.get(&sandbox.db("/debug/attachments/metadata?id=a/1")).await.json();
    assert_eq!(reply["Attachments"][1]["Name"], "y");
    assert_eq!(reply["Attachments"][1]["Count"], 2);
}

#[tokio::test]
async fn a_revisions_attachment_is_served_with_the_revisions_change_vector() {
    let sandbox = Sandbox::new().await;
    let configuration = json!({ "Default": { "Disabled": false } });
    assert_eq!(sandbox.post(&sandbox.db("/admin/revisions/config"), configuration).await.status, 200);
    sandbox.save("a/1", json!({})).await;
    put(&sandbox, "a/1", "Foo.txt", "hello").await;
    let path = sandbox.db("/attachments?id=a/1&name=foo.txt");
    assert_eq!(sandbox.send(Method::DELETE, &path, &[], "").await.status, 204);
    let revisions = sandbox.get(&sandbox.db("/revisions?id=a/1")).await.json()["Results"].clone();
    let vectors: Vec<String> = revisions
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["@metadata"]["@change-vector"].as_str().unwrap().to_owned())
        .collect();
    let of = |vector: &str| json!({ "Type": "Revision", "ChangeVector": vector });
    let reply = sandbox.post(&path, of(&vectors[1])).await;
    assert_eq!((reply.status.as_u16(), &reply.body[..]), (200, &b"hello"[..]));
    assert_eq!(reply.header("etag"), format!("\"{}\"", vectors[1]));
    assert_eq!((reply.header("attachment-hash"), reply.header("content-type")), (HELLO, "text/plain"));
    let range = [("range", "bytes=1-2"), ("content-type", "application/json")];
    let reply = sandbox.send(Method::POST, &path, &range, of(&vectors[1]).to_string()).await;
    assert_eq!((reply.status.as_u16(), &reply.body[..]), (206, &b"el"[..]));
    for none in [&*vectors[0], &*vectors[2], "A:999-x", "garbage"] {
        assert_eq!(sandbox.post(&path, of(none)).await.status, 404, "{none}");
    }
    let other = sandbox.db("/attachments?id=b/1&name=foo.txt");
    assert_eq!(sandbox.post(&other, of(&vectors[1])).await.status, 404);
    let count = sandbox
        .get(&sandbox.db(&format!("/debug/attachments/hash?hash={}", HELLO.replace('+', "%2B"))))
        .await;
    assert_eq!(count.json()["Count"], 1);
    let stats = sandbox.get(&sandbox.db("/stats")).await.json();
    assert_eq!((&stats["CountOfAttachments"], &stats["CountOfUniqueAttachments"]), (&json!(1), &json!(1)));
}
