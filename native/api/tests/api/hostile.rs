//! Randomly mutated requests, the same ones every time: each is rejected with an error or answered, never
//! with an internal error, and the database stays intact. `native/fuzz` does the same for hours.

use std::time::Duration;

use axum::http::Method;
use rookery_api::bulk::fuzz_stream;
use rookery_api::subscriptions::fuzz_messages;
use rookery_engine::Health;

use crate::mutations::each;
use crate::sandbox::{DB, Sandbox};

/// First line method and path, second line content type, the rest is the body.
const REQUESTS: [&str; 21] = [
    "GET /databases/shop/docs?id=a%2F1&id=a/2&include=Ref&metadataOnly=false\n\n",
    "GET /databases/shop/docs?startsWith=a/&matches=1*|2?&exclude=x&startAfter=a/0&start=0&pageSize=10\n\n",
    "PUT /databases/shop/docs?id=a/1\napplication/json\n{\"Name\":\"x\",\"@metadata\":{\"@collection\":\"A\"}}",
    "DELETE /databases/shop/docs?id=a/1\n\n",
    "POST /databases/shop/bulk_docs\napplication/json\n{\"Commands\":[{\"Id\":\"a/1\",\"ChangeVector\":null,\"Document\":{\"n\":1,\"@metadata\":{}},\"Type\":\"PUT\"},{\"Id\":\"a/2\",\"Type\":\"DELETE\"}]}",
    "POST /databases/shop/bulk_docs\nmultipart/mixed; boundary=\"b1\"\n--b1\r\nContent-Disposition: form-data; name=\"main\"\r\n\r\n{\"Commands\":[{\"Id\":\"a/1\",\"Name\":\"n\",\"Type\":\"AttachmentPUT\"}]}\r\n--b1\r\nCommand-Type: AttachmentStream\r\n\r\nbytes\r\n--b1--\r\n",
    "POST /databases/shop/bulk_insert?id=7\napplication/json\n[{\"Id\":\"b/1\",\"Document\":{\"n\":1},\"Type\":\"PUT\"},{\"Id\":\"b/2\",\"Document\":{},\"Type\":\"PUT\"}]",
    "POST /databases/shop/multi_get\napplication/json\n{\"Requests\":[{\"Url\":\"/docs\",\"Query\":\"?id=a/1\",\"Method\":\"GET\",\"Headers\":{\"If-None-Match\":\"\\\"A:1-x\\\"\"},\"Content\":null}]}",
    "POST /databases/shop/queries\napplication/json\n{\"Query\":\"from A where Name = $p0 and n > 1 order by n desc limit 3\",\"QueryParameters\":{\"p0\":\"x\"}}",
    "GET /databases/shop/queries?query=from%20A%20where%20startsWith(Name,%20'x')&start=0&pageSize=5\n\n",
    "GET /databases/shop/streams/docs?startsWith=a&format=jsonl\n\n",
    "GET /databases/shop/hilo/next?tag=users&lastBatchSize=32&lastRangeAt=2030-01-01T00:00:00.0000000Z&identityPartsSeparator=/&lastMax=0\n\n",
    "POST /databases/shop/identity/seed?name=users|&value=5&force=true\n\n",
    "PUT /databases/shop/attachments?id=a/1&name=n%C3%A4me&contentType=text/plain\ntext/plain\nbytes",
    "GET /databases/shop/attachments?id=a/1&name=n\n\n",
    "POST /databases/shop/admin/documents-compression/config\napplication/json\n{\"Collections\":[\"A\"],\"CompressAllCollections\":false,\"CompressRevisions\":true}",
    "POST /databases/shop/admin/data-archival/config\napplication/json\n{\"Disabled\":true,\"ArchiveFrequencyInSec\":60,\"MaxItemsToProcess\":5}",
    "POST /databases/shop/admin/revisions/config\napplication/json\n{\"Default\":{\"Disabled\":false,\"MinimumRevisionsToKeep\":5,\"MinimumRevisionAgeToKeep\":\"1.00:00:00\"},\"Collections\":{}}",
    "GET /databases/shop/revisions?id=a/1&start=0&pageSize=3&before=2030-01-01T00:00:00.0000000Z\n\n",
    "GET /databases/shop/studio/collections/preview?collection=A&start=0&pageSize=5&binding=Name\n\n",
    "GET /databases/shop/operations/state?id=7\n\n",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bent_requests_are_answered_or_refused() {
    assert_eq!(DB, "shop");
    let sandbox = Sandbox::new().await;
    let mut requests = Vec::new();
    let valid = REQUESTS.map(|text| text.as_bytes().to_vec());
    each(&valid, 3000, |bytes| requests.push(bytes.to_vec()));
    let (mut accepted, mut refused) = (0, 0);
    for (number, bytes) in requests.iter().enumerate() {
        let Some((method, path, kind, body)) = taken_apart(bytes) else { continue };
        let headers = if kind.is_empty() { Vec::new() } else { vec![("Content-Type", kind)] };
        let sent = sandbox.try_send(method, path, &headers, body.to_vec());
        let shown = || String::from_utf8_lossy(bytes).into_owned();
        let reply = tokio::time::timeout(Duration::from_secs(30), sent).await;
        let reply = reply.unwrap_or_else(|_| panic!("no answer to {}", shown()));
        // What cannot be a request is not sent.
        let Some(reply) = reply else { continue };
        let answer = String::from_utf8_lossy(&reply.body);
        // Some refusals are a 500 on a real server too (a bulk insert that breaks off); they say what is
        // wrong with the request. A defect's says that it is one.
        assert!(reply.status != 500 || !is_a_defects(&answer), "{}\n{answer}", shown());
        match reply.status.as_u16() {
            200..400 | 404 => accepted += 1,
            _ => {
                refused += 1;
                assert!(!reply.body.is_empty(), "refused without a word ({}): {}", reply.status, shown());
            }
        }
        assert!(number >= valid.len() || reply.status != 400, "{}\n{answer}", shown());
    }
    assert!(accepted > 300 && refused > 300, "{accepted} accepted, {refused} refused");
    let database = sandbox.engine.database(DB).unwrap();
    assert_eq!(database.health(), Health::ReadWrite);
    let stats = database.stats().unwrap();
    assert_eq!(database.from_etag(0, 0, u64::MAX).unwrap().len() as u64, stats.documents);
}

fn is_a_defects(answer: &str) -> bool {
    ["Rookery failed inside", "An internal part"].iter().any(|words| answer.contains(words))
}

fn taken_apart(bytes: &[u8]) -> Option<(Method, &str, &str, &[u8])> {
    let mut lines = bytes.splitn(3, |byte| *byte == b'\n');
    let (method, path) = std::str::from_utf8(lines.next()?).ok()?.split_once(' ')?;
    let kind = std::str::from_utf8(lines.next()?).ok()?;
    Some((Method::from_bytes(method.as_bytes()).ok()?, path, kind, lines.next()?))
}

#[test]
fn malformed_bulk_streams_give_the_same_items_for_any_chunking() {
    let valid = [
        r#"[{"Id":"a/1","Document":{"n":1,"t":"\"}]\\","@metadata":{"@collection":"A"}},"Type":"PUT"},{"Id":"b","Type":"PUT","Document":{}}]"#,
        "[ {\"Type\":\"HeartBeat\"}\r\n, {\"Id\":\"x\",\"Document\":{\"a\":[[],{},\"é\"]},\"Type\":\"PUT\"} ] ",
        r#"[{"Id":"a/1","Type":"Counters","Counters":{"DocumentId":"a/1","Operations":[{"Type":"Increment","CounterName":"c","Delta":1}]}}]"#,
        r#"[{"Id":"a/1","Type":"AttachmentPUT","Name":"n","ContentType":"t","ContentLength":5},12345,{"Id":"b","Type":"PUT","Document":{}}]"#,
        "[]",
    ];
    let mut step = 0;
    let mut items = 0;
    each(&valid.map(|text| text.as_bytes().to_vec()), 20_000, |bytes| {
        step = (step + 1) % 37;
        let (whole, error) = fuzz_stream(bytes, bytes.len());
        let (pieces, piecewise) = fuzz_stream(bytes, step);
        let shown = String::from_utf8_lossy(bytes);
        assert_eq!(format!("{whole:?}"), format!("{pieces:?}"), "in pieces of {step}: {shown}");
        assert_eq!(
            error.map(|e| e.to_string()),
            piecewise.map(|e| e.to_string()),
            "in pieces of {step}: {shown}"
        );
        items += whole.len();
    });
    assert!(items > 1000, "{items}");
}

#[test]
fn messages_of_subscriptions_are_the_same_wherever_the_stream_is_cut() {
    let seeds = include_bytes!("../../../fuzz/seeds/subscription/worker");
    let other = include_bytes!("../../../fuzz/seeds/subscription/other-version");
    let valid = [seeds.to_vec(), other.to_vec()];
    let (messages, error) = fuzz_messages(&seeds[1..], 7);
    assert_eq!((messages.len(), error), (4, None));
    each(&valid, 20_000, |input| {
        let Some((step, bytes)) = input.split_first() else { return };
        assert_eq!(fuzz_messages(bytes, usize::from(*step)), fuzz_messages(bytes, bytes.len()));
    });
}
