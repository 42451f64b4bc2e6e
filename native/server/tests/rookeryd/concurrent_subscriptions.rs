//! Several workers of one subscription over real sockets, and what a server reports about past connections.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::running::Running;
use crate::subscription_client::{Worker, body, create, save, start};

fn concurrent(documents: i64) -> Value {
    json!({ "SubscriptionName": "p", "Strategy": "Concurrent", "MaxDocsPerBatch": documents })
}

fn listed(server: &Running) -> Value {
    let list = body(&server.request("GET", "/databases/shop/subscriptions?name=p&history=true", ""));
    list["Results"][0].clone()
}

#[test]
fn each_batch_goes_to_one_worker_and_those_of_a_lost_one_to_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    for number in 1..=6 {
        save(&server, &format!("ps/{number}"), number);
    }
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let mut first = Worker::accepted(&server, concurrent(2));
    assert_eq!(first.batch(), ["ps/1", "ps/2"]);
    let mut second = Worker::accepted(&server, concurrent(2));
    assert_eq!(second.batch(), ["ps/3", "ps/4"]);
    let details = body(&server.request("GET", "/databases/shop/subscriptions/connection-details?name=p", ""));
    assert_eq!(details["SubscriptionMode"], "Concurrent");
    assert_eq!(details["Results"].as_array().unwrap().len(), 2);
    // A version that is saved while a worker has the document goes to nobody until that worker is done.
    save(&server, "ps/1", 11);
    second.acknowledge();
    assert_eq!(second.batch(), ["ps/5", "ps/6"]);
    second.acknowledge();
    drop(first);
    // The first version is no longer there, the second document is.
    let mut ids = second.batch();
    second.acknowledge();
    if ids.len() < 2 {
        ids.extend(second.batch());
        second.acknowledge();
    }
    ids.sort();
    assert_eq!(ids, ["ps/1", "ps/2"]);
    save(&server, "ps/7", 7);
    assert_eq!(second.batch(), ["ps/7"]);
}

#[test]
fn strategies_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let with = |strategy: &str| json!({ "SubscriptionName": "p", "Strategy": strategy });
    let first = Worker::accepted(&server, concurrent(1));
    let second = Worker::accepted(&server, concurrent(1));
    for strategy in ["OpenIfFree", "TakeOver"] {
        let ending = Worker::open(&server, with(strategy)).ending();
        assert_eq!(ending["Status"], "InUse", "{strategy}");
        assert!(ending["Message"].as_str().unwrap().contains("concurrent"), "{ending}");
    }
    let mut waiting = Worker::open(&server, with("WaitForFree"));
    drop((first, second));
    assert_eq!(waiting.message()["Status"], "Accepted");
    let ending = Worker::open(&server, concurrent(1)).ending();
    assert_eq!(ending["Status"], "InUse");
    let listed = listed(&server);
    let texts = |list: &str, member: &str| -> Vec<String> {
        let items = listed[list].as_array().unwrap();
        items.iter().map(|item| item[member].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(texts("RecentRejectedConnections", "Strategy"), ["OpenIfFree", "TakeOver", "Concurrent"]);
    assert_eq!(texts("RecentConnections", "Strategy"), ["Concurrent", "Concurrent"]);
    assert!(texts("RecentConnections", "ConnectionException")[0].contains("disconnected"));
    assert!(texts("RecentConnections", "Date")[0].ends_with('Z'));
    let plain = body(&server.request("GET", "/databases/shop/subscriptions?name=p", ""));
    assert_eq!(plain["Results"][0]["RecentConnections"], json!([]));
}

#[test]
fn one_worker_of_several_is_dropped_by_its_id_and_a_change_ends_all() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    let named = |id: &str| json!({ "SubscriptionName": "p", "Strategy": "Concurrent", "WorkerId": id, "MaxDocsPerBatch": 1 });
    let mut first = Worker::accepted(&server, named("one"));
    let mut second = Worker::accepted(&server, named("two"));
    server.request("POST", "/databases/shop/subscriptions/drop?name=p&workerId=one", "");
    assert_eq!(first.ending()["Status"], "Closed");
    save(&server, "ps/1", 1);
    assert_eq!(second.batch(), ["ps/1"]);
    let mut third = Worker::accepted(&server, named("three"));
    server.request(
        "POST",
        "/databases/shop/subscriptions/update",
        r#"{"Name":"p","Query":"from Ps where N > 0"}"#,
    );
    for worker in [&mut second, &mut third] {
        assert_eq!(worker.ending()["Data"]["CanReconnect"], true);
    }
    let mut fourth = Worker::accepted(&server, named("four"));
    assert_eq!(fourth.batch(), ["ps/1"]);
}

/// Whatever the moment at which the process is killed and whichever worker it is, no document is skipped.
#[test]
fn every_document_is_delivered_to_some_worker_although_the_server_is_killed_again_and_again() {
    const DOCUMENTS: i64 = 60;
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    create(&server, json!({ "Name": "p", "Query": "from Ps" }));
    for number in 1..=DOCUMENTS {
        save(&server, &format!("ps/{number}"), number);
    }
    let mut acknowledged = BTreeSet::new();
    for round in 0..100 {
        let mut workers: Vec<Worker> = (0..3).map(|_| Worker::accepted(&server, concurrent(3))).collect();
        for turn in 0..round % 4 {
            let batches: Vec<Vec<String>> = workers.iter_mut().map(Worker::batch).collect();
            let together: BTreeSet<&String> = batches.iter().flatten().collect();
            assert_eq!(together.len(), batches.iter().map(Vec::len).sum::<usize>(), "{batches:?}");
            for (number, (worker, batch)) in workers.iter_mut().zip(batches).enumerate() {
                // One of them has a batch when the process ends.
                if number != turn || round % 2 == 0 {
                    worker.acknowledge();
                    acknowledged.extend(batch);
                }
            }
            if acknowledged.len() == usize::try_from(DOCUMENTS).unwrap() {
                return;
            }
            if round % 2 == 1 || acknowledged.len() + 27 > usize::try_from(DOCUMENTS).unwrap() {
                break;
            }
        }
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Running::start(folder.path(), &[]);
        if acknowledged.len() + 27 > usize::try_from(DOCUMENTS).unwrap() {
            // The rest, with one worker: there may be fewer batches than workers.
            let mut last = Worker::accepted(&server, concurrent(3));
            while acknowledged.len() < usize::try_from(DOCUMENTS).unwrap() {
                let batch = last.batch();
                last.acknowledge();
                acknowledged.extend(batch);
            }
            return;
        }
    }
    panic!("{acknowledged:?}");
}

#[test]
fn revisions_are_sent_in_pairs_or_refused_without_a_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path());
    create(&server, json!({ "Name": "r", "Query": "from Ps (Revisions = true)" }));
    let options = json!({ "SubscriptionName": "r", "MaxDocsPerBatch": 2 });
    let ending = Worker::accepted(&server, options.clone()).ending();
    assert_eq!(ending["Status"], "Invalid");
    assert!(ending["Exception"].as_str().unwrap().contains("SubscriptionInvalidStateException"), "{ending}");
    let configuration = r#"{"Collections":{"Ps":{"Disabled":false}}}"#;
    server.request("POST", "/databases/shop/admin/revisions/config", configuration);
    for number in 1..=3 {
        save(&server, "ps/1", number);
    }
    let pair =
        |message: &Value| (message["Data"]["Current"]["N"].clone(), message["Data"]["Previous"]["N"].clone());
    {
        let mut worker = Worker::accepted(&server, options.clone());
        let messages = [worker.message(), worker.message(), worker.message()];
        assert_eq!(pair(&messages[0]), (json!(1), json!(null)));
        assert_eq!(pair(&messages[1]), (json!(2), json!(1)));
        assert_eq!(messages[2]["Type"], "EndOfBatch");
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    drop(server);
    let server = Running::start(folder.path(), &[]);
    let mut worker = Worker::accepted(&server, options);
    assert_eq!(worker.batch(), ["ps/1", "ps/1"]);
    worker.acknowledge();
    assert_eq!(pair(&worker.message()), (json!(3), json!(2)));
}
