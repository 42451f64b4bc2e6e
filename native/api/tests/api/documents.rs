use std::io::Write;

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Sandbox, in_collection};

#[tokio::test]
async fn one_document_by_id_with_its_metadata_and_a_304_the_next_time() {
    let sandbox = Sandbox::new().await;
    let vector = sandbox.save("orders/1", in_collection("Orders", json!({ "Name": "A", "n": 1.50 }))).await;
    let reply = sandbox.get(&sandbox.db("/docs?&id=orders%2F1")).await;
    let body = reply.json();
    assert_eq!(body["Results"][0]["Name"], "A");
    assert_eq!(body["Includes"], json!({}));
    let metadata = &body["Results"][0]["@metadata"];
    assert_eq!(metadata["@id"], "orders/1");
    assert_eq!(metadata["@collection"], "Orders");
    assert_eq!(metadata["@change-vector"].as_str(), Some(vector.as_str()));
    assert_eq!(metadata["@last-modified"].as_str().unwrap().len(), 28);
    let tag = reply.header("etag").to_owned();
    let again =
        sandbox.send(Method::GET, &sandbox.db("/docs?id=orders/1"), &[("if-none-match", &tag)], "").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), tag);
    sandbox.save("orders/1", in_collection("Orders", json!({ "Name": "B" }))).await;
    let changed =
        sandbox.send(Method::GET, &sandbox.db("/docs?id=orders/1"), &[("if-none-match", &tag)], "").await;
    assert_eq!(changed.status, 200);
}

#[tokio::test]
async fn a_single_missing_document_is_404_then_304_but_null_among_several() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    let path = sandbox.db("/docs?id=nope");
    let reply = sandbox.get(&path).await;
    assert_eq!((reply.status.as_u16(), reply.body.len()), (404, 0));
    let held = sandbox.send(Method::GET, &path, &[("if-none-match", "\"404 Response\"")], "").await;
    assert_eq!(held.status, 304);
    let several = sandbox.get(&sandbox.db("/docs?id=nope&id=a/1&id=nope2")).await;
    assert_eq!(several.status, 200);
    let results = several.json()["Results"].clone();
    assert!(results[0].is_null() && results[2].is_null());
    assert_eq!(results[1]["@metadata"]["@id"], "a/1");
    let tag = several.header("etag").to_owned();
    assert!(tag.starts_with("\"Hash-"));
    let again = sandbox
        .send(Method::GET, &sandbox.db("/docs?id=nope&id=a/1&id=nope2"), &[("if-none-match", &tag)], "")
        .await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn ids_keep_blanks_unicode_and_slashes() {
    let sandbox = Sandbox::new().await;
    for id in ["orders/2-ü x", "日本/語 🐦", "a/b/c", "q\"uote\\", "plus+and&=?#%"] {
        let encoded: String = form_urlencoded_id(id);
        let reply =
            sandbox.send(Method::PUT, &sandbox.db(&format!("/docs?id={encoded}")), &[], "{\"a\":1}").await;
        assert_eq!(reply.status, 201, "{id}: {}", String::from_utf8_lossy(&reply.body));
        assert_eq!(reply.json()["Id"], id);
        let read = sandbox.get(&sandbox.db(&format!("/docs?id={encoded}"))).await.json();
        assert_eq!(read["Results"][0]["@metadata"]["@id"], id);
        let head = sandbox.send(Method::HEAD, &sandbox.db(&format!("/docs?id={encoded}")), &[], "").await;
        assert_eq!(head.status, 200, "{id}");
    }
}

fn form_urlencoded_id(id: &str) -> String {
    id.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}

#[tokio::test]
async fn includes_follow_paths_and_leave_out_what_is_missing() {
    let sandbox = Sandbox::new().await;
    sandbox.save("companies/1", in_collection("Companies", json!({ "Name": "C" }))).await;
    sandbox.save("products/1", in_collection("Products", json!({ "Name": "P" }))).await;
    let order = json!({ "Company": "companies/1", "Lines": [{ "Product": "products/1" }, { "Product": "products/9" }] });
    sandbox.save("orders/1", in_collection("Orders", order)).await;
    let plain = sandbox.get(&sandbox.db("/docs?id=orders/1")).await;
    let path = sandbox
        .db("/docs?id=orders/1&include=Company&include=Lines[].Product".replace("[]", "%5B%5D").as_str());
    let reply = sandbox.get(&path).await;
    let includes = reply.json()["Includes"].clone();
    assert_eq!(includes.as_object().unwrap().keys().collect::<Vec<_>>(), ["companies/1", "products/1"]);
    assert_eq!(includes["products/1"]["@metadata"]["@collection"], "Products");
    assert_ne!(reply.header("etag"), plain.header("etag"));
    let tag = reply.header("etag").to_owned();
    sandbox.save("products/1", in_collection("Products", json!({ "Name": "P2" }))).await;
    let changed = sandbox.send(Method::GET, &path, &[("if-none-match", &tag)], "").await;
    assert_eq!(changed.status, 200, "a changed include must be seen");
}

#[tokio::test]
async fn metadata_only_leaves_everything_else_out() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", in_collection("As", json!({ "big": "x", "@x": { "@metadata": 1 } }))).await;
    for path in
        ["/docs?id=a/1&metadataOnly=true", "/docs?metadataOnly=true", "/docs?startsWith=a&metadataOnly=true"]
    {
        let body = sandbox.get(&sandbox.db(path)).await.json();
        let document = body["Results"][0].as_object().unwrap();
        assert_eq!(document.keys().collect::<Vec<_>>(), ["@metadata"], "{path}");
        assert_eq!(document["@metadata"]["@id"], "a/1");
    }
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/1&metadataOnly=perhaps")).await.status, 400);
}

#[tokio::test]
async fn pages_are_by_etag_prefix_or_newest_first() {
    let sandbox = Sandbox::new().await;
    for id in ["b/1", "a/1", "a/2", "a/30"] {
        sandbox.save(id, json!({})).await;
    }
    let ids = async |path: &str| -> Vec<String> {
        let reply = sandbox.get(&sandbox.db(path)).await;
        let body = reply.json();
        let results = body["Results"].as_array().unwrap();
        results.iter().map(|document| document["@metadata"]["@id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids("/docs").await, ["a/30", "a/2", "a/1", "b/1"]);
    assert_eq!(ids("/docs?start=1&pageSize=2").await, ["a/2", "a/1"]);
    assert_eq!(ids("/docs?etag=0&pageSize=2").await, ["b/1", "a/1"]);
    assert_eq!(ids("/docs?startsWith=a/").await, ["a/1", "a/2", "a/30"]);
    assert_eq!(ids("/docs?startsWith=a/&matches=?").await, ["a/1", "a/2"]);
    assert_eq!(ids("/docs?startsWith=a/&exclude=3*").await, ["a/1", "a/2"]);
    assert_eq!(ids("/docs?startsWith=a/&startAfter=a/1&pageSize=1").await, ["a/2"]);
    let page = sandbox.get(&sandbox.db("/docs")).await;
    let tag = page.header("etag").to_owned();
    let again = sandbox.send(Method::GET, &sandbox.db("/docs"), &[("if-none-match", &tag)], "").await;
    assert_eq!(again.status, 304);
    assert_eq!(sandbox.get(&sandbox.db("/docs?pageSize=-1")).await.status, 400);
    assert_eq!(sandbox.get(&sandbox.db("/docs?etag=x")).await.status, 400);
}

#[tokio::test]
async fn long_id_lists_go_into_the_body() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({})).await;
    for name in ["Ids", "ids"] {
        let reply = sandbox.post(&sandbox.db("/docs?&loadHash=1"), json!({ name: ["a/1", "x"] })).await;
        assert_eq!(reply.json()["Results"][0]["@metadata"]["@id"], "a/1");
        assert!(reply.json()["Results"][1].is_null());
    }
    let (status, _, message) =
        sandbox.send(Method::POST, &sandbox.db("/docs"), &[], "{\"Ids\":[\"a\",]}").await.failure();
    assert_eq!(status, 400);
    assert!(message.contains("line 1, column"), "{message}");
}

#[tokio::test]
async fn saving_makes_ids_and_respects_the_expected_version() {
    let sandbox = Sandbox::new().await;
    let put = async |id: &str, version: Option<&str>, body: &str| {
        let headers: Vec<(&str, &str)> = version.map(|version| ("if-match", version)).into_iter().collect();
        sandbox.send(Method::PUT, &sandbox.db(&format!("/docs?id={id}")), &headers, body.to_owned()).await
    };
    let first = put("a/1", Some("\"\""), r#"{"v":1}"#).await;
    assert_eq!(first.status, 201);
    let vector = first.json()["ChangeVector"].as_str().unwrap().to_owned();
    let (status, kind, message) = put("a/1", Some("\"\""), "{}").await.failure();
    assert_eq!((status, kind.as_str()), (409, "ConcurrencyException"));
    assert!(message.contains("a/1") && message.contains(&vector), "{message}");
    let conflict = put("a/1", Some("\"A:999-x\""), "{}").await;
    assert_eq!(conflict.status, 409);
    assert_eq!(conflict.json()["ExpectedChangeVector"], "A:999-x");
    assert_eq!(conflict.json()["ActualChangeVector"].as_str(), Some(vector.as_str()));
    assert_eq!(put("a/1", Some(&format!("\"{vector}\"")), r#"{"v":2}"#).await.status, 201);
    let numbered = put("n/", None, "{}").await.json()["Id"].as_str().unwrap().to_owned();
    assert!(numbered.starts_with("n/0") && numbered.ends_with("-A"), "{numbered}");
    assert_eq!(put("i%7C", None, "{}").await.json()["Id"], "i/1");
    assert_eq!(put("", None, "{}").await.status, 400);
    assert_eq!(sandbox.send(Method::PUT, &sandbox.db("/docs"), &[], "{}").await.status, 400);
}

#[tokio::test]
async fn documents_that_cannot_be_saved_say_where_and_why() {
    let sandbox = Sandbox::new().await;
    let put = async |body: &str| {
        sandbox.send(Method::PUT, &sandbox.db("/docs?id=a/2"), &[], body.to_owned()).await.failure()
    };
    let (status, _, message) = put("{\"a\":\n  }").await;
    assert_eq!(status, 400);
    assert!(message.contains("line 2, column 3"), "{message}");
    assert_eq!(put("[1]").await.0, 400);
    assert_eq!(put("").await.0, 400);
    let (status, _, message) = put(r#"{"@metadata":{"@archive-at":"tomorrow"}}"#).await;
    assert_eq!(status, 400);
    assert!(message.contains("tomorrow") && message.contains("a/2"), "{message}");
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/2")).await.status, 404, "nothing may have been saved");
}

#[tokio::test]
async fn deleting_is_204_also_for_what_is_not_there_and_409_for_another_version() {
    let sandbox = Sandbox::new().await;
    let delete = async |id: &str, version: Option<&str>| {
        let headers: Vec<(&str, &str)> = version.map(|version| ("if-match", version)).into_iter().collect();
        sandbox.send(Method::DELETE, &sandbox.db(&format!("/docs?id={id}")), &headers, "").await
    };
    sandbox.save("a/1", json!({})).await;
    assert_eq!(delete("nope", None).await.status, 204);
    let conflict = delete("a/1", Some("\"A:999-x\"")).await.failure();
    assert_eq!((conflict.0, conflict.1.as_str()), (409, "ConcurrencyException"));
    assert_eq!(delete("a/1", None).await.status, 204);
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=a/1")).await.status, 404);
    assert_eq!(delete("", None).await.status, 400);
}

#[tokio::test]
async fn head_returns_existence_and_version() {
    let sandbox = Sandbox::new().await;
    let vector = sandbox.save("a/1", json!({})).await;
    let head = async |id: &str, held: &str| {
        sandbox
            .send(Method::HEAD, &sandbox.db(&format!("/docs?id={id}")), &[("if-none-match", held)], "")
            .await
    };
    let there = head("a/1", "\"other\"").await;
    assert_eq!((there.status.as_u16(), there.body.len()), (200, 0));
    assert_eq!(there.header("etag"), format!("\"{vector}\""));
    assert_eq!(head("a/1", &format!("\"{vector}\"")).await.status, 304);
    assert_eq!(head("nope", "x").await.status, 404);
    let wrong = sandbox.send(Method::HEAD, "/databases/nope/docs?id=1", &[], "").await;
    assert_eq!((wrong.status.as_u16(), wrong.body.len()), (500, 0));
}

#[tokio::test]
async fn size_is_returned_by_id() {
    let sandbox = Sandbox::new().await;
    sandbox.save("a/1", json!({ "text": "x".repeat(100) })).await;
    let body = sandbox.get(&sandbox.db("/docs/size?id=a/1")).await.json();
    assert!(body["ActualSize"].as_u64().unwrap() > 100);
    assert!(body["HumaneActualSize"].as_str().unwrap().ends_with("Bytes"));
    assert_eq!(body["DocId"], "a/1");
    assert_eq!(sandbox.get(&sandbox.db("/docs/size?id=nope")).await.status, 404);
}

#[tokio::test]
async fn bodies_may_be_gzip_or_zstd() {
    let sandbox = Sandbox::new().await;
    let text = br#"{"a":"packed"}"#;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    let packed = [("gzip", encoder.finish().unwrap()), ("zstd", zstd::encode_all(&text[..], 1).unwrap())];
    for (encoding, body) in packed {
        let path = sandbox.db(&format!("/docs?id={encoding}"));
        let reply = sandbox.send(Method::PUT, &path, &[("content-encoding", encoding)], body).await;
        assert_eq!(reply.status, 201, "{encoding}");
        assert_eq!(sandbox.get(&path).await.json()["Results"][0]["a"], "packed");
    }
    let broken =
        sandbox.send(Method::PUT, &sandbox.db("/docs?id=x"), &[("content-encoding", "gzip")], "{}").await;
    assert_eq!(broken.failure().0, 400);
}

#[tokio::test]
async fn numbers_keep_every_digit() {
    let sandbox = Sandbox::new().await;
    let text = r#"{"big":12345678901234567890123,"exact":0.10000000000000000000001,"zero":1.0}"#;
    sandbox.send(Method::PUT, &sandbox.db("/docs?id=n"), &[], text).await;
    let raw = String::from_utf8(sandbox.get(&sandbox.db("/docs?id=n")).await.body).unwrap();
    assert!(
        raw.contains("12345678901234567890123")
            && raw.contains("0.10000000000000000000001")
            && raw.contains("1.0")
    );
    let _: Value = serde_json::from_str(&raw).unwrap();
}
