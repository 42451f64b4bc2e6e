//! The subscription protocol over real sockets: negotiation, batches, restarts, strategies, hostile clients.

use std::io::Write;

use serde_json::{Value, json};

use crate::running::Running;
use crate::subscription_client::{Worker, body, create, header, save, start, tcp_address};

fn state(server: &Running, name: &str) -> Value {
    body(&server.request("GET", &format!("/databases/shop/subscriptions/state?name={name}"), ""))
}

fn named(name: &str) -> Value {
    json!({ "SubscriptionName": name })
}

fn ids(numbers: std::ops::RangeInclusive<i64>) -> Vec<String> {
    numbers.map(|number| format!("ps/{number}")).collect()
}

#[test]
fn versions_are_negotiated_on_one_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let mut worker = Worker::connect(&server);
    worker.send(&header("shop", 99_999));
    let other = worker.message();
    assert_eq!((&other["Status"], &other["Version"]), (&json!("TcpVersionMismatch"), &json!(53_000)));
    worker.send(&header("shop", 53_000));
    assert_eq!(
        worker.message(),
        json!({ "Status": "Ok", "Version": 53_000, "LicensedFeatures": { "DataCompression": false } })
    );
    worker.send(&named("none"));
    let ending = worker.ending();
    assert_eq!(ending["Status"], "NotFound");
    assert!(ending["Exception"].as_str().unwrap().contains("SubscriptionDoesNotExistException"));
    let mut ping = Worker::connect(&server);
    ping.send(&json!({ "Operation": "Ping", "OperationVersion": -1 }));
    assert_eq!(ping.ending()["Status"], "Ok");
    let mut elsewhere = Worker::connect(&server);
    elsewhere.send(&header("none", 53_000));
    assert_eq!(elsewhere.message()["Status"], "Ok");
    let error = elsewhere.ending();
    assert_eq!(error["Type"], "Error");
    assert!(error["Exception"].as_str().unwrap().contains("DatabaseDoesNotExistException"));
}

#[test]
fn batches_follow_acknowledgements_and_new_documents_wake_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    for number in 1..=5 {
        save(&server, &format!("ps/{number}"), number);
    }
    create(&server, json!({ "Name": "p", "Query": "from Ps where N != 4" }));
    let mut worker = Worker::accepted(&server, json!({ "SubscriptionName": "p", "MaxDocsPerBatch": 2 }));
    assert_eq!(worker.batch(), ids(1..=2));
    worker.acknowledge();
    assert_eq!(worker.batch(), ["ps/3", "ps/5"]);
    worker.acknowledge();
    save(&server, "ps/6", 4);
    save(&server, "ps/7", 7);
    assert_eq!(worker.batch(), ["ps/7"]);
    worker.acknowledge();
    let state = state(&server, "p");
    assert!(state["ChangeVectorForNextBatchStartingPoint"].as_str().unwrap().starts_with("A:7-"), "{state}");
    assert!(
        state["LastBatchAckTime"].is_string() && state["LastClientConnectionTime"].is_string(),
        "{state}"
    );
    let details = body(&server.request("GET", "/databases/shop/subscriptions/connection-details?name=p", ""));
    assert_eq!(
        (&details["SubscriptionMode"], &details["Results"][0]["Strategy"]),
        (&json!("Single"), &json!("OpenIfFree"))
    );
    drop(worker);
    let options = json!({ "SubscriptionName": "p", "Strategy": "WaitForFree", "CloseWhenNoDocsLeft": true });
    let ending = Worker::accepted(&server, options).ending();
    assert_eq!(ending["Data"], json!({ "CanReconnect": false, "NoDocsLeft": true }));
}

#[test]
fn unconfirmed_documents_come_again_after_a_kill_and_changed_ones_once_with_their_new_version() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    for number in 1..=6 {
        save(&server, &format!("ps/{number}"), number);
    }
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    {
        let mut worker = Worker::accepted(&server, json!({ "SubscriptionName": "p", "MaxDocsPerBatch": 2 }));
        assert_eq!(worker.batch(), ids(1..=2));
        worker.acknowledge();
        assert_eq!(worker.batch(), ids(3..=4));
    }
    save(&server, "ps/4", 44);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    drop(server);
    let server = Running::start(folder.path(), &[]);
    let mut worker = Worker::accepted(&server, named("p"));
    assert_eq!(worker.batch(), ["ps/3"]);
    worker.acknowledge();
    assert_eq!(worker.batch(), ["ps/5", "ps/6", "ps/4"]);
    worker.acknowledge();
}

/// Whatever the moment at which the process is killed, no document is skipped.
#[test]
fn every_document_is_delivered_although_the_server_is_killed_again_and_again() {
    const DOCUMENTS: i64 = 60;
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    for number in 1..=DOCUMENTS {
        save(&server, &format!("ps/{number}"), number);
    }
    let mut acknowledged = std::collections::BTreeSet::new();
    for round in 0.. {
        let mut worker = Worker::accepted(&server, json!({ "SubscriptionName": "p", "MaxDocsPerBatch": 7 }));
        for _ in 0..round % 3 {
            let batch = worker.batch();
            worker.acknowledge();
            acknowledged.extend(batch);
            if acknowledged.len() == usize::try_from(DOCUMENTS).unwrap() {
                return;
            }
        }
        // The next batch is being written, sent or read.
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Running::start(folder.path(), &[]);
        assert!(round < 100, "{acknowledged:?}");
    }
}

#[test]
fn strategies_decide_between_two_workers() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let mut first = Worker::accepted(&server, named("p"));
    assert_eq!(Worker::open(&server, named("p")).ending()["Status"], "InUse");
    let with = |strategy: &str| json!({ "SubscriptionName": "p", "Strategy": strategy });
    assert_eq!(Worker::open(&server, with("Concurrent")).ending()["Status"], "InUse");
    let mut second = Worker::accepted(&server, with("TakeOver"));
    let ending = first.ending();
    assert_eq!((&ending["Status"], &ending["Message"]), (&json!("InUse"), &json!("Closed by TakeOver")));
    assert_eq!(Worker::open(&server, with("TakeOver")).ending()["Status"], "InUse");
    let mut waiting = Worker::open(&server, with("WaitForFree"));
    save(&server, "ps/1", 1);
    assert_eq!(second.batch(), ["ps/1"]);
    second.acknowledge();
    drop(second);
    assert_eq!(waiting.message()["Status"], "Accepted");
    save(&server, "ps/2", 2);
    assert_eq!(waiting.batch(), ["ps/2"]);
}

#[test]
fn a_connection_ends_with_its_definition() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let id = create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let ending = |method: &str, path: &str, body: &str| {
        let mut worker = Worker::accepted(&server, named("p"));
        server.request(method, &format!("/databases/shop{path}"), body);
        worker.ending()
    };
    let dropped = ending("POST", "/subscriptions/drop?name=p", "");
    assert_eq!(dropped["Data"], json!({ "CanReconnect": false, "NoDocsLeft": false }));
    let changed = ending("POST", "/subscriptions/update", r#"{"Name":"p","Query":"from Ps where N = 1"}"#);
    assert_eq!(changed["Data"], json!({ "CanReconnect": true, "NoDocsLeft": false }));
    let task =
        |disabled| format!("/admin/tasks/state?type=Subscription&key={id}&taskName=p&disable={disabled}");
    let disabled = ending("POST", &task(true), "");
    assert_eq!((&disabled["Status"], &disabled["Data"]["CanReconnect"]), (&json!("Closed"), &json!(false)));
    assert_eq!(Worker::open(&server, named("p")).ending()["Status"], "Closed");
    server.request("POST", &format!("/databases/shop{}", task(false)), "");
    assert_eq!(ending("DELETE", "/subscriptions?taskName=p", "")["Status"], "NotFound");
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let mut worker = Worker::accepted(&server, named("p"));
    let deletion = r#"{"DatabaseNames":["shop"],"HardDelete":true}"#;
    server.request("DELETE", "/admin/databases", deletion);
    assert_eq!(worker.ending()["Type"], "Error");
}

#[test]
fn projections_failures_and_includes_are_sent_with_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    save(&server, "others/1", 1);
    for number in 1..=2 {
        let document = json!({ "N": number, "Ref": "others/1", "@metadata": { "@collection": "Rs" } });
        server.request("PUT", &format!("/databases/shop/docs?id=rs/{number}"), &document.to_string());
    }
    create(&server, json!({ "Name": "i", "Query": "from Rs include Ref, counters('likes')" }));
    let mut worker = Worker::accepted(&server, named("i"));
    let messages: Vec<Value> = (0..5).map(|_| worker.message()).collect();
    assert_eq!(messages[2]["Includes"]["others/1"]["N"], 1);
    assert_eq!(
        messages[3],
        json!({ "Type": "CounterIncludes", "CounterIncludes": { "rs/1": [null], "rs/2": [null] },
                "IncludedCounterNames": { "rs/1": ["likes"], "rs/2": ["likes"] } })
    );
    assert_eq!(messages[4]["Type"], "EndOfBatch");
    let query =
        "declare function f(d) { if (d.N == 1) throw 'broken'; return { Q: d.N } } from Rs as d select f(d)";
    create(&server, json!({ "Name": "f", "Query": query }));
    let mut worker = Worker::accepted(&server, named("f"));
    let failed = worker.message();
    assert!(failed["Exception"].as_str().unwrap().contains("JavaScriptException"), "{failed}");
    assert!(failed["Exception"].as_str().unwrap().contains("broken"), "{failed}");
    assert_eq!(failed["Data"]["@metadata"]["@id"], "rs/1");
    let made = worker.message();
    assert_eq!((&made["Data"]["Q"], &made["Data"]["@metadata"]["@projection"]), (&json!(2), &json!(true)));
}

#[test]
fn hostile_clients_are_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let deep = "{\"a\":".repeat(10_000);
    let giant = format!("{{\"DatabaseName\":\"{}", "x".repeat(1 << 20));
    let cases: [(&str, &[u8]); 6] = [
        ("HTTP", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("TLS", &[22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]),
        ("deep", deep.as_bytes()),
        ("giant", giant.as_bytes()),
        ("not UTF-8", b"{\"DatabaseName\":\"\xff\xfe\"}"),
        ("not a header", b"{\"OperationVersion\":\"x\"}"),
    ];
    for (name, bytes) in cases {
        let mut worker = Worker::connect(&server);
        // The server may close the connection before everything is sent.
        let _ = worker.stream.write_all(bytes);
        if let Some(message) = worker.next() {
            assert_eq!(message["Type"], "Error", "{name}");
            assert_eq!(worker.next(), None, "{name}");
        }
    }
    for (name, options) in
        [("array", "[1]"), ("text", r#"{"SubscriptionName":7}"#), ("strategy", r#"{"Strategy":"x"}"#)]
    {
        let mut worker = Worker::connect(&server);
        worker.send(&header("shop", 53_000));
        assert_eq!(worker.message()["Status"], "Ok");
        worker.stream.write_all(options.as_bytes()).unwrap();
        assert_eq!(worker.ending()["Type"], "Error", "{name}");
    }
    let mut unexpected = Worker::accepted(&server, named("p"));
    unexpected.send(&json!({ "Type": "Bogus" }));
    assert_eq!(unexpected.ending()["Type"], "Error");
    // One that stays silent is closed after the time for a header.
    let mut silent = Worker::connect(&server);
    silent.stream.write_all(b"{\"Data").unwrap();
    while silent.next().is_some() {}
    save(&server, "ps/1", 1);
    let mut worker = Worker::accepted(&server, json!({ "SubscriptionName": "p", "Strategy": "WaitForFree" }));
    assert_eq!(worker.batch(), ["ps/1"]);
}

#[test]
fn the_port_is_the_given_one() {
    let folder = tempfile::tempdir().unwrap();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Running::start(folder.path(), &["--tcp-port", &free.port().to_string()]);
    assert_eq!(tcp_address(&server), free.to_string());
}
