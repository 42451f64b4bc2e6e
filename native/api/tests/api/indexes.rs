//! The routes of indexes, as clients read them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{query_failure, read, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn with_an_index() -> Sandbox {
    let sandbox = Sandbox::new().await;
    for (id, name) in [("people/1", "Ann"), ("people/2", "Bob"), ("people/3", "ann")] {
        sandbox.save(id, in_collection("People", json!({ "Name": name }))).await;
    }
    let answer = run_query(&sandbox, "from People where Name = 'ann'").await;
    assert_eq!((&answer["IndexName"], &answer["TotalResults"]), (&json!("Auto/People/ByName"), &json!(2)));
    sandbox
}

#[tokio::test]
async fn a_database_without_indexes_has_empty_lists() {
    let sandbox = Sandbox::new().await;
    for path in ["/indexes", "/indexes/stats", "/indexes/progress", "/indexes/errors"] {
        assert_eq!(read(&sandbox, path).await["Results"], json!([]), "{path}");
    }
    assert_eq!(read(&sandbox, "/indexes/status").await, json!({ "Status": "Running", "Indexes": [] }));
}

#[tokio::test]
async fn an_automatic_index_is_described_completely() {
    let sandbox = with_an_index().await;
    let names = read(&sandbox, "/indexes?namesOnly=true").await;
    assert_eq!(names, json!({ "Results": ["Auto/People/ByName"] }));
    let definition = read(&sandbox, "/indexes?name=auto/people/byname").await["Results"][0].clone();
    assert_eq!(definition["Type"], "AutoMap");
    assert_eq!(definition["Maps"], json!(["People:[Name:Name]"]));
    let stats = read(&sandbox, "/indexes/stats").await["Results"][0].clone();
    assert_eq!((&stats["EntriesCount"], &stats["IsStale"]), (&json!(3), &json!(false)));
    assert_eq!((&stats["MapAttempts"], &stats["ErrorsCount"]), (&json!(3), &json!(0)));
    assert_eq!(stats["MaxNumberOfOutputsPerDocument"], 1);
    assert!(stats["Collections"]["People"]["LastProcessedDocumentEtag"].is_i64(), "{stats}");
    let terms = read(&sandbox, "/indexes/terms?name=Auto/People/ByName&field=Name").await;
    assert_eq!(terms["Terms"], json!(["ann", "bob"]));
    let staleness = read(&sandbox, "/indexes/staleness?name=Auto/People/ByName").await;
    assert_eq!(staleness, json!({ "IsStale": false, "StalenessReasons": [] }));
    let errors = read(&sandbox, "/indexes/errors").await;
    assert_eq!(errors["Results"], json!([{ "Name": "Auto/People/ByName", "Errors": [] }]));
    assert_eq!(read(&sandbox, "/stats").await["CountOfIndexes"], 1);
}

#[tokio::test]
async fn an_index_is_reset_and_deleted_and_missing_ones_are_named() {
    let sandbox = with_an_index().await;
    let reset = Method::from_bytes(b"RESET").unwrap();
    let path = sandbox.db("/indexes?name=Auto/People/ByName");
    assert_eq!(sandbox.send(reset.clone(), &path, &[], String::new()).await.status, 204);
    assert_eq!(run_query(&sandbox, "from People where Name = 'bob'").await["TotalResults"], 1);
    assert_eq!(sandbox.send(Method::DELETE, &path, &[], String::new()).await.status, 204);
    assert_eq!(sandbox.send(Method::DELETE, &path, &[], String::new()).await.status, 404);
    for (method, path) in
        [(reset, path), (Method::GET, sandbox.db("/indexes/staleness?name=Auto/People/ByName"))]
    {
        let (status, kind, message) = sandbox.send(method, &path, &[], String::new()).await.failure();
        assert_eq!(status, 500, "{path}: {message}");
        assert!(kind.ends_with("IndexDoesNotExistException"), "{kind}");
        assert!(message.contains("'Auto/People/ByName'"), "{message}");
    }
    assert_eq!(sandbox.get(&sandbox.db("/indexes?name=Auto/People/ByName")).await.status, 404);
}

async fn send(sandbox: &Sandbox, path: &str, indexes: Value) -> crate::sandbox::Reply {
    let body = json!({ "Indexes": indexes }).to_string();
    sandbox.send(Method::PUT, &sandbox.db(path), &[], body).await
}

#[tokio::test]
async fn javascript_indexes_are_created_queried_and_returned_unchanged() {
    let sandbox = with_an_index().await;
    let map = "map('People', p => ({ First: p.Name[0], Name: p.Name }))";
    let reply = send(
        &sandbox,
        "/indexes",
        json!([{ "Name": "ByFirst", "IndexType": "JavaScriptMap", "Maps": [map], "Fields": { "Name": { "Storage": "Yes" } } }]),
    )
    .await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(reply.json()["Results"][0]["Index"], "ByFirst");
    let answer = run_query(&sandbox, "from index 'ByFirst' where First = 'A' order by Name").await;
    assert_eq!((&answer["IndexName"], &answer["TotalResults"]), (&json!("ByFirst"), &json!(2)));
    let shown = read(&sandbox, "/indexes?name=ByFirst").await["Results"][0].clone();
    assert_eq!((&shown["Type"], &shown["Maps"][0]), (&json!("JavaScriptMap"), &json!(map)));
    assert_eq!(shown["Fields"]["Name"]["Storage"], "Yes");
    let missing = sandbox.post(&sandbox.db("/queries"), json!({ "Query": "from index 'Nope'" })).await;
    assert_eq!(missing.status, 404);
    let (status, kind, message) = sandbox
        .post(&sandbox.db("/queries"), json!({ "Query": "from index 'ByFirst' where Nope = 1" }))
        .await
        .failure();
    assert_eq!((status, kind.as_str()), (500, "ArgumentException"));
    assert!(message.contains("'Nope' is not indexed in 'ByFirst'"), "{message}");
}

#[tokio::test]
async fn csharp_requires_the_admin_route_and_errors_are_reported() {
    let sandbox = with_an_index().await;
    let csharp = json!([{ "Name": "Cs", "Maps": ["from p in docs.People select new { p.Name }"] }]);
    let (status, kind, _) = send(&sandbox, "/indexes", csharp.clone()).await.failure();
    assert_eq!((status, kind.as_str()), (500, "UnauthorizedAccessException"));
    assert_eq!(send(&sandbox, "/admin/indexes", csharp).await.status, 201);
    assert_eq!(run_query(&sandbox, "from index 'Cs' where Name = 'bob'").await["TotalResults"], 1);
    let bad = json!([{ "Name": "Bad", "Maps": ["map('People', p => ({ A: p.Name )"] }]);
    let (status, kind, message) = send(&sandbox, "/indexes", bad).await.failure();
    assert_eq!(status, 500);
    assert!(kind.ends_with("IndexCompilationException"), "{kind}");
    assert!(message.contains("'Bad'") && message.contains("line 1"), "{message}");
    let failing = json!([{ "Name": "Fails", "Maps": ["map('People', p => {\n  throw new Error('boo') })"] }]);
    assert_eq!(send(&sandbox, "/indexes", failing).await.status, 201);
    assert!(query_failure(&sandbox, "from index 'Fails'").await.2.contains("3 of 3"));
    let errors = read(&sandbox, "/indexes/errors?name=Fails").await["Results"][0]["Errors"].clone();
    assert_eq!(errors.as_array().unwrap().len(), 3);
    assert_eq!((&errors[0]["Document"], &errors[0]["Action"]), (&json!("people/1"), &json!("Map")));
    assert!(errors[0]["Error"].as_str().unwrap().contains("line 2"), "{errors}");
    let path = sandbox.db("/indexes/errors?name=Fails");
    assert_eq!(sandbox.send(Method::DELETE, &path, &[], String::new()).await.status, 204);
    assert_eq!(read(&sandbox, "/indexes/errors?name=Fails").await["Results"][0]["Errors"], json!([]));
}
