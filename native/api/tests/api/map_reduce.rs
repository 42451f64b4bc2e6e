//! Indexes with a reduce, as clients make and query them.

use axum::http::Method;
use serde_json::{Value, json};

use crate::query_fixture::{put_index, read, run_query};
use crate::sandbox::{Sandbox, in_collection};

async fn make(sandbox: &Sandbox, index: Value) {
    let reply = put_index(sandbox, index).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
}

/// Three orders of two companies, one of which is a document, and their sums.
async fn with_sums() -> Sandbox {
    let sandbox = Sandbox::new().await;
    sandbox.save("companies/1", in_collection("Companies", json!({ "Name": "One" }))).await;
    for (id, company, total) in [("orders/1", 2, 10.5), ("orders/2", 1, 20.5), ("orders/3", 2, 30.0)] {
        let body = json!({ "Company": format!("companies/{company}"), "Total": total });
        sandbox.save(id, in_collection("Orders", body)).await;
    }
    make(
        &sandbox,
        json!({
            "Name": "Orders/ByCompany",
            "Type": "JavaScriptMapReduce",
            "Maps": ["map('Orders', o => ({ Company: o.Company, Count: 1, Total: o.Total }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
                       Count: g.values.reduce((n, x) => n + x.Count, 0), Total: g.values.reduce((n, x) => n + x.Total, 0) }))",
        }),
    )
    .await;
    sandbox
}

#[tokio::test]
async fn results_look_as_on_a_real_server() {
    let sandbox = with_sums().await;
    let metadata = json!({ "@change-vector": null });
    let whole = run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    assert_eq!(
        whole["Results"],
        json!([
            { "Company": "companies/2", "Count": 2, "Total": 40.5, "@metadata": metadata },
            { "Company": "companies/1", "Count": 1, "Total": 20.5, "@metadata": metadata },
        ])
    );
    assert_eq!((&whole["TotalResults"], &whole["IndexName"]), (&json!(2), &json!("Orders/ByCompany")));
    let projected = json!({ "@projection": true, "@change-vector": null });
    let page = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' order by Total as double desc select Count limit 1",
    )
    .await;
    assert_eq!(page["Results"], json!([{ "Count": 2, "@metadata": projected }]));
    assert_eq!((&page["TotalResults"], &page["CappedMaxResults"]), (&json!(2), &json!(1)));
    let loaded = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' as x where x.Count = 1 load x.Company as c select c.Name, x.Total",
    )
    .await;
    assert_eq!(loaded["Results"], json!([{ "Name": "One", "Total": 20.5, "@metadata": projected }]));
    let scripted = run_query(
        &sandbox,
        "from index 'Orders/ByCompany' as x where Count = 2 select { Half: x.Total / 2 }",
    )
    .await;
    assert_eq!(scripted["Results"], json!([{ "Half": 20.25, "@metadata": projected }]));
    let included = run_query(&sandbox, "from index 'Orders/ByCompany' include Company").await;
    assert_eq!(included["Includes"]["companies/1"]["Name"], "One");
    let path = sandbox.db("/streams/queries?query=from%20index%20'Orders/ByCompany'");
    assert_eq!(sandbox.get(&path).await.json()["Results"], whole["Results"]);
    let path = sandbox.db("/queries?metadataOnly=true&query=from%20index%20'Orders/ByCompany'");
    assert_eq!(sandbox.get(&path).await.json()["Results"][0], json!({ "@metadata": metadata }));
}

#[tokio::test]
async fn wait_accepts_milliseconds_or_a_time_span() {
    let sandbox = with_sums().await;
    for timeout in [json!(15_000), json!("00:00:15"), json!(u64::MAX), json!("99999.00:00:00")] {
        let body = json!({
            "Query": "from index 'Orders/ByCompany'", "WaitForNonStaleResults": true,
            "WaitForNonStaleResultsTimeout": timeout,
        });
        let reply = sandbox.post(&sandbox.db("/queries"), body).await;
        assert_eq!((reply.status.as_u16(), &reply.json()["TotalResults"]), (200, &json!(2)), "{timeout}");
    }
}

#[tokio::test]
async fn the_index_reports_its_type_and_definition() {
    let sandbox = with_sums().await;
    run_query(&sandbox, "from index 'Orders/ByCompany'").await;
    let shown = read(&sandbox, "/indexes?name=Orders/ByCompany").await["Results"][0].clone();
    assert_eq!(shown["Type"], "JavaScriptMapReduce");
    assert!(shown["Reduce"].as_str().unwrap().starts_with("groupBy("), "{shown}");
    let stats = read(&sandbox, "/indexes/stats?name=Orders/ByCompany").await["Results"][0].clone();
    assert_eq!((&stats["EntriesCount"], &stats["MapAttempts"]), (&json!(2), &json!(3)));
    assert_eq!((&stats["ReduceAttempts"], &stats["ReduceErrors"]), (&json!(2), &json!(0)));
    let terms = read(&sandbox, "/indexes/terms?name=Orders/ByCompany&field=Company").await;
    assert_eq!(terms["Terms"], json!(["companies/1", "companies/2"]));
}

#[tokio::test]
async fn hours_rolled_up_a_chain_of_parents_follow_a_moved_node() {
    let sandbox = Sandbox::new().await;
    for (id, parent) in
        [("nodes/root", Value::Null), ("nodes/a", json!("nodes/root")), ("nodes/b", json!("nodes/root"))]
    {
        sandbox.save(id, in_collection("Nodes", json!({ "Parent": parent, "Hours": 1 }))).await;
    }
    sandbox.save("nodes/leaf", in_collection("Nodes", json!({ "Parent": "nodes/a", "Hours": 5 }))).await;
    make(
        &sandbox,
        json!({
            "Name": "Nodes/Hours",
            "Maps": ["map('Nodes', n => {
                const found = [{ Node: id(n), Hours: n.Hours }];
                for (let up = load(n.Parent, 'Nodes'); up !== null; up = load(up.Parent, 'Nodes'))
                    found.push({ Node: id(up), Hours: n.Hours });
                return found;
            })"],
            "Reduce": "groupBy(x => x.Node).aggregate(g => ({ Node: g.key, Hours: g.values.reduce((n, x) => n + x.Hours, 0) }))",
        }),
    )
    .await;
    async fn hours(sandbox: &Sandbox) -> Vec<(String, i64)> {
        let answer = run_query(sandbox, "from index 'Nodes/Hours' order by Node").await;
        let one = |one: &Value| (one["Node"].as_str().unwrap().to_owned(), one["Hours"].as_i64().unwrap());
        answer["Results"].as_array().unwrap().iter().map(one).collect()
    }
    let reported = |hours: [i64; 4]| {
        ["nodes/a", "nodes/b", "nodes/leaf", "nodes/root"]
            .map(str::to_owned)
            .into_iter()
            .zip(hours)
            .collect::<Vec<_>>()
    };
    assert_eq!(hours(&sandbox).await, reported([6, 1, 5, 8]));
    sandbox.save("nodes/leaf", in_collection("Nodes", json!({ "Parent": "nodes/b", "Hours": 5 }))).await;
    assert_eq!(hours(&sandbox).await, reported([1, 6, 5, 8]));
    // What is above is moved: everything below goes with it.
    sandbox.save("nodes/b", in_collection("Nodes", json!({ "Parent": "nodes/a", "Hours": 1 }))).await;
    assert_eq!(hours(&sandbox).await, reported([7, 6, 5, 8]));
}

#[tokio::test]
async fn a_failing_reduce_is_reported_with_key_and_line() {
    let sandbox = with_sums().await;
    make(
        &sandbox,
        json!({
            "Name": "Bad",
            "Maps": ["map('Orders', o => ({ Company: o.Company }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => {\n if (g.key === 'companies/1') throw new Error('boo');\n return { Company: g.key }; })",
        }),
    )
    .await;
    assert_eq!(run_query(&sandbox, "from index 'Bad'").await["TotalResults"], 1);
    let errors = read(&sandbox, "/indexes/errors?name=Bad").await["Results"][0]["Errors"].clone();
    assert_eq!(
        (&errors[0]["Action"], &errors[0]["Document"]),
        (&json!("Reduce"), &json!("Reduce key: \"companies/1\""))
    );
    let text = errors[0]["Error"].as_str().unwrap();
    assert!(text.contains("boo") && text.contains("line 2"), "{text}");
    let (status, _, message) = sandbox
        .send(
            Method::PUT,
            &sandbox.db("/indexes"),
            &[],
            json!({ "Indexes": [{ "Name": "X", "Maps": ["map('Orders', o => ({ A: 1 }))"], "Reduce": "1 + 1" }] })
                .to_string(),
        )
        .await
        .failure();
    assert_eq!(status, 500, "{message}");
    assert!(message.contains("groupBy("), "{message}");
}
