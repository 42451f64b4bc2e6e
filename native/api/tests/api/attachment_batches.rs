use axum::http::Method;
use serde_json::{Value, json};

use crate::attachment_fixture::{batch, metadata};
use crate::sandbox::Sandbox;

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
