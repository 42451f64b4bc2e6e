//! Subscriptions over HTTP: definitions, states, trials, tasks.

use axum::http::Method;
use rookery_api::{ApiOptions, TcpAddress};
use serde_json::{Value, json};

use crate::sandbox::{Reply, Sandbox, in_collection};

impl Sandbox {
    async fn put_subscription(&self, definition: Value) -> Reply {
        self.send(Method::PUT, &self.db("/subscriptions"), &[], definition.to_string()).await
    }

    async fn state_of(&self, name: &str) -> Value {
        self.get(&self.db(&format!("/subscriptions/state?name={name}"))).await.json()
    }

    async fn trial(&self, definition: Value) -> Reply {
        self.post(&self.db("/subscriptions/try?pageSize=10"), definition).await
    }

    async fn people(&self) {
        for (id, person) in [
            ("ps/1", json!({ "Name": "Ann", "N": 1, "Tags": ["a", "b"], "Ref": "ps/2", "Sub": { "X": 1 } })),
            ("ps/2", json!({ "Name": "bob", "N": 2 })),
            ("ps/3", json!({ "Name": "Cid", "N": 3.5, "Nul": null })),
            ("other/1", json!({ "N": 9 })),
        ] {
            let collection = if id.starts_with("ps") { "Ps" } else { "Others" };
            self.save(id, in_collection(collection, person)).await;
        }
    }
}

const UNKNOWN: &str = "SubscriptionDoesNotExistException";

#[tokio::test]
async fn definitions_are_created_changed_listed_and_deleted() {
    let sandbox = Sandbox::new().await;
    let created = sandbox.put_subscription(json!({ "Name": "s1", "Query": "from Ps" })).await;
    assert_eq!(created.status, 201);
    let index = created.json()["RaftCommandIndex"].clone();
    assert_eq!(created.json(), json!({ "Name": "s1", "RaftCommandIndex": index }));
    assert_eq!(
        sandbox.state_of("S1").await,
        json!({
            "Query": "from Ps", "ChangeVectorForNextBatchStartingPoint": null, "SubscriptionId": index,
            "SubscriptionName": "s1", "MentorNode": null, "PinToMentorNode": false, "NodeTag": null,
            "LastBatchAckTime": null, "LastClientConnectionTime": null, "Disabled": false,
            "ArchivedDataProcessingBehavior": "ExcludeArchived", "RaftCommandIndex": index,
        })
    );
    let taken = sandbox.put_subscription(json!({ "Name": "S1", "Query": "from Ps" })).await;
    let (status, kind, _) = taken.failure();
    assert_eq!((status, kind.as_str()), (500, "RachisApplyException"));
    let unnamed = sandbox.put_subscription(json!({ "Query": "from Ps", "Disabled": true })).await.json();
    assert_eq!(unnamed["Name"], unnamed["RaftCommandIndex"].to_string());

    let update = |body: Value| {
        let (path, sandbox) = (sandbox.db("/subscriptions/update"), &sandbox);
        async move { sandbox.post(&path, body).await }
    };
    let changed = update(json!({ "Id": index, "Name": "s2", "Query": "from Ps where N = 2" })).await;
    assert_eq!((changed.status.as_u16(), &changed.json()["Name"]), (201, &json!("s2")));
    assert_eq!(update(json!({ "Name": "s2", "Query": "from Ps where N = 2" })).await.status, 304);
    assert_eq!(sandbox.state_of("s2").await["Query"], "from Ps where N = 2");
    assert_eq!(update(json!({ "Name": "s1", "Query": "from Ps" })).await.failure().1, UNKNOWN);
    let new = update(json!({ "Name": "s1", "Query": "from Ps", "CreateNew": true })).await;
    assert_eq!(new.status, 201);

    let names = |query: &'static str| {
        let (path, sandbox) = (sandbox.db(&format!("/subscriptions{query}")), &sandbox);
        async move {
            let found = sandbox.get(&path).await.json();
            let results = found["Results"].as_array().unwrap().clone();
            results.iter().map(|one| one["SubscriptionName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    assert_eq!(names("").await, [unnamed["Name"].as_str().unwrap(), "s1", "s2"]);
    assert_eq!(names("?start=1&pageSize=1").await, ["s1"]);
    assert_eq!(names("?name=S2").await, ["s2"]);
    assert!(names("?running=true").await.is_empty());
    for missing in ["?name=none", "?id=999999"] {
        let path = sandbox.db(&format!("/subscriptions{missing}"));
        assert_eq!(sandbox.get(&path).await.failure().1, UNKNOWN);
    }
    for name in ["s1", "s1", "none"] {
        let path = sandbox.db(&format!("/subscriptions?taskName={name}"));
        assert_eq!(sandbox.send(Method::DELETE, &path, &[], "").await.status, 204);
    }
    assert_eq!(names("?name=s2").await.len(), 1);
    let details = sandbox.get(&sandbox.db("/subscriptions/connection-details?name=s2")).await.json();
    assert_eq!(details, json!({ "Results": [], "SubscriptionMode": "None" }));
    for (query, status) in [("name=s2", 204), ("name=none", 500), ("", 500)] {
        let path = sandbox.db(&format!("/subscriptions/drop?{query}"));
        assert_eq!(sandbox.post(&path, json!({})).await.status, status, "{query}");
    }
}

#[tokio::test]
async fn the_state_of_a_task_disables_and_enables() {
    let sandbox = Sandbox::new().await;
    let id =
        sandbox.put_subscription(json!({ "Name": "s", "Query": "from Ps" })).await.json()["RaftCommandIndex"]
            .clone();
    for disabled in [true, false] {
        let path = format!("/admin/tasks/state?type=Subscription&key={id}&taskName=s&disable={disabled}");
        let answer = sandbox.post(&sandbox.db(&path), json!({})).await.json();
        assert_eq!(answer["TaskId"], id);
        assert_eq!(sandbox.state_of("s").await["Disabled"], disabled);
    }
    let path = sandbox.db("/admin/tasks/state?type=Subscription&key=1&taskName=none&disable=true");
    assert_eq!(sandbox.post(&path, json!({})).await.failure().1, UNKNOWN);
    let tasks = sandbox.get(&sandbox.db("/tasks")).await.json();
    assert_eq!(
        (&tasks["SubscriptionsCount"], &tasks["OngoingTasks"][0]["TaskName"]),
        (&json!(1), &json!("s"))
    );
    assert_eq!(tasks["OngoingTasks"][0]["TaskState"], "Enabled");
}

#[tokio::test]
async fn starting_points_are_read_or_refused() {
    let sandbox = Sandbox::new().await;
    sandbox.people().await;
    let second =
        sandbox.get(&sandbox.db("/docs?id=ps/2")).await.json()["Results"][0]["@metadata"]["@change-vector"]
            .clone();
    for (name, sent, found) in [
        ("a", json!("BeginningOfTime"), None),
        ("b", json!(null), None),
        ("c", second.clone(), second.as_str()),
    ] {
        sandbox.put_subscription(json!({ "Name": name, "Query": "from Ps", "ChangeVector": sent })).await;
        assert_eq!(sandbox.state_of(name).await["ChangeVectorForNextBatchStartingPoint"].as_str(), found);
    }
    sandbox
        .put_subscription(json!({ "Name": "d", "Query": "from Ps", "ChangeVector": "LastDocument" }))
        .await;
    let last = sandbox.state_of("d").await["ChangeVectorForNextBatchStartingPoint"].clone();
    assert!(last.as_str().unwrap().starts_with("A:4-"), "{last}");
    let wrong = json!({ "Name": "e", "Query": "from Ps", "ChangeVector": "xx" });
    assert_eq!(sandbox.put_subscription(wrong).await.status, 500);
    let found = sandbox.trial(json!({ "Query": "from Ps", "ChangeVector": second })).await.json();
    assert_eq!(found["Results"][0]["Name"], "Cid");
}

/// The results are those that RavenDB 7.1.5 returned, except `between`, where it finds nothing.
#[tokio::test]
async fn trials_evaluate_conditions_like_a_server() {
    let sandbox = Sandbox::new().await;
    sandbox.people().await;
    for (query, expected) in [
        ("from Ps", vec!["Ann", "bob", "Cid"]),
        ("from Ps limit 1", vec!["Ann", "bob", "Cid"]),
        ("from Ps where Name = 'Ann'", vec!["Ann"]),
        ("from Ps where Name = 'ann'", vec![]),
        ("from Ps as p where p.N > 1", vec!["bob", "Cid"]),
        ("from Ps as p where p.N between 1 and 2", vec!["Ann", "bob"]),
        ("from Ps where N in (1,2)", vec!["Ann", "bob"]),
        ("from Ps where startsWith(Name, 'a')", vec!["Ann"]),
        ("from Ps as p where endsWith(p.Name, 'n')", vec!["Ann"]),
        ("from Ps where regex(Name, '^A')", vec!["Ann"]),
        ("from Ps where Tags = 'a'", vec![]),
        ("from Ps as p where p.Tags.length > 1", vec!["Ann"]),
        ("from Ps where exists(Sub)", vec!["Ann"]),
        ("from Ps where id() = 'ps/1'", vec!["Ann"]),
        ("from Ps where Nul = null", vec!["Cid"]),
        ("from Ps where Missing = null", vec![]),
        ("from Ps where Missing != 1", vec!["Ann", "bob", "Cid"]),
        ("from Ps as p where p.Sub.X = null", vec!["bob", "Cid"]),
        ("from @all_docs as d where d.N = 1", vec!["Ann"]),
        ("from Ps as p where p.Name.toLowerCase() = 'ann'", vec!["Ann"]),
        ("from Ps as p where p.Name.startsWith('A') or p.N=2", vec!["Ann", "bob"]),
        ("declare function g(d) { return d.N > 1 } from Ps as d where g(d)", vec!["bob", "Cid"]),
        ("from Ps as p where p.Tags.includes('b')", vec!["Ann"]),
        ("from Nope", vec![]),
    ] {
        let found = sandbox.trial(json!({ "Query": query })).await.json();
        let found = found["Results"].as_array().unwrap_or_else(|| panic!("{query}: {found}")).clone();
        let names: Vec<&str> = found.iter().map(|one| one["Name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{query}");
    }
}

#[tokio::test]
async fn trials_project_and_leave_failures_and_nulls_out() {
    let sandbox = Sandbox::new().await;
    sandbox.people().await;
    let query = "from Ps as p load p.Ref as r select { A: p.Name, B: id(p), R: r.Name }";
    let found = sandbox.trial(json!({ "Query": query })).await.json();
    let first = &found["Results"][0];
    assert_eq!((&first["A"], &first["B"], &first["R"]), (&json!("Ann"), &json!("ps/1"), &json!("bob")));
    assert_eq!(
        (&first["@metadata"]["@projection"], &first["@metadata"]["@id"]),
        (&json!(true), &json!("ps/1"))
    );
    assert!(first["@metadata"]["@change-vector"].as_str().unwrap().starts_with("A:1-"));
    for (body, expected) in [
        ("if (d.N == 2) throw 'x'; return { Q: d.N }", json!([1, 3.5])),
        ("return d.N > 1 ? { Q: d.N } : null", json!([2, 3.5])),
        ("return 5", json!([])),
    ] {
        let query = format!("declare function f(d) {{ {body} }} from Ps as d select f(d)");
        let found = sandbox.trial(json!({ "Query": query })).await.json();
        let found: Vec<Value> =
            found["Results"].as_array().unwrap().iter().map(|one| one["Q"].clone()).collect();
        assert_eq!(json!(found), expected, "{body}");
    }
    let failed = sandbox.trial(json!({ "Query": "from Ps order by N" })).await.failure();
    assert_eq!((failed.0, failed.1.as_str()), (500, "NotSupportedException"));
    assert_eq!(sandbox.trial(json!({})).await.status, 500);
}

#[tokio::test]
async fn trials_of_revisions_need_a_configuration_of_the_collection() {
    let sandbox = Sandbox::new().await;
    let query = json!({ "Query": "from Ps (Revisions = true) as d where d.Current.N > 1" });
    let (status, kind, message) = sandbox.trial(query.clone()).await.failure();
    assert_eq!((status, kind.as_str()), (500, "SubscriptionInvalidStateException"));
    assert!(message.contains("does not have revisions configuration"), "{message}");
    assert_eq!(sandbox.put_subscription(query.clone()).await.status, 201);
    let configuration = json!({ "Collections": { "Ps": { "Disabled": false } } });
    sandbox.post(&sandbox.db("/admin/revisions/config"), configuration).await;
    sandbox.people().await;
    let found = sandbox.trial(query).await.json();
    let first = &found["Results"][0];
    assert_eq!((&first["Current"]["Name"], &first["Previous"]), (&json!("bob"), &json!(null)));
    assert_eq!(first["@metadata"]["@flags"], "HasRevisions, Revision");
    for query in ["from Ps (Revision = true)", "from Ps (Revisions = 1) as p"] {
        let refused = sandbox.trial(json!({ "Query": query })).await.failure();
        assert_eq!((refused.0, refused.1.as_str()), (500, "NotSupportedException"), "{query}");
    }
}

#[tokio::test]
async fn workers_learn_the_port_or_that_there_is_none() {
    let without = Sandbox::new().await;
    let refused = without.get("/info/tcp").await.failure();
    assert_eq!((refused.0, refused.1.as_str()), (501, "NotSupportedException"));
    let tcp = Some(TcpAddress { port: 4711, certificate: None });
    let sandbox = Sandbox::with(ApiOptions { tcp, ..ApiOptions::default() }).await;
    for path in ["/info/tcp", &sandbox.db("/info/tcp"), "/info/remote-task/tcp?database=shop&remote-task=s"] {
        let info = sandbox.get(path).await.json();
        assert_eq!(info["Urls"], json!([info["Url"]]), "{path}");
        assert!(info["Url"].as_str().unwrap().ends_with(":4711"), "{info}");
    }
    let unknown = sandbox.get("/info/remote-task/tcp?database=none&remote-task=s").await.failure();
    assert_eq!(unknown.1, "DatabaseDoesNotExistException");
}
