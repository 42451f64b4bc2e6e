use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox};

/// Clients say their version; without it a server writes no atomic guards.
const CLIENT: [(&str, &str); 1] = [("Raven-Client-Version", "7.1.0.0")];

impl Sandbox {
    async fn put_value(&self, query: &str, value: &Value) -> Reply {
        self.send(Method::PUT, &self.db(&format!("/cmpxchg?{query}")), &[], value.to_string()).await
    }

    async fn cluster(&self, query: &str, commands: Value) -> Reply {
        let body = json!({ "Commands": commands, "TransactionMode": "ClusterWide" });
        self.send(Method::POST, &self.db(&format!("/bulk_docs{query}")), &CLIENT, body.to_string()).await
    }
}

#[tokio::test]
async fn a_value_is_saved_read_and_removed_with_its_index() {
    let sandbox = Sandbox::new().await;
    let value = json!({ "Object": { "x": 1 }, "@metadata": { "k": "v" } });
    let reply = sandbox.put_value("key=Upper/Key&index=0&raft-request-id=a", &value).await;
    assert_eq!(reply.status, 200);
    let saved = reply.json();
    let index = saved["Index"].as_i64().unwrap();
    assert_eq!(saved, json!({ "Index": index, "Value": value, "Successful": true }));
    let conflict = sandbox.put_value("key=upper/key&index=0", &json!({ "Object": 2 })).await;
    assert_eq!(
        (conflict.status.as_u16(), conflict.json()),
        (200, json!({ "Index": index, "Value": value, "Successful": false }))
    );
    let none = json!({ "Index": 0, "Value": null, "Successful": false });
    assert_eq!(sandbox.put_value("key=none&index=7", &json!({ "Object": 2 })).await.json(), none);
    // A repeated request has the first result.
    let again = sandbox.put_value("key=Upper/Key&index=0&raft-request-id=a", &json!({ "Object": 9 })).await;
    assert_eq!(again.json(), saved);

    let read = sandbox.get(&sandbox.db("/cmpxchg?key=UPPER/key&key=none")).await.json();
    assert_eq!(
        read,
        json!({ "Results": [
            { "Key": "UPPER/key", "Value": value, "Index": index },
            { "Key": "none", "Value": null, "Index": -1 },
        ] })
    );
    for missing in ["none", ""] {
        let reply = sandbox.get(&sandbox.db(&format!("/cmpxchg?key={missing}"))).await;
        assert_eq!((reply.status.as_u16(), reply.body.len()), (404, 0));
    }
    let stats = sandbox.get(&sandbox.db("/stats/detailed")).await.json();
    assert_eq!(stats["CountOfCompareExchange"], 1);

    let remove = |query: &str| {
        let path = sandbox.db(&format!("/cmpxchg?{query}"));
        let sandbox = &sandbox;
        async move { sandbox.send(Method::DELETE, &path, &[], "").await.json() }
    };
    assert_eq!(remove("key=upper/key&index=1").await["Successful"], false);
    let removed = remove(&format!("key=upper/key&index={index}")).await;
    assert_eq!((&removed["Successful"], &removed["Value"]), (&json!(true), &value));
    assert!(removed["Index"].as_i64().unwrap() > index);
    assert_eq!(remove("key=upper/key&index=0").await, none);
}

#[tokio::test]
async fn values_are_listed_by_prefix_and_page() {
    let sandbox = Sandbox::new().await;
    for key in ["ck1", "Noobj", "nullobj", "Upper"] {
        sandbox.put_value(&format!("key={key}&index=0"), &json!({ "Object": key })).await;
    }
    let keys = |query: &'static str| {
        let path = sandbox.db(&format!("/cmpxchg?{query}"));
        let sandbox = &sandbox;
        async move {
            let found = sandbox.get(&path).await.json();
            let found = found["Results"].as_array().unwrap().iter();
            found.map(|one| one["Key"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    let all = ["ck1", "noobj", "nullobj", "upper"];
    for query in ["", "pageSize=0", "pageSize=-1", "startsWith="] {
        assert_eq!(keys(query).await, all, "{query}");
    }
    assert_eq!(keys("startsWith=N&start=1&pageSize=1").await, ["nullobj"]);
    assert_eq!(keys("start=1&pageSize=2").await, ["noobj", "nullobj"]);
    assert!(keys("startsWith=zzz").await.is_empty());
}

#[tokio::test]
async fn what_is_wrong_is_named_as_a_server_names_it() {
    let sandbox = Sandbox::new().await;
    let object = json!({ "Object": 1 });
    let long = format!("key={}&index=0", "k".repeat(513));
    for (query, value, kind) in [
        ("key=a", &object, "ArgumentException"),
        ("index=0", &object, "ArgumentException"),
        ("key=&index=0", &object, "ArgumentException"),
        ("key=a&index=x", &object, "ArgumentException"),
        ("key=a&index=-2", &object, "InvalidDataException"),
        (&long, &object, "CompareExchangeKeyTooBigException"),
        ("key=a&index=0", &json!([1]), "InvalidStartOfObjectException"),
        ("key=a&index=0", &json!({ "@metadata": { "@expires": "soon" } }), "RachisApplyException"),
        ("key=a&index=0", &json!({ "@metadata": { "@expires": 5 } }), "RachisApplyException"),
    ] {
        let (status, found, message) = sandbox.put_value(query, value).await.failure();
        assert_eq!((status, found.as_str()), (500, kind), "{query}: {message}");
    }
    let cut = sandbox.send(Method::PUT, &sandbox.db("/cmpxchg?key=a&index=0"), &[], "{\"Obje").await;
    assert_eq!(cut.failure().1, "EndOfStreamException");
    assert_eq!(sandbox.get(&sandbox.db("/cmpxchg")).await.json(), json!({ "Results": [] }));
}

#[tokio::test]
async fn a_cluster_wide_batch_answers_documents_first_and_lists_its_conflicts() {
    let sandbox = Sandbox::new().await;
    let reply = sandbox
        .cluster(
            "",
            json!([
                { "Id": "CX1", "Type": "CompareExchangePUT", "Document": { "Object": 1 }, "Index": 0 },
                { "Id": "cw/1", "Type": "PUT", "Document": { "a": 1, "@metadata": { "@collection": "Cws" } } },
                { "Id": "nope/1", "Type": "DELETE" },
                { "Id": "nokey", "Type": "CompareExchangeDELETE", "Index": 0 },
            ]),
        )
        .await;
    let result = reply.json();
    assert_eq!(reply.status, 201, "{result}");
    let index = result["TransactionIndex"].as_i64().unwrap();
    let members: Vec<Vec<&String>> = result["Results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_object().unwrap().keys().collect())
        .collect();
    assert_eq!(members[0], ["Type", "@last-modified", "@id", "@change-vector"]);
    assert_eq!(members[1], ["Type", "@last-modified", "Id", "@change-vector"]);
    assert_eq!(result["Results"][2], json!({ "Type": "CompareExchangePUT", "Key": "CX1", "Index": index }));
    assert_eq!(
        result["Results"][3],
        json!({ "Type": "CompareExchangeDELETE", "Key": "nokey", "Index": index })
    );
    let vector = result["Results"][0]["@change-vector"].as_str().unwrap().to_owned();
    assert!(vector.starts_with("RAFT:1-") && vector.contains(&format!(",TRXN:{index}-")), "{vector}");
    let read = sandbox.get(&sandbox.db("/docs?id=cw/1")).await.json();
    assert_eq!(read["Results"][0]["@metadata"]["@change-vector"], vector);
    assert_eq!(read["Results"][0]["@metadata"]["@flags"], "FromClusterTransaction");

    let conflict = sandbox
        .cluster(
            "",
            json!([
                { "Id": "cw/1", "Type": "PUT", "Document": {} },
                { "Id": "cx1", "Type": "CompareExchangePUT", "Document": { "Object": 1 }, "Index": 3 },
                { "Id": "cxn", "Type": "CompareExchangeDELETE", "Index": 3 },
            ]),
        )
        .await;
    let (status, kind, message) = conflict.failure();
    assert_eq!((status, kind.as_str()), (409, "ClusterTransactionConcurrencyException"));
    assert!(
        message.contains(&format!(
            "Concurrency check failed for putting the key 'cx1'. Requested index: 3, actual index: {index}\n"
        )),
        "{message}"
    );
    let body = conflict.json();
    assert_eq!(
        body["ConcurrencyViolations"],
        json!([
            { "Type": "CompareExchange", "Id": "cx1", "Expected": 3, "Actual": index },
            { "Type": "CompareExchange", "Id": "cxn", "Expected": 3, "Actual": -1 },
            { "Type": "Document", "Id": "rvn-atomic/cw/1", "Expected": 0, "Actual": index },
        ])
    );
    for member in ["Id", "ExpectedChangeVector", "ActualChangeVector"] {
        assert_eq!(body.get(member), Some(&Value::Null), "{member}");
    }
    let saved = json!([{ "Id": "cw/1", "Type": "PUT", "ChangeVector": vector, "Document": { "a": 2 } }]);
    let refused = sandbox.cluster("", saved).await;
    // The collection of a document cannot be changed by saving it.
    assert_eq!(refused.failure().1, "DocumentCollectionMismatchException");
    assert_eq!(sandbox.cluster("", json!([])).await.json()["Results"], json!([]));
}

#[tokio::test]
async fn guards_depend_on_the_client_and_the_option() {
    let sandbox = Sandbox::new().await;
    let put = json!([{ "Id": "a/1", "Type": "PUT", "Document": { "a": 1 } }]);
    for _ in 0..2 {
        let reply = sandbox.cluster("?disableAtomicDocumentWrites=true", put.clone()).await;
        assert_eq!(reply.status, 201);
        let body = json!({ "Commands": put, "TransactionMode": "ClusterWide" });
        assert_eq!(sandbox.post(&sandbox.db("/bulk_docs"), body).await.status, 201);
    }
    assert_eq!(sandbox.get(&sandbox.db("/cmpxchg")).await.json(), json!({ "Results": [] }));
    assert_eq!(sandbox.cluster("", put.clone()).await.status, 201);
    assert_eq!(sandbox.cluster("", put).await.status, 409);
    let guard = sandbox.get(&sandbox.db("/cmpxchg")).await.json()["Results"][0].clone();
    assert_eq!(guard["Key"], "rvn-atomic/a/1");
    assert_eq!(guard["Value"], json!({ "Object": { "Id": "a/1" } }));
    let own = json!([{ "Id": "RVN-atomic/x", "Type": "CompareExchangePUT", "Document": {}, "Index": 0 }]);
    assert_eq!(sandbox.cluster("", own).await.failure().1, "CompareExchangeInvalidKeyException");
}

#[tokio::test]
async fn other_commands_are_refused_by_name() {
    let sandbox = Sandbox::new().await;
    for (command, status, kind, part) in [
        (json!({ "Id": "p", "Type": "PATCH" }), 500, "ArgumentOutOfRangeException", "PATCH"),
        (json!({ "Id": "p", "Type": "Counters" }), 500, "ArgumentOutOfRangeException", "Counters"),
        (json!({ "Id": "p", "Type": "BOGUS" }), 400, "InvalidCommandTypeException", "BOGUS"),
        (json!({ "Id": "p/", "Type": "DELETE", "IdPrefixed": true }), 500, "RachisApplyException", "prefix"),
        (json!({ "Id": "", "Type": "PUT", "Document": {} }), 500, "RachisApplyException", "empty"),
        (json!({ "Id": "x/", "Type": "PUT", "Document": {} }), 500, "RachisApplyException", "'x/'"),
        (json!({ "Type": "CompareExchangePUT", "Document": {} }), 500, "RachisApplyException", "empty"),
        (
            json!({ "Id": "k", "Type": "CompareExchangePUT", "Document": {}, "Index": -1 }),
            500,
            "InvalidDataException",
            "negative",
        ),
        (
            json!({ "Id": "k", "Type": "CompareExchangePUT", "Document": { "@metadata": { "@expires": "x" } } }),
            500,
            "RachisApplyException",
            "@expires",
        ),
        (
            json!({ "Id": "k", "Type": "PUT", "Document": { "@metadata": { "@counters": ["x"] } } }),
            500,
            "NotSupportedException",
            "counters",
        ),
    ] {
        let first = json!({ "Id": "first", "Type": "PUT", "Document": {} });
        let (found, name, message) = sandbox.cluster("", json!([first, command])).await.failure();
        assert_eq!((found, name.as_str()), (status, kind), "{command}: {message}");
        assert!(message.contains(part), "{command}: {message}");
    }
    assert_eq!(sandbox.get(&sandbox.db("/docs?id=first")).await.status, 404);
    let single =
        json!({ "Commands": [{ "Id": "k", "Type": "CompareExchangePUT", "Document": {}, "Index": 0 }] });
    let (status, _, message) = sandbox.post(&sandbox.db("/bulk_docs"), single).await.failure();
    assert_eq!(status, 501);
    assert!(message.contains("ClusterWide"), "{message}");
}

#[tokio::test]
async fn loads_bring_guards_of_missing_documents_and_named_values() {
    let sandbox = Sandbox::new().await;
    let put = json!([{ "Id": "g/1", "Type": "PUT", "Document": { "Key": "REF", "Keys": ["ref", "no"] } }]);
    let index = sandbox.cluster("", put).await.json()["TransactionIndex"].clone();
    sandbox.put_value("key=ref&index=0", &json!({ "Object": { "x": 1 } })).await;
    let read = sandbox.get(&sandbox.db("/docs?id=g/1&cmpxchg=Keys")).await.json();
    let values = &read["CompareExchangeValueIncludes"];
    assert_eq!(values["ref"]["Value"], json!({ "Object": { "x": 1 } }));
    assert_eq!(values["no"], json!({ "Key": "no", "Index": -1, "Value": null }));
    let read = sandbox.get(&sandbox.db("/docs?id=g/1&cmpxchg=Nope")).await.json();
    assert_eq!(read.get("CompareExchangeValueIncludes"), None);

    sandbox.send(Method::DELETE, &sandbox.db("/docs?id=g/1"), &[], "").await;
    let reply = sandbox.get(&sandbox.db("/docs?id=g/1&id=never&txMode=ClusterWide")).await;
    let read = reply.json();
    assert_eq!((reply.status.as_u16(), &read["Results"]), (200, &json!([])));
    let guard = &read["CompareExchangeValueIncludes"]["rvn-atomic/g/1"];
    assert_eq!((&guard["Index"], &guard["Value"]), (&index, &json!({ "Object": { "Id": "g/1" } })));
    let vector = guard["ChangeVector"].as_str().unwrap();
    assert!(vector.starts_with(&format!("TRXN:{index}-")), "{vector}");
    let never = sandbox.get(&sandbox.db("/docs?id=never&txMode=ClusterWide")).await;
    assert_eq!((never.status.as_u16(), never.json()), (200, json!({ "Results": [], "Includes": {} })));
    let again = json!([{ "Id": "g/1", "Type": "PUT", "ChangeVector": vector, "Document": {} }]);
    assert_eq!(sandbox.cluster("", again).await.status, 201);
}

/// Sessions without optimistic concurrency send no expected version, but the loaded one.
#[tokio::test]
async fn the_loaded_version_counts_before_the_expected_one() {
    let sandbox = Sandbox::new().await;
    let put = |versions: Value| {
        let mut command =
            json!({ "Type": "PUT", "Id": "c/1", "Document": { "@metadata": { "@collection": "U" } } });
        command.as_object_mut().unwrap().extend(versions.as_object().unwrap().clone());
        let sandbox = &sandbox;
        async move {
            let reply = sandbox.cluster("", json!([command])).await;
            let vector = reply.json()["Results"][0]["@change-vector"].as_str().map(str::to_owned);
            (reply.status.as_u16(), vector.unwrap_or_default())
        }
    };
    let (_, first) = put(json!({})).await;
    let (status, second) = put(json!({ "ChangeVector": null, "OriginalChangeVector": first })).await;
    assert_eq!(status, 201);
    assert_eq!(put(json!({ "ChangeVector": null, "OriginalChangeVector": first })).await.0, 409);
    assert_eq!(put(json!({ "ChangeVector": second, "OriginalChangeVector": first })).await.0, 409);
    let (status, third) = put(json!({ "ChangeVector": first, "OriginalChangeVector": second })).await;
    assert_eq!(status, 201);
    assert_eq!(put(json!({ "ChangeVector": "", "OriginalChangeVector": third })).await.0, 201);
}
