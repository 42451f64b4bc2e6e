//! Connection strings are kept; custom code is refused; a database has one order of nodes.

use axum::http::Method;
use serde_json::{Value, json};

use crate::sandbox::{DB, Sandbox};

async fn send(sandbox: &Sandbox, method: Method, path: &str, body: Value) -> (u16, Value) {
    let reply = sandbox.send(method, path, &[], body.to_string()).await;
    let status = reply.status.as_u16();
    (status, if reply.body.is_empty() { Value::Null } else { reply.json() })
}

#[tokio::test]
async fn connection_strings_are_kept_in_the_record() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/admin/connection-strings");
    let raven =
        json!({ "Name": "other", "Type": "Raven", "Database": "y", "TopologyDiscoveryUrls": ["http://a:1"] });
    let sql = json!({ "Name": "s", "Type": "Sql", "ConnectionString": "Server=a", "FactoryName": "Npgsql" });
    for one in [&raven, &sql] {
        let (status, answer) = send(&sandbox, Method::PUT, &path, one.clone()).await;
        assert_eq!((status, answer["RaftCommandIndex"].is_i64()), (200, true), "{answer}");
    }
    let all = sandbox.get(&path).await.json();
    let kept = json!({ "Name": "other", "Database": "y", "TopologyDiscoveryUrls": ["http://a:1"] });
    assert_eq!(all["RavenConnectionStrings"], json!({ "other": kept }));
    assert_eq!(all["SqlConnectionStrings"]["s"]["FactoryName"], "Npgsql");
    assert_eq!(all["QueueConnectionStrings"], json!({}));
    let one = sandbox.get(&format!("{path}?connectionStringName=other&type=raven")).await.json();
    assert_eq!(
        (&one["RavenConnectionStrings"], &one["SqlConnectionStrings"]),
        (&json!({ "other": kept }), &Value::Null)
    );
    let record = sandbox.get(&sandbox.db("/admin/record")).await.json();
    assert_eq!(record["RavenConnectionStrings"]["other"], raven);

    let gone = format!("{path}?connectionString=other&type=Raven");
    assert_eq!(send(&sandbox, Method::DELETE, &gone, Value::Null).await.0, 200);
    assert_eq!(send(&sandbox, Method::DELETE, &gone, Value::Null).await.0, 200);
    let one = sandbox.get(&format!("{path}?connectionStringName=other&type=Raven")).await.json();
    assert_eq!(one["RavenConnectionStrings"], Value::Null);
}

#[tokio::test]
async fn incomplete_connection_strings_are_refused() {
    let sandbox = Sandbox::new().await;
    let path = sandbox.db("/admin/connection-strings");
    for (wrong, part) in [
        (json!({ "Name": "n", "Type": "Foo" }), "'Foo'"),
        (json!({ "Name": "n" }), "type"),
        (json!({ "Type": "Sql" }), "'Name'"),
        (json!({ "Name": "n", "Type": "Raven", "TopologyDiscoveryUrls": [] }), "'Database'"),
    ] {
        let (status, answer) = send(&sandbox, Method::PUT, &path, wrong).await;
        assert!(status == 400 && answer["Message"].to_string().contains(part), "{part}: {answer}");
    }
    for wrong in ["?connectionString=n", "?type=Sql", "?connectionString=n&type=Foo"] {
        let (status, answer) = send(&sandbox, Method::DELETE, &format!("{path}{wrong}"), Value::Null).await;
        assert!((400..=500).contains(&status), "{wrong}: {answer}");
    }
    assert_eq!(sandbox.get(&path).await.json()["SqlConnectionStrings"], json!({}));
}

#[tokio::test]
async fn custom_analyzers_and_sorters_are_refused_by_name() {
    let sandbox = Sandbox::new().await;
    for (kind, list) in [("analyzers", "Analyzers"), ("sorters", "Sorters")] {
        let all = sandbox.db(&format!("/{kind}"));
        assert_eq!(sandbox.get(&all).await.json(), json!({ list: [] }));
        assert_eq!(sandbox.get(&format!("/{kind}")).await.json(), json!({ list: [] }));
        for path in [sandbox.db(&format!("/admin/{kind}")), format!("/admin/{kind}")] {
            let body = json!({ list: [{ "Name": "Mine", "Code": "class Mine {}" }] });
            let (status, answer) = send(&sandbox, Method::PUT, &path, body).await;
            let expected = format!(
                "Raven.Client.Exceptions.Documents.Compilation.{}CompilationException",
                list.trim_end_matches('s')
            );
            assert_eq!((status, &answer["Type"]), (500, &json!(expected)));
            assert!(answer["Message"].to_string().contains("'Mine'"), "{answer}");
            assert_eq!(
                send(&sandbox, Method::DELETE, &format!("{path}?name=Mine"), Value::Null).await.0,
                204
            );
            assert!(send(&sandbox, Method::DELETE, &path, Value::Null).await.0 >= 400);
        }
    }
}

#[tokio::test]
async fn a_database_has_one_order_of_nodes() {
    let sandbox = Sandbox::new().await;
    let path = format!("/admin/databases/reorder?name={DB}");
    assert_eq!(send(&sandbox, Method::POST, &path, json!({ "MembersOrder": ["A"] })).await.0, 204);
    for wrong in
        [json!({ "MembersOrder": ["B"] }), json!({ "MembersOrder": [] }), json!({ "MembersOrder": null })]
    {
        let (status, answer) = send(&sandbox, Method::POST, &path, wrong).await;
        assert_eq!((status, &answer["Type"]), (500, &json!("System.ArgumentException")), "{answer}");
    }
    let none = "/admin/databases/reorder?name=none";
    assert!(send(&sandbox, Method::POST, none, json!({ "MembersOrder": ["A"] })).await.0 >= 404);
}
