use axum::http::Method;
use serde_json::{Value, json};

use crate::attachment_fixture::{batch, metadata};
use crate::sandbox::{Reply, Sandbox};

const HELLO: &str = "Mk3PAn3UowqTLEQfNlol6GsXPe+kuOWJSCU0cbgbcs8=";

async fn put(sandbox: &Sandbox, id: &str, name: &str, content: &str) -> Reply {
    let path = sandbox.db(&format!("/attachments?id={id}&name={name}&contentType=text%2Fplain"));
    sandbox.send(Method::PUT, &path, &[], content.to_owned()).await
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
